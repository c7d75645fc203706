// SPDX-License-Identifier: GPL-3.0-or-later
/// The command palette, undo and the projector mode, by keyboard.
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QToolBar>
#include <QtTest>
#include <clocale>

#include "app/workbench/shell/commands/command_palette.h"
#include "app/workbench/views/common/widgets/fold.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

class CommandPaletteTest : public QObject {
    Q_OBJECT

    static CommandPalette* open(Bench& bench) {
        bench.press("palette");
        return bench.window->findChild<CommandPalette*>();
    }

 private Q_SLOTS:
    void initTestCase() { std::setlocale(LC_NUMERIC, "C"); }

    void aPolicyIsChosenByName() {
        Bench bench;
        CommandPalette* palette = open(bench);
        QVERIFY(palette != nullptr && palette->isVisible());
        QTest::keyClicks(palette->findChild<QLineEdit*>(), QStringLiteral("pol snapkv"));
        QVERIFY(palette->findChild<QListWidget*>()->currentItem()->text().contains("snapkv"));
        QTest::keyClick(palette->findChild<QLineEdit*>(), Qt::Key_Return);
        QCOMPARE(bench.workspace->draft().form().id(), QStringLiteral("snapkv"));
        QTRY_VERIFY(bench.window->findChild<CommandPalette*>() == nullptr);
    }

    void everyCommandOfTheMenusIsThere() {
        Bench bench;
        CommandPalette* palette = open(bench);
        QStringList listed;
        const auto* list = palette->findChild<QListWidget*>();
        for (int row = 0; row < list->count(); ++row) {
            listed += list->item(row)->text();
        }
        for (const Actions::Item& item : bench.window->actions().all()) {
            QVERIFY2(!listed.filter(item.action->text()).isEmpty(), qPrintable(item.action->text()));
        }
        for (const DockLayout::Placed& placed : bench.window->docks()) {
            QVERIFY(listed.contains(QStringLiteral("Show ") + placed.dock->windowTitle()));
        }
    }

    void aPolicyIsFoundByItsPaperAndWithABudget() {
        Bench bench;
        CommandPalette* palette = open(bench);
        auto* line = palette->findChild<QLineEdit*>();
        auto* list = palette->findChild<QListWidget*>();
        QTest::keyClicks(line, QStringLiteral("oracle heavy-hitter"));
        QVERIFY(list->count() > 0);
        QVERIFY2(list->item(0)->text().contains(QStringLiteral("(h2o")), qPrintable(list->item(0)->text()));
        line->setText(QStringLiteral("snapkv+pyramid"));
        QVERIFY(list->count() > 0);
        QVERIFY2(list->item(0)->text().contains(QStringLiteral("(snapkv+pyramid)")), qPrintable(list->item(0)->text()));
    }

    void arrowsMoveAndWhatCannotBeDoneIsNotDone() {
        Bench bench;
        CommandPalette* palette = open(bench);
        auto* line = palette->findChild<QLineEdit*>();
        auto* list = palette->findChild<QListWidget*>();
        QTest::keyClick(line, Qt::Key_Down);
        QCOMPARE(list->currentRow(), 1);
        QTest::keyClick(line, Qt::Key_Up);
        QTest::keyClick(line, Qt::Key_Up);
        QCOMPARE(list->currentRow(), 0);
        QTest::keyClicks(line, QStringLiteral("save bundle"));  // nothing is recorded yet
        QTest::keyClick(line, Qt::Key_Return);
        QVERIFY(palette->isVisible());
        QTest::keyClicks(line, QStringLiteral(" no such thing at all"));
        QCOMPARE(list->count(), 1);
        QVERIFY(list->currentItem() == nullptr && list->item(0)->flags() == Qt::NoItemFlags);
        QTest::keyClick(line, Qt::Key_Down);
        QTest::keyClick(line, Qt::Key_PageDown);
        QVERIFY(list->currentItem() == nullptr);
        QTest::keyClick(line, Qt::Key_Return);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(0)).center());
        QVERIFY(palette->isVisible() && !bench.workspace->client().busy());
        line->setText(QStringLiteral("themeDark"));
        QVERIFY(list->currentItem()->text().startsWith(QStringLiteral("Dark theme")));
        QTest::keyClick(line, Qt::Key_Return);
        QTest::keyClick(line, Qt::Key_Escape);
        QTRY_VERIFY(bench.window->findChild<CommandPalette*>() == nullptr);
    }

    void thingsAreFoundByTheWordsOfTheWindow_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("entry");
        QTest::addRow("model") << "embedded"
                               << "Model: the embedded one";
        QTest::addRow("example") << "example"
                                 << "Example: Run the example";
        QTest::addRow("text") << "embedded"
                              << "Text: ";
        QTest::addRow("parameter of a policy") << "gamma"
                                               << "(cake)";
        QTest::addRow("parameter in the form") << "recent"
                                               << "Run: Recent";
        QTest::addRow("control") << "positions"
                                 << "Run: Positions";
        QTest::addRow("story") << "tokens matter"
                               << "Story: Why the first tokens matter";
    }
    void thingsAreFoundByTheWordsOfTheWindow() {
        QFETCH(QString, typed);
        QFETCH(QString, entry);
        Bench bench;
        CommandPalette* palette = open(bench);
        palette->findChild<QLineEdit*>()->setText(typed);
        const auto* list = palette->findChild<QListWidget*>();
        QVERIFY2(!list->findItems(entry, Qt::MatchContains).isEmpty(), qPrintable(list->item(0)->text()));
    }

    void aControlIsShownAndHasTheKeys() {
        Bench bench;
        QVERIFY(bench.activate());
        CommandPalette* palette = open(bench);
        QTest::keyClicks(palette->findChild<QLineEdit*>(), QStringLiteral("run: recent"));
        QTest::keyClick(palette->findChild<QLineEdit*>(), Qt::Key_Return);
        QTRY_VERIFY(QApplication::focusWidget() != nullptr);
        QTRY_COMPARE(QApplication::focusWidget()->accessibleName().section(QLatin1Char(','), 0, 0),
                     QStringLiteral("Recent"));
        QVERIFY(!bench.workspace->client().busy());
    }

    void aControlThatIsFoldedIsUnfolded() {
        Bench bench;
        QVERIFY(bench.activate());
        const Fold* fold = bench.window->findChild<Fold*>(QStringLiteral("runSettings"));
        QVERIFY(fold != nullptr && !fold->unfolded());
        CommandPalette* palette = open(bench);
        QTest::keyClicks(palette->findChild<QLineEdit*>(), QStringLiteral("run: cache type"));
        QTest::keyClick(palette->findChild<QLineEdit*>(), Qt::Key_Return);
        QTRY_VERIFY(QApplication::focusWidget() != nullptr &&
                    QApplication::focusWidget()->accessibleName() == QLatin1String("Cache type"));
        QVERIFY(fold->unfolded());
    }

    void undoIsAnAction() {
        Bench bench;
        bench.runToEnd();
        QAction* undo = bench.window->actions().named(QStringLiteral("undo"));
        QAction* redo = bench.window->actions().named(QStringLiteral("redo"));
        QVERIFY(!redo->isEnabled());
        bench.press("layerUp");
        QTRY_VERIFY(undo->isEnabled());
        QCOMPARE(bench.workspace->layer(), 1);
        undo->trigger();
        QCOMPARE(bench.workspace->layer(), 0);
        QVERIFY(redo->isEnabled());
        redo->trigger();
        QCOMPARE(bench.workspace->layer(), 1);
    }

    void theProjectorShowsFewThingsLarge() {
        Bench bench;
        bench.runToEnd();
        const double before = QApplication::font().pointSizeF();
        QVERIFY(bench.window->dock(QStringLiteral("budgets"))->isVisible());
        bench.press("projector");
        QCOMPARE(QApplication::font().pointSizeF(), before * 1.6);
        QTRY_VERIFY(!bench.window->menuBar()->isVisible());
        QVERIFY(!bench.window->dock(QStringLiteral("budgets"))->isVisible());
        QVERIFY(!bench.window->dock(QStringLiteral("plugins"))->isVisible());
        QVERIFY(bench.window->dock(QStringLiteral("strip"))->isVisible());
        bench.press("projector");
        QVERIFY(std::abs(QApplication::font().pointSizeF() - before) < 1e-9);
        QTRY_VERIFY(bench.window->menuBar()->isVisible());
        for (QToolBar* bar : bench.window->findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly)) {
            QCOMPARE(bar->isVisible(), bar->objectName() != QLatin1String("stage"));
        }
        QVERIFY(bench.window->dock(QStringLiteral("budgets"))->isVisible());
        QVERIFY(!bench.window->dock(QStringLiteral("run"))->isHidden());
    }

    void theProjectorLeavesRoomForEachDock() {
        Bench bench;
        bench.runToEnd();
        bench.window->resize(1280, 800);
        Dock* nll = bench.window->dock(QStringLiteral("nll"));
        Dock* attention = bench.window->dock(QStringLiteral("attention"));
        const auto tabs = [&] { return bench.window->tabifiedDockWidgets(nll).contains(attention); };
        QTRY_VERIFY(!tabs());
        bench.press("projector");
        QTRY_VERIFY(tabs());
        QVERIFY(bench.window->dock(QStringLiteral("story"))->isHidden());
        QTRY_VERIFY(nll->width() > 1000 && nll->height() > 250);
        // One dock alone, and back to the few.
        bench.press("maximise");
        QTRY_VERIFY(nll->isHidden() || attention->isHidden());
        bench.press("maximise");
        QTRY_VERIFY(!nll->isHidden() && !attention->isHidden());
        QTRY_VERIFY(tabs());
        bench.window->resize(2400, 800);
        QTRY_VERIFY(!tabs());
        bench.window->resize(1280, 800);
        QTRY_VERIFY(tabs());
        bench.press("projector");
        QTRY_VERIFY(!tabs());
    }
};

QTEST_MAIN(CommandPaletteTest)
#include "command_palette_test.moc"
