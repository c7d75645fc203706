// SPDX-License-Identifier: Apache-2.0
#include "core/eval/statistics.h"

#include <QtTest>
#include <array>
#include <cmath>

using namespace kvw::eval;

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr std::array<double, 10> kTen = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

bool nearStatistic(double value, double golden) { return std::abs(value - golden) < 1e-12; }

}  // namespace

class StatisticsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aMeanIsWeightedAndLeavesOutUndefinedValues() {
        const std::array<double, 3> values = {1, kNone, 4}, weights = {1, 5, 3};
        QCOMPARE(weightedMean(values), 2.5);
        QCOMPARE(weightedMean(values, weights), 3.25);
        QVERIFY(std::isnan(weightedMean({})));
        const std::array<double, 1> one = {1}, nothing = {0};
        QVERIFY(std::isnan(weightedMean(one, nothing)));
    }

    // Computed with an independent program, from the same generator.
    void anIntervalIsTheSameEverywhere() {
        const Interval plain = bootstrapMean(kTen);
        QVERIFY(nearStatistic(plain.low, 3.7) && nearStatistic(plain.high, 7.3));
        const Interval weighted = bootstrapMean(kTen, kTen);
        QVERIFY(nearStatistic(weighted.low, 5.15375) && nearStatistic(weighted.high, 8.232876712328768));
        const Interval half = bootstrapMean(kTen, {}, {}, 0.5, 2000, 7);
        QVERIFY(nearStatistic(half.low, 4.9) && nearStatistic(half.high, 6.1));
    }

    void aGroupIsDrawnFromByItself() {
        const std::array<double, 4> values = {0, 0, 100, 100}, weights = {1, 1, 3, 3};
        const std::array<std::size_t, 4> groups = {0, 0, 1, 1}, apart = {0, 1, 2, 3}, one = {5, 5, 5, 5};
        // Nothing varies within the groups.
        const Interval interval = bootstrapMean(values, weights, groups);
        QCOMPARE(interval.low, 75.0);
        QCOMPARE(interval.high, 75.0);
        QVERIFY(bootstrapMean(values, weights).high > 75);
        QVERIFY(std::isnan(bootstrapMean(values, weights, apart).low));
        QCOMPARE(bootstrapMean(values, weights, one).low, bootstrapMean(values, weights).low);
        const std::array<double, 4> none = {0, 0, 0, 0};
        QCOMPARE(pairedDifference(values, none, weights, groups).interval.high, 75.0);
    }

    void anIntervalNeedsTwoValues() {
        const std::array<double, 2> one = {3, kNone}, equal = {3, 3};
        QVERIFY(std::isnan(bootstrapMean(one).low) && std::isnan(bootstrapMean({}).high));
        QCOMPARE(bootstrapMean(equal).low, 3.0);
        QCOMPARE(bootstrapMean(equal).high, 3.0);
    }

    void aDifferenceIsOfTheSamplesThatBothHave() {
        const std::array<double, 4> a = {3, 5, kNone, 9}, b = {1, 4, 2, 6};
        const Paired paired = pairedDifference(a, b);
        QCOMPARE(paired.count, std::size_t{3});
        QCOMPARE(paired.mean, 2.0);
        QVERIFY(paired.interval.low >= 1 && paired.interval.low < 2);
        QVERIFY(paired.interval.high > 2 && paired.interval.high <= 3);
        const std::array<double, 4> weights = {1, 1, 1, 0};
        QCOMPARE(pairedDifference(a, b, weights).mean, 1.5);
        QCOMPARE(pairedDifference({}, {}).count, std::size_t{0});
        QVERIFY(std::isnan(pairedDifference({}, {}).mean));
    }

    // Numbers of scipy 1.16.
    void ranksAreCorrelated() {
        const std::array<double, 5> a = {1, 2, 2, 4, 5}, b = {2, 1, 3, 3, 9};
        QVERIFY(nearStatistic(spearman(a, b), 0.7631578947368421));
        QVERIFY(nearStatistic(kendallTau(a, b), 0.6666666666666666));
        const std::array<double, 3> up = {1, 2, 3}, down = {9, 5, 1}, flat = {1, 1, 1}, gap = {1, kNone, 3};
        QCOMPARE(spearman(up, down), -1.0);
        QCOMPARE(kendallTau(up, down), -1.0);
        QCOMPARE(kendallTau(up, gap), 1.0);
        QVERIFY(std::isnan(spearman(up, flat)) && std::isnan(kendallTau(up, flat)));
        QVERIFY(std::isnan(spearman({}, {})));
    }
};

QTEST_APPLESS_MAIN(StatisticsTest)
#include "statistics_test.moc"
