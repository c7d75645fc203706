// SPDX-License-Identifier: Apache-2.0
/// Runs through the engine: generating, cancelling, live parameters, policies that misbehave, warnings.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <atomic>
#include <semaphore>
#include <thread>

#include "core/model/text/document.h"
#include "tests/support/embedded.h"
#include "tests/support/engine_runs.h"
#include "tests/support/tiny_model.h"

using namespace kvw;
using namespace kvw::test;

namespace {

std::vector<std::int32_t> recordedIds(const Trace& trace) {
    std::vector<std::int32_t> ids;
    for (std::int64_t step = 0; step < trace.steps(); ++step) {
        ids.push_back(trace.step(step).tokenId);
    }
    return ids;
}

bool contains(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

RunSpec generating(std::int64_t steps) {
    RunSpec s;
    s.ids = embeddedIds("story", 40);
    s.mode = Mode::Generate;
    s.steps = steps;
    return s;
}

}  // namespace

class RunTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void greedyTakesTheLikeliest();
    void logitsAreOfTheLoadedModel();
    void aStoppedLoadLeavesNoModel();
    void topKOneIsGreedy();
    void samplingIsSeeded();
    void lanesGenerateTheirOwnText();
    void endOfSequenceEnds();
    void noSteps();
    void lengthsOutOfRange_data();
    void lengthsOutOfRange();
    void cancelEndsPrefillWithinALayer();
    void cancelEndsStreamingPrefillWithinALayer();
    void cancelEndsWhatFollowsTheLayers();
    void cancelEndsDecodeWithinAStep();
    void liveParameterActsAtTheNextStep();
    void liveCompositionIsTheLivePolicy();
    void liveCompositionKeepsItsRule();
    void otherParametersAreRefused_data();
    void otherParametersAreRefused();
    void misbehavingLaneEndsAlone_data();
    void misbehavingLaneEndsAlone();
    void runEndsWithItsLastLane();
    void contextWarning();
    void shareOfThePromptIsTokens();
    void aQuarterEvictsOnEveryShippedText_data();
    void aQuarterEvictsOnEveryShippedText();
    void listsAreNoChanges();
    void comparisonWithTheFullLane();
    void rankKeys_data();
    void rankKeys();
    void roundedKeysAreNotTurned();

 private:
    std::filesystem::path tiny(const TinyModel& model) {
        const auto path = std::filesystem::path(m_folder.path().toStdString()) / std::to_string(m_count++);
        writeTinyModel(path, model);
        return path;
    }
    std::vector<std::int32_t> generated(const RunSpec& s) { return recordedIds(m_runs.finish(s)->trace(0)); }
    QTemporaryDir m_folder;
    int m_count = 0;
    EngineRuns m_runs;
};

void RunTest::shareOfThePromptIsTokens() {
    RunSpec s;
    s.ids = embeddedIds("story", 90);
    s.promptTokens = 60;
    s.policies = {"snapkv:capacity=25%,window=8", "snapkv:capacity=15,window=8", "tova:capacity=20%"};
    const auto run = m_runs.prefilled(s);
    QVERIFY(run->setParameter(2, "capacity", "10%"));
    EngineRuns::finish(*run);
    const auto recording = run->recording();
    const auto& lanes = recording->description().lanes;
    QCOMPARE(lanes[0].policyText, std::string("snapkv:capacity=25%,window=8"));
    QCOMPARE(lanes[0].parameters["capacity"].dump(), std::string("15"));
    QCOMPARE(lanes[2].parameters["capacity"].dump(), std::string("12"));
    QVERIFY(!lanes[0].references.empty());
    for (std::int64_t step = 0; step < 90; ++step) {
        QCOMPARE(recording->trace(0).step(step).heldTotal, recording->trace(1).step(step).heldTotal);
        QCOMPARE(recording->trace(0).step(step).nll, recording->trace(1).step(step).nll);
    }
    QCOMPARE(recording->trace(2).step(89).heldTotal, std::int64_t{6 * 2 * 6});
    QVERIFY(recording->problems().empty());
}

void RunTest::aQuarterEvictsOnEveryShippedText_data() {
    QTest::addColumn<QString>("text");
    const auto texts = shippedTexts();
    QVERIFY(texts && texts->size() >= 5);
    for (const std::filesystem::path& text : *texts) {
        if (text.stem() != "persuasion") {  // for real models
            QTest::newRow(text.stem().c_str()) << QString::fromStdString(text.string());
        }
    }
}

/// The presets for the shipped texts do what the defaults, made for contexts of thousands of tokens, cannot do there.
void RunTest::aQuarterEvictsOnEveryShippedText() {
    QFETCH(QString, text);
    RunSpec s;
    s.textFile = text.toStdString();
    s.steps = 1;
    for (const char* id : {"snapkv", "pyramidkv", "adakv", "sage", "cake"}) {
        const auto found = m_runs.catalog().findAlone(id);
        QVERIFY2(found, id);
        const std::vector<Preset>& presets = found->provided->presets;
        const auto quarter =
            std::find_if(presets.begin(), presets.end(), [](const Preset& preset) { return preset.id == "quarter"; });
        QVERIFY2(quarter != presets.end(), id);
        std::string policy = id;
        for (const auto& [name, value] : quarter->parameters) {
            policy += (policy == id ? ":" : ",") + name + '=' + toText(value);
        }
        s.policies.push_back(policy);
    }
    const auto run = m_runs.prefilled(s);
    std::int32_t lane = 0;
    for (const LaneInfo& info : run->recording()->description().lanes) {
        const Trace& trace = run->recording()->trace(lane++);
        const StepRecord& last = trace.step(trace.steps() - 1);
        QVERIFY2(info.policyId == "full" || last.bytesLive < last.bytesFull, info.policyText.c_str());
    }
}

void RunTest::listsAreNoChanges() {
    RunSpec s;
    s.ids = embeddedIds("story", 60);
    s.promptTokens = 40;
    s.policies = {"cascade:sinks=2,sizes=8/4/4,periods=1/2/8/ties=incoming-wins@50"};
    const auto recording = m_runs.finish(s);
    const LaneInfo& lane = recording->description().lanes[0];
    QCOMPARE(lane.policyText, s.policies[0]);
    QCOMPARE(lane.parameters["sizes"].dump(), std::string("[8,4,4]"));
    QCOMPARE(lane.parameters["periods"].dump(), std::string("[1,2,8]"));
    QCOMPARE(recording->trace(0).step(59).heldTotal, std::int64_t{6 * 2 * (2 + 16)});
}

void RunTest::greedyTakesTheLikeliest() {
    const auto ids = generated(generating(50));
    QCOMPARE(ids.size(), std::size_t{90});
    std::size_t t = 0;
    std::vector<std::size_t> wrong;
    const auto done = m_runs.engine().logits(ids, [&](std::span<const float> row) -> Result<void> {
        const auto best = std::max_element(row.begin(), row.end()) - row.begin();
        if (++t >= 40 && t < ids.size() && best != ids[t]) {
            wrong.push_back(t);
        }
        return {};
    });
    QVERIFY(done);
    QVERIFY(wrong.empty());
    QCOMPARE(generated(generating(50)), ids);
}

void RunTest::logitsAreOfTheLoadedModel() {
    QVERIFY(m_runs.engine().loadModel(tiny({}), {}));
    QCOMPARE(m_runs.engine().model().vocabulary, std::int64_t{1000});
    std::size_t columns = 0;
    QVERIFY(m_runs.engine().logits(patternIds(3), [&](std::span<const float> row) -> Result<void> {
        columns = row.size();
        return {};
    }));
    QCOMPARE(columns, std::size_t{1000});
    QCOMPARE(m_runs.engine().model().vocabulary, std::int64_t{1000});
}

void RunTest::aStoppedLoadLeavesNoModel() {
    EngineRuns runs;
    Engine& engine = runs.engine();
    int told = 0;
    const auto cancel = [&](const Progress&) {
        ++told;
        engine.cancelLoad();
    };
    const auto loaded = engine.loadModel({}, cancel);
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, Code::Cancelled);
    QCOMPARE(told, 1);
    QVERIFY(engine.modelDirectory().empty());
    // Nothing of it is left for the next one; of a model that is there no run is made for who stops.
    QVERIFY(engine.loadModel({}, {}));
    QVERIFY(!engine.modelDirectory().empty());
    const auto run = engine.start(generating(1), runs.catalog(), cancel);
    QVERIFY(!run);
    QCOMPARE(run.error().code, Code::Cancelled);
    QVERIFY(engine.start(generating(1), runs.catalog(), {}));
}

void RunTest::topKOneIsGreedy() {
    const auto greedy = generated(generating(30));
    RunSpec s = generating(30);
    s.sampling = {1.5, 1, 1};
    QCOMPARE(generated(s), greedy);
    s.sampling = {1.5, 0, 1e-9};
    QCOMPARE(generated(s), greedy);
}

void RunTest::samplingIsSeeded() {
    RunSpec s = generating(60);
    s.sampling = {1.2, 0, 1};
    s.seed = 5;
    const auto first = generated(s);
    QCOMPARE(generated(s), first);
    s.seed = 6;
    QVERIFY(generated(s) != first);
}

void RunTest::lanesGenerateTheirOwnText() {
    RunSpec s = generating(80);
    s.policies = {"full", "streaming:sinks=1,recent=6"};
    const auto recording = m_runs.finish(s);
    const auto full = recordedIds(recording->trace(0));
    QCOMPARE(full, generated(generating(80)));
    QVERIFY(recordedIds(recording->trace(1)) != full);
    // Texts part ways, so nothing is compared at decode.
    QVERIFY(std::isnan(recording->trace(1).step(90).kl));
}

void RunTest::endOfSequenceEnds() {
    TinyModel model;
    RunSpec s;
    s.model = tiny(model);
    s.ids = patternIds(20);
    s.mode = Mode::Generate;
    s.steps = 40;
    const auto ids = generated(s);
    QCOMPARE(ids.size(), std::size_t{60});
    // The same weights, where the token of the tenth step ends the text.
    model.endId = ids[29];
    const auto first = std::find(ids.begin() + 20, ids.end(), model.endId) - ids.begin();
    s.model = tiny(model);
    const auto ended = generated(s);
    QCOMPARE(static_cast<std::ptrdiff_t>(ended.size()), first + 1);
    QVERIFY(std::equal(ended.begin(), ended.end(), ids.begin()));
}

void RunTest::noSteps() {
    RunSpec s = generating(0);
    const auto run = m_runs.prefilled(s);
    QVERIFY(run->finished());
    QCOMPARE(run->recording()->trace(0).steps(), std::int64_t{40});
    s.mode = Mode::Teacher;
    s.promptTokens = 40;
    s.steps = -1;
    QVERIFY(m_runs.prefilled(s)->finished());
}

void RunTest::lengthsOutOfRange_data() {
    QTest::addColumn<int>("prompt");
    QTest::addColumn<int>("steps");
    QTest::addColumn<int>("chunk");
    QTest::addRow("no prompt") << 0 << -1 << 16;
    QTest::addRow("prompt beyond the text") << 41 << -1 << 16;
    QTest::addRow("negative steps") << 10 << -2 << 16;
    QTest::addRow("empty chunks") << 10 << -1 << 0;
}

void RunTest::lengthsOutOfRange() {
    QFETCH(int, prompt);
    QFETCH(int, steps);
    QFETCH(int, chunk);
    RunSpec s;
    s.ids = embeddedIds("story", 40);
    s.promptTokens = prompt;
    s.steps = steps;
    s.streamingPrefill = true;
    s.chunk = chunk;
    const auto run = m_runs.engine().start(s, m_runs.catalog(), {});
    QVERIFY(!run);
    QCOMPARE(run.error().code, Code::BadUsage);
}

void RunTest::cancelEndsPrefillWithinALayer() {
    RunSpec s;
    s.ids = embeddedIds("story", 200);
    s.promptTokens = 150;
    const auto run = m_runs.start(s);
    std::binary_semaphore reached{0}, cancelled{0};
    std::thread other([&] {
        reached.acquire();
        run->cancel();
        cancelled.release();
    });
    int calls = 0;
    const auto done = run->prefill([&](const Progress&) {
        if (++calls == 2) {
            reached.release();
            cancelled.acquire();
        }
    });
    other.join();
    QVERIFY(!done);
    QCOMPARE(done.error().code, Code::Cancelled);
    QCOMPARE(calls, 2);
    run->close(RunState::Stopped, {});
    QCOMPARE(run->recording()->state(), RunState::Stopped);
}

void RunTest::cancelEndsStreamingPrefillWithinALayer() {
    RunSpec s;
    s.ids = embeddedIds("story", 200);
    s.promptTokens = 160;
    s.streamingPrefill = true;
    s.chunk = 16;
    const auto run = m_runs.start(s);
    int calls = 0;
    const auto done = run->prefill([&](const Progress& progress) {
        if (++calls == 3) {
            QCOMPARE(progress.done, std::int64_t{48});
            std::thread([&] { run->cancel(); }).join();
        }
    });
    QVERIFY(!done);
    QCOMPARE(done.error().code, Code::Cancelled);
    QCOMPARE(calls, 3);
    // What was recorded stays.
    run->close(RunState::Stopped, {});
    QCOMPARE(run->recording()->trace(0).steps(), std::int64_t{48});
}

void RunTest::cancelEndsWhatFollowsTheLayers() {
    RunSpec s;
    s.ids = embeddedIds("story", 200);
    s.promptTokens = 150;
    s.policies = {"full", "streaming:sinks=4,recent=28"};
    const auto run = m_runs.start(s);
    const auto done = run->prefill([&](const Progress& progress) {
        if (progress.done == progress.total) {
            std::thread([&] { run->cancel(); }).join();
        }
    });
    QVERIFY(!done);
    QCOMPARE(done.error().code, Code::Cancelled);
    run->close(RunState::Stopped, {});
    // Block by block, all lanes are told the same tokens; a policy's cut comes with the last one.
    const auto recording = run->recording();
    QVERIFY(recording->trace(0).steps() < 150);
    QCOMPARE(recording->trace(1).steps(), recording->trace(0).steps());
    QCOMPARE(recording->trace(1).evictions(), std::int64_t{0});
}

void RunTest::cancelEndsDecodeWithinAStep() {
    RunSpec s;
    s.ids = embeddedIds("long-stream", 600);
    s.promptTokens = 20;
    s.policies = {"full", "streaming:sinks=4,recent=28"};
    const auto run = m_runs.prefilled(s);
    std::binary_semaphore started{0};
    std::atomic<bool> asked{false};
    std::thread other([&] {
        started.acquire();
        run->cancel();
        asked.store(true);
    });
    int steps = 0;
    int after = 0;
    Result<void> done;
    while (!run->finished()) {
        const bool wasAsked = asked.load();
        done = run->step();
        if (!done) {
            break;
        }
        after += wasAsked ? 1 : 0;
        if (++steps == 5) {
            started.release();
        }
    }
    other.join();
    QVERIFY(!done);
    QCOMPARE(done.error().code, Code::Cancelled);
    QCOMPARE(after, 0);
    QVERIFY(steps >= 5);
    // Both lanes stand at the same token.
    QCOMPARE(run->recording()->trace(0).steps(), run->position());
    QCOMPARE(run->recording()->trace(1).steps(), run->position());
}

void RunTest::liveParameterActsAtTheNextStep() {
    RunSpec s;
    s.ids = embeddedIds("story", 120);
    s.promptTokens = 60;
    s.policies = {"streaming:sinks=4,recent=28"};
    const auto run = m_runs.prefilled(s);
    for (int i = 0; i < 5; ++i) {
        QVERIFY(run->step());
    }
    const Trace& trace = run->recording()->trace(0);
    QCOMPARE(trace.layer(64, 0).held, 32.0F);
    QVERIFY(run->setParameter(0, "recent", "12"));
    QCOMPARE(trace.layer(64, 0).held, 32.0F);
    QVERIFY(run->step());
    QCOMPARE(trace.layer(65, 0).held, 16.0F);
    QCOMPARE(trace.layer(65, 0).budget, 16.0F);
    QCOMPARE(trace.events(), std::int64_t{2});  // and what is protected since
    QCOMPARE(trace.event(0).step, 65);
    QCOMPARE(trace.event(0).kind, std::string("parameter"));
    QCOMPARE(trace.event(1).text, std::string("sinks 4, recent 28 > sinks 4, recent 12"));
    QVERIFY(contains(trace.event(0).text, "recent"));
    QVERIFY(contains(trace.event(0).text, "12"));
    // What it has already is no change.
    QVERIFY(run->setParameter(0, "recent", "12"));
    QVERIFY(run->setParameter(0, "sinks", "4"));
    // Up again: the cache grows into it.
    QVERIFY(run->setParameter(0, "recent", "20"));
    for (int i = 0; i < 20; ++i) {
        QVERIFY(run->step());
    }
    QCOMPARE(trace.layer(85, 3).held, 24.0F);
    QCOMPARE(trace.events(), std::int64_t{4});
    EngineRuns::finish(*run);
}

/// streaming(s, r) = recency x uniform(s + r), sinks s, every-step (POLICIES.md C), also while both are tuned.
void RunTest::liveCompositionIsTheLivePolicy() {
    RunSpec s;
    s.ids = embeddedIds("story", 140);
    s.promptTokens = 60;
    s.policies = {"streaming:sinks=4,recent=28", "recency+uniform:capacity=32,sinks=4,schedule=every-step"};
    const auto run = m_runs.prefilled(s);
    const auto both = [&](const char* sinks, const char* recent, const char* capacity) {
        QVERIFY(run->setParameter(0, "sinks", sinks));
        QVERIFY(run->setParameter(0, "recent", recent));
        QVERIFY(run->setParameter(1, "sinks", sinks));
        QVERIFY(run->setParameter(1, "budget.capacity", capacity));
        for (int i = 0; i < 20; ++i) {
            QVERIFY(run->step());
        }
    };
    both("4", "28", "32");
    both("4", "12", "16");
    both("2", "30", "32");
    both("2", "6", "8");
    const Trace& policy = run->recording()->trace(0);
    const Trace& composition = run->recording()->trace(1);
    QCOMPARE(policy.layer(139, 0).held, 8.0F);
    for (std::int32_t layer = 0; layer < policy.shape().layers; ++layer) {
        QCOMPARE(composition.evictedAt(139, layer, 0), policy.evictedAt(139, layer, 0));
        QCOMPARE(composition.layer(90, layer).budget, policy.layer(90, layer).budget);
    }
    // Of the eight values four are others, and one of them is what is protected.
    QCOMPARE(composition.events(), std::int64_t{5});
}

void RunTest::liveCompositionKeepsItsRule() {
    // Only the protection changes: the scorer's running sums go on, and the budget of the prompt stays.
    RunSpec s;
    s.ids = embeddedIds("story", 100);
    s.promptTokens = 60;
    s.policies = {"h2o:heavy=16,recent=8", "h2o-mass+uniform:capacity=24,recent=8,schedule=every-step"};
    const auto run = m_runs.prefilled(s);
    for (int i = 0; i < 10; ++i) {
        QVERIFY(run->step());
    }
    QVERIFY(run->setParameter(0, "heavy", "12"));
    QVERIFY(run->setParameter(0, "recent", "12"));
    QVERIFY(run->setParameter(1, "recent", "12"));
    EngineRuns::finish(*run);
    for (std::int32_t unit = 0; unit < 2; ++unit) {
        QCOMPARE(run->recording()->trace(1).evictedAt(99, 3, unit), run->recording()->trace(0).evictedAt(99, 3, unit));
    }
}

void RunTest::otherParametersAreRefused_data() {
    QTest::addColumn<int>("lane");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("part");
    QTest::addRow("not live") << 1 << "capacity"
                              << "20"
                              << "next run";
    QTest::addRow("unknown, nearest named") << 0 << "recnt"
                                            << "20"
                                            << "recent";
    QTest::addRow("out of range") << 0 << "recent"
                                  << "0"
                                  << "1";
    QTest::addRow("not a number") << 0 << "recent"
                                  << "many"
                                  << "recent";
    QTest::addRow("a composition that cuts once") << 2 << "capacity"
                                                  << "20"
                                                  << "cuts once";
    QTest::addRow("the schedule of a composition") << 3 << "schedule"
                                                   << "once"
                                                   << "next run";
    QTest::addRow("an unknown parameter of a composition") << 3 << "capacty"
                                                           << "20"
                                                           << "capacity";
    QTest::addRow("no such lane") << 7 << "recent"
                                  << "20"
                                  << "7";
    QTest::addRow("negative lane") << -1 << "recent"
                                   << "20"
                                   << "-1";
}

void RunTest::otherParametersAreRefused() {
    QFETCH(int, lane);
    QFETCH(QString, name);
    QFETCH(QString, value);
    QFETCH(QString, part);
    RunSpec s;
    s.ids = embeddedIds("story", 60);
    s.promptTokens = 30;
    s.policies = {"streaming:sinks=4,recent=28", "snapkv:capacity=20,window=8", "recency+uniform:capacity=20",
                  "recency+uniform:capacity=20,schedule=every-step"};
    const auto run = m_runs.prefilled(s);
    const auto done = run->setParameter(lane, name.toStdString(), value.toStdString());
    QVERIFY(!done);
    QVERIFY2(contains(done.error().sentence(), part.toStdString().c_str()), done.error().sentence().c_str());
    // And the run is none the worse.
    EngineRuns::finish(*run);
    QCOMPARE(run->recording()->trace(0).events(), std::int64_t{0});
    QCOMPARE(run->recording()->trace(2).steps(), std::int64_t{60});
}

void RunTest::misbehavingLaneEndsAlone_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QString>("layer");
    QTest::addRow("throws") << "throws-in-step"
                            << "";
    QTest::addRow("duplicates") << "returns-duplicates"
                                << "layer 0";
    QTest::addRow("NaN scores") << "returns-nan"
                                << "layer 0";
    QTest::addRow("protected token") << "evicts-protected"
                                     << "layer 0";
    QTest::addRow("everything") << "evicts-everything"
                                << "layer 0";
    QTest::addRow("slot out of range") << "out-of-range"
                                       << "layer 0";
    QTest::addRow("keeps too many") << "keeps-too-many"
                                    << "layer 0";
}

void RunTest::misbehavingLaneEndsAlone() {
    QFETCH(QString, policy);
    QFETCH(QString, layer);
    TinyModel model;
    model.layers = 2;  // what the fixture's report is made for
    RunSpec s;
    s.model = tiny(model);
    s.ids = patternIds(30);
    s.promptTokens = 5;
    s.policies = {"full", policy.toStdString(), "streaming:sinks=2,recent=6/positions=original/prefill=layer-major"};
    const auto recording = m_runs.finish(s);
    QCOMPARE(recording->trace(0).steps(), std::int64_t{30});
    QCOMPARE(recording->trace(1).steps(), std::int64_t{5});
    QCOMPARE(recording->trace(2).steps(), std::int64_t{30});
    const auto problems = recording->problems();
    QCOMPARE(problems.size(), std::size_t{1});
    QVERIFY(problems[0].isError());
    QCOMPARE(problems[0].lane, 1);
    QCOMPARE(problems[0].step, 5);
    QCOMPARE(problems[0].plugin, policy.toStdString());
    const std::string& sentence = problems[0].sentence();
    QVERIFY2(contains(sentence, (policy.toStdString() + " 1.0.0").c_str()), sentence.c_str());
    QVERIFY2(contains(sentence, "step 5"), sentence.c_str());
    QVERIFY2(contains(sentence, layer.toStdString().c_str()), sentence.c_str());
    // The scope of its calls ends with the one that was refused.
    const Trace& refused = recording->trace(1);
    QCOMPARE(refused.call(refused.calls() - 1).violation, sentence);
    QCOMPARE(refused.call(refused.calls() - 1).step, 5);
    QVERIFY(!refused.callBroken(refused.calls() - 2));
    // The others are what they are without it.
    s.policies = {"full", "streaming:sinks=2,recent=6"};
    const auto without = m_runs.finish(s);
    QCOMPARE(firstDifference(recording->trace(0), without->trace(0)), std::string());
    QCOMPARE(firstDifference(recording->trace(2), without->trace(1)), std::string());
}

void RunTest::runEndsWithItsLastLane() {
    TinyModel model;
    model.layers = 2;
    RunSpec s;
    s.model = tiny(model);
    s.ids = patternIds(30);
    s.promptTokens = 5;
    s.policies = {"throws-in-step"};
    const auto run = m_runs.prefilled(s);
    const auto done = run->step();
    QVERIFY(!done);
    QCOMPARE(done.error().code, Code::Policy);
    QVERIFY(contains(done.error().sentence(), "no row was observed"));
    QVERIFY(run->finished());
}

void RunTest::contextWarning() {
    TinyModel model;
    model.context = 64;
    RunSpec s;
    s.model = tiny(model);
    s.ids = patternIds(65);
    const auto warned = m_runs.finish(s)->problems();
    QCOMPARE(warned.size(), std::size_t{1});
    QVERIFY(!warned[0].isError());
    QVERIFY(contains(warned[0].sentence(), "65"));
    QVERIFY(contains(warned[0].sentence(), "64"));
    s.ids = patternIds(64);
    QVERIFY(m_runs.finish(s)->problems().empty());
}

void RunTest::comparisonWithTheFullLane() {
    RunSpec s;
    s.ids = embeddedIds("needle", 160);
    s.promptTokens = 100;
    s.policies = {"full", "tova:capacity=24"};
    for (const bool streaming : {false, true}) {
        s.streamingPrefill = streaming;
        s.chunk = 20;
        const auto recording = m_runs.finish(s);
        const Trace& full = recording->trace(0);
        const Trace& tova = recording->trace(1);
        double worst = 0;
        for (std::int64_t t = 1; t < 160; ++t) {
            QCOMPARE(full.step(t).nllFull, full.step(t).nll);
            QCOMPARE(full.step(t).kl, 0.0);
            QCOMPARE(tova.step(t).nllFull, full.step(t).nll);
            QVERIFY(tova.step(t).kl >= -1e-9);
            worst = std::max(worst, tova.step(t).kl);
        }
        QVERIFY(worst > 1e-3);
        // Layer-major: nothing was evicted before the last token of the prompt had seen everything.
        QCOMPARE(tova.step(99).kl == 0, !streaming);
        QCOMPARE(tova.step(100).kl == 0, !streaming);
        QVERIFY(tova.step(101).kl > 0);
    }
}

void RunTest::rankKeys_data() {
    QTest::addColumn<QString>("policy");
    QTest::addRow("one token leaves, the rest moves up") << "streaming:sinks=4,recent=60";
    QTest::addRow("tokens leave anywhere") << "h2o:heavy=32,recent=32";
    QTest::addRow("per query head") << "h2o:heavy=32,recent=32,granularity=query-head";
    QTest::addRow("once, after the prompt") << "snapkv:capacity=64,window=16";
}

/// Two ways to the same numbers: the angles of one are rounded to f32, those of the other are not.
void RunTest::rankKeys() {
    QFETCH(QString, policy);
    RunSpec s;
    s.ids = embeddedIds("long-stream", 1200);
    s.promptTokens = 200;
    s.policies = {policy.toStdString()};
    s.positions = Positions::CacheRank;
    const auto raw = m_runs.finish(s);
    QCOMPARE(raw->description().rankKeys, std::string("raw"));
    s.rankKeys = RankKeys::Rotated;
    const auto run = m_runs.prefilled(s);
    for (int i = 0; i < 10; ++i) {
        QVERIFY(run->step());
    }
    const auto fork = run->fork();
    QVERIFY(fork);
    EngineRuns::finish(**fork);
    EngineRuns::finish(*run);
    const auto rotated = run->recording();
    QCOMPARE(rotated->description().rankKeys, std::string("rotated"));
    QVERIFY(contains(rotated->description().commandLine, "--positions cache-rank --rank-keys rotated"));
    QCOMPARE(firstDifference(rotated->trace(0), (*fork)->recording()->trace(0)), std::string());
    QCOMPARE(rotated->trace(0).evictions(), raw->trace(0).evictions());
    double worst = 0;
    for (std::int64_t t = 1; t < 1200; ++t) {
        worst = std::max(worst, std::abs(rotated->trace(0).step(t).nll - raw->trace(0).step(t).nll));
        QCOMPARE(rotated->trace(0).step(t).position, raw->trace(0).step(t).position);
        QCOMPARE(rotated->trace(0).step(t).bytesAllocated, raw->trace(0).step(t).bytesAllocated);
    }
    QVERIFY2(worst < 2e-4, qPrintable(QString::number(worst)));
}

void RunTest::roundedKeysAreNotTurned() {
    RunSpec s;
    s.ids = embeddedIds("story", 40);
    s.policies = {"streaming:recent=16"};
    s.positions = Positions::CacheRank;
    s.rankKeys = RankKeys::Rotated;
    s.kvDtype = "bf16";
    const auto refused = m_runs.engine().start(s, m_runs.catalog(), {});
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Code::BadUsage);
    QVERIFY2(contains(refused.error().sentence(), "raw, or --kv-dtype f32"), refused.error().sentence().c_str());
    // With original positions nothing ever turns.
    s.positions = Positions::Original;
    s.policies = {"streaming:recent=16/positions=original/prefill=layer-major"};
    const auto recording = m_runs.finish(s);
    QVERIFY(recording->description().rankKeys.empty());
    QCOMPARE(recording->problems().size(), std::size_t{1});
    QVERIFY(contains(recording->problems()[0].sentence(), "rank-keys has no effect"));
}

QTEST_GUILESS_MAIN(RunTest)
#include "run_test.moc"
