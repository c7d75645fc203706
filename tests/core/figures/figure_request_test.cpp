// SPDX-License-Identifier: Apache-2.0
#include "core/figures/figure_request.h"

#include <QtTest>

using kvw::figures::FigureRequest, kvw::figures::FigureWords, kvw::figures::Range;
using Numbers = std::vector<double>;

class FigureRequestTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void anIdIsWordsWithNumbers() {
        const auto request = FigureRequest::parse("attention-lanes-layer-3-mean-steps-10-20-lanes-0-2");
        QVERIFY(request.isA("attention") && request.isA("attention-lanes") && !request.isA("attention-margins"));
        QVERIFY(request.says("mean") && request.says("lanes") && !request.says("attention") && !request.says("mea"));
        QCOMPARE(request.numbersOf("layer"), Numbers{3});
        QCOMPARE(request.numbersOf("steps", 2), (Numbers{10, 20}));
        QCOMPARE(request.numbersOf("lanes"), (Numbers{0, 2}));
        QVERIFY(request.numbersOf("steps", 3).empty() && request.numbersOf("head").empty());
        QVERIFY(FigureRequest::parse("cache-map-by-slot-head-1").says("by-slot"));
        QVERIFY(!FigureRequest::parse("budgets-step-3-share").isA("budgets-share"));
        QCOMPARE(FigureRequest::parse("preference-tau1-0p5").numbersOf("tau1"), Numbers{0.5});
    }

    void anIdComesBack() {
        for (const char* id :
             {"nll", "cache-map-age-by-slot-head-1-step-120-slots-5-40", "preference-tau1-0p5-capacity-77",
              "attention-lanes-layer-1-lanes-0-2", "lanes-kl-overlap-lane-0-step-44"}) {
            QCOMPARE(FigureRequest::parse(id).id(), std::string(id));
        }
    }

    void anIdIsMadeOfWords() {
        const std::vector<std::int32_t> tokens{50, 41, 40, 42, 41};
        QCOMPARE(FigureRequest::parse("cache-map").with("by-slot").with("head", 1).withIf(false, "step", 3).id(),
                 std::string("cache-map-by-slot-head-1"));
        QCOMPARE(FigureRequest::parse("a").withRuns("of", tokens).withRuns("of", {}).withIf(true, "t", 0.5).id(),
                 std::string("a-of-40-42-50-50-t-0p5"));
        QCOMPARE(FigureRequest::parse("a").withRange("steps", Range{3, 9}).withRange("tokens", {}).id(),
                 std::string("a-steps-3-9"));
        QCOMPARE(FigureRequest::parse("a-1").with("b-2-c").withList("d-e", {}).withList("f", {1, 2}).id(),
                 std::string("a-1-b-2-c-d-e-f-1-2"));
    }

    void wordsAreTakenWhole() {
        const auto request = FigureRequest::parse("cache-map-by-slot-step-12-tokens-3-4");
        FigureWords words(request, "cache-map");
        QVERIFY(!words.take("b") && !words.take("by-slots") && words.take("by-slot") && words.more());
        QVERIFY(words.take("step") && !words.take("tokens"));
        QCOMPARE(words.number(13), 12);
        QVERIFY(words.take("tokens"));
        QCOMPARE(words.range(5), (Range{3, 4}));
        QVERIFY(words.known() && !words.more());
        const FigureWords other(request, "cache");
        QVERIFY(other.more() && !other.known());
        const FigureWords none(request, "map");
        QVERIFY(!none.more() && !none.known());
    }

    void numbersThatDoNotFitMakeTheFigureUnknown() {
        for (const char* id : {"a-b", "a-b-7", "a-b-1p5", "a-b-3-4", "a-b-99999999999999999999"}) {
            const auto request = FigureRequest::parse(id);
            FigureWords words(request, "a-b");
            QCOMPARE(words.number(7), id == std::string("a-b-3-4") ? 3 : 0);
            QVERIFY2(!words.known(), id);
        }
        const auto request = FigureRequest::parse("a-0p00012345678901234567-0-2-2-5-5-3");
        FigureWords words(request, "a");
        QCOMPARE(words.positive(), 0.00012345678901234567);
        QCOMPARE(words.runs(9), (std::vector<std::int32_t>{0, 1, 2}));
        QVERIFY(!words.known());
    }

    void oddIdsAreHarmless() {
        for (const char* id :
             {"", "-", "7", "3-4", "layer--3", "tau1-p", "tau1-1p2p3", "step-99999999999999999999999999"}) {
            const auto request = FigureRequest::parse(id);
            QVERIFY2(!request.parts.empty() && !request.isA("nll") && !request.says("nll"), id);
        }
    }
};

QTEST_APPLESS_MAIN(FigureRequestTest)
#include "figure_request_test.moc"
