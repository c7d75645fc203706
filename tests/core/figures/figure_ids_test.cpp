// SPDX-License-Identifier: Apache-2.0
/// Figures by their ids: colour, unit, order, step and part are in the id, and the id draws them again.
#include <QTest>

#include "core/base/json/schema.h"
#include "core/bundle/figure_file.h"
#include "core/figures/figure_io.h"
#include "core/figures/figures.h"
#include "tests/core/bundle/sample.h"

using namespace kvw;

class FigureIdsTest : public QObject {
    Q_OBJECT

    std::shared_ptr<Recording> m_compare = sample::recording({2, 2, 40, 1});

    FigureSpec made(const std::shared_ptr<Recording>& recording, const std::string& id) {
        const auto figure = figures::byId(*recording, 1, id);
        return figure ? *figure : FigureSpec();
    }

 private Q_SLOTS:
    void idsLeadBack() {
        for (const std::string id : {"cache-map-step-20",
                                     "cache-map-age-step-39",
                                     "cache-map-attention-by-slot-head-3-step-20-slots-2-8",
                                     "cache-map-score-step-39",
                                     "cache-map-by-slot-step-12",
                                     "cache-map-step-39-tokens-10-20",
                                     "budgets",
                                     "budgets-share-step-12",
                                     "budgets-bytes-heads-layer-1-step-7-steps-3-30",
                                     "budgets-steps-10-20",
                                     "budgets-all-lanes",
                                     "budgets-share-all-lanes-step-12-steps-3-30",
                                     "hindsight-protected",
                                     "hindsight-steps-12-30",
                                     "hindsight-protected-steps-12-30",
                                     "attention-layer-1-head-2-mean-linear-steps-5-9-tokens-0-7",
                                     "attention-layer-0-linear",
                                     "attention-lanes-layer-1-linear",
                                     "nll-steps-10-20",
                                     "nll-lanes-steps-10-20",
                                     "nll-threshold-2p5",
                                     "nll-lanes-threshold-0p5-steps-10-20",
                                     "comparison-steps-0-12",
                                     "gini-head-1-steps-4-8",
                                     "variance-exact-head-1-steps-4-8",
                                     "inequality-exact",
                                     "reach-head-1-steps-12-30",
                                     "reach-shares",
                                     "effective-tokens-head-0-steps-12-30",
                                     "evicted-mass",
                                     "keepset-layer-1-head-1-steps-12-20",
                                     "ages-steps-12-30",
                                     "attention-layer-1-head-2-margins-step-20",
                                     "attention-layer-1-steps-5-30-tokens-2-20-margins-step-20-of-0-1-7-7-9-12",
                                     "attention-margins-layer-0-step-20-tokens-0-1-7-7",
                                     "preference-tau1-0p37-tau2-2-capacity-9",
                                     "lanes-kl-overlap-lane-1-step-12",
                                     "lanes-less-lane-1-overlap-lane-1-step-12",
                                     "lanes-mean-nll-overlap-lane-0-step-39-steps-10-20"}) {
            const FigureSpec figure = made(m_compare, id);
            QCOMPARE(figure.id, id);
            const auto valid = schema::check("figure", figures::toJson(figure), id);
            QVERIFY2(valid.has_value(), valid ? "" : valid.error().sentence().c_str());
        }
        QCOMPARE(made(m_compare, "cache-map").id, std::string("cache-map-step-39"));
        QVERIFY(figures::isShared("comparison-steps-0-12") && !figures::isShared("nll-steps-0-12"));
    }

    void longIdsHaveFileNamesThatFit() {
        for (const char* id : {"nll", "attention-layer-0-steps-5-30-tokens-2-20-margins-step-20-of-0-1-7-7-9-12"}) {
            QCOMPARE(figures::fileStem(id), std::string(id));
        }
        std::string id = "attention-margins-layer-0-step-4000-tokens";
        for (int token = 0; token < 64; ++token) {
            const std::string one = '-' + std::to_string(1000 + 3 * token);
            id += one + one;
        }
        QVERIFY(id.size() > 255);
        const std::string stem = figures::fileStem(id);
        QVERIFY2(stem.size() <= 150 && stem.starts_with("attention-margins-layer-0-step-4000-tokens-1000-1000-"),
                 stem.c_str());
        QVERIFY(stem.size() > 120);
        // Another ID with the same beginning has another stem; the same one has the same.
        QVERIFY(figures::fileStem(id + "-9000-9000") != stem);
        QCOMPARE(figures::fileStem(id), stem);
        QVERIFY(figures::fileStem(std::string(400, 'x')).size() <= 150);
    }

    void whatIsNotThereIsRefused() {
        for (const char* id : {"cache-map-",
                               "cache-map-colour",
                               "cache-map-step-40",
                               "cache-map-step-",
                               "cache-map-head-4",
                               "cache-map-tokens-20-10",
                               "cache-map-step-5-tokens-0-6",
                               "cache-map-slots-0-4",
                               "cache-map-tokens-10-30-step-5",
                               "cache-map-tokens-0-3-step-5",
                               "cache-map-step-5-age",
                               "cache-map-age-score",
                               "cache-mapped",
                               "budgets-heads-layer-2",
                               "budgets-step-40",
                               "budgets-steps-3",
                               "budgets-steps-3-40",
                               "budgets-shares",
                               "budgets-all-lanes-heads-layer-0",
                               "budgets-heads-layer-0-all-lanes",
                               "budgets-step-3-all-lane",
                               "hindsight-protected-more",
                               "hindsight-any",
                               "attention-layer-0-median",
                               "attention-layer-2",
                               "attention-layer-0-tokens-3",
                               "attention-layer-0-tokens-3-99999999999999999999",
                               "nll-steps-20-10",
                               "nll-steps-10-40",
                               "nll-steps-10-20-30",
                               "lorenz-layer-0-steps-1-2",
                               "attention-layer-0-lanes-0",
                               "attention-layer-0-of-1-2",
                               "attention-layer-0-margins",
                               "attention-layer-0-margins-step-40",
                               "attention-layer-0-margins-step-4-of-3",
                               "attention-layer-0-margins-step-4-of-3-5-4-6",
                               "attention-lanes-layer-0-margins-step-4",
                               "attention-lanes-layer-0-lanes",
                               "attention-lanes-layer-0-lanes-2",
                               "attention-lanes-layer-0-lanes-1-0",
                               "attention-lanes-layer-0-lanes-0-0",
                               "attention-margins-layer-0-tokens-5-7-6-6",
                               "preference-tau1",
                               "preference-tau1-0",
                               "preference-tau1-a",
                               "preference-tau1-0.5",
                               "preference-tau3-1",
                               "lanes-kl-overlap-lane-2",
                               "lanes-kl-overlap-lane-1-step-40",
                               "overlap-lane-1-overlap-lane-1",
                               "lanes-overlap-lane-1",
                               "-steps-1-2"}) {
            const auto figure = figures::byId(*m_compare, 1, id);
            QVERIFY2(!figure, id);
            // All that there is, or the number that is wrong and what it may be.
            const std::string expected = figure.error().expected.english();
            QVERIFY2(expected.find("cache-map[-age|") != std::string::npos ||
                         (!expected.empty() && figure.error().what.english() != "there is no such figure"),
                     id);
        }
    }

    void whatOnlyTheWindowDrawsSaysWhy() {
        for (const auto& [id, why] : {std::pair{"what-if", "no bundle holds"},
                                      {"strip", "lay in the window"},
                                      {"playground-lorenz-layer-1-step-20", "tried in the dock"},
                                      {"run-difference", "two runs"},
                                      {"sweep-front-time", "many runs"}}) {
            const auto figure = figures::byId(*m_compare, 1, id);
            QVERIFY2(!figure && figure.error().sentence().find(why) != std::string::npos, id);
        }
    }

    void aPartOfTheStepsIsAPartOfTheLines() {
        const FigureSpec figure = made(m_compare, "nll-steps-10-20");
        QCOMPARE(figure.panels[0].series[0].x.front(), 10.0);
        QCOMPARE(figure.panels[0].series[0].x.back(), 20.0);
        QCOMPARE(figure.panels[0].x.maximum.value_or(0), 20.0);
    }

    void temperaturesThatWereTurnedAreInTheId() {
        PreferencePlan plan = preferencePlan(m_compare->description().lanes[1]);
        QCOMPARE(figures::preference(*m_compare, 1, plan).id, std::string("preference"));
        plan.tau1 = 0.37;
        plan.capacity = 9;
        const FigureSpec figure = figures::preference(*m_compare, 1, plan);
        QCOMPARE(figure.id, std::string("preference-tau1-0p37-capacity-9"));
        QCOMPARE(figures::toCsv(made(m_compare, figure.id)), figures::toCsv(figure));
    }

    void captionsNameTheRowsThatAShortPromptHas() {
        QCOMPARE(preferencePlan(m_compare->description().lanes[1]).window, std::int64_t{32});
        for (const char* id : {"preference", "layer-shape"}) {
            const std::string caption = made(m_compare, id).caption;
            QVERIFY2(caption.find("over the last 9 prompt rows") != std::string::npos, caption.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(FigureIdsTest)
#include "figure_ids_test.moc"
