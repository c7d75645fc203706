// SPDX-License-Identifier: GPL-3.0-or-later
/// Looks that the user chooses: size of type, projector, examiner, and one within the other.
#include <QLayout>
#include <QStatusBar>
#include <QToolBar>
#include <QtTest>
#include <algorithm>
#include <clocale>
#include <cmath>

#include "app/workbench/shell/layout/layouts_menu.h"
#include "app/workbench/shell/modes.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

class ModesTest : public QObject {
    Q_OBJECT

    static QStringList shownDocks(const Bench& bench) { return shownDocks(*bench.window); }
    static QStringList shownDocks(const MainWindow& window) {
        QStringList shown;
        for (const DockLayout::Placed& placed : window.docks()) {
            if (!placed.dock->isHidden()) {
                shown += placed.dock->objectName();
            }
        }
        return shown;
    }

 private Q_SLOTS:
    void initTestCase() { std::setlocale(LC_NUMERIC, "C"); }

    void theExaminerLeavesTheLayoutAsItWas() {
        for (const QStringList& presses :
             {QStringList{"examiner", "examiner"}, QStringList{"examiner", "projector", "projector", "examiner"},
              QStringList{"projector", "examiner", "projector", "examiner"},
              QStringList{"projector", "examiner", "examiner", "projector"},
              QStringList{"maximise", "examiner", "examiner"}}) {
            Bench bench;
            bench.runToEnd();
            const QStringList before = shownDocks(bench);
            QVERIFY(before.contains("run") && before.contains("library"));
            // The run may be over before the first layout is: its column is a fifth of the window then.
            QTRY_VERIFY(bench.window->dock("run")->width() <= bench.window->width() / 5);
            const QSize form = bench.window->dock("run")->size();
            for (const QString& name : presses) {
                bench.window->actions().named(name)->trigger();
                if (bench.workspace->namesHidden()) {
                    QVERIFY2(!shownDocks(bench).contains("run"), qPrintable(presses.join(' ')));
                    QVERIFY(!bench.window->dock("strip")->isHidden());
                }
            }
            QVERIFY(!bench.workspace->namesHidden() && !bench.window->modes().projector());
            QCOMPARE(shownDocks(bench), before);
            // The column of which nothing was left is as wide as it was.
            QTRY_VERIFY2(bench.window->dock("run")->width() == form.width(),
                         qPrintable(QStringLiteral("%1: %2, was %3")
                                        .arg(presses.join(' '))
                                        .arg(bench.window->dock("run")->width())
                                        .arg(form.width())));
        }
    }

    void closingInAModeKeepsTheLayout() {
        for (const QStringList& presses :
             {QStringList{"examiner"}, QStringList{"projector"}, QStringList{"projector", "examiner"},
              QStringList{"projector", "layoutTeach"}, QStringList{"examiner", "layoutTeach"},
              QStringList{"projector", "resetLayout"}, QStringList{"maximise"}}) {
            QTemporaryDir folder;
            QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
            Bench bench;
            QStringList before;
            const bool chosen = presses.size() > 1 && presses[1] != "examiner";
            {
                MainWindow window(*bench.workspace, &settings);
                window.show();
                window.dock("budgets")->hide();
                window.dock("attention")->setFloating(true);
                window.dock("attention")->setFloating(false);  // the places are the user's own
                before = shownDocks(window);
                for (const QString& name : presses) {
                    window.actions().named(name)->trigger();
                }
                if (chosen) {
                    window.modes().leave();
                    before = shownDocks(window);
                    QVERIFY(before.contains(presses[1] == "resetLayout" ? "budgets" : "story"));
                }
                QVERIFY(window.close());
            }
            QVERIFY(!bench.workspace->namesHidden());
            QCOMPARE(settings.value("layout/own").toBool(), !chosen);
            MainWindow again(*bench.workspace, &settings);
            again.show();
            QVERIFY2(shownDocks(again) == before, qPrintable(presses.join(' ') + ": " + shownDocks(again).join(' ')));
            for (const QToolBar* bar : again.findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly)) {
                QCOMPARE(bar->isVisible(), bar->objectName() != QLatin1String("stage"));
            }
        }
    }

    void whatIsKeptInAModeIsTheLayoutWithoutIt() {
        Bench bench;
        bench.runToEnd();
        const QStringList before = shownDocks(*bench.window);
        for (const char* mode : {"examiner", "projector", "maximise"}) {
            QTemporaryDir folder;
            QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
            MainWindow window(*bench.workspace, &settings);
            window.show();
            showDocks(window);
            auto* menu = window.findChild<LayoutsMenu*>();
            window.actions().named(QLatin1String(mode))->trigger();
            QVERIFY(menu->keep(QStringLiteral("mine")));
            window.actions().named(QLatin1String(mode))->trigger();
            window.dock("library")->hide();
            Q_EMIT menu->aboutToShow();
            for (QAction* action : menu->actions()) {
                if (action->text() == QLatin1String("mine")) {
                    action->trigger();
                    break;
                }
            }
            QVERIFY2(shownDocks(window) == before, qPrintable(mode + QString(": ") + shownDocks(window).join(' ')));
        }
    }

    void aLayoutThatIsChosenInAModeStays() {
        for (const char* layout : {"task-compare", "layoutTeach", "resetLayout"}) {
            QStringList plain, inFront;
            for (const QStringList& modes : {QStringList(), QStringList{"projector"}, QStringList{"examiner"},
                                             QStringList{"examiner", "projector"}, QStringList{"projector", "examiner"},
                                             QStringList{"maximise", "examiner"}}) {
                Bench bench;
                bench.runToEnd();
                const auto turn = [&] {
                    for (const QString& mode : modes) {
                        if (mode != "maximise" || !bench.workspace->namesHidden()) {
                            bench.window->actions().named(mode)->trigger();
                        }
                    }
                };
                turn();
                bench.press(layout);
                if (bench.workspace->namesHidden()) {
                    QVERIFY(!shownDocks(bench).contains("run"));
                }
                bench.window->modes().leave();
                const QString which = layout + (QLatin1Char(' ') + modes.join(' ')) + ": ";
                const auto fronts = [&] {
                    QStringList docks;
                    for (const DockLayout::Placed& placed : bench.window->docks()) {
                        if (placed.dock->shown()) {
                            docks += placed.dock->objectName();
                        }
                    }
                    return docks;
                };
                if (modes.isEmpty()) {
                    plain = shownDocks(bench);
                    inFront = fronts();
                    continue;
                }
                QVERIFY2(shownDocks(bench) == plain, qPrintable(which + shownDocks(bench).join(' ')));
                QTRY_VERIFY2(fronts() == inFront,
                             qPrintable(which + fronts().join(' ') + ", not " + inFront.join(' ')));
                for (const QToolBar* bar :
                     bench.window->findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly)) {
                    QTRY_COMPARE(bar->isVisible(), bar->objectName() != QLatin1String("stage"));
                }
            }
        }
    }

    void whatIsMovedWhileNamesAreHiddenStays() {
        QTemporaryDir folder;
        QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
        Bench bench;
        MainWindow window(*bench.workspace, &settings);
        window.show();
        showDocks(window);
        auto* menu = window.findChild<LayoutsMenu*>();
        const auto choose = [&](const char* name) {
            Q_EMIT menu->aboutToShow();
            for (QAction* action : menu->actions()) {
                if (action->text() == QLatin1String(name)) {
                    action->trigger();
                    return;
                }
            }
            QFAIL(name);
        };
        window.dock("nll")->hide();
        QVERIFY(menu->keep(QStringLiteral("without loss")));
        window.dock("nll")->show();
        window.actions().named("examiner")->trigger();
        window.dock("budgets")->hide();
        window.addDockWidget(Qt::BottomDockWidgetArea, window.dock("memory"));
        QVERIFY(menu->keep(QStringLiteral("without budgets")));
        window.actions().named("examiner")->trigger();
        QVERIFY(shownDocks(window).contains("run") && !shownDocks(window).contains("budgets"));
        QCOMPARE(window.dockWidgetArea(window.dock("memory")), Qt::BottomDockWidgetArea);
        const QStringList without = shownDocks(window);
        window.actions().named("resetLayout")->trigger();
        choose("without budgets");
        QCOMPARE(shownDocks(window), without);
        QCOMPARE(window.dockWidgetArea(window.dock("memory")), Qt::BottomDockWidgetArea);
        window.actions().named("examiner")->trigger();
        choose("without loss");
        QVERIFY(!shownDocks(window).contains("run") && shownDocks(window).contains("budgets"));
        window.actions().named("examiner")->trigger();
        QVERIFY(shownDocks(window).contains("run") && !shownDocks(window).contains("nll"));
    }

    void aDockThatIsWithheldIsNotShownSilently() {
        Bench bench;
        bench.runToEnd();
        QStringList said;
        connect(bench.workspace.get(), &Workspace::notice, this, [&](const QString& sentence) { said += sentence; });
        bench.press("examiner");
        said.clear();
        bench.press("layoutTeach");  // nobody asked for one of them
        QVERIFY2(said.filter("hides the dock").isEmpty(), qPrintable(said.join('|')));
        bench.window->focusDock(*bench.window->dock("run"));
        QVERIFY(bench.window->dock("run")->isHidden());
        QCOMPARE(said.filter("hides the dock").size(), 1);
    }

    void theExaminerTellsNothingByExportsAndCopies() {
        Bench bench;
        bench.runToEnd();
        bench.press("examiner");
        for (const char* name :
             {"exportFigure", "exportOneColumn", "exportSlide", "figures", "exportAll", "copyCommand"}) {
            QVERIFY2(!bench.window->actions().named(QString::fromLatin1(name))->isEnabled(), name);
        }
        bench.window->focusDock(*bench.window->dock("nll"));
        QGuiApplication::clipboard()->clear();
        bench.press("copy");
        const auto copied = [] { return QGuiApplication::clipboard()->text(); };
        QTRY_VERIFY(!copied().isEmpty());
        QVERIFY2(!copied().contains("streaming"), qPrintable(copied().left(400)));
    }
    /// Docks that come back may make the window larger, which must not place them anew meanwhile.
    void theHallIsLeftIntoAWindowThatGrows() {
        Bench bench;
        bench.window->fitTo({1280, 800});
        bench.runToEnd();
        const QStringList before = shownDocks(bench);
        for (const int growth : {700, 1500}) {
            bench.press("projector");
            QCoreApplication::processEvents();
            bench.window->dock("run")->setMinimumWidth(growth);
            bench.window->dock("budgets")->setMinimumHeight(growth);
            bench.press("projector");
            QCoreApplication::processEvents();
            QCOMPARE(shownDocks(bench), before);
        }
    }
    void theHallIsLeftAsItWasEntered_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<QString>("layout");
        for (const QSize size : {QSize(1600, 1000), QSize(1366, 768), QSize(1024, 740)}) {
            for (const char* layout : {"resetLayout", "task-compare", "layoutTeach", "task-author", "own", "moved"}) {
                QTest::addRow("%s at %d", layout, size.width()) << size << QString::fromLatin1(layout);
            }
        }
    }
    void theHallIsLeftAsItWasEntered() {
        QFETCH(QSize, size);
        QFETCH(QString, layout);
        Bench bench;
        bench.runToEnd();
        bench.window->fitTo(size);
        QTRY_COMPARE(bench.window->size(), size);
        if (layout == "own") {
            bench.window->dock("budgets")->hide();
            bench.window->addDockWidget(Qt::BottomDockWidgetArea, bench.window->dock("problems"));
        } else if (layout == "moved") {
            bench.window->resizeDocks({bench.window->dock("run"), bench.window->dock("strip")}, {300, 500},
                                      Qt::Horizontal);
            bench.window->resizeDocks({bench.window->dock("strip"), bench.window->dock("nll")}, {260, 200},
                                      Qt::Vertical);
        } else {
            bench.window->actions().named(layout)->trigger();
        }
        const auto places = [&] {
            QMap<QString, QRect> all;
            for (const DockLayout::Placed& placed : bench.window->docks()) {
                if (placed.dock->shown()) {
                    all[placed.dock->objectName()] = placed.dock->geometry();
                }
            }
            return all;
        };
        QTRY_COMPARE(bench.window->size(), size);
        QCoreApplication::processEvents();
        bench.window->layout()->invalidate();  // docks that were never shown ask for their room by now
        QCoreApplication::processEvents();
        QTRY_COMPARE(bench.window->size(), size);
        const QMap<QString, QRect> before = places();
        QVERIFY(!before.isEmpty());  // in a narrow window a task may be one place with tabs
        // But for a line of a dock that has grown meanwhile, or a form that still asks for the room of larger type.
        constexpr int kLine = 24;
        const auto areBack = [&] {
            const auto now = places();
            return now.keys() == before.keys() && std::all_of(now.keyBegin(), now.keyEnd(), [&](const QString& id) {
                       const QRect off(now[id].topLeft() - before[id].topLeft(),
                                       now[id].bottomRight() - before[id].bottomRight());
                       return std::abs(off.left()) <= kLine && std::abs(off.top()) <= kLine &&
                              std::abs(off.right()) <= kLine && std::abs(off.bottom()) <= kLine;
                   });
        };
        for (const char* mode : {"projector", "projector", "maximise"}) {
            bench.press(mode);
            QCoreApplication::processEvents();
            QVERIFY(places() != before);
            bench.press(mode);
            QTRY_COMPARE(bench.window->size(), size);
            QTRY_VERIFY(areBack());
        }
    }
    /// The docks come back over some turns of the event loop; what is raised meanwhile is the user's.
    void whatIsRaisedAfterAModeStays_data() {
        QTest::addColumn<QString>("mode");
        QTest::newRow("maximise") << QStringLiteral("maximise");
        QTest::newRow("projector") << QStringLiteral("projector");
    }
    void whatIsRaisedAfterAModeStays() {
        QFETCH(QString, mode);
        Bench bench;
        bench.runToEnd();
        bench.window->fitTo(QSize(1600, 1000));
        Dock *budgets = bench.window->dock("budgets"), *cache = bench.window->dock("cache");
        bench.window->focusDock(*cache);
        QTRY_VERIFY(cache->shown() && !budgets->shown());
        bench.window->focusDock(*bench.window->dock("nll"));
        const auto& layout = *bench.window->findChild<DockLayout*>();
        bench.press(qPrintable(mode));
        QCoreApplication::processEvents();
        bench.press("clear");
        QVERIFY(layout.returning());
        QCoreApplication::processEvents();
        bench.window->focusDock(*budgets);
        QTRY_VERIFY(!layout.returning());
        QVERIFY(budgets->shown() && !cache->shown());
    }
    /// And of what is brought back after the next time, however soon that is.
    void whatIsRaisedAfterAModeIsRememberedAtOnce() {
        Bench bench;
        bench.runToEnd();
        bench.window->fitTo(QSize(1600, 1000));
        Dock *budgets = bench.window->dock("budgets"), *cache = bench.window->dock("cache");
        bench.window->focusDock(*cache);
        QTRY_VERIFY(cache->shown() && !budgets->shown());
        const auto& layout = *bench.window->findChild<DockLayout*>();
        bench.press("maximise");
        QCoreApplication::processEvents();
        bench.press("maximise");
        QCoreApplication::processEvents();
        bench.window->focusDock(*budgets);
        QVERIFY(layout.returning());
        bench.press("maximise");
        QVERIFY(layout.maximised());
        QCoreApplication::processEvents();
        QCOMPARE(shownDocks(bench), QStringList{"budgets"});
        bench.press("maximise");
        QTRY_VERIFY(!layout.returning());
        QTRY_VERIFY(budgets->shown() && !cache->shown());
    }
    void escapeLeavesWhatHidesTheWindow() {
        Bench bench;
        bench.runToEnd();
        const QStringList before = shownDocks(bench);
        bench.press("projector");
        bench.workspace->selection().setTokens({4});
        bench.press("clear");  // what is selected goes first
        QVERIFY(bench.workspace->selection().tokens().empty() && bench.window->modes().projector());
        bench.press("clear");
        QVERIFY(!bench.window->modes().projector());
        bench.press("maximise");
        QCOMPARE(shownDocks(bench).size(), 1);
        bench.press("clear");
        QCOMPARE(shownDocks(bench), before);
        bench.window->setWindowState(Qt::WindowFullScreen);
        bench.press("clear");
        QVERIFY(!bench.window->isFullScreen());
        bench.press("examiner");
        bench.press("clear");  // a key pressed by chance does not tell the names
        QVERIFY(bench.workspace->namesHidden());
    }
    void theExaminerStaysInTheHall() {
        Bench bench;
        bench.runToEnd();
        bench.press("projector");
        bench.press("examiner");
        QVERIFY(bench.window->modes().projector() && bench.workspace->namesHidden());
        QVERIFY(!shownDocks(bench).contains("run"));
        bench.press("examiner");
        QVERIFY(bench.window->modes().projector() && !bench.workspace->namesHidden());
    }
};

QTEST_MAIN(ModesTest)
#include "modes_test.moc"
