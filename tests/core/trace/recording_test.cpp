// SPDX-License-Identifier: Apache-2.0
#include "core/trace/recording.h"

#include <QtTest>
#include <cmath>

#include "tests/core/trace/support.h"

using namespace kvw;
using namespace kvw::tests;

namespace {

LaneInfo laneOf(const std::string& id) {
    LaneInfo lane;
    lane.policyId = id;
    return lane;
}

/// Two lanes over 6 tokens, prompt 2. Lane 1 (streaming): nll - nll_full = 0, 0.5, 1, 0 for tokens 2 ... 5.
std::shared_ptr<Recording> comparison() {
    RunDescription run;
    run.promptTokens = 2;
    run.lanes = {laneOf("full"), laneOf("streaming")};
    run.probes = {{"colour", "blue", 0, 2, 2, 3, 4, 6}, {"later", "x", 1, 2, 6, 7, 7, 9}};
    auto recording = std::make_shared<Recording>(run);
    const double full[] = {kMissing, 9, 1, 2, 3, 2};
    const double delta[] = {kMissing, 0, 0, 0.5, 1, 0};
    for (std::int32_t lane = 0; lane < 2; ++lane) {
        auto trace = std::make_unique<Trace>(smallShape(1, 2), Trace::Options{});
        for (std::int32_t i = 0; i < 6; ++i) {
            StepRecord step;
            step.step = i;
            step.phase = i < 2 ? Phase::Prefill : Phase::Decode;
            step.nllFull = full[i];
            step.nll = full[i] + (lane == 0 ? 0 : delta[i]);
            step.kl = lane == 0 ? kMissing : (i == 4 ? kMissing : 0.25 * i);
            step.evictedNow = lane == 1 && (i == 3 || i == 4) ? 2 : 0;
            step.heldTotal = 8;
            step.bytesFull = 100 * (i + 1);
            step.bytesLive = i == 3 ? 400 : 150;
            step.bytesAllocated = 512;
            step.decodeMs = static_cast<float>(i + 1);
            step.evictMs = 1;
            QTest::qVerify(addStep(*trace, step), "addStep", "", __FILE__, __LINE__);
            if (step.evictedNow > 0) {
                trace->addEviction(evictionOf(i, 0, 0, {i - 3}));
                trace->addEviction(evictionOf(i, 0, 1, {i - 2}));
            }
            trace->publish();
        }
        recording->setTrace(lane, std::move(trace));
    }
    recording->setTtft(1, 12.5);
    return recording;
}

}  // namespace

class RecordingTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void summaryOfAComparison() {
        const auto recording = comparison();
        const auto summary = summarize(*recording, 1);
        QCOMPARE(summary["tokens"].get<int>(), 6);
        QCOMPARE(summary["scored_tokens"].get<int>(), 4);
        QCOMPARE(summary["mean_nll"].get<double>(), (1 + 2.5 + 4 + 2) / 4);
        QCOMPARE(summary["perplexity"].get<double>(), std::exp(2.375));
        QCOMPARE(summary["delta_nll"].get<double>(), 1.5 / 4);
        QCOMPARE(summary["mean_kl"].get<double>(), (0.5 + 0.75 + 1.25) / 3);
        QCOMPARE(summary["evictions"].get<int>(), 4);
        QCOMPARE(summary["prune_events"].get<int>(), 2);
        QCOMPARE(summary["held"].get<int>(), 8);
        QCOMPARE(summary["compression"].get<double>(), 600.0 / 150);
        QCOMPARE(summary["peak_bytes_live"].get<int>(), 400);
        QCOMPARE(summary["peak_bytes_allocated"].get<int>(), 512);
        QCOMPARE(summary["ttft_ms"].get<double>(), 12.5);
        // New tokens 2 ... 5 are chosen at 0, 4, 9, 15 ms after the first: the steps of tokens 2, 3, 4 (3 + 1, 4 + 1, 5
        // + 1).
        QCOMPARE(summary["tpot_ms"].get<double>(), 5.0);
        QCOMPARE(summary["tokens_per_s"].get<double>(), 200.0);
        // Probe "colour": tokens 4 and 5; probe "later" is not recorded.
        QCOMPARE(summary["answers_nll"].get<double>(), 3.0);
    }
    void keysHaveAFixedOrder() {
        const auto summary = summarize(*comparison(), 0);
        std::vector<std::string> keys;
        for (const auto& item : summary.items()) {
            keys.push_back(item.key());
        }
        QCOMPARE(keys,
                 (std::vector<std::string>{"tokens", "scored_tokens", "mean_nll", "perplexity", "delta_nll", "mean_kl",
                                           "evictions", "prune_events", "held", "compression", "peak_bytes_live",
                                           "peak_bytes_allocated", "peak_kv_bytes_prefill", "bytes_read_per_step",
                                           "ttft_ms", "tpot_ms", "tokens_per_s", "answers_nll"}));
    }
    void theFullLaneDiffersFromItselfByNothing() {
        const auto summary = summarize(*comparison(), 0);
        QCOMPARE(summary["delta_nll"].get<double>(), 0.0);
        QVERIFY(summary["mean_kl"].is_null());
        QVERIFY(summary["ttft_ms"].is_null());
    }
    void thePeakOfThePrefillIsThatOfItsLayers() {
        const auto recording = comparison();
        QVERIFY(summarize(*recording, 1)["peak_kv_bytes_prefill"].is_null());
        recording->writer(1).addPassMemory({1, 0, 100, 128, 640});
        recording->writer(1).addPassMemory({1, 1, 200, 256, 512});
        QVERIFY(summarize(*recording, 1)["peak_kv_bytes_prefill"].is_null());
        recording->writer(1).publish();
        const auto summary = summarize(*recording, 1);
        QCOMPARE(summary["peak_kv_bytes_prefill"].get<int>(), 640);
        QCOMPARE(summary["peak_bytes_allocated"].get<int>(), 640);
        const auto forked = recording->fork();
        QCOMPARE(forked->trace(1).passMemories(), std::int64_t{2});
        QCOMPARE(forked->trace(1).passMemory(1).bytesAllocated, std::int64_t{256});
    }
    void withoutAFullLaneThereIsNoDifference() {
        RunDescription run;
        run.lanes = {laneOf("streaming")};
        Recording recording(run);
        recording.setTrace(0, std::make_unique<Trace>(smallShape(), Trace::Options{}));
        StepRecord step;
        QVERIFY(addStep(recording.writer(0), step));
        step.step = 1;
        step.nll = step.nllFull = 2;
        QVERIFY(addStep(recording.writer(0), step));
        recording.writer(0).publish();
        const auto summary = summarize(recording, 0);
        QCOMPARE(summary["mean_nll"].get<double>(), 2.0);
        QVERIFY(summary["delta_nll"].is_null());
    }
    void theFirstTokenOfATextIsNotScored() {
        RunDescription run;
        run.promptTokens = 0;
        run.lanes = {laneOf("full")};
        Recording recording(run);
        recording.setTrace(0, std::make_unique<Trace>(smallShape(), Trace::Options{}));
        for (std::int32_t i = 0; i < 2; ++i) {
            StepRecord step;
            step.step = i;
            step.nll = i == 0 ? 100 : 3;
            QVERIFY(addStep(recording.writer(0), step));
        }
        recording.writer(0).publish();
        QCOMPARE(summarize(recording, 0)["mean_nll"].get<double>(), 3.0);
    }
    void anEmptyTraceIsAllNull() {
        RunDescription run;
        run.lanes = {laneOf("full")};
        Recording recording(run);
        recording.setTrace(0, std::make_unique<Trace>(smallShape(), Trace::Options{}));
        const auto summary = summarize(recording, 0);
        for (const char* key : {"mean_nll", "perplexity", "delta_nll", "mean_kl", "held", "compression",
                                "peak_bytes_live", "ttft_ms", "tpot_ms", "tokens_per_s", "answers_nll"}) {
            QVERIFY2(summary[key].is_null(), key);
        }
        QCOMPARE(summary["evictions"].get<int>(), 0);
    }
    void bytesReadAreTheMeanOfTheStepsThatChose() {
        RunDescription run;
        run.lanes = {laneOf("quest")};
        Recording recording(run);
        recording.setTrace(0, std::make_unique<Trace>(smallShape(), Trace::Options{}));
        for (std::int32_t i = 0; i < 3; ++i) {
            StepRecord step;
            step.step = i;
            step.bytesRead = i == 0 ? -1 : 100 * i;
            QVERIFY(addStep(recording.writer(0), step));
        }
        recording.writer(0).publish();
        QCOMPARE(summarize(recording, 0)["bytes_read_per_step"].get<double>(), 150.0);
        QVERIFY(summarize(*comparison(), 1)["bytes_read_per_step"].is_null());
    }
    void probesSayWhatWasForgotten() {
        const auto results = probeResults(*comparison(), 1);
        QCOMPARE(results.size(), std::size_t{2});
        QCOMPARE(results[0].name, std::string("colour"));
        QCOMPARE(results[0].nll, 3.0);
        QCOMPARE(results[0].nllFull, 2.5);
        // Step 3 dropped token 0 of unit 0 and token 1 of unit 1: two of the fact's four are held at its end.
        QCOMPARE(results[0].factHeld, 0.5);
        QVERIFY(std::isnan(results[1].nll));
        QVERIFY(std::isnan(results[1].factHeld));
        QCOMPARE(probeResults(*comparison(), 0)[0].factHeld, 1.0);
    }
    void repeatsAreCounted() {
        Recording recording(RunDescription{});
        for (int step = 5; step < 8; ++step) {
            recording.report({"The budget was clamped.", 0, 3, step, "cake"});
        }
        recording.report({"The budget was clamped.", 0, 4, 9, "cake"});
        const auto problems = recording.problems();
        QCOMPARE(problems.size(), std::size_t{2});
        QCOMPARE(problems[0].count, 3);
        QCOMPARE(problems[0].step, 5);
        QCOMPARE(problems[1].count, 1);
    }
    void theListOfProblemsHasAnEnd() {
        Recording recording(RunDescription{});
        const auto most = static_cast<std::int64_t>(Recording::kMostProblems);
        for (std::int64_t i = 0; i < most + 10; ++i) {
            recording.report({fmt::format("Sentence {}.", i), 0, -1, 0, "x"});
        }
        const auto problems = recording.problems();
        QCOMPARE(problems.size(), Recording::kMostProblems + 1);
        QCOMPARE(problems.back().count, 10);
    }
    void stateAndMessageGoTogether() {
        Recording recording(RunDescription{});
        QCOMPARE(recording.state(), RunState::Running);
        recording.setState(RunState::Failed, "the disk is full");
        QCOMPARE(recording.state(), RunState::Failed);
        QCOMPARE(recording.message().english(), std::string("the disk is full"));
    }
    void aForkIsRunningAndSeparate() {
        const auto recording = comparison();
        recording->report({"One.", 0, -1, 0, "x"});
        recording->setState(RunState::Stopped);
        const auto copy = recording->fork();
        QCOMPARE(copy->state(), RunState::Running);
        QCOMPARE(copy->lanes(), 2);
        QCOMPARE(summarize(*copy, 1).dump(), summarize(*recording, 1).dump());
        copy->report({"Two.", 0, -1, 0, "x"});
        QCOMPARE(copy->problems().size(), std::size_t{2});
        QCOMPARE(recording->problems().size(), std::size_t{1});
    }
};

QTEST_GUILESS_MAIN(RecordingTest)
#include "recording_test.moc"
