// SPDX-License-Identifier: GPL-3.0-or-later
/// The list of problems: what can be read of it where the dock is narrow, and where a row leads.
#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTest>

#include "tests/app/workbench/views/common/dock_entries.h"
#include "tests/app/workbench/views/common/shown_dock.h"

using namespace kvw;
using namespace kvw::wb;

namespace {

const std::string kLong =
    "fork: the run would go on as it was; found streaming:recent=256, expected another policy, other parameters or "
    "another text; change one of them in the Run dock.";

struct Problems {
    Shown shown{problemsDock()};
    QTableView* table = shown.dock->findChild<QTableView*>(QStringLiteral("problems"));

    void report(Recording::Problem problem) {
        shown.workspace->problems().report(std::move(problem));
        Q_EMIT shown.workspace->dirty(DirtyFlag::Problems);
        shown.settle();
    }
    [[nodiscard]] QStringList columns() const {
        QStringList titles;
        for (int column = 0; column < table->model()->columnCount(); ++column) {
            if (!table->isColumnHidden(column)) {
                titles << table->model()->headerData(column, Qt::Horizontal).toString();
            }
        }
        return titles;
    }
};

}  // namespace

class ProblemsDockTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aSentenceCanBeReadWhereTheDockIsNarrow() {
        Problems problems;
        problems.shown.dock->setFixedWidth(280);
        problems.report({kLong, -1, -1, -1});
        QTRY_COMPARE(problems.columns(), QStringList({"Severity", "What happened"}));
        const QTableView& table = *problems.table;
        const QModelIndex cell = table.model()->index(0, ProblemsModel::Sentence);
        const QRect room = table.visualRect(cell);
        const QRect needed = table.fontMetrics().boundingRect(QRect(0, 0, room.width() - 6, 10000), Qt::TextWordWrap,
                                                              QString::fromStdString(kLong));
        QVERIFY2(room.height() >= needed.height(), qPrintable(QString::number(room.height())));
        QVERIFY(table.viewport()->rect().contains(room.topLeft()) && room.right() <= table.viewport()->width());
        // Wider, it takes fewer lines again.
        problems.shown.dock->setFixedWidth(900);
        QTRY_VERIFY(table.visualRect(cell).height() < room.height());
    }

    void whatColumnsHaveNoRoomForStandsAboveTheSentence() {
        Problems problems;
        problems.shown.view(tests::plotRecording({}));
        problems.shown.dock->setFixedWidth(260);
        problems.report({kLong, 1, -1, 1099, "snapkv+pyramid"});
        QTRY_COMPARE(problems.columns(), QStringList({"Severity", "What happened"}));
        const QAbstractItemModel& rows = *problems.table->model();
        const QModelIndex cell = rows.index(0, ProblemsModel::Sentence);
        QCOMPARE(cell.data().toString(),
                 QStringLiteral("lane 1 · snapkv+pyramid · step 1099\n") + QString::fromStdString(kLong));
        QVERIFY(problems.table->visualRect(cell).width() > 260 / 2);
        problems.shown.dock->setFixedWidth(900);
        QTRY_COMPARE(problems.columns(), QStringList({"Severity", "Lane", "Plugin", "Step", "What happened"}));
        QCOMPARE(cell.data().toString(), QString::fromStdString(kLong));
    }

    void aColumnIsThereOnceAProblemHasItsValue() {
        Problems problems;
        problems.shown.dock->setFixedWidth(900);
        problems.report({errorFinding("it keeps a token twice."), -1, 3, 40, "cake"});
        QCOMPARE(problems.columns(), QStringList({"Severity", "Plugin", "Layer", "Step", "What happened"}));
        problems.report({errorFinding("it keeps a token twice."), -1, 3, 40, "cake"});
        QTRY_COMPARE(problems.columns().last(), QStringLiteral("Count"));
        QCOMPARE(problems.table->model()->rowCount(), 1);
    }

    void aRowLeadsToStepAndLayer() {
        Problems problems;
        problems.shown.view(tests::plotRecording({}));
        problems.shown.dock->setFixedWidth(900);
        problems.report({"the row does not sum to 1.", 1, 1, 20, "snapkv"});
        QVERIFY(problems.columns().contains(QStringLiteral("Lane")));
        const QModelIndex cell = problems.table->model()->index(0, ProblemsModel::Sentence);
        QTest::mouseClick(problems.table->viewport(), Qt::LeftButton, {}, problems.table->visualRect(cell).center());
        const Selection& selection = problems.shown.workspace->selection();
        QCOMPARE(selection.step(), 20);
        QCOMPARE(selection.layer(), 1);
        QCOMPARE(selection.lane(), 1);
    }

    void homeAndEndGoToTheFirstAndTheLastRow() {
        Problems problems;
        for (const char* sentence : {"a first thing.", "another thing.", "a last thing."}) {
            problems.report({sentence, -1, -1, -1});
        }
        problems.table->setCurrentIndex(problems.table->model()->index(1, ProblemsModel::Sentence));
        QTest::keyClick(problems.table, Qt::Key_End);
        QCOMPARE(problems.table->currentIndex().row(), 2);
        QTest::keyClick(problems.table, Qt::Key_Home);
        QCOMPARE(problems.table->currentIndex().row(), 0);
    }

    void theListIsFilteredAndCopied() {
        Problems problems;
        problems.report({"a first thing.", -1, -1, -1});
        problems.report({errorFinding("another thing."), -1, -1, -1});
        auto* words = problems.shown.dock->findChild<QLineEdit*>(QStringLiteral("problemFilter"));
        QTest::keyClicks(words, QStringLiteral("ANOTHER"));
        QCOMPARE(problems.table->model()->rowCount(), 1);
        words->clear();
        QCOMPARE(problems.table->model()->rowCount(), 2);
        QTest::mouseClick(problems.shown.dock->findChild<QPushButton*>(QStringLiteral("copyProblems")), Qt::LeftButton);
        const QStringList lines = QApplication::clipboard()->text().split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 2);
        QVERIFY(lines[1].contains(QStringLiteral("another thing.")));
    }
};

QTEST_MAIN(ProblemsDockTest)
#include "problems_dock_test.moc"
