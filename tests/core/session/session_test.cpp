// SPDX-License-Identifier: Apache-2.0
#include "core/session/session.h"

#include <QSemaphore>
#include <QtTest>
#include <algorithm>
#include <atomic>
#include <thread>

#include "tests/core/session/fake_engine.h"

using namespace kvw;
using namespace kvw::tests;

namespace {

using Closed = std::vector<std::pair<RunState, std::string>>;

/// A session on a fake engine; the session ends first.
struct Bench {
    std::shared_ptr<Script> script = std::make_shared<Script>();
    Session session{makerOf(script)};

    void start(bool paused = false) { session.start(RunSpec{}, Catalog{}, paused); }
    [[nodiscard]] SessionState state() const { return session.status().state; }
    [[nodiscard]] std::int64_t steps() const {
        const auto recording = session.recording();
        return recording == nullptr ? -1 : recording->trace(0).steps();
    }
};

}  // namespace

class SessionTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void startsEmpty() {
        Bench bench;
        QCOMPARE(bench.state(), SessionState::Empty);
        QCOMPARE(bench.session.recording(), nullptr);
        QCOMPARE(bench.script->get(&Script::enginesMade), 0);
    }
    void runsToTheEnd() {
        Bench bench;
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
    void everyStateIsReportedInOrder() {
        Bench bench;
        std::mutex mutex;
        std::vector<SessionState> seen;
        bench.session.setListener([&] {
            const std::lock_guard lock(mutex);
            seen.push_back(bench.session.status().state);
        });
        bench.start();
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        const auto states = [&] {
            const std::lock_guard lock(mutex);
            return seen;
        };
        QTRY_COMPARE(states(), (std::vector{SessionState::Loading, SessionState::Prefill, SessionState::Running,
                                            SessionState::Finished}));
        bench.session.setListener({});
    }
    void loadingAndPrefillAreVisible() {
        Bench bench;
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
        Bench bench;
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
    void anAnswerEndsWithTheSession() {
        std::atomic<bool> cancelled{false};
        {
            Bench bench;
            bench.script->set([](Script& s) { s.observes = true; });
            bench.start(true);
            QTRY_COMPARE(bench.state(), SessionState::Paused);
            bench.session.whatIf("snapkv", [&](const Result<PromptSelection>& selection, std::int64_t) {
                cancelled = !selection && selection.error().code == Code::Cancelled;
            });
            QTRY_VERIFY(bench.script->get(&Script::selecting));
        }
        QVERIFY(cancelled);
    }
    void questionsArePreparedBehindThePrompt_data() {
        QTest::addColumn<bool>("paused");
        QTest::newRow("where the run waits") << true;
        QTest::newRow("where it decodes") << false;
    }
    void questionsArePreparedBehindThePrompt() {
        QFETCH(bool, paused);
        Bench bench;
        bench.session.setSpeed(1e-9);  // it does not come to its end
        bench.script->set([](Script& s) { s.observes = true; });
        bench.start(paused);
        QTRY_COMPARE(bench.state(), paused ? SessionState::Paused : SessionState::Running);
        QTRY_VERIFY(!bench.script->get(&Script::prepared).empty());
        const std::vector<LaneInfo>& lanes = bench.session.recording()->description().lanes;
        QCOMPARE(bench.script->get(&Script::prepared).size(), lanes.size());
        QCOMPARE(bench.script->get(&Script::prepared).front(), lanes.front().policyText);
    }
    void anAnswerEndsWithTheNextStart() {
        Bench bench;
        bench.script->set([](Script& s) { s.observes = true; });
        bench.start(true);
        QTRY_COMPARE(bench.state(), SessionState::Paused);
        bench.session.whatIf("snapkv", [](const Result<PromptSelection>&, std::int64_t) {});
        QTRY_VERIFY(bench.script->get(&Script::selecting));
        bench.start();
        QTRY_COMPARE(bench.session.status().generation, 2U);
        QTRY_COMPARE(bench.state(), SessionState::Finished);
    }
    void waitsWhenStartedPaused() {
        Bench bench;
        bench.start(true);
        QTRY_COMPARE(bench.state(), SessionState::Paused);
        QCOMPARE(bench.steps(), 4);
        QCOMPARE(bench.script->get(&Script::stepsBegun), 0);
        bench.session.resume();
        QTRY_COMPARE(bench.state(), SessionState::Finished);
    }
    void stepsExactlyAsOftenAsAsked() {
        Bench bench;
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
        Bench bench;
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
        Bench bench;
        bench.script->set([](Script& s) { s.blockPrefill = true; });
        bench.start();
        QTRY_VERIFY(bench.script->get(&Script::prefilling));
        bench.session.pause();
        bench.script->set([](Script& s) { s.blockPrefill = false; });
        QTRY_COMPARE(bench.state(), SessionState::Paused);
        QCOMPARE(bench.script->get(&Script::stepsBegun), 0);
    }
    void stopEndsTheStepUnderWay() {
        Bench bench;
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
        Bench bench;
        bench.script->set([](Script& s) { s.blockPrefill = true; });
        bench.start();
        QTRY_VERIFY(bench.script->get(&Script::prefilling));
        bench.session.stop();
        QTRY_COMPARE(bench.state(), SessionState::Stopped);
        QCOMPARE(bench.script->get(&Script::stepsBegun), 0);
    }
    void stopWhileLoadingPreventsThePrefill() {
        Bench bench;
        bench.script->set([](Script& s) { s.blockStart = s.blockPrefill = true; });
        bench.start();
        QTRY_VERIFY(bench.script->get(&Script::starting));
        bench.session.stop();
        bench.script->set([](Script& s) { s.blockStart = false; });
        QTRY_COMPARE(bench.state(), SessionState::Stopped);
        QCOMPARE(bench.script->get(&Script::closed).size(), std::size_t{1});
    }
    void stopWhilePaused() {
        Bench bench;
        bench.start(true);
        QTRY_COMPARE(bench.state(), SessionState::Paused);
        bench.session.stop();
        QTRY_COMPARE(bench.state(), SessionState::Stopped);
        QTRY_COMPARE(bench.script->get(&Script::runsGone), 1);
    }
    void requestsWithoutARunDoNothing() {
        Bench bench;
        bench.session.stop();
        bench.session.pause();
        bench.session.resume();
        bench.session.stepBy(3);
        bench.session.fork();
        QTRY_COMPARE(bench.session.status().message, std::string("There is no run to fork."));
        bench.session.setParameter(0, "recent", "4");
        QTRY_VERIFY(bench.session.status().message.find("recent") != std::string::npos);
        QCOMPARE(bench.state(), SessionState::Empty);
    }
    void aNewStartReplacesTheRunUnderWay() {
        Bench bench;
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
        Bench bench;
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
        Bench bench;
        bench.script->set(damage);
        bench.start();
        QTRY_COMPARE(bench.state(), SessionState::Failed);
        QCOMPARE(QString::fromStdString(bench.session.status().message), sentence);
        QTRY_COMPARE(bench.script->get(&Script::runsGone), bench.script->get(&Script::runsMade));
    }
    void aFailedSessionStartsAgain() {
        Bench bench;
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
        Bench bench;
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
        Bench bench;
        bench.script->set([](Script& s) { s.loseLaneAt = 6; });
        bench.start();
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        const auto problems = bench.session.recording()->problems();
        QCOMPARE(problems.size(), std::size_t{1});
        QCOMPARE(problems[0].step, 6);
    }
    void aForkContinuesInItsOwnRecording() {
        Bench bench;
        bench.start(true);
        bench.session.stepBy(2);
        QTRY_COMPARE(bench.session.status().position, 6);
        QTRY_COMPARE(bench.state(), SessionState::Paused);
        const auto before = bench.session.recording();
        bench.session.fork();
        QTRY_COMPARE(bench.session.status().generation, 2U);
        QTRY_COMPARE(before->state(), RunState::Stopped);
        QCOMPARE(bench.state(), SessionState::Paused);
        bench.session.resume();
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        QCOMPARE(before->trace(0).steps(), 6);
        QCOMPARE(bench.steps(), 12);
        QCOMPARE(bench.script->get(&Script::closed),
                 (Closed{{RunState::Stopped, "continued in a fork"}, {RunState::Finished, ""}}));
    }
    void aForkOfARunningRunGoesOnRunning() {
        Bench bench;
        bench.script->set([](Script& s) { s.permits = 1; });
        bench.start();
        QTRY_COMPARE(bench.script->get(&Script::stepsBegun), 2);
        bench.session.fork();
        bench.script->set([](Script& s) { s.permits = -1; });
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        QCOMPARE(bench.session.status().generation, 2U);
    }
    void stopAfterForkStopsTheFork() {
        Bench bench;
        bench.script->set([](Script& s) { s.blockPrefill = true; });
        bench.start();
        QTRY_VERIFY(bench.script->get(&Script::prefilling));
        bench.session.fork();
        bench.session.stop();
        QTRY_COMPARE(bench.state(), SessionState::Stopped);
        QTRY_COMPARE(bench.script->get(&Script::runsGone), bench.script->get(&Script::runsMade));
    }
    void aForkThatFailsLeavesTheRun() {
        Bench bench;
        bench.script->set([](Script& s) { s.forkFails = true; });
        bench.start(true);
        bench.session.fork();
        QTRY_COMPARE(bench.session.status().message, std::string("fork: no memory for a second cache."));
        QCOMPARE(bench.state(), SessionState::Paused);
        QCOMPARE(bench.session.recording()->problems().size(), std::size_t{1});
        bench.session.resume();
        QTRY_COMPARE(bench.state(), SessionState::Finished);
    }
    void parametersReachTheRun() {
        Bench bench;
        bench.start(true);
        bench.session.setParameter(0, "recent", "64");
        QTRY_COMPARE(bench.script->get(&Script::parameters), std::vector<std::string>{"0:recent=64"});
    }
    void aRefusedParameterIsAProblemAndTheRunGoesOn() {
        Bench bench;
        bench.script->set([](Script& s) { s.refuseParameter = true; });
        bench.start(true);
        bench.session.setParameter(0, "recent", "9");
        QTRY_COMPARE(bench.session.status().message,
                     std::string("parameter recent: out of range; found 9, expected 1 to 8."));
        QCOMPARE(bench.session.recording()->problems().size(), std::size_t{1});
        bench.session.resume();
        QTRY_COMPARE(bench.state(), SessionState::Finished);
    }
    void aSlowSpeedWaitsAndEveryRequestWakesIt() {
        Bench bench;
        bench.session.setSpeed(1e-9);
        bench.start();
        QTRY_COMPARE(bench.session.status().position, 5);  // the first at once, the next in an hour
        QCOMPARE(bench.state(), SessionState::Running);
        bench.session.pause();
        QTRY_COMPARE(bench.state(), SessionState::Paused);
        bench.session.stepBy(1);
        QTRY_COMPARE(bench.session.status().position, 6);
        bench.session.resume();
        QTRY_COMPARE(bench.session.status().position, 7);
        QCOMPARE(bench.script->get(&Script::stepsBegun), 3);
        bench.session.setSpeed(0);
        QTRY_COMPARE(bench.state(), SessionState::Finished);
    }
    void aJobOpensTheEngine() {
        Bench bench;
        std::atomic<int> threads{0};
        bench.session.post([&](Engine& engine) { threads = engine.threads(); });
        QTRY_COMPARE(threads.load(), 2);
        QCOMPARE(bench.state(), SessionState::Ready);
        QCOMPARE(bench.session.status().threads, 2);
    }
    void aJobWaitsUntilTheRunIsIdle() {
        Bench bench;
        bench.script->set([](Script& s) { s.permits = 1; });
        bench.start();
        QTRY_COMPARE(bench.script->get(&Script::stepsBegun), 2);
        std::atomic<std::int64_t> position{-1};
        bench.session.post([&](Engine&) { position = bench.session.status().position; });
        bench.script->set([](Script& s) { s.permits = -1; });
        QTRY_COMPARE(position.load(), 12);
    }
    void aJobRunsWhilePaused() {
        Bench bench;
        bench.start(true);
        std::atomic<bool> done{false};
        bench.session.post([&](Engine&) { done = true; });
        QTRY_VERIFY(done.load());
        QTRY_COMPARE(bench.state(), SessionState::Paused);
    }
    void aJobThatThrowsIsAMessage() {
        Bench bench;
        bench.session.post([](Engine&) { throw std::runtime_error("bench broke"); });
        QTRY_COMPARE(bench.session.status().message,
                     std::string("a job of the session: an unexpected exception; found bench broke."));
        bench.start();
        QTRY_COMPARE(bench.state(), SessionState::Finished);
    }
    void aJobWithoutAnEngineFails() {
        Bench bench;
        bench.script->set([](Script& s) { s.engineFails = true; });
        std::atomic<bool> called{false};
        bench.session.post([&](Engine&) { called = true; });
        QTRY_COMPARE(bench.state(), SessionState::Failed);
        QVERIFY(!called);
    }
    void aPlanOpensTheEngineAndChangesNothing() {
        std::atomic<int> answers{0};
        Bench bench;
        bench.session.plan({}, {}, [&](const Result<PolicyPlan>&) { ++answers; });
        QTRY_COMPARE(answers.load(), 1);
        QCOMPARE(bench.script->get(&Script::enginesMade), 1);
        QCOMPARE(bench.state(), SessionState::Empty);
        QCOMPARE(bench.session.status().threads, 2);
        bench.start();
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        QCOMPARE(bench.script->get(&Script::enginesMade), 1);
    }
    void aPlanWithoutAnEngineSaysWhyAndNothingFails() {
        std::mutex mutex;
        std::string why;
        const auto said = [&] {
            const std::lock_guard lock(mutex);
            return why;
        };
        Bench bench;
        bench.script->set([](Script& s) { s.engineFails = true; });
        bench.session.plan({}, {}, [&](const Result<PolicyPlan>& plan) {
            const std::lock_guard lock(mutex);
            why = plan ? "a plan" : plan.error().sentence();
        });
        QTRY_VERIFY2(said().find("the engine library is not installed") != std::string::npos, said().c_str());
        QCOMPARE(bench.state(), SessionState::Empty);
        QVERIFY(bench.session.status().message.empty());
        bench.script->set([](Script& s) { s.engineFails = false; });
        bench.start();
        QTRY_COMPARE(bench.state(), SessionState::Finished);
    }
    void aStartIsLoadingWhileAPlanOpensTheEngine() {
        const auto script = std::make_shared<Script>();
        QSemaphore entered, go;
        std::atomic<int> answers{0};
        Session session([&entered, &go, make = makerOf(script)] {
            entered.release();
            go.acquire();
            return make();
        });
        session.plan({}, {}, [&](const Result<PolicyPlan>&) { ++answers; });
        QTRY_COMPARE(entered.available(), 1);
        const SessionState before = session.status().state;
        session.start(RunSpec{}, Catalog{});
        const SessionState meanwhile = session.status().state;
        go.release();
        QCOMPARE(before, SessionState::Empty);
        QCOMPARE(meanwhile, SessionState::Loading);
        QTRY_COMPARE(session.status().state, SessionState::Finished);
        QTRY_COMPARE(answers.load(), 1);
        QCOMPARE(script->get(&Script::enginesMade), 1);
    }
    void endsInEveryState_data() {
        QTest::addColumn<int>("state");
        for (const SessionState state : {SessionState::Empty, SessionState::Loading, SessionState::Ready,
                                         SessionState::Prefill, SessionState::Running, SessionState::Paused,
                                         SessionState::Finished, SessionState::Stopped, SessionState::Failed}) {
            QTest::newRow(toText(state)) << static_cast<int>(state);
        }
    }
    void endsInEveryState() {
        QFETCH(int, state);
        const auto wanted = static_cast<SessionState>(state);
        const auto script = std::make_shared<Script>();
        std::shared_ptr<Recording> recording;
        {
            Session session(makerOf(script));
            script->set([&](Script& s) {
                s.blockStart = wanted == SessionState::Loading;
                s.blockPrefill = wanted == SessionState::Prefill;
                s.permits = wanted == SessionState::Running ? 0 : -1;
                s.startFails = wanted == SessionState::Failed;
            });
            if (wanted == SessionState::Ready) {
                session.post([](Engine&) {});
            } else if (wanted != SessionState::Empty) {
                session.start(RunSpec{}, Catalog{}, wanted == SessionState::Paused || wanted == SessionState::Stopped);
            }
            if (wanted == SessionState::Stopped) {
                QTRY_COMPARE(session.status().state, SessionState::Paused);
                session.stop();
            }
            QTRY_COMPARE(session.status().state, wanted);
            if (wanted == SessionState::Loading) {
                QTRY_VERIFY(script->get(&Script::starting));
                session.stop();
                script->set([](Script& s) { s.blockStart = false; });
            }
            recording = session.recording();
        }
        QCOMPARE(script->get(&Script::enginesGone), script->get(&Script::enginesMade));
        QCOMPARE(script->get(&Script::runsGone), script->get(&Script::runsMade));
        QCOMPARE(script->get(&Script::closed).size(), static_cast<std::size_t>(script->get(&Script::runsMade)));
        if (recording != nullptr) {
            QVERIFY(recording->state() != RunState::Running);
        }
    }
    void manyThreadsMayAskAtOnce() {
        Bench bench;
        bench.script->set([](Script& s) { s.total = 200; });
        std::vector<std::thread> askers;
        for (int asker = 0; asker < 3; ++asker) {
            askers.emplace_back([&bench, asker] {
                for (int i = 0; i < 60; ++i) {
                    switch ((i + asker) % 7) {
                        case 0:
                            bench.start(i % 2 == 0);
                            break;
                        case 1:
                            bench.session.resume();
                            break;
                        case 2:
                            bench.session.stepBy(3);
                            break;
                        case 3:
                            bench.session.fork();
                            break;
                        case 4:
                            bench.session.setParameter(0, "recent", "4");
                            break;
                        case 5:
                            bench.session.pause();
                            break;
                        default:
                            bench.session.stop();
                    }
                    const SessionStatus status = bench.session.status();
                    if (const auto recording = bench.session.recording()) {
                        (void)summarize(*recording, 0);
                        (void)status;
                    }
                }
            });
        }
        for (std::thread& asker : askers) {
            asker.join();
        }
        std::atomic<bool> idle{false};
        bench.session.post([&](Engine&) { idle = true; });
        QTRY_VERIFY(idle.load());
        const std::uint64_t generation = bench.session.status().generation;
        bench.start();
        QTRY_COMPARE(bench.session.status().generation, generation + 1);
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        QCOMPARE(bench.steps(), 200);
    }
    void statesHaveNames() {
        QCOMPARE(std::string(toText(SessionState::Prefill)), std::string("prefill"));
        QCOMPARE(std::string(toText(SessionState::Failed)), std::string("failed"));
    }
};

QTEST_GUILESS_MAIN(SessionTest)
#include "session_test.moc"
