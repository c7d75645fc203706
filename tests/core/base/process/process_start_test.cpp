// SPDX-License-Identifier: Apache-2.0
#include "core/base/process/process_start.h"

#include <sys/wait.h>
#include <unistd.h>

#include <QtTest>

using namespace kvw;

class ProcessStartTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aProcessHasAStart() {
        const std::string own = processStart(::getpid());
        QVERIFY(!own.empty() && own.find_first_not_of("0123456789") == std::string::npos);
        QCOMPARE(processStart(::getpid()), own);
        QVERIFY(processStart(-1).empty());
    }

    /// A window that crashed under a shell script that does something else meanwhile.
    void oneThatEndedUnnoticedHasNone() {
        const pid_t child = ::fork();
        if (child == 0) {
            ::_exit(0);
        }
        siginfo_t ended{};
        QCOMPARE(::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT), 0);  // it stays a zombie
        QVERIFY(processStart(child).empty());
        ::waitpid(child, nullptr, 0);
        QVERIFY(processStart(child).empty());
    }
};

QTEST_GUILESS_MAIN(ProcessStartTest)
#include "process_start_test.moc"
