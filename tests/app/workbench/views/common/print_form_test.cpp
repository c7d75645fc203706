// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/print_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

#include "app/workbench/views/common/widgets/decimal_box.h"

using namespace kvw;
using namespace kvw::wb;

class PrintFormTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void controlsAreSettings() {
        PrintForm form(false, nullptr);
        QVERIFY(form.print() == FigurePrint());
        const QSignalSpy changed(&form, &PrintForm::changed);
        form.findChild<QComboBox*>(QStringLiteral("printFont"))->setCurrentIndex(2);
        form.findChild<QComboBox*>(QStringLiteral("printBest"))->setCurrentIndex(1);
        form.findChild<DecimalBox*>(QStringLiteral("printWidth"))->setValue(85);
        form.findChild<DecimalBox*>(QStringLiteral("printHeight"))->setValue(7);
        form.findChild<QLineEdit*>(QStringLiteral("printX"))->setText(QStringLiteral(" -0,5  300 "));
        for (const char* name : {"printValues", "printRobust", "printSymbols", "printShort"}) {
            form.findChild<QCheckBox*>(QLatin1String(name))->setChecked(true);
        }
        const FigurePrint print = form.print();
        QVERIFY(print.font == FigureFont::Serif && print.best == FigureBest::Least);
        QCOMPARE(print.width, 85.0);
        QCOMPARE(print.height, 20.0);  // the least side
        QVERIFY(print.x == FigurePrint::Ends(-0.5, 300) && !print.y);
        QVERIFY(print.values && print.robust && print.symbols && print.shortCaption);
        QCOMPARE(changed.size(), 9);
    }

    void whatIsNoRangeIsLeftOut() {
        PrintForm form(true, nullptr);
        auto* ends = form.findChild<QLineEdit*>(QStringLiteral("printY"));
        for (const char* typed : {"3", "3 2", "2 2", "a b", "1 2 3", "nan 3", "0 inf", " "}) {
            ends->setText(QLatin1String(typed));
            QVERIFY2(!form.print().y, typed);
        }
    }
};

QTEST_MAIN(PrintFormTest)
#include "print_form_test.moc"
