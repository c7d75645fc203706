// SPDX-License-Identifier: Apache-2.0
/// Runs through the engine: cancelling, policies that misbehave, warnings, rounded keys.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <atomic>
#include <semaphore>
#include <thread>

#include "kernels/linear.h"
#include "tests/support/embedded.h"
#include "tests/support/engine_runs.h"
#include "tests/support/tiny_model.h"

using namespace kvw;
using namespace kvw::test;

class RunTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void cancelEndsPrefillWithinALayer();
    void cancelEndsStreamingPrefillWithinALayer();
    void cancelEndsWhatFollowsTheLayers();
    void cancelEndsDecodeWithinAStep();
    void misbehavingLaneEndsAlone_data();
    void misbehavingLaneEndsAlone();
    void runEndsWithItsLastLane();
    void contextWarning();
    void comparisonWithTheFullLane();
    void rankKeys_data();
    void rankKeys();
    void productsInBf16();
    void roundedKeysAreNotTurned();

 private:
    std::filesystem::path tiny(const TinyModel& model) {
        const auto path = std::filesystem::path(m_folder.path().toStdString()) / std::to_string(m_count++);
        writeTinyModel(path, model);
        return path;
    }
    QTemporaryDir m_folder;
    int m_count = 0;
    EngineRuns m_runs;
};

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
    // Recorded steps stay.
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
    const std::string sentence = problems[0].sentence();
    QVERIFY2(contains(sentence, (policy.toStdString() + " 1.0.0").c_str()), sentence.c_str());
    QVERIFY2(contains(sentence, "step 5"), sentence.c_str());
    QVERIFY2(contains(sentence, layer.toStdString().c_str()), sentence.c_str());
    // The scope of its calls ends with the one that was refused.
    const Trace& refused = recording->trace(1);
    QCOMPARE(refused.call(refused.calls() - 1).violation.english(), sentence);
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
    const auto fork = m_runs.forked(s, *run);
    EngineRuns::finish(*fork);
    EngineRuns::finish(*run);
    const auto rotated = run->recording();
    QCOMPARE(rotated->description().rankKeys, std::string("rotated"));
    QVERIFY(contains(rotated->description().commandLine, "--positions cache-rank --rank-keys rotated"));
    QCOMPARE(firstDifference(rotated->trace(0), fork->recording()->trace(0)), std::string());
    QCOMPARE(rotated->trace(0).evictions(), raw->trace(0).evictions());
    double worst = 0;
    for (std::int64_t t = 1; t < 1200; ++t) {
        worst = std::max(worst, std::abs(rotated->trace(0).step(t).nll - raw->trace(0).step(t).nll));
        QCOMPARE(rotated->trace(0).step(t).position, raw->trace(0).step(t).position);
        QCOMPARE(rotated->trace(0).step(t).bytesAllocated, raw->trace(0).step(t).bytesAllocated);
    }
    QVERIFY2(worst < 2e-4, qPrintable(QString::number(worst)));
}

/// A prompt whose products are rounded to bf16 gives almost the same steps, and its bundle and command say so.
void RunTest::productsInBf16() {
    RunSpec s;
    s.ids = embeddedIds("story", 300);
    s.policies = {"full", "h2o:heavy=32,recent=32"};
    s.promptTokens = 200;
    const auto exact = m_runs.finish(s);
    s.dtype = "bf16";
    const auto rounded = m_runs.finish(s);
    QCOMPARE(rounded->description().dtype, std::string("bf16"));
    QVERIFY(contains(rounded->description().commandLine, "--dtype bf16"));
    QVERIFY(!contains(exact->description().commandLine, "--dtype"));
    const auto slow = [](const auto& problem) { return problem.finding.code == "rounded-products-slow"; };
    QCOMPARE(std::ranges::any_of(rounded->problems(), slow), !multipliesBf16());
    QVERIFY(std::ranges::none_of(exact->problems(), slow));
    double worst = 0;
    for (std::int64_t t = 1; t < 300; ++t) {
        worst = std::max(worst, std::abs(rounded->trace(0).step(t).nll - exact->trace(0).step(t).nll));
    }
    QVERIFY2(worst > 1e-6 && worst < 0.2, qPrintable(QString::number(worst)));
    // Lanes that read the prompt by themselves round it in the same way.
    s.policies = {"h2o:heavy=32,recent=32"};
    const auto alone = m_runs.finish(s);
    for (std::int64_t t = 1; t < 300; ++t) {
        QCOMPARE(alone->trace(0).step(t).nll, rounded->trace(1).step(t).nll);
    }
    s.dtype = "f16";
    const auto refused = m_runs.engine().start(s, m_runs.catalog(), {});
    QVERIFY(!refused);
    QVERIFY2(contains(refused.error().sentence(), "f32 or bf16"), refused.error().sentence().c_str());
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
