// SPDX-License-Identifier: Apache-2.0
/// Bytes of the cache: golden numbers of METRICS.md section 3.
#include "core/metrics/memory.h"
#include "tests/core/metrics/fixture_a.h"

#include <QTest>

using namespace kvw::metrics;
using Counts = std::vector<std::int64_t>;

class MemoryTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void golden() {
        const CacheShape shape{.layers = 2, .kvHeads = 2, .headDim = 64, .elementBytes = 2};
        const auto full = fullBytes(shape, 100);
        QCOMPARE(full, std::int64_t{102400});
        const auto live = liveBytes(Counts{30, 30, 20, 20}, pairBytes(64, 2));
        QCOMPARE(live, std::int64_t{25600});
        KVW_NEAR(compression(full, live), 4.0, 0.0);
        KVW_NEAR(keptPercent(full, live), 25.0, 0.0);
    }

    void goldenOfASmallModel() {
        const CacheShape shape{.layers = 24, .kvHeads = 2, .headDim = 64, .elementBytes = 2};
        QCOMPARE(fullBytes(shape, 2000), std::int64_t{24576000});
        KVW_NEAR(gibibytes(24576000), 0.0229, 5e-5);
    }

    void longContextsDoNotOverflow() {
        const CacheShape shape{.layers = 80, .kvHeads = 8, .headDim = 128, .elementBytes = 2};
        QCOMPARE(fullBytes(shape, 1'000'000), std::int64_t{327'680'000'000});
    }

    void copiesPerQueryHeadCount() {
        QCOMPARE(liveBytes(Counts{10, 10, 10, 10}, pairBytes(64, 2)), 4 * liveBytes(Counts{10}, pairBytes(64, 2)));
    }

    void allocatedCountsCapacityAndScales() {
        QCOMPARE(allocatedBytes(Counts{32, 48}, pairBytes(64, 4), 100), std::int64_t{80 * 512 + 100});
    }

    void emptyCache() {
        QCOMPARE(liveBytes(Counts{}, 512), std::int64_t{0});
        QVERIFY(!compression(100, 0));
        QVERIFY(!keptPercent(0, 0));
        KVW_NEAR(keptPercent(100, 0), 0.0, 0.0);
    }

    void codecGolden_data() {
        QTest::addColumn<int>("bits");
        QTest::addColumn<double>("perElement");
        QTest::addColumn<double>("againstHalf");
        QTest::newRow("KIVI 2 bit") << 2 << 0.375 << 5.33;
        QTest::newRow("KIVI 4 bit") << 4 << 0.625 << 3.2;
    }
    void codecGolden() {
        QFETCH(int, bits);
        QFETCH(double, perElement);
        QFETCH(double, againstHalf);
        const Codec codec{.bits = bits, .group = 32, .scaleBytes = 2};
        KVW_NEAR(codecBytesPerElement(codec), perElement, 0.0);
        KVW_NEAR(2 / *codecBytesPerElement(codec), againstHalf, 5e-3);
        KVW_NEAR(codecBytes(codec, 320, 32, 2), 320 * perElement + 64, 1e-12);
    }

    void codecWithoutGroups() {
        QVERIFY(!codecBytesPerElement({.bits = 2, .group = 0}));
        QVERIFY(!codecBytes({.bits = 2, .group = 0}, 1, 1, 1));
    }
};

QTEST_GUILESS_MAIN(MemoryTest)
#include "memory_test.moc"
