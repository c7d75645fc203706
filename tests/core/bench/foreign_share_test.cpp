// SPDX-License-Identifier: Apache-2.0
/// The share of other programs, and the wait until they are quiet.
#include "core/bench/foreign_share.h"

#include <QProcess>
#include <QtTest>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace kvw;

class ForeignShareTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void noWaitIsNoMeasurement() {
        const QuietWait wait = waitUntilQuiet(0, [](double) { QFAIL("nothing is waited for"); });
        QCOMPARE(wait.waited, 0.0);
        QVERIFY(!wait.quiet);
    }
    void busyProgramsAreWaitedForAtMostSoLong() {
        std::vector<std::unique_ptr<QProcess>> busy;
        for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i) {
            busy.push_back(std::make_unique<QProcess>());
            busy.back()->start("sh", {"-c", "while :; do :; done"});
            QVERIFY(busy.back()->waitForStarted());
        }
        std::vector<double> told;
        const QuietWait wait = waitUntilQuiet(1.5, [&](double waited) { told.push_back(waited); });
        for (const auto& process : busy) {
            process->kill();
            process->waitForFinished();
        }
        QVERIFY(!wait.quiet);
        QVERIFY(wait.share >= kQuietShare);
        QCOMPARE(told, (std::vector<double>{1, 1.5}));
        QCOMPARE(wait.waited, 1.5);
    }
    void waitEndsByWhatIsThrown() {
        QVERIFY_THROWS_EXCEPTION(std::runtime_error,
                                 waitUntilQuiet(0.1, [](double) { throw std::runtime_error("stopped"); }));
    }
};

QTEST_GUILESS_MAIN(ForeignShareTest)
#include "foreign_share_test.moc"
