// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/models/engine_client.h"

#include <QSignalSpy>
#include <QTest>
#include <atomic>
#include <thread>

#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

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
        QVERIFY(client.status().message.find("the engine is missing") != std::string::npos);
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
            QVERIFY(refused.back()[0].toString().contains(QStringLiteral("the engine is missing")));
            QVERIFY(client.viewing());
            QCOMPARE(client.source(), QStringLiteral("some bundle"));
            QCOMPARE(client.recording(), bundle);
            QCOMPARE(client.steps(), 50);
        }
        QCOMPARE(changed.count(), 0);
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
