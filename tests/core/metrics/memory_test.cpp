// SPDX-License-Identifier: Apache-2.0
/// Compression: golden numbers of METRICS.md section 3.
#include "core/metrics/memory.h"
#include "tests/core/metrics/fixture_a.h"

#include <QTest>

using namespace kvw::metrics;

class MemoryTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void golden() { KVW_NEAR(compression(102400, 25600), 4.0, 0.0); }

    void emptyCache() { QVERIFY(!compression(100, 0)); }
};

QTEST_GUILESS_MAIN(MemoryTest)
#include "memory_test.moc"
