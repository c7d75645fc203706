// SPDX-License-Identifier: Apache-2.0
#include "core/figures/print/printed_cells.h"

#include <QtTest>
#include <cmath>

#include "tests/core/figures/made_figures.h"

using namespace kvw;
using namespace kvw::figures;
using kvw::test::square;

class PrintedCellsTest : public QObject {
    Q_OBJECT

    FigurePrint m_values, m_least;

 private Q_SLOTS:
    void initTestCase() {
        m_values.values = true;
        m_least.best = FigureBest::Least;
    }

    void nothingIsPrintedUnasked() { QVERIFY(printedCells(square(3), {}, 99).empty()); }

    void numbersHaveThreeDigits() {
        FigureMap map = square(2);
        map.values = {0.123456F, -4567.8F, 2.5e7F, NAN};
        const auto cells = printedCells(map, m_values, 99);
        QCOMPARE(cells.size(), std::size_t{3});
        QCOMPARE(cells[0].text, std::string("0.123"));
        QCOMPARE(cells[1].text, std::string("-4568"));
        QCOMPARE(cells[2].text, std::string("2.5e+07"));
        QVERIFY(printedCells(map, m_values, 6).empty());
        QCOMPARE(printedCells(map, m_values, 7).size(), std::size_t{3});
    }

    void largeMapsHaveNoNumbers() {
        QCOMPARE(printedCells(square(16), m_values, 9).size(), std::size_t{256});
        QVERIFY(printedCells(square(17), m_values, 9).empty());
        QVERIFY(printedCells(square(0), m_values, 9).empty());
    }

    void theBestIsFramed() {
        FigureMap map = square(3);
        map.values[4] = 0;
        auto cells = printedCells(map, m_least, 0);
        QCOMPARE(cells.size(), std::size_t{2});  // both zeros
        QVERIFY(cells[0].best && cells[0].text.empty() && cells[1].row == 1 && cells[1].column == 1);
        const CellCorners at = cornersOf(map, cells[1]);
        QVERIFY(at.left == 0.5 && at.right == 1.5 && at.low == 0.5 && at.middleY() == 1);
        FigurePrint both = m_values;
        both.best = FigureBest::Most;
        cells = printedCells(map, both, 9);
        QCOMPARE(cells.size(), std::size_t{9});
        QVERIFY(cells[8].best && !cells[0].best);
        map.cells[8] = FigureCell::Missing;
        QVERIFY(printedCells(map, both, 9)[7].best);
        map.scale = FigureScale::Categories;
        QVERIFY(printedCells(map, both, 9).empty());
    }

    void inkIsSeenOnEveryColour() {
        FigureMap map = square(2);
        map.maximum = 3;
        const auto cells = printedCells(map, m_values, 9);
        QCOMPARE(cells.front().ink, (FigureColour{255, 255, 255}));  // on the dark end of the scale
        QCOMPARE(cells.back().ink, kInk);
        map.maximum = map.minimum;
        QCOMPARE(printedCells(map, m_values, 9).size(), std::size_t{4});
    }
};

QTEST_APPLESS_MAIN(PrintedCellsTest)
#include "printed_cells_test.moc"
