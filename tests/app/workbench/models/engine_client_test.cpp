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

#include "tests/app/workbench/fake_engine.h"

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
};

QTEST_GUILESS_MAIN(EngineClientTest)
#include "engine_client_test.moc"
