// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/engine_client.h"

#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>
#include <atomic>
#include <thread>

#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

#include "core/model/text/document.h"
#include "tests/support/fake_engine.h"

namespace {

using namespace kvw;
using namespace kvw::wb;

#ifdef __linux__
constexpr bool kPrioritiesPerThread = true;
#else
constexpr bool kPrioritiesPerThread = false;
#endif

/// Nice value of the calling thread.
int niceness() {
#ifdef __linux__
    return getpriority(PRIO_PROCESS, static_cast<id_t>(gettid()));
#else
    return 0;
#endif
}

/// Plans when it may.
class PlanningEngine final : public tests::FakeEngine {
 public:
    explicit PlanningEngine(QSemaphore& go, QSemaphore* taken = nullptr)
        : FakeEngine(tests::FakeShape{}), m_go(go), m_taken(taken) {}
    Result<PolicyPlan> plan(const PlanRequest& request, const Catalog&) override {
        if (m_taken != nullptr) {
            m_taken->release();
        }
        m_go.acquire();
        return PolicyPlan{{static_cast<std::int64_t>(request.policy.size())}, {}, {}};
    }

 private:
    QSemaphore& m_go;
    QSemaphore* m_taken;
};

/// Reads a prompt when it may.
class WaitingRun final : public tests::FakeRun {
 public:
    explicit WaitingRun(QSemaphore& go) : FakeRun(tests::FakeShape{}), m_go(go) {}
    Result<void> prefill(const ProgressSink& progress) override {
        m_go.acquire();
        return FakeRun::prefill(progress);
    }

 private:
    QSemaphore& m_go;
};

class WaitingEngine final : public tests::FakeEngine {
 public:
    explicit WaitingEngine(QSemaphore& go) : FakeEngine(tests::FakeShape{}), m_go(go) {}
    Result<std::unique_ptr<Run>> start(const RunSpec&, const Catalog&, const ProgressSink&) override {
        return std::make_unique<WaitingRun>(m_go);
    }

 private:
    QSemaphore& m_go;
};

bool over(const EngineClient& client) {
    const SessionState state = client.status().state;
    return state == SessionState::Finished || state == SessionState::Failed;
}

}  // namespace

class EngineClientTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void inferenceStandsBehindTheWindow() {
        const int window = niceness();
        std::atomic<int> engine{-100}, worker{-100};
        EngineClient client([&]() -> Result<std::unique_ptr<Engine>> {
            engine = niceness();
            std::thread([&] { worker = niceness(); }).join();
            return tests::fakeEngine()();
        });
        client.start({}, {});
        QTRY_VERIFY(over(client));
        QCOMPARE(client.status().state, SessionState::Finished);
        const bool behind = engine > window || engine == 19;
        QVERIFY2(behind == kPrioritiesPerThread, qPrintable(QString::number(engine)));
        QCOMPARE(worker.load(), engine.load());
        QCOMPARE(niceness(), window);
    }

    void anEngineThatCannotBeMadeIsASentence() {
        EngineClient client([]() -> Result<std::unique_ptr<Engine>> {
            return fail(Code::NotFound, "libkvw_engine.so", "the engine is missing", {}, "an installation");
        });
        client.start({}, {});
        QTRY_VERIFY(over(client));
        QCOMPARE(client.status().state, SessionState::Failed);
        QVERIFY(client.status().message.english().find("the engine is missing") != std::string::npos);
        QVERIFY(!client.busy());
    }

    void aRunThatCannotStartLeavesWhatWasViewed() {
        EngineClient client([]() -> Result<std::unique_ptr<Engine>> {
            return fail(Code::NotFound, "libkvw_engine.so", "the engine is missing", {}, "an installation");
        });
        const auto bundle = tests::filledFakeRecording({}, 50);
        client.view(bundle, QStringLiteral("some bundle"));
        QSignalSpy changed(&client, &EngineClient::recordingChanged), refused(&client, &EngineClient::refused);
        for (int times = 1; times < 3; ++times) {
            client.start({}, {});
            QCOMPARE(client.recording(), bundle);  // until there is another one
            QTRY_COMPARE(refused.count(), times);
            QVERIFY(refused.back()[0].value<Phrase>().english().find("the engine is missing") != std::string::npos);
            QVERIFY(client.viewing());
            QCOMPARE(client.source(), QStringLiteral("some bundle"));
            QCOMPARE(client.recording(), bundle);
            QCOMPARE(client.steps(), 50);
        }
        QCOMPARE(changed.count(), 0);
    }

    /// While something else is shown answers still come, also of plugins that are reloaded.
    void whatIsAskedWhileABundleIsShownIsTold() {
        QSemaphore go;
        EngineClient client([&]() -> Result<std::unique_ptr<Engine>> { return std::make_unique<PlanningEngine>(go); });
        client.start({}, {});
        QTRY_VERIFY(over(client));
        client.view(tests::filledFakeRecording({}, 50), QStringLiteral("some bundle"));
        QVERIFY(!client.polling());
        QSignalSpy planned(&client, &EngineClient::planned), reloaded(&client, &EngineClient::pluginReloaded);
        PlanRequest request;
        request.policy = "A";
        client.askPlan(request, {});
        go.release();
        QTRY_COMPARE(planned.count(), 1);  // A has its answer
        QVERIFY(!client.polling());
        request.policy = "BB";
        client.askPlan(request, {});
        PluginEntry plugin;
        plugin.manifest.id = "snapkv";
        client.reloadPlugin(plugin, {});
        go.release();
        QTRY_COMPARE(client.plan()->request.policy, std::string("BB"));
        QTRY_COMPARE(reloaded.count(), 1);
        QVERIFY(reloaded[0][1].value<Phrase>().empty());
        QVERIFY(!client.polling());
    }

    void theSecondOfTwoPlansIsToldToo() {
        QSemaphore go, taken;
        EngineClient client(
            [&]() -> Result<std::unique_ptr<Engine>> { return std::make_unique<PlanningEngine>(go, &taken); });
        client.start({}, {});
        QTRY_VERIFY(over(client));
        client.view(tests::filledFakeRecording({}, 50), QStringLiteral("some bundle"));
        QSignalSpy planned(&client, &EngineClient::planned);
        PlanRequest request;
        request.policy = "A";
        client.askPlan(request, {});
        taken.acquire();
        request.policy = "BB";
        client.askPlan(request, {});  // while the first has no answer yet
        go.release();
        QTRY_COMPARE(planned.count(), 1);
        QVERIFY(client.polling());
        go.release();
        QTRY_COMPARE(planned.count(), 2);
        QCOMPARE(client.plan()->request.policy, std::string("BB"));
        QVERIFY(!client.polling());
    }

    void withoutAnEngineThereIsAnAnswerToo() {
        EngineClient client([]() -> Result<std::unique_ptr<Engine>> {
            return fail(Code::NotFound, "libkvw_engine.so", "the engine is missing", {}, "an installation");
        });
        client.view(tests::filledFakeRecording({}, 50), QStringLiteral("some bundle"));
        QSignalSpy refused(&client, &EngineClient::refused), planned(&client, &EngineClient::planned),
            reloaded(&client, &EngineClient::pluginReloaded);
        client.askPlan({}, {});
        client.start({}, {});
        QTRY_COMPARE(refused.count(), 1);
        QTRY_COMPARE(planned.count(), 1);
        QVERIFY(!client.plan()->plan);
        PluginEntry plugin;
        plugin.manifest.id = "snapkv";
        client.reloadPlugin(plugin, {});
        QTRY_COMPARE(reloaded.count(), 1);
        QVERIFY(!reloaded[0][1].value<Phrase>().empty());
        QVERIFY(!client.polling());
    }

    /// Nothing was asked to run, so nothing has failed.
    void aPlanIsAnsweredBeforeTheFirstRun() {
        bool there = false;
        EngineClient client([&]() -> Result<std::unique_ptr<Engine>> {
            if (there) {
                return tests::fakeEngine()();
            }
            return fail(Code::NotFound, "libkvw_engine.so", "the engine is missing", {}, "an installation");
        });
        QSignalSpy planned(&client, &EngineClient::planned);
        PlanRequest request;
        request.policy = "A";
        client.askPlan(request, {});
        QVERIFY(!client.polling());  // it waits
        client.openForPlans();
        QTRY_COMPARE(planned.count(), 1);
        QVERIFY(!client.plan()->plan);
        QVERIFY(client.plan()->plan.error().sentence().find("the engine is missing") != std::string::npos);
        QCOMPARE(client.status().state, SessionState::Empty);
        QVERIFY(!client.polling());
        QVERIFY(client.loadedModel().empty());
        there = true;
        client.start({}, {});
        QTRY_COMPARE(planned.count(), 2);
        QVERIFY(client.plan()->plan.has_value());
        QTRY_VERIFY(over(client));
        QVERIFY(!client.loadedModel().empty());
        QVERIFY(client.loadedModel() == embeddedModelDir().value());
    }

    void aRunGoesOnBehindABundle() {
        EngineClient client(tests::fakeEngine());
        client.start({}, {}, true);
        QTRY_COMPARE(client.status().state, SessionState::Paused);
        const auto run = client.recording();
        const std::int64_t before = client.steps();
        client.view(tests::filledFakeRecording({}, 50), QStringLiteral("some bundle"));
        QVERIFY(client.viewing() && client.underWay());
        client.show(run, {});
        QVERIFY(!client.viewing());
        client.stepBy(3);
        QTRY_COMPARE(client.steps(), before + 3);
    }

    void viewsStayUntilTheNextRunHasSomething() {
        QSemaphore go(1);
        EngineClient client([&go]() -> Result<std::unique_ptr<Engine>> { return std::make_unique<WaitingEngine>(go); });
        client.start({}, {});
        QTRY_VERIFY(over(client));
        const auto first = client.recording();
        client.start({}, {}, true);
        QTRY_COMPARE(client.status().state, SessionState::Prefill);
        client.poll();
        QCOMPARE(client.recording(), first);
        QCOMPARE(client.steps(), 200);
        go.release();
        QTRY_COMPARE(client.status().state, SessionState::Paused);
        QTRY_VERIFY(client.recording() != first);
        QVERIFY(client.steps() < 200);
    }

    void aRunThatStartsTakesThePlaceOfWhatWasViewed() {
        EngineClient client(tests::fakeEngine());
        const auto bundle = tests::filledFakeRecording({}, 50);
        client.view(bundle, QStringLiteral("some bundle"));
        client.start({}, {});
        QTRY_VERIFY(over(client));
        QVERIFY(!client.viewing());
        QVERIFY(client.recording() != bundle);
        QCOMPARE(client.steps(), 200);
    }
};

QTEST_GUILESS_MAIN(EngineClientTest)
#include "engine_client_test.moc"
