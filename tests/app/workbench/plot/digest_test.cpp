// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/plot/digest.h"

#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/base/process/proc_bytes.h"

using kvw::wb::Digest;
using kvw::wb::Extent;

namespace {

constexpr double kGap = std::numeric_limits<double>::quiet_NaN();

/// A wave with a spike up, a spike down and a gap.
double wave(std::int64_t step) {
    return step == 654'321                     ? 50.0
           : step == 123'456                   ? -50.0
           : step >= 300'000 && step < 400'000 ? kGap
                                               : std::sin(static_cast<double>(step) / 5000);
}

Digest follow(std::int64_t steps) {
    Digest digest;
    digest.follow(wave);
    digest.extendTo(steps);
    return digest;
}

Extent extentOf(const std::vector<Digest::Point>& points) {
    Extent extent;
    for (const Digest::Point& point : points) {
        extent.add(point.y);
    }
    return extent;
}

}  // namespace

class DigestTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aSpikeOfOneStepIsSeenAtEveryZoom() {
        const Digest digest = follow(1'000'000);
        constexpr int kPixels = 500;
        for (double width = 1'000'000; width > 2; width /= 1.7) {
            for (const double share : {0.02, 0.5, 0.98}) {
                const double first = 654'321 - width * share;
                const auto points = digest.points(first, first + width, kPixels);
                QVERIFY(points.size() <= 4 * kPixels + 4);
                QCOMPARE(extentOf(points).high, 50.0);
                QVERIFY(std::is_sorted(points.begin(), points.end(), [](auto& a, auto& b) { return a.x < b.x; }));
                const auto peak = std::max_element(points.begin(), points.end(), [](auto& a, auto& b) {
                    return (std::isnan(a.y) ? -1 : a.y) < (std::isnan(b.y) ? -1 : b.y);
                });
                QVERIFY(std::abs(peak->x - 654'321) <= width / kPixels);
            }
        }
        QCOMPARE(extentOf(digest.points(0, 1e6, kPixels)).low, -50.0);
    }
    void fewStepsAreDrawnAsTheyAre() {
        const Digest digest = follow(1'000'000);
        const auto points = digest.points(700'000.5, 701'000.5, 500);
        QCOMPARE(points.size(), std::size_t{1002});  // one more on either side
        for (std::size_t i = 0; i < points.size(); ++i) {
            QCOMPARE(points[i].x, 700'000.0 + static_cast<double>(i));
            QCOMPARE(points[i].y, wave(700'000 + static_cast<std::int64_t>(i)));
        }
    }
    void aGapStaysAGap() {
        const Digest digest = follow(1'000'000);
        bool seen = false;
        for (const Digest::Point& point : digest.points(0, 1e6, 500)) {
            const bool inside = point.x >= 301'000 && point.x < 399'000;
            QVERIFY(std::isnan(point.y) ? point.x >= 299'000 && point.x < 401'000 : !inside);
            seen = seen || std::isnan(point.y);
        }
        QVERIFY(seen);
        QVERIFY(std::isnan(digest.at(350'000).y));
    }
    void rangesOfValuesAreThoseOfThePoints() {
        const Digest digest = follow(200'000);
        for (std::int64_t first = 0; first < 200'000; first += 7919) {
            for (const std::int64_t width : {0, 3, 100, 4096, 50'000, 190'000}) {
                Extent exact;
                for (std::int64_t step = first; step <= std::min<std::int64_t>(first + width, 199'999); ++step) {
                    exact.add(wave(step));
                }
                const Extent found = digest.extent(static_cast<double>(first), static_cast<double>(first + width));
                QVERIFY(std::abs(found.low - exact.low) < 1e-5 && std::abs(found.high - exact.high) < 1e-5);
            }
        }
        QVERIFY(digest.extent(300'000, 400'000).empty());
    }
    void growsByWhatIsNew() {
        Digest grown;
        std::int64_t asked = 0;
        grown.follow([&asked](std::int64_t step) {
            ++asked;
            return wave(step);
        });
        for (std::int64_t steps = 1; steps <= 100'000; steps += 37) {
            grown.extendTo(steps);
        }
        grown.extendTo(100'000);
        QCOMPARE(asked, std::int64_t{100'000});
        const Digest atOnce = follow(100'000);
        const auto a = grown.points(0, 1e5, 300), b = atOnce.points(0, 1e5, 300);
        QCOMPARE(asked, std::int64_t{100'000});  // where a bucket lies needs no value
        QCOMPARE(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i) {
            QVERIFY(a[i].x == b[i].x && a[i].y == b[i].y);
        }
        // The newest step is at the end of what is drawn.
        QVERIFY(a.back().x > 99'000);
        grown.clear();
        QCOMPARE(grown.size(), std::int64_t{0});
        QVERIFY(grown.points(0, 10, 300).empty() && grown.extent().empty());
    }
    void valuesOfItsOwnMayLieAnywhere() {
        Digest digest;
        for (int i = 0; i < 100'000; ++i) {
            digest.append(0.25 * i, i == 70'001 ? 9.0 : i % 2);
        }
        QCOMPARE(digest.find(0.25 * 70'001), std::int64_t{70'001});
        QCOMPARE(digest.at(70'001).y, 9.0);
        QCOMPARE(digest.find(0.3), std::int64_t{-1});
        QCOMPARE(digest.find(-1), std::int64_t{-1});
        QCOMPARE(digest.find(1e9), std::int64_t{-1});
        QCOMPARE(extentOf(digest.points(0, 25'000, 200)).high, 9.0);
        QCOMPARE(extentOf(digest.points(17'500, 17'501, 200)).high, 9.0);
        QCOMPARE(digest.points(17'500, 17'501, 200).front().x, 17'499.75);
        QCOMPARE(digest.extent(0, 17'500).high, 1.0);
    }
    void aLongCurveTakesNoMoreMemory() {
        const auto own = [] { return kvw::procBytes("/proc/self/status", "RssAnon"); };
        Digest followed = follow(1'000'000), kept;
        for (int i = 0; i < 1'000'000; ++i) {
            kept.append(i, i);
        }
        const std::int64_t before = own();
        followed.extendTo(4'000'000);
        for (int i = 1'000'000; i < 4'000'000; ++i) {
            kept.append(i, i);
        }
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // whose shadow memory counts
        QVERIFY2(own() - before < 1'000'000, qPrintable(QString::number(own() - before)));
#else
        Q_UNUSED(before);
#endif
        QCOMPARE(kept.at(3'456'789).y, 3456789.0);
    }
};

QTEST_GUILESS_MAIN(DigestTest)
#include "digest_test.moc"
