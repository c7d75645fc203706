// SPDX-License-Identifier: GPL-3.0-or-later
/// A long run in the window, with every dock in front in turn: memory has to stay where it is.
///
/// KVW_SOAK_STEPS sets the number of steps (`packaging/check --soak`: 100 000); without it the run is short.
#include <malloc.h>

#include <QFile>
#include <QSignalSpy>
#include <atomic>
#include <cstdio>

#include "core/base/heap.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

constexpr int kShortSteps = 6000;
constexpr int kRounds = 20;  ///< so often every dock is in front
/// From a quarter of the run on, however long it is: caches and allocators breathe, columns fill up what they keep in
/// memory.
constexpr double kMostGrowth = 12e6;
/// Most growth of a short run: maps and columns have not filled their limits by then.
constexpr double kMostGrowthShort = 18e6;

int wantedSteps() {
    return qEnvironmentVariableIsSet("KVW_SOAK_STEPS") ? qEnvironmentVariableIntValue("KVW_SOAK_STEPS") : kShortSteps;
}

/// Bytes of memory that no file is behind: the trace lies in mapped files, which the system can drop.
double ownMemory() {
    malloc_trim(0);
    QFile status(QStringLiteral("/proc/self/status"));
    if (status.open(QIODevice::ReadOnly)) {
        for (const QByteArray& line : status.readAll().split('\n')) {
            if (line.startsWith("RssAnon:")) {
                return line.mid(8).simplified().split(' ').front().toDouble() * 1024;
            }
        }
    }
    return 0;
}

}  // namespace

class SoakTest : public QObject {
    Q_OBJECT

    /// Every dock once in front, something chosen in each round.
    static void lookAtEverything(Bench& bench, int round) {
        Selection& selection = bench.workspace->selection();
        const std::int64_t steps = bench.workspace->client().steps();
        for (const auto& placed : bench.window->docks()) {
            bench.window->focusDock(*placed.dock);
            QCoreApplication::processEvents();
        }
        selection.setStep(steps * (round % 5) / 5);
        selection.setLayer(round % 3);
        selection.setHead(round % 4);
        selection.setTokens({round, round + 1});
        QCoreApplication::processEvents();
        bench.press("undo");
        bench.press("live");
        QCoreApplication::processEvents();
    }

 private Q_SLOTS:
    void initTestCase() {  // as the program does
        useFewArenas();
        keepFreedMemory();
    }

    void memoryStaysWhereItIs() {
        const int steps = wantedSteps();
        std::atomic<std::int64_t> copied = 0;  // outlives the writer
        Bench bench({.tokens = steps, .rows = true, .firstWithRows = 1, .problem = "this is said once"});
        // Copies for a crash one after the other: what the allocator keeps of one is there before the first look.
        bench.workspace->guard().setPace(CopyPace(std::chrono::milliseconds(0), std::chrono::milliseconds(0)));
        bench.workspace->guard().setWriter(
            [&copied](UnfinishedCopy& copy, const Recording& recording, const WriteWatch& watch) {
                const std::int64_t within = recording.trace(0).steps();
                auto done = copy.write(recording, watch);
                copied = within;
                return done;
            });
        bench.window->resize(1600, 1000);
        QVERIFY(bench.workspace->startDraft(true).has_value());
        QTRY_COMPARE(bench.state(), SessionState::Paused);
        EngineClient& client = bench.workspace->client();
        double warm = 0;
        std::int64_t warmSteps = 0;
        for (int round = 1; round <= kRounds; ++round) {
            const std::int64_t until = std::int64_t{steps} * round / kRounds;
            client.stepBy(until - client.status().position);
            QTRY_VERIFY_WITH_TIMEOUT(client.steps() >= until, 600000);
            lookAtEverything(bench, round);
            if (round == kRounds / 4) {
                // Memory of a copy under way is given back behind it.
                QTRY_VERIFY_WITH_TIMEOUT(copied >= client.steps(), 600000);
                warm = ownMemory();
                warmSteps = client.steps();
            }
        }
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        lookAtEverything(bench, kRounds);
        QTRY_VERIFY_WITH_TIMEOUT(copied >= client.steps(), 600000);
        const double grown = ownMemory() - warm;
        const auto rounds = static_cast<double>(client.steps() - warmSteps);
        std::printf("%d steps: %.1f MB after %lld, %+.1f MB until the end, %.0f bytes a step\n", steps, warm / 1e6,
                    static_cast<long long>(warmSteps), grown / 1e6, grown / rounds);
        QVERIFY(warm > 0);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // which keep what is freed for a while
        QVERIFY2(grown < (steps > kShortSteps ? kMostGrowth : kMostGrowthShort),
                 "the window keeps something of each step in memory");
#endif
        // Said once and counted; undo of a view turns no parameter of the run.
        QCOMPARE(bench.workspace->problems().rowCount(), 1);
    }
};

QTEST_MAIN(SoakTest)
#include "soak_test.moc"
