// SPDX-License-Identifier: Apache-2.0
#include "core/base/processor.h"

#include <QtTest>

using namespace kvw;

class ProcessorTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void threadsAreTheCoresOrFewer() {
        qunsetenv("OMP_NUM_THREADS");
        QVERIFY(availableCores() >= 1);
        for (const char* nothing : {"", "0", "-2", "many"}) {
            qputenv("OMP_NUM_THREADS", nothing);
            QCOMPARE(defaultThreads(), availableCores());
        }
        qputenv("OMP_NUM_THREADS", "1");
        QCOMPARE(defaultThreads(), 1);
        qputenv("OMP_NUM_THREADS", "100000");
        QCOMPARE(defaultThreads(), availableCores());
    }
};

QTEST_GUILESS_MAIN(ProcessorTest)
#include "processor_test.moc"
