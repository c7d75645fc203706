// SPDX-License-Identifier: Apache-2.0
#include "core/base/process/processor.h"

#include <sched.h>

#include <QtTest>
#include <cerrno>
#include <cstddef>

using namespace kvw;

namespace {

/// Processors of the machine, of which every second is this process's.
std::size_t processors = 8;

}  // namespace

/// In the place of the system's, which refuses smaller sets than its own in the same way.
extern "C" int sched_getaffinity(pid_t /*process*/, std::size_t bytes, cpu_set_t* set) noexcept {
    if (8 * bytes < processors) {
        errno = EINVAL;
        return -1;
    }
    CPU_ZERO_S(bytes, set);
    for (std::size_t i = 0; i < processors; i += 2) {
        CPU_SET_S(i, bytes, set);
    }
    return 0;
}

class ProcessorTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void threadsAreTheCoresOrFewer() {
        qunsetenv("OMP_NUM_THREADS");
        QCOMPARE(availableCores(), 4);
        for (const char* nothing : {"", "0", "-2", "many"}) {
            qputenv("OMP_NUM_THREADS", nothing);
            QCOMPARE(defaultThreads(), availableCores());
        }
        qputenv("OMP_NUM_THREADS", "1");
        QCOMPARE(defaultThreads(), 1);
        qputenv("OMP_NUM_THREADS", "100000");
        QCOMPARE(defaultThreads(), availableCores());
    }
    void largeMachinesAreCountedWhole() {
        for (const std::size_t count : {1024U, 1026U, 6000U}) {
            processors = count;
            QCOMPARE(availableCores(), static_cast<int>(count / 2));
        }
    }
};

QTEST_GUILESS_MAIN(ProcessorTest)
#include "processor_test.moc"
