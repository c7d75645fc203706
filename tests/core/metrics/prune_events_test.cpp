// SPDX-License-Identifier: Apache-2.0
/// Prune events: golden series of METRICS.md section 2, and the rules at their edges.
#include "core/metrics/prune_events.h"
#include "tests/core/metrics/fixture_a.h"

#include <QTest>
#include <limits>
#include <numeric>

using namespace kvw::metrics;
using Values = std::vector<double>;
using Events = std::vector<std::int64_t>;

namespace {

const Values kBase = {2.0, 2.2, 1.8, 2.1, 1.9, 2.0, 2.3, 1.7, 2.0, 2.1, 1.9, 2.0};
const Values kSpike = {3.5, 4.0, 2.9, 2.5, 2.1, 2.6, 2.0, 1.9, 2.1, 2.0, 2.2, 1.8};

Values operator+(Values left, const Values& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

}  // namespace

class PruneEventsTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void golden_data() {
        QTest::addColumn<Values>("series");
        QTest::addColumn<Events>("events");
        QTest::addColumn<int>("groups");
        QTest::addColumn<int>("group");
        QTest::addColumn<double>("baseline");
        QTest::addColumn<double>("scale");
        QTest::addColumn<double>("size");
        QTest::addColumn<int>("duration");
        QTest::addColumn<bool>("open");
        QTest::newRow("spike") << kBase + kSpike << Events{10} << 1 << 0 << 2.0 << 0.14826 << 2.0 << 6 << false;
        QTest::newRow("merged") << kBase + kSpike << Events{10, 12} << 1 << 0 << 2.0 << 0.14826 << 2.0 << 6 << false;
        QTest::newRow("nothing above the threshold") << kBase + Values{2.2, 2.1, 2.0, 1.9, 2.25, 2.0} << Events{10} << 1
                                                     << 0 << 2.0 << 0.14826 << 0.25 << 0 << false;
        QTest::newRow("open") << kBase + Values{3.0, 3.1, 3.2, 3.0, 3.1, 3.3} << Events{10} << 1 << 0 << 2.0 << 0.14826
                              << 1.3 << 6 << true;
        QTest::newRow("floored scale") << Values(12, 2.0) + Values{2.09, 2.11, 2.0, 2.0, 2.0, 2.0} << Events{10} << 1
                                       << 0 << 2.0 << 0.05 << 0.11 << 1 << false;
        QTest::newRow("two events, the first")
            << kBase + kSpike + kBase << Events{10, 22} << 2 << 0 << 2.0 << 0.14826 << 2.0 << 6 << false;
        QTest::newRow("two events, the second")
            << kBase + kSpike + kBase << Events{10, 22} << 2 << 1 << 2.05 << 0.22239 << 0.25 << 0 << false;
    }
    void golden() {
        QFETCH(Values, series);
        QFETCH(Events, events);
        QFETCH(int, groups);
        QFETCH(int, group);
        QFETCH(double, baseline);
        QFETCH(double, scale);
        QFETCH(double, size);
        QFETCH(int, duration);
        QFETCH(bool, open);
        const auto found = analysePruneEvents({series, 0}, events);
        QCOMPARE(static_cast<int>(found.size()), groups);
        const auto& spike = found[static_cast<std::size_t>(group)].spike;
        QVERIFY(spike.has_value());
        KVW_NEAR(spike->baseline, baseline, 1e-12);
        KVW_NEAR(spike->scale, scale, 1e-12);
        KVW_NEAR(spike->threshold, baseline + 2 * scale, 1e-12);
        KVW_NEAR(spike->size, size, 1e-12);
        KVW_NEAR(spike->sizeInScales, size / scale, 1e-9);
        QCOMPARE(spike->duration, std::int64_t{duration});
        QCOMPARE(spike->open, open);
    }

    void goldenDetails() {
        const auto series = kBase + kSpike;
        const auto groups = analysePruneEvents({series, 0}, Events{10});
        const auto& one = groups.at(0);
        KVW_NEAR(one.spike->threshold, 2.29652, 1e-12);
        KVW_NEAR(one.spike->sizeInScales, 13.4898, 5.1e-5);
        KVW_NEAR(one.spike->excess, 5.9, 1e-12);
        QCOMPARE(one.spike->peakToken, std::int64_t{13});
        QCOMPARE(one.windowBegin, std::int64_t{12});
        QCOMPARE(one.windowEnd, std::int64_t{24});
        KVW_NEAR(one.windowMean, std::accumulate(kSpike.begin(), kSpike.end(), 0.0) / 12, 1e-12);
    }

    void mergedGroupSpansItsEvents() {
        const auto series = kBase + kSpike;
        const auto groups = analysePruneEvents({series, 0}, Events{12, 10, 12, 10});
        QCOMPARE(groups.size(), std::size_t{1});
        QCOMPARE(groups[0].first, std::int64_t{10});
        QCOMPARE(groups[0].last, std::int64_t{12});
        QCOMPARE(groups[0].events, std::int64_t{2});
        KVW_NEAR(groups[0].spike->excess, 5.9, 1e-12);
    }

    void eventsFourApartAreTwoGroups() {
        const auto series = kBase + kSpike;
        QCOMPARE(analysePruneEvents({series, 0}, Events{10, 14}).size(), std::size_t{2});
        QCOMPARE(analysePruneEvents({series, 0}, Events{10, 13, 16}).size(), std::size_t{1});
    }

    void tooEarlyCannotBeJudged() {
        const auto series = kBase + kSpike;
        const auto groups = analysePruneEvents({series, 0}, Events{3});
        QCOMPARE(groups.size(), std::size_t{1});
        QVERIFY(!groups[0].spike);
        QVERIFY(!groups[0].continuous);
        QVERIFY(!analysePruneEvents({series, 0}, Events{5})[0].spike);  // 7 values before
        QVERIFY(analysePruneEvents({series, 0}, Events{6})[0].spike);   // 8
        QVERIFY(!analysePruneEvents({series, 1}, Events{6})[0].spike);  // token 0 is not scored: 7
    }

    void shortWindowCannotBeJudged() {
        const auto series = kBase + Values{3, 3, 3};
        QVERIFY(!analysePruneEvents({series, 0}, Events{10})[0].spike);
        QVERIFY(analysePruneEvents({series, 0}, Events{9})[0].spike);
        const auto outside = analysePruneEvents({series, 0}, Events{100});
        QVERIFY(!outside[0].spike);
        QVERIFY(!outside[0].windowMean);
    }

    void manyEventsAreContinuous() {
        const auto series = kBase + kSpike;
        Events events(15);
        std::iota(events.begin(), events.end(), 5);
        const auto groups = analysePruneEvents({series, 0}, events);
        QCOMPARE(groups.size(), std::size_t{1});
        QVERIFY(groups[0].continuous);
        QVERIFY(!groups[0].spike);
        const Values affected(series.begin() + 7, series.end());
        KVW_NEAR(groups[0].windowMean, std::accumulate(affected.begin(), affected.end(), 0.0) / 17, 1e-12);
        events.resize(8);
        QVERIFY(!analysePruneEvents({series, 0}, events)[0].continuous);
    }

    void windowEndsBeforeTheNextGroup() {
        const Values series(100, 2.0);
        const auto groups = analysePruneEvents({series, 0}, Events{20, 30});
        QCOMPARE(groups[0].windowEnd, std::int64_t{32});
        QCOMPARE(groups[1].windowEnd, std::int64_t{64});
    }

    void baselineReadsThirtyTwoTokens() {
        // 40 high values, then 32 low ones: the older ones must not count.
        const auto series = Values(40, 9.0) + Values(32, 1.0) + Values(8, 2.0);
        const auto groups = analysePruneEvents({series, 0}, Events{70});
        KVW_NEAR(groups[0].spike->baseline, 1.0, 0.0);
        KVW_NEAR(groups[0].spike->scale, 0.05, 0.0);
        KVW_NEAR(groups[0].spike->size, 1.0, 0.0);
    }

    void firstTokenShiftsEverything() {
        const auto series = kBase + kSpike;
        const auto groups = analysePruneEvents({series, 100}, Events{110});
        QCOMPARE(groups[0].spike->peakToken, std::int64_t{113});
        QCOMPARE(groups[0].spike->duration, std::int64_t{6});
    }

    void thresholdIsTheUsers() {
        const auto series = kBase + kSpike;
        // theta = 2 + 10 s = 3.48: only 3.5 and 4.0 lie above.
        const auto groups = analysePruneEvents({series, 0}, Events{10}, 10);
        QCOMPARE(groups[0].spike->duration, std::int64_t{2});
    }

    void firstMaximumIsThePeak() {
        const auto series = kBase + Values{3.0, 4.0, 4.0, 3.0};
        QCOMPARE(analysePruneEvents({series, 0}, Events{10})[0].spike->peakToken, std::int64_t{13});
    }

    void dropHasSizeZero() {
        const auto series = kBase + Values(6, 1.0);
        const auto spike = analysePruneEvents({series, 0}, Events{10})[0].spike;
        QVERIFY(spike.has_value());
        QCOMPARE(spike->size, 0.0);
        QCOMPARE(spike->excess, 0.0);
        QCOMPARE(spike->duration, std::int64_t{0});
    }

    void nanCannotBeJudged() {
        auto series = kBase + kSpike;
        series[15] = std::numeric_limits<double>::quiet_NaN();
        const auto groups = analysePruneEvents({series, 0}, Events{10});
        QVERIFY(!groups[0].spike);
        QVERIFY(!groups[0].windowMean);
    }

    void nothingAtAll() {
        QVERIFY(analysePruneEvents({}, Events{}).empty());
        QVERIFY(!analysePruneEvents({}, Events{4})[0].spike);
    }
};

QTEST_GUILESS_MAIN(PruneEventsTest)
#include "prune_events_test.moc"
