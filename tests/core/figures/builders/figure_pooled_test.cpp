// SPDX-License-Identifier: Apache-2.0
#include "core/figures/builders/figure_pooled.h"

#include <QTest>
#include <cmath>

#include "core/figures/builders/figure_attention.h"
#include "core/figures/figures.h"
#include "tests/core/bundle/sample.h"
#include "tests/support/pooled_copy.h"

using namespace kvw;

/// Figures of maps that were pooled while they were recorded.
class FigurePooledTest : public QObject {
    Q_OBJECT

    std::shared_ptr<Recording> m_whole = sample::recording({.steps = 300});

 private Q_SLOTS:
    void aPooledMapIsThatOfItsRows_data() {
        QTest::addColumn<bool>("mean");
        QTest::addColumn<int>("head");
        QTest::addColumn<int>("side");
        QTest::newRow("cells as they were recorded") << false << -1 << 75;
        QTest::newRow("mean of them") << true << -1 << 75;
        QTest::newRow("of a head") << false << 2 << 75;
        QTest::newRow("joined cells") << false << -1 << 25;
        QTest::newRow("joined means") << true << 1 << 25;
    }
    void aPooledMapIsThatOfItsRows() {
        QFETCH(bool, mean);
        QFETCH(int, head);
        QFETCH(int, side);
        const auto pooled = test::pooledCopy(*m_whole, {128, {1}, true, mean ? MapPool::Mean : MapPool::Max});
        figures::AttentionFigure what{1, head, mean};
        what.side = side;
        const FigureSpec expected = figures::attention(*m_whole, 0, what), found = figures::attention(*pooled, 0, what);
        QCOMPARE(found.id, expected.id);
        QCOMPARE(found.panels[0].maps.size(), std::size_t{1});
        const FigureMap &a = found.panels[0].maps[0], &b = expected.panels[0].maps[0];
        QCOMPARE(a.rows, b.rows);
        QCOMPARE(a.columns, b.columns);
        QCOMPARE(a.label, b.label);
        QCOMPARE(a.xEnd, b.xEnd);
        QVERIFY(a.cells == b.cells);
        for (std::size_t i = 0; i < a.values.size(); ++i) {
            QVERIFY(std::isnan(a.values[i]) ? std::isnan(b.values[i]) : std::abs(a.values[i] - b.values[i]) < 1e-6F);
        }
        QVERIFY(mean || a.maximum == b.maximum);
        QVERIFY(found.caption.find("pooled while it was recorded") != std::string::npos);
    }

    void aRangeIsWidenedToWholeCells() {
        const auto pooled = test::pooledCopy(*m_whole, {.side = 128});
        const auto map = figures::pooledMap(*pooled->trace(0).pooledMaps()->map(0), figures::Range{101, 203},
                                            figures::Range{0, 5}, 256);
        QVERIFY(map.has_value());
        QCOMPARE(map->yBegin, 99.5);
        QCOMPARE(map->yEnd, 203.5);
        QCOMPARE(map->columns, 2);
    }

    void exportsHaveTheFirstLayerThatWasRecorded() {
        const auto pooled = test::pooledCopy(*m_whole, {.side = 128, .layers = {1}});
        QCOMPARE(figures::firstMapLayer(pooled->trace(0)), 1);
        QCOMPARE(figures::firstMapLayer(m_whole->trace(0)), 0);
        QCOMPARE(figures::standard(*pooled, 0).back().id, std::string("attention-layer-1"));
        // A layer without a map has a figure without one.
        QVERIFY(figures::attention(*pooled, 0, {0}).panels[0].empty());
    }
};

QTEST_GUILESS_MAIN(FigurePooledTest)
#include "figure_pooled_test.moc"
