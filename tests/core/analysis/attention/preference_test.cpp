// SPDX-License-Identifier: Apache-2.0
/// Golden numbers: fixture A of POLICIES.md 5.
#include "core/analysis/attention/preference.h"

#include <QtTest>

#include "core/analysis/prefill_cascade.h"
#include "tests/core/analysis/attention/fixture_recording.h"

using namespace kvw;
using namespace kvw::tests;

namespace {

PassMemory passOf(std::int32_t step, std::int32_t layer, std::int64_t rows) {
    PassMemory memory;
    memory.step = step;
    memory.layer = layer;
    memory.bytesLive = rows * 2 * 8 * 4;
    return memory;
}

}  // namespace

class PreferenceTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void golden() {
        const auto measured = layerPreferences(*fixtureA(), 0, 2);
        QVERIFY(measured.has_value());
        QVERIFY(std::abs(measured->layers[0].entropy - 5.4670978) < 1e-5);
        QVERIFY(std::abs(measured->layers[1].entropy - 6.1170552) < 1e-5);
        QVERIFY(std::abs(measured->layers[0].variance - 0.0332956766) < 1e-7);
        QVERIFY(std::abs(measured->layers[1].variance - 0.0158674356) < 1e-7);
        const auto values = preferenceValues(*measured, 1.6, 0.4);
        QVERIFY(std::abs(values[0] - 5.848812e-4) < 1e-8);
        QVERIFY(std::abs(values[1] - 9.836846e-5) < 1e-8);
    }

    void budgetsAreThoseOfTheIntegerStep() {
        const auto measured = layerPreferences(*fixtureA(), 0, 2);
        PreferencePlan plan{.capacity = 5, .window = 2, .beside = 2};
        // Prefix entries 4 and 2, and the window.
        QCOMPARE(preferenceBudgets(*measured, plan).tokens, (std::vector<std::int64_t>{6, 4}));
        QCOMPARE(preferenceBudgets(*measured, plan).sum, 10);
        QCOMPARE(preferenceBudgets(*measured, plan).nominal, 10);
        QCOMPARE(preferenceBudgets(*measured, plan, 1).tokens, (std::vector<std::int64_t>{8}));
        plan.integerStep = false;
        QCOMPARE(preferenceBudgets(*measured, plan).tokens, (std::vector<std::int64_t>{5, 4}));
        plan.integerStep = plan.listingGuard = true;
        plan.capacity = 9;
        QVERIFY(!preferenceBudgets(*measured, plan).guarded);
        plan.capacity = 10;
        QVERIFY(preferenceBudgets(*measured, plan).guarded);
        plan.listingGuard = false;
        plan.capacity = 5;
        plan.tau1 = 1.6;
        plan.tau2 = 0.6;
        QCOMPARE(preferenceBudgets(*measured, plan).tokens, (std::vector<std::int64_t>{7, 3}));
        plan.capacity = 6;
        QVERIFY(preferenceBudgets(*measured, plan).guarded);
        QCOMPARE(preferenceBudgets(*measured, plan).tokens, (std::vector<std::int64_t>{8, 8}));
        plan.capacity = 2;
        QCOMPARE(preferenceBudgets(*measured, plan).tokens, (std::vector<std::int64_t>{2, 2}));
    }

    void aCompositionHasTheGuardOfItsBudget() {
        const auto measured = layerPreferences(*fixtureA(), 0, 2);
        PreferencePlan plan{.capacity = 7, .window = 2, .beside = 2, .composed = true};
        // 8 tokens are more than 7: cake would keep them, as 6 beside its window fit.
        QVERIFY(!preferenceBudgets(*measured, plan).guarded);
        QCOMPARE(preferenceBudgets(*measured, plan).tokens, (std::vector<std::int64_t>{8, 6}));
        plan.composed = false;
        QVERIFY(preferenceBudgets(*measured, plan).guarded);
        plan.composed = true;
        plan.capacity = 8;
        QVERIFY(preferenceBudgets(*measured, plan).guarded);
        QCOMPARE(preferenceBudgets(*measured, plan).tokens, (std::vector<std::int64_t>{8, 8}));
        plan.capacity = 2;
        plan.beside = 4;
        QVERIFY(!preferenceBudgets(*measured, plan).guarded);
        QCOMPARE(preferenceBudgets(*measured, plan).tokens, (std::vector<std::int64_t>{2, 2}));
        // Without protected tokens a share may be nothing: one token stays.
        plan.capacity = 1;
        plan.beside = 0;
        LayerPreferences uneven;
        uneven.layers = {{1, 1}, {1e-3, 1e-3}};
        uneven.prompt = 8;
        QCOMPARE(preferenceBudgets(uneven, plan).tokens, (std::vector<std::int64_t>{2, 1}));
    }

    void aCompositionMeasuresOneRow() {
        LaneInfo lane;
        lane.policyId = "snapkv+cake-preference";
        lane.parameters = {{"capacity", 5}, {"budget.window", 1}};
        lane.recent = 2;
        QVERIFY(preferencePlan(lane).composed);
        QCOMPARE(preferencePlan(lane).window, 1);
        const auto asCake = layerPreferences(*fixtureA(), 0, 1);
        QCOMPARE(asCake->window, 2);
        const auto measured = layerPreferences(*fixtureA(true, "snapkv+cake-preference"), 0, 1);
        QVERIFY(measured.has_value());
        QCOMPARE(measured->window, 1);
        QCOMPARE(measured->layers[0].variance, 0.0);
        QVERIFY(measured->layers[0].entropy > 0);
        // Nothing is preferred: equal shares of 3 tokens beside the 2.
        QCOMPARE(preferenceBudgets(*measured, preferencePlan(lane)).tokens, (std::vector<std::int64_t>{5, 5}));
    }

    void thePlanIsThatOfTheLane() {
        LaneInfo lane;
        lane.policyId = "cake";
        lane.parameters = {{"capacity", 128}, {"window", 16}, {"tau1", 1.6}, {"tau2", 0.5}, {"accounting", "paper"}};
        const PreferencePlan plan = preferencePlan(lane);
        QVERIFY(hasPreference(lane) && plan.windowInside);
        QCOMPARE(plan.capacity, 128);
        QCOMPARE(plan.window, 16);
        QCOMPARE(plan.beside, 16);
        QCOMPARE(plan.tau1, 1.6);
        for (const char* id : {"cake@kivi", "cake>h2o"}) {
            lane.policyId = id;
            QVERIFY(hasPreference(lane) && preferencePlan(lane).windowInside);
            QCOMPARE(preferencePlan(lane).beside, 16);
        }
        lane.policyId = "snapkv+cake-preference";
        lane.sinks = 4;
        lane.recent = 8;
        QCOMPARE(preferencePlan(lane).beside, 12);
        lane.policyId = "snapkv";
        QCOMPARE(preferencePlan(lane).tau1, 1.0);
        QVERIFY(!hasPreference(lane));
    }

    void withoutRowsThereIsASentence() {
        const auto refused = layerPreferences(*fixtureA(false), 0, 2);
        QVERIFY(!refused && refused.error().sentence().find("capture \"maps\"") != std::string::npos);
    }

    void theCascadeIsReplayedFromEvictionsAndBytes() {
        RunDescription run;
        run.lanes.resize(1);
        Recording recording(run);
        auto trace = std::make_unique<Trace>(TraceShape{3, 2, 1, 8, 1}, Trace::Options{});
        // Layer 0 is cut when it is done, and again after layer 1; after layer 2 layers 0 and 2 are, and then the end.
        for (const EvictionRecord& record :
             {evictionOf(5, 0, -1, {0}), evictionOf(5, 0, -1, {1, 2}), evictionOf(5, 0, -1, {3}),
              evictionOf(5, 2, -1, {0, 1}), evictionOf(5, 1, -1, {0})}) {
            trace->addEviction(record);
        }
        trace->addPassMemory(passOf(5, 0, 5));
        trace->addPassMemory(passOf(5, 1, 3 + 6));
        trace->addPassMemory(passOf(5, 2, 2 + 6 + 4));
        for (std::int32_t step = 0; step < 6; ++step) {
            QVERIFY(addStep(*trace, step));
        }
        trace->publish();
        recording.setTrace(0, std::move(trace));
        const auto stages = prefillCascade(recording, 0);
        QCOMPARE(stages.size(), std::size_t{4});
        QCOMPARE(stages[0].held, (std::vector<double>{5, 0, 0}));
        QCOMPARE(stages[1].held, (std::vector<double>{3, 6, 0}));
        QCOMPARE(stages[2].held, (std::vector<double>{2, 6, 4}));
        QCOMPARE(stages[3].held, (std::vector<double>{2, 5, 4}));
        QCOMPARE(stages[3].layer, 3);
    }

    void layersOfAPromptAreStagesBeforeItsFirstStep() {
        RunDescription run;
        run.promptTokens = 6;
        run.lanes.resize(1);
        Recording recording(run);
        recording.setTrace(0, std::make_unique<Trace>(TraceShape{2, 2, 1, 8, 1}, Trace::Options{}));
        Trace& trace = recording.writer(0);
        QVERIFY(prefillCascade(recording, 0).empty());
        trace.addPrefillStage(0, std::vector<float>{4, 0});
        QCOMPARE(trace.prefillStages(), 0);  // until it is published
        trace.publish();
        trace.addPrefillStage(1, std::vector<float>{3, 5});
        trace.publish();
        QCOMPARE(trace.prefillStages(), 2);
        QCOMPARE(trace.prefillStageLayer(1), 1);
        QCOMPARE(trace.prefillStageHeld(1, 0), 3.0F);
        const auto stages = prefillCascade(recording, 0);
        QCOMPARE(stages.size(), std::size_t{2});
        QCOMPARE(stages[0].held, (std::vector<double>{4, 0}));
        QCOMPARE(stages[1].held, (std::vector<double>{3, 5}));
        QCOMPARE(stages[1].step, 5);
        QCOMPARE(trace.fork()->prefillStages(), 0);
        // From then on evictions and bytes tell.
        for (std::int32_t step = 0; step < 6; ++step) {
            QVERIFY(addStep(trace, step));
        }
        trace.addPassMemory(passOf(5, 0, 6));
        trace.addPassMemory(passOf(5, 1, 12));
        trace.publish();
        QCOMPARE(prefillCascade(recording, 0).back().held, (std::vector<double>{6, 6}));
    }

    void bytesThatTellNothingGiveNothing() {
        RunDescription run;
        run.lanes.resize(1);
        Recording recording(run);
        auto trace = std::make_unique<Trace>(TraceShape{1, 2, 1, 8, 1}, Trace::Options{});
        trace->addPassMemory(passOf(3, 0, 3));
        for (std::int32_t step = 0; step < 4; ++step) {
            QVERIFY(addStep(*trace, step));
        }
        trace->publish();
        recording.setTrace(0, std::move(trace));
        QVERIFY(prefillCascade(recording, 0).empty());
    }
};

QTEST_APPLESS_MAIN(PreferenceTest)
#include "preference_test.moc"
