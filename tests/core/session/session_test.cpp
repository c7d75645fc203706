// SPDX-License-Identifier: Apache-2.0
#include "core/session/session.h"

#include <QSemaphore>
#include <QtTest>
#include <algorithm>

#include "tests/core/session/session_bench.h"

using namespace kvw;
using namespace kvw::tests;

namespace {

using Closed = std::vector<std::pair<RunState, std::string>>;

}  // namespace

class SessionTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void startsEmpty() {
        SessionBench bench;
        QCOMPARE(bench.state(), SessionState::Empty);
        QCOMPARE(bench.session.recording(), nullptr);
        QCOMPARE(bench.script->get(&Script::enginesMade), 0);
    }
    void runsToTheEnd() {
        SessionBench bench;
        bench.start();
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        const SessionStatus status = bench.session.status();
        QCOMPARE(status.position, 12);
        QCOMPARE(status.total, 12);
        QCOMPARE(status.progress.done, 4);
        QCOMPARE(status.generation, 1U);
        QCOMPARE(status.threads, 2);
        QVERIFY(status.message.empty());
        QVERIFY(status.tokensPerSecond > 0);
        QCOMPARE(bench.steps(), 12);
        QCOMPARE(bench.session.recording()->state(), RunState::Finished);
        QCOMPARE(bench.script->get(&Script::closed), (Closed{{RunState::Finished, ""}}));
    }
    void loadingAndPrefillAreVisible() {
        SessionBench bench;
        bench.script->set([](Script& s) { s.blockStart = s.blockPrefill = true; });
        bench.start();
        QTRY_VERIFY(bench.script->get(&Script::starting));
        QCOMPARE(bench.state(), SessionState::Loading);
        QCOMPARE(std::string(bench.session.status().progress.unit), std::string("tensors"));
        bench.script->set([](Script& s) { s.blockStart = false; });
        QTRY_VERIFY(bench.script->get(&Script::prefilling));
        QCOMPARE(bench.state(), SessionState::Prefill);
        bench.script->set([](Script& s) { s.blockPrefill = false; });
        QTRY_COMPARE(bench.state(), SessionState::Finished);
    }
    void aStopEndsTheLoad() {
        SessionBench bench;
        bench.script->set([](Script& s) { s.blockStart = s.startCanBeCancelled = true; });
        bench.start();
        QTRY_VERIFY(bench.script->get(&Script::starting));
        bench.session.stop();
        bench.script->set([](Script& s) { s.blockStart = false; });
        QTRY_COMPARE(bench.state(), SessionState::Stopped);
        QCOMPARE(bench.script->get(&Script::runsMade), 0);
        QVERIFY(bench.session.status().message.empty());
    }
    void aStopWhileTheEngineOpensStartsNothing() {
        const auto script = std::make_shared<Script>();
        QSemaphore entered, go;
        Session session([&entered, &go, make = makerOf(script)] {
            entered.release();
            go.acquire();
            return make();
        });
        session.start(RunSpec{}, Catalog{});
        QTRY_COMPARE(entered.available(), 1);
        session.stop();
        go.release();
        QTRY_COMPARE(session.status().state, SessionState::Stopped);
        QCOMPARE(script->get(&Script::enginesMade), 1);
        QCOMPARE(script->get(&Script::startsBegun), 0);
        QVERIFY(session.status().message.empty());
        session.start(RunSpec{}, Catalog{});
        QTRY_COMPARE(session.status().state, SessionState::Finished);
    }
    void waitsWhenStartedPaused() {
        SessionBench bench;
        bench.start(true);
        QTRY_COMPARE(bench.state(), SessionState::Paused);
        QCOMPARE(bench.steps(), 4);
        QCOMPARE(bench.script->get(&Script::stepsBegun), 0);
        bench.session.resume();
        QTRY_COMPARE(bench.state(), SessionState::Finished);
    }
    void stepsExactlyAsOftenAsAsked() {
        SessionBench bench;
        bench.start(true);
        bench.session.stepBy(3);
        QTRY_COMPARE(bench.session.status().position, 7);
        QTRY_COMPARE(bench.state(), SessionState::Paused);
        bench.session.stepBy(0);
        bench.session.stepBy(-2);
        bench.session.stepBy(1);
        bench.session.stepBy(1);
        QTRY_COMPARE(bench.session.status().position, 9);
        QTRY_COMPARE(bench.state(), SessionState::Paused);
        QCOMPARE(bench.script->get(&Script::stepsBegun), 5);
        bench.session.stepBy(100);
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        QCOMPARE(bench.steps(), 12);
    }
    void pauseActsAfterTheStepUnderWay() {
        SessionBench bench;
        bench.script->set([](Script& s) { s.permits = 2; });
        bench.start();
        QTRY_COMPARE(bench.script->get(&Script::stepsBegun), 3);
        bench.session.pause();
        bench.script->set([](Script& s) { s.permits = -1; });
        QTRY_COMPARE(bench.state(), SessionState::Paused);
        QCOMPARE(bench.steps(), 7);
        QCOMPARE(bench.script->get(&Script::stepsBegun), 3);
    }
    void pauseInPrefillActsBeforeTheFirstStep() {
        SessionBench bench;
        bench.script->set([](Script& s) { s.blockPrefill = true; });
        bench.start();
        QTRY_VERIFY(bench.script->get(&Script::prefilling));
        bench.session.pause();
        bench.script->set([](Script& s) { s.blockPrefill = false; });
        QTRY_COMPARE(bench.state(), SessionState::Paused);
        QCOMPARE(bench.script->get(&Script::stepsBegun), 0);
    }
    void stopEndsTheStepUnderWay() {
        SessionBench bench;
        bench.script->set([](Script& s) { s.permits = 1; });
        bench.start();
        QTRY_COMPARE(bench.script->get(&Script::stepsBegun), 2);
        bench.session.stop();
        QTRY_COMPARE(bench.state(), SessionState::Stopped);
        QCOMPARE(bench.steps(), 5);
        QCOMPARE(bench.session.recording()->state(), RunState::Stopped);
        QCOMPARE(bench.script->get(&Script::closed).size(), std::size_t{1});
        QVERIFY(bench.session.status().message.empty());
    }
    void stopEndsPrefill() {
        SessionBench bench;
        bench.script->set([](Script& s) { s.blockPrefill = true; });
        bench.start();
        QTRY_VERIFY(bench.script->get(&Script::prefilling));
        bench.session.stop();
        QTRY_COMPARE(bench.state(), SessionState::Stopped);
        QCOMPARE(bench.script->get(&Script::stepsBegun), 0);
    }
    void stopWhileLoadingPreventsThePrefill() {
        SessionBench bench;
        bench.script->set([](Script& s) { s.blockStart = s.blockPrefill = true; });
        bench.start();
        QTRY_VERIFY(bench.script->get(&Script::starting));
        bench.session.stop();
        bench.script->set([](Script& s) { s.blockStart = false; });
        QTRY_COMPARE(bench.state(), SessionState::Stopped);
        QCOMPARE(bench.script->get(&Script::closed).size(), std::size_t{1});
    }
    void stopWhilePaused() {
        SessionBench bench;
        bench.start(true);
        QTRY_COMPARE(bench.state(), SessionState::Paused);
        bench.session.stop();
        QTRY_COMPARE(bench.state(), SessionState::Stopped);
        QTRY_COMPARE(bench.script->get(&Script::runsGone), 1);
    }
    void requestsWithoutARunDoNothing() {
        SessionBench bench;
        bench.session.stop();
        bench.session.pause();
        bench.session.resume();
        bench.session.stepBy(3);
        bench.session.setParameter(0, "recent", "4");
        QTRY_VERIFY(bench.session.status().message.english().find("recent") != std::string::npos);
        QCOMPARE(bench.state(), SessionState::Empty);
    }
    void aNewStartReplacesTheRunUnderWay() {
        SessionBench bench;
        bench.script->set([](Script& s) { s.permits = 0; });
        bench.start();
        QTRY_COMPARE(bench.script->get(&Script::stepsBegun), 1);
        const auto first = bench.session.recording();
        bench.start(true);
        QTRY_COMPARE(bench.session.status().generation, 2U);
        QTRY_COMPARE(bench.state(), SessionState::Paused);
        QCOMPARE(first->state(), RunState::Stopped);
        QVERIFY(bench.session.recording() != first);
        QCOMPARE(first->trace(0).steps(), 4);
        QCOMPARE(bench.script->get(&Script::enginesMade), 1);
    }
    void aFinishedRunCanBeFollowedByAnother() {
        SessionBench bench;
        bench.start();
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        bench.start();
        QTRY_COMPARE(bench.session.status().generation, 2U);
        QTRY_COMPARE(bench.state(), SessionState::Finished);
    }
    void failuresEndWithASentence_data() {
        using Break = std::function<void(Script&)>;
        QTest::addColumn<Break>("damage");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const Break& damage, const char* sentence) {
            QTest::newRow(name) << damage << QString(sentence);
        };
        row(
            "no engine library", [](Script& s) { s.engineFails = true; },
            "libkvw_engine.so: the engine library is not installed.");
        row(
            "the engine throws", [](Script& s) { s.engineThrows = true; },
            "opening the engine: an unexpected exception; found no torch.");
        row(
            "the engine is null", [](Script& s) { s.engineIsNull = true; },
            "opening the engine: no engine was created.");
        row(
            "start refuses", [](Script& s) { s.startFails = true; }, "model.safetensors: there is no such file.");
        row(
            "start throws no exception class", [](Script& s) { s.startThrows = true; },
            "starting a run: an unexpected exception; found one without a text.");
        row(
            "start gives null", [](Script& s) { s.startIsNull = true; }, "starting a run: the engine returned no run.");
        row(
            "prefill fails", [](Script& s) { s.prefillFails = true; }, "prefill: no memory.");
        row(
            "prefill throws", [](Script& s) { s.prefillThrows = true; },
            "prefill: an unexpected exception; found prefill broke.");
        row(
            "a step fails", [](Script& s) { s.failAt = 6; },
            "cake 1.2.0, layer 7: kept 130 tokens; found 130, expected 128.");
        row(
            "a step throws", [](Script& s) { s.throwAt = 6; },
            "decoding: an unexpected exception; found the step broke.");
        row(
            "closing throws", [](Script& s) { s.closeThrows = true; },
            "ending the run: an unexpected exception; found the disk is full.");
    }
    void failuresEndWithASentence() {
        QFETCH(std::function<void(Script&)>, damage);
        QFETCH(QString, sentence);
        SessionBench bench;
        bench.script->set(damage);
        bench.start();
        QTRY_COMPARE(bench.state(), SessionState::Failed);
        QCOMPARE(QString::fromStdString(bench.session.status().message.english()), sentence);
        QTRY_COMPARE(bench.script->get(&Script::runsGone), bench.script->get(&Script::runsMade));
    }
    void aFailedSessionStartsAgain() {
        SessionBench bench;
        bench.script->set([](Script& s) { s.failAt = 6; });
        bench.start();
        QTRY_COMPARE(bench.state(), SessionState::Failed);
        QCOMPARE(bench.session.recording()->state(), RunState::Failed);
        QCOMPARE(bench.steps(), 6);
        bench.script->set([](Script& s) { s.failAt = -1; });
        bench.start();
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        QVERIFY(bench.session.status().message.empty());
    }
    void aStartThatFailsKeepsTheRecordingBefore() {
        SessionBench bench;
        bench.start();
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        const auto before = bench.session.recording();
        bench.script->set([](Script& s) { s.startFails = true; });
        bench.start();
        QTRY_COMPARE(bench.state(), SessionState::Failed);
        QCOMPARE(bench.session.recording(), before);
        QCOMPARE(bench.session.status().generation, 1U);
    }
    void aLaneThatFailsDoesNotEndTheRun() {
        SessionBench bench;
        bench.script->set([](Script& s) { s.loseLaneAt = 6; });
        bench.start();
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        const auto problems = bench.session.recording()->problems();
        QCOMPARE(problems.size(), std::size_t{1});
        QCOMPARE(problems[0].step, 6);
    }
    void statesHaveNames() {
        QCOMPARE(std::string(toText(SessionState::Prefill)), std::string("prefill"));
        QCOMPARE(std::string(toText(SessionState::Failed)), std::string("failed"));
    }
};

QTEST_GUILESS_MAIN(SessionTest)
#include "session_test.moc"
