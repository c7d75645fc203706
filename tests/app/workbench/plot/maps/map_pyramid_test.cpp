// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/plot/maps/map_pyramid.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/workbench/plot/maps/attention_source.h"
#include "tests/app/workbench/plot/plot_run.h"
#include "tests/support/pooled_copy.h"

using namespace kvw;
using namespace kvw::wb;

namespace {

/// `rows` rows over all tokens with weight 0.01, but one column of weight 0.9.
MapPyramid spike(int rows, int column, int side) {
    MapPyramid pyramid(Pooling::Max, side);
    std::vector<std::int32_t> tokens;
    std::vector<float> values;
    for (int row = 0; row < rows; ++row) {
        tokens.push_back(row);
        values.push_back(row == column ? 0.9F : 0.01F);
        pyramid.append(tokens, values);
    }
    return pyramid;
}

}  // namespace

class MapPyramidTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void oneColumnIsVisibleAtEveryLevel_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("column");
        QTest::addColumn<int>("side");
        QTest::newRow("small") << 100 << 37 << 128;
        QTest::newRow("power of two") << 256 << 0 << 64;
        QTest::newRow("grown past the side") << 1000 << 333 << 64;
        QTest::newRow("last column") << 513 << 512 << 64;
    }
    void oneColumnIsVisibleAtEveryLevel() {
        QFETCH(int, rows);
        QFETCH(int, column);
        QFETCH(int, side);
        const MapPyramid pyramid = spike(rows, column, side);
        QVERIFY(pyramid.coarsest() > pyramid.finest());
        for (int level = pyramid.finest(); level <= pyramid.coarsest(); ++level) {
            for (int row = column; row < rows; ++row) {
                QCOMPARE(pyramid.at(level, row >> level, column >> level), 0.9F);
            }
        }
        QCOMPARE(pyramid.at(pyramid.coarsest(), 0, 0), 0.9F);
        QCOMPARE(pyramid.maximum(), 0.9F);
    }

    void keepsAtMostTheGivenSide() {
        const MapPyramid pyramid = spike(1000, 5, 64);
        QCOMPARE(pyramid.finest(), 4);
        QCOMPARE(pyramid.at(3, 0, 0), kCellFuture);
        QCOMPARE(pyramid.at(4, 62, 62), 0.01F);
    }

    void evictedIsNotZeroAndNotTheFuture() {
        MapPyramid pyramid;
        const std::int32_t tokens[] = {0, 3};
        const float values[] = {0.0F, 1.0F};
        for (int row = 0; row < 3; ++row) {
            pyramid.appendMissing();
        }
        pyramid.append(tokens, values);
        QCOMPARE(pyramid.at(0, 3, 0), 0.0F);
        QCOMPARE(pyramid.at(0, 3, 1), kCellEvicted);
        QCOMPARE(pyramid.at(0, 2, 1), kCellMissing);
        QCOMPARE(pyramid.at(0, 1, 2), kCellFuture);
    }

    void aValueWinsOverEvictedInAJoinedCell() {
        MapPyramid pyramid;
        const std::int32_t first[] = {0};
        const float value[] = {0.25F};
        pyramid.append(first, value);
        pyramid.append({}, {});
        QCOMPARE(pyramid.at(0, 1, 0), kCellEvicted);
        QCOMPARE(pyramid.at(1, 0, 0), 0.25F);
    }

    void meanIsOverTheCellsThatHaveAValue() {
        MapPyramid pyramid(Pooling::Mean);
        const std::int32_t first[] = {0};
        const std::int32_t both[] = {0, 1};
        const float one[] = {1.0F};
        const float two[] = {0.25F, 0.75F};
        pyramid.append(first, one);
        pyramid.append(both, two);
        QCOMPARE(pyramid.at(1, 0, 0), 2.0F / 3.0F);
        pyramid.append(first, one);
        QCOMPARE(pyramid.at(2, 0, 0), 0.75F);
    }

    void aWindowReadsTheSameFromRowsAndFromThePyramid() {
        const auto recording = tests::plotRecording({.steps = 300});
        QVERIFY(recording);
        AttentionSource source({recording, 1, 1, 2, Pooling::Max});
        source.update([] { return false; });
        QCOMPARE(source.pyramid().rows(), 300);
        const MapWindow fine = source.window(0, 300, 0, 300, 512, 512);
        QCOMPARE(fine.level, 0);
        const MapWindow coarse = source.window(0, 300, 0, 300, 100, 100);
        QCOMPARE(coarse.level, 2);
        for (int row = 0; row < coarse.rows; ++row) {
            for (int column = 0; column < coarse.columns; ++column) {
                float most = kCellFuture;
                for (int i = 0; i < 16; ++i) {
                    most = std::max(most, fine.at(row * 4 + i / 4, column * 4 + i % 4));
                }
                QCOMPARE(coarse.at(row * 4, column * 4), most);
            }
        }
    }

    /// Rows pooled while they were recorded look like rows that are pooled to be drawn, and never finer.
    void aPooledMapLooksLikeItsRows_data() {
        QTest::addColumn<Pooling>("pooling");
        QTest::newRow("max") << Pooling::Max;
        QTest::newRow("mean") << Pooling::Mean;
    }
    void aPooledMapLooksLikeItsRows() {
        QFETCH(Pooling, pooling);
        const auto whole = tests::plotRecording({.steps = 300});
        QVERIFY(whole);
        const auto pooled = test::pooledCopy(
            *whole, {128, {1}, true, pooling == Pooling::Mean ? MapPool::Mean : MapPool::Max});
        AttentionSource expected({whole, 1, 1, 2, pooling}), source({pooled, 1, 1, 2, Pooling::Max});
        expected.update([] { return false; });
        source.update([] { return false; });
        QCOMPARE(source.pyramid().rows(), 300);
        QCOMPARE(source.pyramid().finest(), 2);
        QCOMPARE(source.window(0, 300, 0, 300, 512, 512).level, 2);
        for (const int most : {100, 50}) {
            const MapWindow a = expected.window(0, 300, 0, 300, most, most);
            const MapWindow b = source.window(0, 300, 0, 300, most, most);
            QCOMPARE(b.level, a.level);
            QCOMPARE(b.values.size(), a.values.size());
            for (std::size_t i = 0; i < a.values.size(); ++i) {
                QVERIFY(std::abs(a.values[i] - b.values[i]) < 1e-5F);
            }
        }
        // A layer without a map has none.
        AttentionSource other({pooled, 1, 0, -1, Pooling::Max});
        other.update([] { return false; });
        QCOMPARE(other.pyramid().rows(), 0);
        QCOMPARE(other.window(0, 300, 0, 300, 50, 50).rows, 0);
    }

    void whatStandsBesideIsOfUnpooledCells_data() {
        QTest::addColumn<int>("steps");
        QTest::addColumn<int>("most");
        QTest::addColumn<Pooling>("pooling");
        QTest::newRow("cell by cell") << 300 << 512 << Pooling::Max;
        QTest::newRow("four by four") << 300 << 100 << Pooling::Max;
        QTest::newRow("four by four, mean") << 300 << 100 << Pooling::Mean;
        QTest::newRow("finer than what is kept") << 2100 << 4096 << Pooling::Max;
        QTest::newRow("coarser than what is kept") << 2100 << 600 << Pooling::Max;
        QTest::newRow("columns joined in what is kept") << 9000 << 600 << Pooling::Max;
    }
    void whatStandsBesideIsOfUnpooledCells() {
        QFETCH(int, steps);
        QFETCH(int, most);
        QFETCH(Pooling, pooling);
        const auto recording = tests::plotRecording({.steps = steps});
        QVERIFY(recording);
        AttentionSource source({recording, 1, 1, 2, pooling});
        source.update([] { return false; });
        const MapWindow window = source.window(0, steps, 0, steps, most, most);
        // A part begins and ends in rows that no kept sum ends at.
        const MapWindow part = source.window(steps / 3, steps - 77, steps / 7, steps / 2, most, most);
        const std::int64_t size = std::int64_t{1} << part.level;
        std::vector<double> partSums(static_cast<std::size_t>(part.columns)), partCounts(partSums.size());
        std::vector<double> sums(static_cast<std::size_t>(window.columns)), counts(sums.size());
        std::vector<float> largest(static_cast<std::size_t>(window.rows), -1.0F);
        std::vector<std::int32_t> tokens;
        std::vector<float> values;
        for (std::int64_t step = 0; step < steps; ++step) {
            attentionRow(recording->trace(1), step, 1, 2, tokens, values);
            for (std::size_t i = 0; i < tokens.size(); ++i) {
                const std::int64_t within = (tokens[i] - part.column0) >> part.level;
                if (step >= part.row0 && step < part.row0 + part.rows * size && tokens[i] >= part.column0 &&
                    within < part.columns) {
                    partSums[static_cast<std::size_t>(within)] += static_cast<double>(values[i]);
                    partCounts[static_cast<std::size_t>(within)] += 1;
                }
                const auto column = static_cast<std::size_t>(tokens[i] >> window.level);
                sums[column] += static_cast<double>(values[i]);
                counts[column] += 1;
                float& seen = largest[static_cast<std::size_t>(step >> window.level)];
                seen = std::max(seen, values[i]);
            }
        }
        QCOMPARE(window.largest.size(), largest.size());
        for (std::size_t row = 0; row < largest.size(); ++row) {
            QCOMPARE(std::max(window.largest[row], -1.0F), largest[row]);
        }
        for (std::size_t column = 0; column < partSums.size(); ++column) {
            QCOMPARE(part.means[column] >= 0, partCounts[column] > 0);
            QVERIFY(partCounts[column] == 0 ||
                    std::abs(part.means[column] - partSums[column] / partCounts[column]) < 1e-9);
        }
        QCOMPARE(window.means.size(), sums.size());
        for (std::size_t column = 0; column < sums.size(); ++column) {
            if (counts[column] > 0) {
                QVERIFY(std::abs(window.means[column] - sums[column] / counts[column]) < 1e-9);
            } else {
                QVERIFY(std::isnan(window.means[column]));
            }
        }
    }

    void evictedCellsAreTransparentInThePicture() {
        MapWindow window;
        window.rows = 1;
        window.columns = 4;
        window.values = {0.5F, kCellEvicted, kCellFuture, kCellMissing};
        const QImage image = paintMap(window, {0, 1, false, 0xffffffff, 0xff888888});
        QCOMPARE(qAlpha(image.pixel(0, 0)), 255);
        QCOMPARE(qAlpha(image.pixel(1, 0)), 0);
        QCOMPARE(image.pixel(2, 0), QRgb(0xffffffff));
        QCOMPARE(image.pixel(3, 0), QRgb(0xff888888));
    }

    void zeroHasTheLowestColourOfBothScales() {
        MapWindow window;
        window.rows = 1;
        window.columns = 2;
        window.values = {0.0F, 1.0F};
        for (const bool logarithmic : {false, true}) {
            const QImage image = paintMap(window, {logarithmic ? 1e-4 : 0, 1, logarithmic, 0, 0});
            QCOMPARE(image.pixel(0, 0), QRgb(0xff440154));
            QCOMPARE(image.pixel(1, 0), QRgb(0xfffde725));
        }
    }
};

QTEST_GUILESS_MAIN(MapPyramidTest)
#include "map_pyramid_test.moc"
