// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/words/difference_text.h"

#include <QtTest>

using namespace kvw::wb;

class DifferenceTextTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void theSignIsWritten() {
        QCOMPARE(differenceText(0.414), QStringLiteral("+0.41"));
        QCOMPARE(differenceText(-0.54), QStringLiteral("\u22120.54"));
        QCOMPARE(differenceText(-12.3456, 3), QStringLiteral("\u221212.346"));
    }
    void whatRoundsToNothingHasNone() {
        for (const double value : {0.0, -0.0, 0.004, -0.004}) {
            QCOMPARE(differenceText(value), QStringLiteral("0.00"));
        }
    }
};

QTEST_GUILESS_MAIN(DifferenceTextTest)
#include "difference_text_test.moc"
