// SPDX-License-Identifier: Apache-2.0
#include "core/figures/figure_request.h"

#include <QtTest>

using kvw::figures::FigureCodec, kvw::figures::FigureRequest, kvw::figures::Range;
using kvw::figures::figureId, kvw::figures::figureIn;
using Numbers = std::vector<double>;

namespace {

enum class Unit { Tokens, Share, Bytes };
struct Settings {
    Unit unit = Unit::Tokens;
    bool bySlot = false;
    std::int32_t layer = -1;
    std::int64_t head = -1;
    double tau = 1;
    std::optional<Range> steps = {};
    std::optional<std::vector<std::int32_t>> lanes = {};
    std::vector<std::int32_t> of = {};
};

void nameSettings(FigureCodec& codec, Settings& what) {
    codec.choice({"", "share", "bytes"}, what.unit);
    codec.flag("by-slot", what.bySlot);
    codec.needed("layer", what.layer, 7);
    codec.number("head", what.head, 60);
    codec.positive("tau", what.tau, 1);
    codec.range("steps", what.steps, 60);
    codec.numbers("lanes", what.lanes, 3);
    codec.runs("of", what.of, 60);
}

}  // namespace

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
        QCOMPARE(FigureRequest::parse("cache-map").with("by-slot").with("head", 1).withIf(false, "step", 3).id(),
                 std::string("cache-map-by-slot-head-1"));
        QCOMPARE(FigureRequest::parse("a").withIf(true, "t", 0.5).id(), std::string("a-t-0p5"));
        QCOMPARE(FigureRequest::parse("a").with("steps", 3, 9).id(), std::string("a-steps-3-9"));
        QCOMPARE(FigureRequest::parse("a-1").with("b-2-c").withList("d-e", {}).withList("f", {1, 2}).id(),
                 std::string("a-1-b-2-c-d-e-f-1-2"));
    }

    void settingsAreWrittenAndRead() {
        Settings all{Unit::Bytes, true, 3, 5, 0.5, Range{3, 9}, std::vector<std::int32_t>{0, 2}, {50, 41, 40, 42, 41}};
        const std::string id = figureId("a-b", all, nameSettings);
        QCOMPARE(id, std::string("a-b-bytes-by-slot-layer-3-head-5-tau-0p5-steps-3-9-lanes-0-2-of-40-42-50-50"));
        const auto read = figureIn(FigureRequest::parse(id), "a-b", Settings(), nameSettings);
        QVERIFY(read && read->unit == Unit::Bytes && read->bySlot && read->layer == 3 && read->head == 5);
        QVERIFY(read->tau == 0.5 && read->steps == all.steps && read->lanes == all.lanes);
        QCOMPARE(read->of, (std::vector<std::int32_t>{40, 41, 42, 50}));
        const Settings least{.layer = 0};
        QCOMPARE(figureId("a-b", least, nameSettings), std::string("a-b-layer-0"));
        const auto unsaid = figureIn(FigureRequest::parse("a-b-layer-0"), "a-b", Settings{.head = 4}, nameSettings);
        QVERIFY(unsaid && unsaid->head == 4 && unsaid->tau == 1 && !unsaid->steps && unsaid->of.empty());
    }

    void wordsThatDoNotFitMakeTheFigureUnknown() {
        const QByteArray ids =
            "a-b a-layer-3 a-b-c-layer-3 a-b-layer a-b-layer-7 a-b-layer-1p5 a-b-layer-3-4 "
            "a-b-layer-99999999999999999999 a-b-layer-3-head a-b-layer-3-tau-0 a-b-layer-3-steps-4 "
            "a-b-layer-3-steps-9-3 a-b-layer-3-steps-3-60 a-b-layer-3-lanes-2-0 a-b-layer-3-lanes "
            "a-b-layer-3-of-5-7-6-6 a-b-layer-3-by-slot a-b-by-layer-3 a-b-by-slots-layer-3 "
            "a-b-share-bytes-layer-3 a-b-layer-3-layer-3 a-b-by-slot-2-layer-3";
        for (const QByteArray& id : ids.split(' ')) {
            QVERIFY2(!figureIn(FigureRequest::parse(id.toStdString()), "a-b", Settings(), nameSettings), id);
        }
    }

    void smallNumbersKeepTheirDigits() {
        const auto request = FigureRequest::parse("a-t-0p00012345678901234567");
        FigureCodec codec(request, "a");
        double value = 1;
        codec.positive("t", value, 1);
        QVERIFY(codec.known());
        QCOMPARE(value, 0.00012345678901234567);
    }

    void numbersMayBeNegativeOrTiny() {
        QCOMPARE(FigureRequest::parse("a-x-m2-m0p5").numbersOf("x"), (Numbers{-2, -0.5}));
        QCOMPARE(FigureRequest::parse("a").with("x", -0.5, 0.00001, 1e20).id(),
                 std::string("a-x-m0p5-0p00001-100000000000000000000"));
        const auto words = FigureRequest::parse("a-mean-m-mp5");
        QVERIFY(words.says("mean") && words.says("m") && words.says("mp5"));
        const auto request = FigureRequest::parse("a-x-m1-0p5");
        FigureCodec codec(request, "a");
        std::optional<std::pair<double, double>> ends;
        codec.ends("x", ends);
        QVERIFY(codec.known() && ends == std::pair(-1.0, 0.5));
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
