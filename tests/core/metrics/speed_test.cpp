// SPDX-License-Identifier: Apache-2.0
/// TPOT and percentiles from given time stamps: golden numbers of METRICS.md section 4.
#include "core/metrics/speed.h"
#include "tests/core/metrics/fixture_a.h"

#include <QTest>
#include <limits>
#include <numeric>

using namespace kvw::metrics;
using Values = std::vector<double>;

class SpeedTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void golden() {
        KVW_NEAR(tpotMs(.5, .9, 4), 133.33, 5e-3);
        const Values gaps = {100, 200, 100};
        KVW_NEAR(percentile(gaps, .5), 100.0, 1e-9);
        KVW_NEAR(percentile(gaps, .95), 200.0, 1e-9);
    }

    void tooFewTokens() { QVERIFY(!tpotMs(.5, .5, 1)); }

    void nearestRank_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<double>("q");
        QTest::addColumn<double>("expected");
        QTest::newRow("median of an even number is the lower") << 4 << .5 << 2.0;
        QTest::newRow("p95 of 20") << 20 << .95 << 19.0;
        QTest::newRow("p95 of 21") << 21 << .95 << 20.0;
        QTest::newRow("p99 of 100") << 100 << .99 << 99.0;
        QTest::newRow("p99 of 10") << 10 << .99 << 10.0;
        QTest::newRow("0.55 of 100, where rounding would give 56") << 100 << .55 << 55.0;
        QTest::newRow("largest") << 7 << 1.0 << 7.0;
        QTest::newRow("smallest") << 7 << 0.0 << 1.0;
        QTest::newRow("one value") << 1 << .95 << 1.0;
    }
    void nearestRank() {
        QFETCH(int, count);
        QFETCH(double, q);
        QFETCH(double, expected);
        Values values(static_cast<std::size_t>(count));
        std::iota(values.rbegin(), values.rend(), 1.0);
        KVW_NEAR(percentile(values, q), expected, 0.0);
    }

    void undefinedPercentiles() {
        QVERIFY(!percentile(Values{}, .5));
        QVERIFY(!percentile(Values{1}, 1.5));
        QVERIFY(!percentile(Values{1}, std::numeric_limits<double>::quiet_NaN()));
    }
};

QTEST_GUILESS_MAIN(SpeedTest)
#include "speed_test.moc"
