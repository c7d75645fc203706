// SPDX-License-Identifier: Apache-2.0
/// Lanes share the layers of a prompt and the pass over the weights of a step; what each makes of them is what it makes
/// of them alone, bit by bit.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <bit>
#include <cmath>

#include "core/analysis/prefill_cascade.h"
#include "core/session/spec/run_changes.h"
#include "tests/support/embedded.h"
#include "tests/support/engine_runs.h"
#include "tests/support/tiny_model.h"

using namespace kvw;
using namespace kvw::test;

namespace {

/// Every kind of lane: heads cut alike and apart, readers, codecs, both in one, and what encodes its window afresh.
const std::vector<std::string> kPolicies{"streaming:sinks=4,recent=28",
                                         "h2o:heavy=16,recent=16",
                                         "tova:capacity=40",
                                         "quest:budget=64,page=8,skip-layers=0",
                                         "window-recompute:window=130",
                                         "tova:capacity=40@kivi:bits=4,group=8,residual=16",
                                         "snapkv:capacity=48,window=8,granularity=query-head"};
/// Policies that observe a prompt: blocks of rows, moments of queries, keys, logits, more and fewer of the last rows.
const std::vector<std::string> kObservers{
    "cascade:window=16,cascades=2", "expected-attention:capacity=40", "keydiff:capacity=40",  "sage:top-k=16,recent=16",
    "cake:capacity=40,window=24",   "snapkv:capacity=48,window=4",    "adap-kv:variant=code", "kivi:residual=32"};
/// Lanes that change in mid-run: a parameter, the policy, hands on tokens.
const std::vector<std::string> kForks{"h2o:heavy=16,recent=16/streaming:sinks=4,recent=32@130",
                                      "streaming:sinks=4,recent=28/recent=12@130/restore=40-43@140",
                                      "snapkv:capacity=48,window=8/pin=20-22@122/streaming:sinks=4,recent=32@125"};

RunSpec spec(const std::vector<std::string>& policies) {
    RunSpec s;
    s.ids = embeddedIds("needle", 160);
    s.policies = {"full"};
    s.policies.insert(s.policies.end(), policies.begin(), policies.end());
    s.promptTokens = 120;
    s.threads = 1;
    return s;
}

/// Returns what differs between a lane of a run of many and a run of its policy alone, of all that logits decide.
std::string differenceToAlone(const Trace& lane, const Trace& alone) {
    if (lane.steps() != alone.steps() || lane.evictions() != alone.evictions()) {
        return "steps or evictions";
    }
    for (std::int64_t s = 0; s < lane.steps(); ++s) {
        const StepRecord& a = lane.step(s);
        const StepRecord& b = alone.step(s);
        if (a.tokenId != b.tokenId || a.heldTotal != b.heldTotal || a.bytesRead != b.bytesRead ||
            std::bit_cast<std::uint64_t>(a.nll) != std::bit_cast<std::uint64_t>(b.nll) ||
            std::bit_cast<std::uint64_t>(a.entropyNext) != std::bit_cast<std::uint64_t>(b.entropyNext)) {
            return "step " + std::to_string(s);
        }
    }
    for (std::int64_t i = 0; i < lane.evictions(); ++i) {
        if (lane.eviction(i).tokens != alone.eviction(i).tokens ||
            lane.eviction(i).scores != alone.eviction(i).scores) {
            return "eviction " + std::to_string(i);
        }
    }
    return {};
}

}  // namespace

class LockstepRunTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void laneIsWhatItIsAlone_data();
    void laneIsWhatItIsAlone();
    void laneIsWhatItIsBesideFull();
    void lanesWithSettingsOfTheirOwn();
    void whoChoosesIsNotWarned();
    void whatAllLanesChooseIsTheRuns();
    void storedTypes_data();
    void storedTypes();
    void generatedTexts();
    void laneThatEndsInAttentionLeavesTheOthers();
    void observationsOfAPrompt_data();
    void observationsOfAPrompt();
    void rowsOfAPrompt();
    void forks();
    void aLiveChangeKeepsWhatTheModelGave();
    void laneThatEndsInThePromptLeavesTheOthers_data();
    void laneThatEndsInThePromptLeavesTheOthers();
    void promptIsProgressOnce();
    void layersOfThePromptAreSeenAsTheyAreDone();

 private:
    EngineRuns m_runs;
    QTemporaryDir m_folder;
};

void LockstepRunTest::laneIsWhatItIsAlone_data() {
    QTest::addColumn<int>("positions");
    QTest::addColumn<int>("chunk");
    QTest::addRow("original") << 0 << 0;
    QTest::addRow("cache-rank, turned on read") << 1 << 0;
    QTest::addRow("original, streaming") << 0 << 24;
}

void LockstepRunTest::laneIsWhatItIsAlone() {
    QFETCH(int, positions);
    QFETCH(int, chunk);
    RunSpec all = spec(kPolicies);
    if (chunk > 0) {
        all.policies = {"full", kPolicies[0], kPolicies[2], kPolicies[4]};
    }
    all.positions = positions == 0 ? Positions::Original : Positions::CacheRank;
    all.streamingPrefill = chunk > 0;
    all.chunk = chunk;
    const auto together = m_runs.finish(all);
    for (std::size_t i = 0; i < all.policies.size(); ++i) {
        RunSpec one = all;
        one.policies = {all.policies[i]};
        const auto alone = m_runs.finish(one);
        QVERIFY(i == 0 || i == 4 || alone->trace(0).evictions() > 0);
        const std::string found = differenceToAlone(together->trace(static_cast<std::int32_t>(i)), alone->trace(0));
        QVERIFY2(found.empty(), (all.policies[i] + ": " + found).c_str());
    }
}

/// Every column, those that look at the full lane too.
void LockstepRunTest::laneIsWhatItIsBesideFull() {
    const auto together = m_runs.finish(spec(kPolicies));
    for (std::size_t i = 0; i < kPolicies.size(); ++i) {
        const auto pair = m_runs.finish(spec({kPolicies[i]}));
        QCOMPARE(firstDifference(together->trace(0), pair->trace(0)), std::string());
        const std::string found = firstDifference(together->trace(static_cast<std::int32_t>(i + 1)), pair->trace(1));
        QVERIFY2(found.empty(), (kPolicies[i] + ": " + found).c_str());
    }
}

void LockstepRunTest::lanesWithSettingsOfTheirOwn() {
    // The full cache reads the prompt in one piece, two lanes in chunks of unlike lengths, one with other positions.
    const std::vector<std::string> own{"streaming:sinks=4,recent=28/positions=cache-rank/prefill=streaming:24",
                                       "h2o:heavy=16,recent=16/prefill=streaming:1",
                                       "tova:capacity=40/positions=cache-rank", "snapkv:capacity=48,window=8"};
    const RunSpec all = spec(own);
    const auto together = m_runs.finish(all);
    for (std::size_t i = 0; i < own.size(); ++i) {
        const auto chain = parseChain(own[i]);
        QVERIFY(chain.has_value());
        const auto lane = static_cast<std::int32_t>(i + 1);
        RunSpec one = withLane(spec({chain->policy}), laneRun(all, chain->own));
        const auto alone = m_runs.finish(one);
        const Trace &mixed = together->trace(lane), &same = alone->trace(1);
        const std::string found = differenceToAlone(mixed, same);
        QVERIFY2(found.empty(), (own[i] + ": " + found).c_str());
        QCOMPARE(settingsOf(together->description(), lane), settingsOf(alone->description(), 1));
        // The full cache is the same but for rounding, whatever passes it is made in.
        for (std::int64_t step = 1; step < mixed.steps(); ++step) {
            QVERIFY2(std::abs(mixed.step(step).nllFull - same.step(step).nllFull) < 1e-4,
                     (own[i] + ", full at step " + std::to_string(step)).c_str());
            QVERIFY2(std::abs(mixed.step(step).kl - same.step(step).kl) < 1e-4,
                     (own[i] + ", KL at step " + std::to_string(step)).c_str());
        }
    }
    const std::string full = differenceToAlone(together->trace(0), m_runs.finish(spec({}))->trace(0));
    QVERIFY2(full.empty(), full.c_str());

    // Where the full cache reads in chunks, the others are compared with it, too.
    RunSpec turned = spec({"snapkv:capacity=48,window=8"});
    turned.policies = {"full/prefill=streaming:32", "snapkv:capacity=48,window=8",
                       "tova:capacity=40/prefill=streaming:8"};
    const auto chunked = m_runs.finish(turned);
    QCOMPARE(settingsOf(chunked->description(), 0).prefill, std::string("streaming:32"));
    QCOMPARE(settingsOf(chunked->description(), 1).prefill, std::string("layer-major"));
    for (std::int32_t lane = 1; lane < 3; ++lane) {
        for (std::int64_t step = 1; step < chunked->trace(lane).steps(); ++step) {
            QVERIFY(std::abs(chunked->trace(lane).step(step).nllFull - together->trace(1).step(step).nllFull) < 1e-4);
            QVERIFY(std::isfinite(chunked->trace(lane).step(step).kl));
        }
    }
}

void LockstepRunTest::whoChoosesIsNotWarned() {
    const auto warned = [this](const std::string& policy) {
        const auto recording = m_runs.finish(spec({policy}));
        const auto problems = recording->problems();
        const bool told = recording->description().lanes[1].given.contains("departs");
        const bool said = std::any_of(problems.begin(), problems.end(), [](const Recording::Problem& problem) {
            return problem.sentence().find("its work with") != std::string::npos;
        });
        return std::pair(told, said);
    };
    QCOMPARE(warned("streaming:sinks=4,recent=28"), std::pair(true, true));
    QCOMPARE(warned("streaming:sinks=4,recent=28/positions=original"), std::pair(true, true));  // the prefill was not
    QCOMPARE(warned("streaming:sinks=4,recent=28/positions=original/prefill=layer-major"), std::pair(true, false));
    QCOMPARE(warned("streaming:sinks=4,recent=28/positions=cache-rank/prefill=streaming:1"), std::pair(false, false));
}

void LockstepRunTest::whatAllLanesChooseIsTheRuns() {
    RunSpec chosen = spec({"streaming:sinks=4,recent=28/positions=cache-rank/prefill=streaming:24"});
    chosen.policies.erase(chosen.policies.begin());
    RunSpec plain = withLane(spec({"streaming:sinks=4,recent=28"}), {Positions::CacheRank, RankKeys::Raw, 24});
    plain.policies.erase(plain.policies.begin());
    const auto a = m_runs.finish(chosen), b = m_runs.finish(plain);
    QVERIFY(firstDifference(a->trace(0), b->trace(0)).empty());
    QCOMPARE(a->description().commandLine, b->description().commandLine);
    QCOMPARE(laneName(a->description().lanes[0]), std::string("streaming:recent=28"));
    QVERIFY(!a->description().lanes[0].own);
}

void LockstepRunTest::storedTypes_data() {
    QTest::addColumn<QString>("dtype");
    for (const char* dtype : {"F32", "BF16", "F16"}) {
        QTest::addRow("%s", dtype) << dtype;
    }
}

void LockstepRunTest::storedTypes() {
    QFETCH(QString, dtype);
    TinyModel model;
    model.dtype = dtype.toStdString();
    model.attentionBias = model.mlpBias = true;
    model.hidden = 136;  // rows that are no whole vectors
    RunSpec s;
    s.model = std::filesystem::path(m_folder.path().toStdString()) / model.dtype;
    writeTinyModel(s.model, model);
    s.ids = patternIds(60);
    s.promptTokens = 30;
    s.policies = {"full", "streaming:sinks=2,recent=10", "tova:capacity=12", "h2o:heavy=6,recent=6"};
    const auto together = m_runs.finish(s);
    for (std::int32_t i = 0; i < together->lanes(); ++i) {
        RunSpec one = s;
        one.policies = {s.policies[static_cast<std::size_t>(i)]};
        QCOMPARE(differenceToAlone(together->trace(i), m_runs.finish(one)->trace(0)), std::string());
    }
}

void LockstepRunTest::generatedTexts() {
    RunSpec s = spec({"streaming:sinks=2,recent=10", "tova:capacity=24"});
    s.mode = Mode::Generate;
    s.promptTokens = 60;
    s.questionTokens = 0;
    s.steps = 40;
    const auto together = m_runs.finish(s);
    for (std::int32_t i = 0; i < together->lanes(); ++i) {
        RunSpec one = s;
        one.policies = {s.policies[static_cast<std::size_t>(i)]};
        QCOMPARE(differenceToAlone(together->trace(i), m_runs.finish(one)->trace(0)), std::string());
    }
}

void LockstepRunTest::laneThatEndsInAttentionLeavesTheOthers() {
    const auto together = m_runs.finish(spec({kPolicies[0], "throws-in-pages", kPolicies[2]}));
    QCOMPARE(together->trace(2).steps(), std::int64_t{120});
    auto problems = together->problems();
    // Warnings are of lanes with other settings than their works'.
    std::erase_if(problems, [](const Recording::Problem& problem) { return !problem.isError(); });
    QCOMPARE(problems.size(), std::size_t{1});
    QCOMPARE(problems[0].lane, 2);
    QCOMPARE(problems[0].step, 120);
    const auto without = m_runs.finish(spec({kPolicies[0], kPolicies[2]}));
    QCOMPARE(firstDifference(together->trace(0), without->trace(0)), std::string());
    QCOMPARE(firstDifference(together->trace(1), without->trace(1)), std::string());
    QCOMPARE(firstDifference(together->trace(3), without->trace(2)), std::string());
}

void LockstepRunTest::observationsOfAPrompt_data() {
    QTest::addColumn<int>("positions");
    QTest::addColumn<QString>("kvDtype");
    QTest::addColumn<QString>("dtype");
    QTest::addRow("original") << 0 << "f32"
                              << "f32";
    QTest::addRow("original, products in bf16") << 0 << "f32"
                                                << "bf16";
    QTest::addRow("cache-rank, turned on read") << 1 << "bf16"
                                                << "f32";
    QTest::addRow("cache-rank, stored turned") << 2 << "f32"
                                               << "f32";
}

void LockstepRunTest::observationsOfAPrompt() {
    QFETCH(int, positions);
    QFETCH(QString, kvDtype);
    QFETCH(QString, dtype);
    RunSpec all = spec(kObservers);
    all.positions = positions == 0 ? Positions::Original : Positions::CacheRank;
    if (positions == 2) {
        all.rankKeys = RankKeys::Rotated;
        all.policies.pop_back();  // codes are not turned
    }
    all.kvDtype = kvDtype.toStdString();
    all.dtype = dtype.toStdString();
    const auto together = m_runs.finish(all);
    for (std::size_t i = 1; i < all.policies.size(); ++i) {
        RunSpec one = all;
        one.policies = {all.policies[i]};
        const auto alone = m_runs.finish(one);
        const std::string found = differenceToAlone(together->trace(static_cast<std::int32_t>(i)), alone->trace(0));
        QVERIFY2(found.empty(), (all.policies[i] + ": " + found).c_str());
        QVERIFY(together->ttft(static_cast<std::int32_t>(i)) > 0);
    }
}

/// Capture maps keeps the rows of a prompt, whatever the units of the lanes beside.
void LockstepRunTest::rowsOfAPrompt() {
    RunSpec all = spec({kPolicies[6], kPolicies[2], kObservers[0]});
    all.ids->resize(70);
    all.promptTokens = 60;
    all.capture = Capture::Maps;
    const auto together = m_runs.finish(all);
    for (std::size_t i = 1; i < all.policies.size(); ++i) {
        RunSpec pair = all;
        pair.policies = {"full", all.policies[i]};
        const auto alone = m_runs.finish(pair);
        const Trace& a = together->trace(static_cast<std::int32_t>(i));
        QCOMPARE(firstDifference(a, alone->trace(1)), std::string());
    }
}

void LockstepRunTest::forks() {
    const auto together = m_runs.finish(spec(kForks));
    for (std::size_t i = 0; i < kForks.size(); ++i) {
        const auto pair = m_runs.finish(spec({kForks[i]}));
        const std::string found = firstDifference(together->trace(static_cast<std::int32_t>(i + 1)), pair->trace(1));
        QVERIFY2(found.empty(), (kForks[i] + ": " + found).c_str());
    }
}

/// `context` 0 is the model's context window, also where another parameter is turned in mid-run.
void LockstepRunTest::aLiveChangeKeepsWhatTheModelGave() {
    const std::string of = "adap-kv:base=context,removed=0.98";
    const auto given = m_runs.finish(spec({of + "/removed=0.97@130"}));
    const auto stated = m_runs.finish(spec({of + ",context=2048/removed=0.97@130"}));
    QCOMPARE(given->state(), RunState::Finished);
    QVERIFY(given->trace(1).evictions() > 0);
    QCOMPARE(differenceToAlone(given->trace(1), stated->trace(1)), std::string());
}

void LockstepRunTest::laneThatEndsInThePromptLeavesTheOthers_data() {
    QTest::addColumn<int>("place");
    QTest::addRow("the lane whose attention serves all") << 0;
    QTest::addRow("another lane") << 1;
}

void LockstepRunTest::laneThatEndsInThePromptLeavesTheOthers() {
    QFETCH(int, place);
    RunSpec s = spec({});
    s.policies = {kPolicies[0], kPolicies[2], kObservers[0]};
    const auto without = m_runs.finish(s);
    s.policies.insert(s.policies.begin() + place, "wrong-types");
    const auto together = m_runs.finish(s);
    auto problems = together->problems();
    // Warnings are of lanes with other settings than their works'.
    std::erase_if(problems, [](const Recording::Problem& problem) { return !problem.isError(); });
    QCOMPARE(problems.size(), std::size_t{1});
    QCOMPARE(problems[0].lane, place);
    QCOMPARE(problems[0].step, 119);
    QCOMPARE(together->trace(place).steps(), std::int64_t{0});
    for (std::int32_t lane = 0, left = 0; lane < together->lanes(); ++lane) {
        if (lane != place) {
            QCOMPARE(firstDifference(together->trace(lane), without->trace(left++)), std::string());
        }
    }
}

void LockstepRunTest::promptIsProgressOnce() {
    const auto run = m_runs.start(spec({kPolicies[0], kPolicies[2]}));
    std::vector<std::int64_t> done;
    QVERIFY(run->prefill([&](const Progress& progress) {
        QCOMPARE(progress.total, m_runs.engine().model().layers);
        done.push_back(progress.done);
    }));
    QCOMPARE(done.size(), static_cast<std::size_t>(m_runs.engine().model().layers) + 1);
    QCOMPARE(done.front(), 0);
    QCOMPARE(done.back(), m_runs.engine().model().layers);
}

void LockstepRunTest::layersOfThePromptAreSeenAsTheyAreDone() {
    const auto run = m_runs.start(spec({"snapkv:capacity=48,window=8", "cake:capacity=40,window=24"}));
    const auto recording = run->recording();
    const auto layers = static_cast<std::int32_t>(m_runs.engine().model().layers);
    QVERIFY(run->prefill([&](const Progress& progress) {
        const auto done = static_cast<std::int32_t>(progress.done);
        if (done == 0) {
            return;
        }
        for (std::int32_t lane = 0; lane < 3; ++lane) {
            const Trace& trace = recording->trace(lane);
            QCOMPARE(trace.steps(), 0);
            QCOMPARE(trace.prefillStages(), done);
            QCOMPARE(trace.prefillStageLayer(done - 1), done - 1);
            QCOMPARE(trace.prefillStageHeld(done - 1, layers - 1) > 0, done == layers);
        }
        QCOMPARE(recording->trace(0).prefillStageHeld(done - 1, 0), 120.0F);
        QCOMPARE(recording->trace(1).prefillStageHeld(done - 1, 0), 48.0F);
    }));
    // The stages are what evictions and bytes tell afterwards, also for CAKE, which cuts layers again.
    for (std::int32_t lane = 1; lane < 3; ++lane) {
        const Trace& trace = recording->trace(lane);
        const auto stages = prefillCascade(*recording, lane);
        QVERIFY(stages.size() >= static_cast<std::size_t>(layers));
        for (std::int32_t stage = 0; stage < layers; ++stage) {
            for (std::int32_t layer = 0; layer < layers; ++layer) {
                QCOMPARE(static_cast<double>(trace.prefillStageHeld(stage, layer)),
                         stages[static_cast<std::size_t>(stage)].held[static_cast<std::size_t>(layer)]);
            }
        }
    }
}

QTEST_GUILESS_MAIN(LockstepRunTest)
#include "lockstep_run_test.moc"
