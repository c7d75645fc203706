// SPDX-License-Identifier: GPL-3.0-or-later
/// Tasks, and named layouts: kept under a name, given back.
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QToolBar>
#include <QtTest>
#include <clocale>

#include "app/workbench/session/view_history.h"
#include "app/workbench/shell/commands/command_palette.h"
#include "app/workbench/shell/commands/key_editor.h"
#include "app/workbench/shell/commands/key_guard.h"
#include "app/workbench/shell/layout/layouts_menu.h"
#include "app/workbench/shell/layout/tasks.h"
#include "app/workbench/views/common/dock_title.h"
#include "app/workbench/views/common/widgets/type_scale.h"
#include "tests/app/workbench/colours.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

class LayoutsTest : public QObject {
    Q_OBJECT

    static QStringList visible(const MainWindow& window) {
        QStringList ids;
        for (const DockLayout::Placed& placed : window.docks()) {
            if (!placed.dock->isHidden()) {
                ids += placed.dock->objectName();
            }
        }
        ids.sort();
        return ids;
    }
    static const DockLayout& layoutOf(const MainWindow& window) { return *window.findChild<DockLayout*>(); }

 private Q_SLOTS:
    void initTestCase() { std::setlocale(LC_NUMERIC, "C"); }

    void everyTaskShowsFewDocks_data() {
        QTest::addColumn<QStringList>("docks");
        QTest::newRow("task-explore") << QStringList{"attention", "budgets", "nll", "run", "strip"};
        QTest::newRow("task-compare") << QStringList{"lanes", "nll", "runs", "side-by-side"};
        QTest::newRow("task-cache") << QStringList{"cache", "hindsight", "preference"};
        QTest::newRow("task-sweep") << QStringList{"evaluation", "sweep"};
        QTest::newRow("task-library") << QStringList{"library"};
        QTest::newRow("task-author") << QStringList{"contract", "playground", "plugins", "problems"};
        QCOMPARE(tasks().size(), std::size_t{6});
    }
    void everyTaskShowsFewDocks() {
        QFETCH(QStringList, docks);
        Bench bench;
        bench.press("task-library");
        bench.press(QTest::currentDataTag());
        bench.press("resetLayout");  // the bench shows all docks in the first task
        QCOMPARE(visible(*bench.window), docks);
        const QAction* command = bench.window->actions().named(QString::fromLatin1(QTest::currentDataTag()));
        QVERIFY(command->isChecked() && !command->icon().isNull());
        QVERIFY(QString::fromLatin1(QTest::currentDataTag()).endsWith(layoutOf(*bench.window).task()));
        const auto* bar = bench.window->findChild<QToolBar*>(QStringLiteral("tasks"));
        QVERIFY(bar != nullptr && bar->isVisible());
        QVERIFY(bar->actions().contains(const_cast<QAction*>(command)));
    }
    /// The first dock of a task lies in front, the strip above, forms at the right edge.
    void theDocksOfATaskLieAsItSays() {
        const QTemporaryDir folder;
        Workspace workspace(manifestsOnly(folder), fakeEngine());
        MainWindow window(workspace, nullptr);
        window.show();
        QTRY_COMPARE(window.size(), QSize(1600, 1000));
        const auto place = [&](const char* id) { return window.dock(QString::fromLatin1(id))->geometry(); };
        QTRY_VERIFY(place("strip").bottom() < place("nll").top());
        QVERIFY(place("nll").bottom() < place("budgets").top());
        QVERIFY(place("nll").right() < place("attention").left());
        QVERIFY(place("attention").right() <= place("strip").right() + 2);
        QVERIFY(place("strip").right() < place("run").left());
        QVERIFY(place("run").height() > place("strip").height() + place("nll").height());
        window.actions().named(QStringLiteral("task-author"))->trigger();
        QTRY_VERIFY(window.dock(QStringLiteral("contract"))->shown());
        QTRY_VERIFY(!window.dock(QStringLiteral("playground"))->shown());
        QTRY_VERIFY(place("contract").right() < place("plugins").left());
        // A dock that is asked for opens in this task.
        window.focusDock(*window.dock(QStringLiteral("run")));
        QTRY_VERIFY(window.dock(QStringLiteral("run"))->shown());
        QTRY_VERIFY(place("plugins").right() < place("run").left());
        QCOMPARE(layoutOf(window).task(), QStringLiteral("author"));
    }
    void aTaskRemembersWhatWasMovedInIt() {
        const QTemporaryDir folder;
        QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
        Workspace workspace(manifestsOnly(folder), fakeEngine());
        const auto hasHindsight = [](const MainWindow& window) { return visible(window).contains("hindsight"); };
        {
            MainWindow window(workspace, &settings);
            window.show();
            const auto press = [&](const char* name) { window.actions().named(QLatin1String(name))->trigger(); };
            press("task-cache");
            window.dock(QStringLiteral("hindsight"))->hide();
            window.addDockWidget(Qt::BottomDockWidgetArea, window.dock(QStringLiteral("preference")));
            window.dock(QStringLiteral("cache"))->title().setFolded(true);
            press("task-explore");
            QCOMPARE(visible(window), (QStringList{"attention", "budgets", "nll", "run", "strip"}));
            QVERIFY(window.dockWidgetArea(window.dock(QStringLiteral("preference"))) != Qt::BottomDockWidgetArea);
            press("task-cache");
            QCOMPARE(visible(window), (QStringList{"cache", "preference"}));
            QCOMPARE(window.dockWidgetArea(window.dock(QStringLiteral("preference"))), Qt::BottomDockWidgetArea);
            press("task-compare");
            window.dock(QStringLiteral("runs"))->hide();
            QVERIFY(window.close());
        }
        MainWindow again(workspace, &settings);
        again.show();
        const auto press = [&](const char* name) { again.actions().named(QLatin1String(name))->trigger(); };
        QVERIFY(again.actions().named(QStringLiteral("task-compare"))->isChecked());
        QCOMPARE(visible(again), (QStringList{"lanes", "nll", "side-by-side"}));
        QVERIFY(again.dock(QStringLiteral("cache"))->title().folded());
        QVERIFY(!again.dock(QStringLiteral("nll"))->title().folded());
        press("task-cache");
        QVERIFY(!hasHindsight(again));
        press("resetLayout");
        QVERIFY(hasHindsight(again));
        QVERIFY(again.dockWidgetArea(again.dock(QStringLiteral("preference"))) != Qt::BottomDockWidgetArea);
    }
    /// Not what lies hidden, nor whatever control comes next.
    void theKeysGoToTheFirstViewOfATask() {
        Bench bench;
        bench.runToEnd();
        QVERIFY(bench.activate());
        bench.window->focusDock(*bench.window->dock(QStringLiteral("strip")));
        for (const auto& [task, dock] : {std::pair{"task-library", "library"}, std::pair{"task-cache", "cache"}}) {
            bench.press(task);
            QTRY_COMPARE(bench.window->lastDock(), bench.window->dock(QString::fromLatin1(dock)));
        }
        bench.press("maximise");
        QCOMPARE(visible(*bench.window), QStringList{"cache"});
    }
    void aTaskIsTakenBack() {
        Bench bench;
        auto& history = *bench.window->findChild<ViewHistory*>();
        history.settle();
        const QStringList before = visible(*bench.window);
        bench.press("task-sweep");
        history.settle();
        bench.press("undo");
        QCOMPARE(visible(*bench.window), before);
        QCOMPARE(layoutOf(*bench.window).task(), QStringLiteral("explore"));
        QVERIFY(bench.window->actions().named(QStringLiteral("task-explore"))->isChecked());
        bench.press("redo");
        QCOMPARE(visible(*bench.window), (QStringList{"evaluation", "sweep"}));
        QVERIFY(bench.window->actions().named(QStringLiteral("task-sweep"))->isChecked());
    }
    void aTaskWhoseDocksAreWithheldSaysSo() {
        Bench bench;
        bench.runToEnd();
        QStringList said;
        connect(bench.workspace.get(), &Workspace::notice, this, [&](const QString& sentence) { said += sentence; });
        bench.press("examiner");
        bench.press("task-library");
        QCOMPARE(visible(*bench.window), QStringList());
        QVERIFY2(said.back().contains(QStringLiteral("hides the docks of this task")), qPrintable(said.back()));
        bench.press("task-cache");
        QCOMPARE(visible(*bench.window), QStringList{"cache"});
        bench.press("task-library");
        bench.press("examiner");
        QTRY_COMPARE(visible(*bench.window), QStringList{"library"});
    }
    /// One task in a hall, another one chosen there: it stays.
    void aTaskThatIsChosenInTheHallStays() {
        Bench bench;
        bench.press("projector");
        bench.press("task-cache");
        QCOMPARE(visible(*bench.window), (QStringList{"cache", "hindsight", "preference"}));
        bench.press("projector");
        QTRY_COMPARE(visible(*bench.window), (QStringList{"cache", "hindsight", "preference"}));
        QCOMPARE(layoutOf(*bench.window).task(), QStringLiteral("cache"));
    }
    /// A window of a version without tasks: what its user moved stays, its first layout does not.
    void layoutsOfOlderVersionsAreRead() {
        for (const bool own : {false, true}) {
            const QTemporaryDir folder;
            QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
            Workspace workspace(manifestsOnly(folder), fakeEngine());
            QStringList before;
            {
                MainWindow window(workspace, &settings);
                window.show();
                showDocks(window);
                before = visible(window);
                QVERIFY(window.close());
            }
            settings.remove(QStringLiteral("layout/task"));
            settings.setValue(QStringLiteral("layout/own"), own);
            MainWindow window(workspace, &settings);
            window.show();
            QCOMPARE(visible(window), own ? before : QStringList({"attention", "budgets", "nll", "run", "strip"}));
        }
    }

    /// As wide as where one is opened: it is text to read.
    void theStoryOfTheTeachLayoutCanBeRead() {
        Bench bench;
        bench.runToEnd();
        bench.press("layoutTeach");
        const Dock* story = bench.window->dock(QStringLiteral("story"));
        QTRY_VERIFY2(story->width() >= storyWidth(bench.window->width()) - 8,
                     qPrintable(QString::number(story->width())));
    }

    /// Not to whatever button comes next in the window: Space is to pause the run, arrows to move through it.
    void keysGoToAViewWhereTheirDockIsHidden() {
        Bench bench;
        bench.runToEnd();
        QVERIFY(bench.activate());
        QWidget* text = bench.window->dock(QStringLiteral("run"))->findChild<QComboBox*>(QStringLiteral("text"));
        const auto where = [] {
            const QWidget* focused = QApplication::focusWidget();
            QByteArray names;
            for (const QWidget* each = focused; each != nullptr; each = each->parentWidget()) {
                names += QByteArray(each->metaObject()->className()) + '<';
            }
            return names;
        };
        const auto onView = [] {
            const QWidget* focused = QApplication::focusWidget();
            const bool control = focused == nullptr || focused->inherits("QComboBox") ||
                                 focused->inherits("QAbstractButton") || focused->inherits("QAbstractSpinBox");
            while (focused != nullptr && qobject_cast<const Dock*>(focused) == nullptr) {
                focused = focused->parentWidget();
            }
            return !control && focused != nullptr && focused->isVisible();
        };
        for (const char* hides : {"projector", "examiner"}) {
            text->setFocus();
            QCOMPARE(QApplication::focusWidget(), text);
            bench.press(hides);
            QTRY_VERIFY2(onView(), where().constData());
            bench.press(hides);
            QTRY_VERIFY2(text->isVisible() && onView(), where().constData());
        }
    }

    /// A button behind another tab is not pressed: the keys are the window's.
    void keysLeaveADockThatGoesBehindAnother() {
        Bench bench;
        bench.startPaused();
        QVERIFY(bench.activate());
        Dock *plugins = bench.window->dock(QStringLiteral("plugins")), *run = bench.window->dock(QStringLiteral("run"));
        bench.window->focusDock(*plugins);
        QTRY_VERIFY(plugins->shown());
        auto* use = plugins->findChild<QPushButton*>(QStringLiteral("usePlugin"));
        QTRY_VERIFY(use->isEnabled());
        use->setFocus();
        const QSignalSpy used(use, &QPushButton::clicked);
        run->raise();
        QTRY_VERIFY(run->shown() && !plugins->shown());
        QTRY_VERIFY(!use->hasFocus());
        bench.key(Qt::Key_Space);
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        QCOMPARE(used.count(), 0);
    }

    void tabStaysAmongWhatIsSeen() {
        Bench bench;
        bench.runToEnd();
        QVERIFY(bench.activate());
        bench.window->focusDock(*bench.window->dock(QStringLiteral("run")));
        bench.key(Qt::Key_Tab);
        const QWidget* first = QApplication::focusWidget();
        QSet<const QWidget*> walked;
        QWidget* next = nullptr;
        while ((next = KeyGuard::nextInSight(bench.window.get(), true)) != nullptr && !walked.contains(next)) {
            walked.insert(next);
            next->setFocus(Qt::TabFocusReason);
            for (const QWidget* each = next; each != nullptr; each = each->parentWidget()) {
                if (const auto* dock = qobject_cast<const Dock*>(each)) {
                    QVERIFY2(dock->shown(), qPrintable(dock->objectName()));
                }
            }
        }
        QVERIFY2(walked.size() > 20, qPrintable(QString::number(walked.size())));
        QVERIFY(walked.contains(first));  // once around
    }

    void everySizeOfScreenHoldsTheDocks() {
        for (const QSize size : {QSize(1024, 700), QSize(3840, 2160), QSize(1024, 700)}) {
            Bench bench;
            bench.runToEnd();
            bench.window->fitTo(size);
            bench.window->resize(size);
            QTRY_COMPARE(bench.window->size(), size);
            for (const char* layout : {"resetLayout", "layoutTeach", "task-compare", "task-cache", "task-sweep",
                                       "task-library", "task-author"}) {
                bench.press(layout);
                QCoreApplication::processEvents();
                QTRY_COMPARE(bench.window->size(), size);
                QList<QRect> places;
                for (const DockLayout::Placed& placed : bench.window->docks()) {
                    if (!placed.dock->shown()) {
                        continue;
                    }
                    const QRect place = placed.dock->geometry();
                    const QByteArray which = QByteArray(layout) + ' ' + placed.entry.id;
                    QVERIFY2(bench.window->rect().contains(place), which.constData());
                    QVERIFY2(place.width() >= 80 && place.height() >= 60, which.constData());
                    for (const QRect& other : places) {
                        QVERIFY2(!other.intersects(place), which.constData());
                    }
                    places += place;
                }
                QVERIFY(!places.isEmpty());
                // A large screen is used: docks side by side, not all behind each other.
                QVERIFY(size.width() < 2000 || qstrcmp(layout, "resetLayout") != 0 || places.size() == 5);
                QVERIFY(coloursOf(bench.window->grab().toImage()) > 12);
            }
        }
    }

    void theUsersOwnAreInThePalette() {
        const QTemporaryDir folder;
        QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
        Workspace workspace(manifestsOnly(folder), fakeEngine());
        MainWindow window(workspace, &settings);
        window.show();
        window.dock(QStringLiteral("budgets"))->hide();
        const QStringList mine = visible(window);
        QVERIFY(window.findChild<LayoutsMenu*>()->keep(QStringLiteral("mine")));
        window.actions().named(QStringLiteral("resetLayout"))->trigger();
        QVERIFY(visible(window) != mine);
        window.actions().named(QStringLiteral("palette"))->trigger();
        auto* palette = window.findChild<CommandPalette*>();
        QTest::keyClicks(palette->findChild<QLineEdit*>(), QStringLiteral("mine"));
        QCOMPARE(palette->findChild<QListWidget*>()->currentItem()->text(), QStringLiteral("Layout: mine"));
        QTest::keyClick(palette->findChild<QLineEdit*>(), Qt::Key_Return);
        QTRY_COMPARE(visible(window), mine);
    }

    void aLayoutIsKeptAndComesBack() {
        const QTemporaryDir folder;
        QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
        Workspace workspace(manifestsOnly(folder), fakeEngine());
        MainWindow window(workspace, &settings);
        window.show();
        auto* menu = window.findChild<LayoutsMenu*>();
        QVERIFY(menu != nullptr);
        window.dock(QStringLiteral("budgets"))->hide();
        const QStringList mine = visible(window);
        QVERIFY(!menu->keep(QStringLiteral("teach")));
        QVERIFY(!menu->keep(QStringLiteral("  ")));
        QVERIFY(menu->keep(QStringLiteral("Mine / for the paper")));
        window.actions().named(QStringLiteral("resetLayout"))->trigger();
        QVERIFY(visible(window) != mine);
        Q_EMIT menu->aboutToShow();
        QAction* back = nullptr;
        for (QAction* action : menu->actions()) {
            back = action->text() == QLatin1String("Mine / for the paper") ? action : back;
        }
        QVERIFY(back != nullptr);
        back->trigger();
        QCOMPARE(visible(window), mine);
    }

    void placesOfOnesOwnComeBackInTheSizeTheyWereKeptIn() {
        const QTemporaryDir folder;
        QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
        Workspace workspace(manifestsOnly(folder), fakeEngine());
        MainWindow window(workspace, &settings);
        window.show();
        QTRY_COMPARE(window.size(), QSize(1600, 1000));
        auto* budgets = window.dock(QStringLiteral("budgets"));
        const auto usual = window.dockWidgetArea(budgets);
        QVERIFY(usual != Qt::BottomDockWidgetArea);
        window.addDockWidget(Qt::BottomDockWidgetArea, budgets);
        window.resize(1300, 1000);  // with another number of columns, were it not the user's own
        QTRY_COMPARE(window.width(), 1300);
        auto* menu = window.findChild<LayoutsMenu*>();
        QVERIFY(menu->keep(QStringLiteral("mine")));
        window.actions().named(QStringLiteral("resetLayout"))->trigger();
        QCOMPARE(window.dockWidgetArea(budgets), usual);
        const auto choose = [&] {
            Q_EMIT menu->aboutToShow();
            const QList<QAction*> actions = menu->actions();
            for (QAction* action : actions) {
                if (action->text() == QLatin1String("mine")) {
                    action->trigger();
                    return;
                }
            }
        };
        choose();
        QCOMPARE(window.dockWidgetArea(budgets), Qt::BottomDockWidgetArea);
        // And once more: kept again as it is now, it is still of this size.
        QVERIFY(menu->keep(QStringLiteral("mine")));
        window.actions().named(QStringLiteral("resetLayout"))->trigger();
        choose();
        QCOMPARE(window.dockWidgetArea(budgets), Qt::BottomDockWidgetArea);
    }

    void aFloatingDockFillsTheWindowAndFloatsAgain() {
        Bench bench;
        Dock* nll = bench.window->dock(QStringLiteral("nll"));
        nll->setFloating(true);
        bench.window->focusDock(*nll);
        const QStringList before = visible(*bench.window);
        bench.press("maximise");
        QCOMPARE(visible(*bench.window), QStringList{"nll"});
        QVERIFY(!nll->isFloating());
        QTRY_VERIFY(nll->width() > bench.window->width() * 3 / 4);
        bench.press("maximise");
        QCOMPARE(visible(*bench.window), before);
        QVERIFY(nll->isFloating());
    }

    void aCommandGetsAnotherKey() {
        const QTemporaryDir folder;
        QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
        Workspace workspace(manifestsOnly(folder), fakeEngine());
        {
            MainWindow window(workspace, &settings);
            KeyEditor editor(window.actions(), &settings, &window);
            const QAction* run = window.actions().named(QStringLiteral("run"));
            QCOMPARE(editor.give(QStringLiteral("run"), Qt::Key_R), QString());
            QCOMPARE(run->shortcut(), QKeySequence(Qt::Key_R));
            QVERIFY(run->toolTip().contains(QStringLiteral("(R)")));
            QVERIFY(editor.give(QStringLiteral("stop"), Qt::Key_R).contains(QStringLiteral("Run")));
            QVERIFY(!editor.give(QStringLiteral("stop"), Qt::CTRL | Qt::Key_Q).isEmpty());
            QCOMPARE(editor.give(QStringLiteral("unlink"), {}), QString());
        }
        MainWindow window(workspace, &settings);
        QCOMPARE(window.actions().named(QStringLiteral("run"))->shortcut(), QKeySequence(Qt::Key_R));
        QVERIFY(window.actions().named(QStringLiteral("unlink"))->shortcuts().isEmpty());
        KeyEditor editor(window.actions(), &settings, &window);
        editor.giveUsual(QStringLiteral("run"));
        QCOMPARE(window.actions().named(QStringLiteral("run"))->shortcut(), QKeySequence(Qt::Key_Space));
        QVERIFY(!settings.contains(QStringLiteral("keys/run")));
    }

    void twoCommandsChangeKeysForGood() {
        const QTemporaryDir folder;
        QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
        Workspace workspace(manifestsOnly(folder), fakeEngine());
        const QString run = QStringLiteral("run"), fork = QStringLiteral("fork"), stop = QStringLiteral("stop");
        {
            MainWindow window(workspace, &settings);
            KeyEditor editor(window.actions(), &settings, &window);
            QCOMPARE(editor.give(run, {}), QString());
            QCOMPARE(editor.give(fork, Qt::Key_Space), QString());
            QCOMPARE(editor.give(run, Qt::Key_F), QString());
        }
        settings.setValue(QStringLiteral("keys/stop"), QStringLiteral("F"));  // of two with one key the first has it
        const MainWindow window(workspace, &settings);
        QCOMPARE(window.actions().named(run)->shortcut(), QKeySequence(Qt::Key_F));
        QCOMPARE(window.actions().named(fork)->shortcut(), QKeySequence(Qt::Key_Space));
        QCOMPARE(window.actions().named(stop)->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_Period));
    }

    /// A key that cannot be had does not cost another command the one it was given.
    void aKeyThatIsRefusedTakesNoOther() {
        const QTemporaryDir folder;
        QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
        settings.setValue(QStringLiteral("keys/run"), QStringLiteral("Ctrl+Q"));
        settings.setValue(QStringLiteral("keys/fork"), QStringLiteral("Space"));
        Workspace workspace(manifestsOnly(folder), fakeEngine());
        const MainWindow window(workspace, &settings);
        QVERIFY(!window.actions().named(QStringLiteral("run"))->shortcuts().contains(QKeySequence(Qt::Key_Space)));
        QCOMPARE(window.actions().named(QStringLiteral("fork"))->shortcut(), QKeySequence(Qt::Key_Space));
    }

    void whatIsNoLayoutIsASentence() {
        const QTemporaryDir folder;
        QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
        settings.setValue(QStringLiteral("layouts/old"), QByteArray("of long ago"));
        Workspace workspace(manifestsOnly(folder), fakeEngine());
        MainWindow window(workspace, &settings);
        window.show();
        auto* menu = window.findChild<LayoutsMenu*>();
        QString said;
        connect(menu, &LayoutsMenu::notice, this, [&](const QString& sentence) { said = sentence; });
        const QStringList before = visible(window);
        Q_EMIT menu->aboutToShow();
        for (QAction* action : menu->actions()) {
            if (action->text() == QLatin1String("old")) {
                action->trigger();
            }
        }
        QVERIFY2(said.contains("old"), qPrintable(said));
        QCOMPARE(visible(window), before);
    }
};

QTEST_MAIN(LayoutsTest)
#include "layouts_test.moc"
