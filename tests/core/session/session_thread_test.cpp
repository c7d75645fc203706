// SPDX-License-Identifier: Apache-2.0
#include <QSemaphore>
#include <QtTest>
#include <algorithm>
#include <atomic>
#include <thread>

#include "core/session/session.h"
#include "tests/core/session/session_bench.h"

using namespace kvw;
using namespace kvw::tests;

/// Work that a session has beside its run: answers, parameters, jobs, plans; and its end in every state.
class SessionThreadTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void anAnswerEndsWithTheSession() {
        std::atomic<bool> cancelled{false};
        {
            SessionBench bench;
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
        SessionBench bench;
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
        SessionBench bench;
        bench.script->set([](Script& s) { s.observes = true; });
        bench.start(true);
        QTRY_COMPARE(bench.state(), SessionState::Paused);
        bench.session.whatIf("snapkv", [](const Result<PromptSelection>&, std::int64_t) {});
        QTRY_VERIFY(bench.script->get(&Script::selecting));
        bench.start();
        QTRY_COMPARE(bench.session.status().generation, 2U);
        QTRY_COMPARE(bench.state(), SessionState::Finished);
    }
    void parametersReachTheRun() {
        SessionBench bench;
        bench.start(true);
        bench.session.setParameter(0, "recent", "64");
        QTRY_COMPARE(bench.script->get(&Script::parameters), std::vector<std::string>{"0:recent=64"});
    }
    void aRefusedParameterIsAProblemAndTheRunGoesOn() {
        SessionBench bench;
        bench.script->set([](Script& s) { s.refuseParameter = true; });
        bench.start(true);
        bench.session.setParameter(0, "recent", "9");
        QTRY_COMPARE(bench.session.status().message.english(),
                     std::string("parameter recent: out of range; found 9, expected 1 to 8."));
        QCOMPARE(bench.session.recording()->problems().size(), std::size_t{1});
        bench.session.resume();
        QTRY_COMPARE(bench.state(), SessionState::Finished);
    }
    void aSlowSpeedWaitsAndEveryRequestWakesIt() {
        SessionBench bench;
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
        SessionBench bench;
        std::atomic<int> threads{0};
        bench.session.post([&](Engine& engine) { threads = engine.threads(); });
        QTRY_COMPARE(threads.load(), 2);
        QCOMPARE(bench.state(), SessionState::Ready);
        QCOMPARE(bench.session.status().threads, 2);
    }
    void aJobWaitsUntilTheRunIsIdle() {
        SessionBench bench;
        bench.script->set([](Script& s) { s.permits = 1; });
        bench.start();
        QTRY_COMPARE(bench.script->get(&Script::stepsBegun), 2);
        std::atomic<std::int64_t> position{-1};
        bench.session.post([&](Engine&) { position = bench.session.status().position; });
        bench.script->set([](Script& s) { s.permits = -1; });
        QTRY_COMPARE(position.load(), 12);
    }
    void aJobRunsWhilePaused() {
        SessionBench bench;
        bench.start(true);
        std::atomic<bool> done{false};
        bench.session.post([&](Engine&) { done = true; });
        QTRY_VERIFY(done.load());
        QTRY_COMPARE(bench.state(), SessionState::Paused);
    }
    void aJobThatThrowsIsAMessage() {
        SessionBench bench;
        bench.session.post([](Engine&) { throw std::runtime_error("bench broke"); });
        QTRY_COMPARE(bench.session.status().message.english(),
                     std::string("a job of the session: an unexpected exception; found bench broke."));
        bench.start();
        QTRY_COMPARE(bench.state(), SessionState::Finished);
    }
    void aJobWithoutAnEngineFails() {
        SessionBench bench;
        bench.script->set([](Script& s) { s.engineFails = true; });
        std::atomic<bool> called{false};
        bench.session.post([&](Engine&) { called = true; });
        QTRY_COMPARE(bench.state(), SessionState::Failed);
        QVERIFY(!called);
    }
    void aPlanOpensTheEngineAndChangesNothing() {
        std::atomic<int> answers{0};
        SessionBench bench;
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
        SessionBench bench;
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
        SessionBench bench;
        bench.script->set([](Script& s) { s.total = 200; });
        std::vector<std::thread> askers;
        for (int asker = 0; asker < 3; ++asker) {
            askers.emplace_back([&bench, asker] {
                for (int i = 0; i < 60; ++i) {
                    switch ((i + asker) % 6) {
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
                            bench.session.setParameter(0, "recent", "4");
                            break;
                        case 4:
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
};

QTEST_GUILESS_MAIN(SessionThreadTest)
#include "session_thread_test.moc"
