// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/strip/strip_layout.h"

#include <QtTest>

using namespace kvw::wb;

class StripLayoutTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void breaksAtTheWidthAndAfterALineFeed() {
        StripLayout layout;
        layout.setWidth(100);
        layout.append(60, false);
        layout.append(40, false);
        layout.append(10, true);
        layout.append(10, false);
        QCOMPARE(layout.lines(), 3);
        QCOMPARE(layout.firstOf(1), 2);
        QCOMPARE(layout.firstOf(2), 3);
        QCOMPARE(layout.lineOf(1), 0);
        QCOMPARE(layout.left(1), 60);
    }
    void aBoxWiderThanTheLineHasALineOfItsOwn() {
        StripLayout layout;
        layout.setWidth(50);
        layout.append(80, false);
        layout.append(10, false);
        QCOMPARE(layout.lines(), 2);
    }
    void appendingEqualsBreakingAgain() {
        StripLayout grown, broken;
        grown.setWidth(333);
        broken.setWidth(7);
        for (int i = 0; i < 100000; ++i) {
            grown.append(5 + i % 23, i % 101 == 100);
            broken.append(5 + i % 23, i % 101 == 100);
        }
        broken.setWidth(333);
        QCOMPARE(broken.lines(), grown.lines());
        for (std::int64_t line = 0; line < grown.lines(); line += 97) {
            QCOMPARE(broken.firstOf(line), grown.firstOf(line));
        }
    }
    void boxesAreFoundByPixel() {
        StripLayout layout;
        layout.setWidth(100);
        layout.append(30, false);
        layout.append(30, false);
        QCOMPARE(layout.boxAt(0, 0), 0);
        QCOMPARE(layout.boxAt(0, 29), 0);
        QCOMPARE(layout.boxAt(0, 30), 1);
        QCOMPARE(layout.boxAt(0, 60), -1);
        QCOMPARE(layout.boxAt(1, 0), -1);
    }
    void anEmptyStripHasNoLines() {
        const StripLayout layout;
        QCOMPARE(layout.lines(), 0);
        QCOMPARE(layout.boxAt(0, 0), -1);
    }
};

QTEST_GUILESS_MAIN(StripLayoutTest)
#include "strip_layout_test.moc"
