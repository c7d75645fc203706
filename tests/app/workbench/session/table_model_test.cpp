// SPDX-License-Identifier: GPL-3.0-or-later
/// Heads, size and alignment of all tables of the window.
#include "app/workbench/session/table_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace kvw::wb;

namespace {

class Squares : public TableModel {
 public:
    Squares() { setHeads({{QStringLiteral("word")}, {QStringLiteral("number"), QStringLiteral("squared"), true}}); }

 private:
    int rows() const override { return 3; }
    QVariant cell(int row, int column, int role) const override {
        return role == Qt::DisplayRole ? QVariant(column == 0 ? row : row * row) : QVariant();
    }
};

}  // namespace

class TableModelTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void hasHeadsAndAligns() {
        Squares table;
        const QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(table.rowCount(), 3);
        QCOMPARE(table.columnCount(), 2);
        QCOMPARE(table.rowCount(table.index(0, 0)), 0);
        QCOMPARE(table.index(2, 1).data().toInt(), 4);
        QVERIFY(!table.data({}).isValid());
        QVERIFY(!table.index(0, 0).data(Qt::TextAlignmentRole).isValid());
        QCOMPARE(table.index(0, 1).data(Qt::TextAlignmentRole).toInt(), int(Qt::AlignRight | Qt::AlignVCenter));
        QCOMPARE(table.headerData(1, Qt::Horizontal).toString(), QStringLiteral("number"));
        QCOMPARE(table.headerData(1, Qt::Horizontal, Qt::ToolTipRole).toString(), QStringLiteral("squared"));
        QVERIFY(!table.headerData(0, Qt::Horizontal, Qt::ToolTipRole).isValid());
        QVERIFY(!table.headerData(2, Qt::Horizontal).isValid());
        QVERIFY(!table.headerData(0, Qt::Vertical).isValid());
    }
};

QTEST_GUILESS_MAIN(TableModelTest)
#include "table_model_test.moc"
