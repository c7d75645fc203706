// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/main_window.h"

#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTabBar>
#include <QTemporaryDir>
#include <QToolBar>
#include <QToolButton>
#include <QWindow>
#include <QtTest>

#include "app/workbench/plot/plot.h"
#include "app/workbench/session/files/recent_bundles.h"
#include "app/workbench/shell/modes.h"
#include "app/workbench/views/common/dock_title.h"
#include "app/workbench/views/strip/strip_view.h"
#include "core/figures/figures.h"
#include "tests/app/workbench/colours.h"
#include "tests/app/workbench/shell/window_bench.h"
#include "tests/support/german_locale.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

class MainWindowTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() { QVERIFY(tests::numbersAsInMain()); }

    void opensOnTheExampleWithoutAnEngine() {
        Bench bench;
        QVERIFY(bench.window->isVisible());
        QCOMPARE(bench.state(), SessionState::Empty);
        QVERIFY(bench.window->findChild<QPushButton*>(QStringLiteral("runExample")) != nullptr);
        QCOMPARE(bench.workspace->draft().form().policyText(), QStringLiteral("streaming:recent=256"));
        QVERIFY(bench.workspace->draft().spec().has_value());
    }
    void oneClickRunsTheExample() {
        Bench bench;
        bench.window->findChild<QPushButton*>(QStringLiteral("runExample"))->click();
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        QTRY_COMPARE(bench.window->findChild<StripView*>()->count(), 200);
    }
    void hiddenDocksDoNoWork() {
        Bench bench;
        Dock* strip = bench.window->dock(QStringLiteral("strip"));
        strip->hide();
        QCoreApplication::processEvents();
        const int before = strip->refreshes();
        bench.runToEnd();
        QCOMPARE(strip->refreshes(), before);
        strip->show();
        QTRY_COMPARE(strip->refreshes(), before + 1);
    }
    void bundlesThatWereSavedOrOpenedAreRecent() {
        QTemporaryDir folder;
        Bench bench;
        bench.runToEnd();
        auto* menu = bench.window->findChild<QMenu*>(QStringLiteral("recentBundles"));
        QVERIFY(menu != nullptr && menu->isEmpty());
        QCOMPARE(bench.window->findChildren<QMenu*>(QStringLiteral("recentBundles")).size(), 1);
        const QString first = folder.filePath(QStringLiteral("first")),
                      second = folder.filePath(QStringLiteral("second"));
        bench.workspace->bundles().save(bench.workspace->recording(), first, false);
        bench.workspace->bundles().save(bench.workspace->recording(), second, false);
        QTRY_COMPARE(bench.workspace->recent().paths(), (QStringList{second, first}));
        bench.window->openPath(first);
        QTRY_COMPARE(bench.workspace->recent().paths(), (QStringList{first, second}));
        QCOMPARE(menu->actions().size(), 2);
        QVERIFY(menu->actions().first()->text().startsWith(QStringLiteral("first")));
        QVERIFY(QDir(second).removeRecursively());
        QSignalSpy said(bench.workspace.get(), &Workspace::notice);
        menu->actions().last()->trigger();
        QVERIFY(!said.isEmpty() && said.back()[0].toString().contains(QStringLiteral("no longer there")));
        QCOMPARE(bench.workspace->recent().paths(), QStringList{first});
    }
    void theTitleNamesTheBundleWhileItIsShown() {
        Bench bench;
        bench.workspace->client().view(filledFakeRecording({}, 150), QStringLiteral("/some/bundle"));
        QVERIFY(bench.window->windowTitle().contains("/some/bundle"));
        bench.runToEnd();
        QCOMPARE(bench.window->windowTitle(), QStringLiteral("KV Workbench"));
    }

    void aFailedExportIsAProblem() {
        Bench bench;
        bench.runToEnd();
        bench.window->exportDockTo(*bench.window->dock(QStringLiteral("nll")), QStringLiteral("/nowhere/at/all.pdf"));
        QTRY_COMPARE(bench.workspace->problems().errors(), 1);
        QVERIFY(bench.workspace->problems().copyText().contains("/nowhere/at/all.pdf"));
    }
    void allFiguresAreExported() {
        Bench bench({.layers = 2, .rows = true});  // those of a third layer are drawn alike
        QVERIFY(!bench.window->actions().named(QStringLiteral("exportAll"))->isEnabled());
        bench.runToEnd();
        QVERIFY(bench.window->actions().named(QStringLiteral("exportAll"))->isEnabled());
        QString said;
        connect(bench.workspace.get(), &Workspace::notice, this, [&](const QString& sentence) { said = sentence; });
        const QString folder = bench.folder.filePath("out");
        bench.window->exportAllTo(folder);
        QTRY_VERIFY_WITH_TIMEOUT(said.startsWith(QStringLiteral("Wrote")), 120000);
        const auto recording = bench.workspace->recording();
        std::size_t count = figures::shared(*recording).size();
        for (std::int32_t lane = 0; lane < recording->lanes(); ++lane) {
            count += figures::standard(*recording, lane).size() + figures::exportOnly(*recording, lane).size();
        }
        QCOMPARE(said, QStringLiteral("Wrote %1 files to %2").arg(6 * count).arg(folder));
        for (const char* figure : {"0-full/nll", "1-streaming/nll", "1-streaming/budgets", "1-streaming/inequality",
                                   "1-streaming/memory", "1-streaming/keepset-layer-0", "1-streaming/attention-layer-0",
                                   "1-streaming/hindsight", "0-full/ages", "attention-lanes-layer-0", "comparison"}) {
            for (const char* suffix : {".pdf", ".svg", ".png", ".csv", ".tex", "-pgfplots.tex"}) {
                QVERIFY2(QFile::exists(folder + '/' + figure + suffix), figure);
            }
        }
        bench.window->exportAllTo(QStringLiteral("/proc/nowhere"));
        QTRY_COMPARE(bench.workspace->problems().errors(), 1);
    }
    void aSmallWindowHasTabs_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("tabbedWithNll");
        QTest::newRow("wide and high") << QSize(1600, 1000) << 10;  // all of Place::Middle
        QTest::newRow("less wide") << QSize(1300, 900) << 10;
        QTest::newRow("short") << QSize(1300, 700) << 12;             // and those of Place::Bottom
        QTest::newRow("narrow and short") << QSize(1000, 640) << 17;  // and of Place::Right
    }
    void aSmallWindowHasTabs() {
        QFETCH(QSize, size);
        QFETCH(int, tabbedWithNll);
        Bench bench;
        bench.window->resize(size);
        QCoreApplication::processEvents();
        QCOMPARE(bench.window->tabifiedDockWidgets(bench.window->dock(QStringLiteral("nll"))).size(), tabbedWithNll);
        const auto besideAttention = bench.window->tabifiedDockWidgets(bench.window->dock(QStringLiteral("attention")));
        QVERIFY(besideAttention.contains(bench.window->dock(QStringLiteral("memory"))));
        QCOMPARE(besideAttention.contains(bench.window->dock(QStringLiteral("nll"))), size.width() < 1200);
        bench.window->resize(1600, 1000);
        QCoreApplication::processEvents();
        QCOMPARE(bench.window->tabifiedDockWidgets(bench.window->dock(QStringLiteral("nll"))).size(), 10);
    }
    /// As a window manager does it, which may ask for less than the docks need before they lie elsewhere.
    void theSizeThatIsAskedForIsTakenAtOnce() {
        Bench bench;
        bench.runToEnd();
        for (const QSize from : {QSize(1600, 1000), QSize(3840, 2160)}) {
            for (const QSize to : {QSize(1024, 700), QSize(1280, 800)}) {
                bench.window->resize(from);
                QTRY_COMPARE(bench.window->size(), from);
                QTRY_VERIFY(bench.window->minimumHeight() > 0);  // it lies as it will
                QCoreApplication::processEvents();
                bench.window->windowHandle()->resize(to);
                QTRY_COMPARE(bench.window->size(), to);
                // Once it may grow again, too.
                QTRY_VERIFY(bench.window->minimumHeight() > 0);
                QCoreApplication::processEvents();
                QCOMPARE(bench.window->size(), to);
            }
        }
    }
    void tabsOfDocksHaveTheirNames() {
        Bench bench;
        bench.window->resize(1024, 700);
        bench.window->fitTo({1024, 700});
        int tabs = 0;
        for (const QTabBar* bar : bench.window->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
            tabs += bar->isVisible() ? bar->count() : 0;
            for (int i = 0; bar->isVisible() && i < bar->count(); ++i) {
                const int words = bar->fontMetrics().horizontalAdvance(bar->tabText(i));
                QVERIFY2(bar->tabRect(i).width() > words, qPrintable(bar->tabText(i)));
            }
        }
        QVERIFY(tabs > 10);
        QVERIFY(bench.window->width() <= 1024);
    }

    void anUnlinkedViewKeepsItsPlace() {
        Bench bench;
        bench.runToEnd();
        QVERIFY(bench.activate());
        Dock* nll = bench.window->dock(QStringLiteral("nll"));
        Dock* strip = bench.window->dock(QStringLiteral("strip"));
        bench.workspace->selection().setStep(50);
        bench.window->focusDock(*nll);
        bench.key(Qt::Key_U);
        QVERIFY(nll->unlinked());
        auto* link = nll->findChild<QToolButton*>(QStringLiteral("unlinked"));
        QVERIFY(link->isVisible());
        bench.workspace->selection().setStep(120);
        QCOMPARE(nll->shownSelection().step(), 50);
        QCOMPARE(strip->shownSelection().step(), 120);
        // Changes in the unlinked dock stay in it.
        nll->selection().setStep(60);
        nll->selection().setLayer(1);
        QVERIFY(link->text().contains(QStringLiteral("step 60, layer 1")));
        QCOMPARE(bench.workspace->step(), 120);
        QCOMPARE(bench.workspace->layer(), 0);
        // Keys move the view that was used last.
        bench.key(Qt::Key_Right);
        bench.key(Qt::Key_Down);
        bench.key(Qt::Key_A);
        QCOMPARE(nll->shownSelection().step(), 61);
        QCOMPARE(nll->shownSelection().layer(), 2);
        QCOMPARE(nll->selection().cursorA().value_or(-1), 61);
        QCOMPARE(bench.workspace->step(), 120);
        QVERIFY(!bench.workspace->selection().cursorA());
        link->click();
        QVERIFY(!nll->unlinked() && !link->isVisible());
        QCOMPARE(nll->shownSelection().step(), 120);
        // Another run has other steps.
        bench.key(Qt::Key_U);
        QVERIFY(nll->unlinked());
        bench.workspace->client().view(filledFakeRecording({}, 150), QStringLiteral("another"));
        QVERIFY(!nll->unlinked());
        // A dock without steps says that it has none.
        QSignalSpy notices(bench.workspace.get(), &Workspace::notice);
        bench.window->focusDock(*bench.window->dock(QStringLiteral("run")));
        bench.key(Qt::Key_U);
        QCOMPARE(notices.count(), 1);
    }
    void aPlotIsMaximisedByADoubleClick() {
        Bench bench;
        bench.runToEnd();
        QVERIFY(bench.activate());
        Dock* nll = bench.window->dock(QStringLiteral("nll"));
        Dock* strip = bench.window->dock(QStringLiteral("strip"));
        auto* plot = nll->findChild<Plot*>();
        QTest::mouseDClick(plot, Qt::LeftButton, {}, plot->rect().center());
        QTRY_VERIFY(!strip->isVisible());
        QVERIFY(nll->isVisible());
        QTest::mouseDClick(plot, Qt::LeftButton, {}, plot->rect().center());
        QTRY_VERIFY(strip->isVisible());
    }
    void aButtonOnTheTitleMaximises() {
        Bench bench;
        bench.runToEnd();
        QVERIFY(bench.activate());
        Dock *budgets = bench.window->dock(QStringLiteral("budgets")),
             *strip = bench.window->dock(QStringLiteral("strip"));
        auto* button = budgets->findChild<QToolButton*>(QStringLiteral("maximiseDock"));
        QTRY_VERIFY(button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(!strip->isVisible() && budgets->isVisible());
        QTRY_VERIFY(button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(strip->isVisible());
    }
    void aKeyFoldsTheDockLastUsed() {
        Bench bench;
        bench.runToEnd();
        QVERIFY(bench.activate());
        QStringList said;
        connect(bench.workspace.get(), &Workspace::notice, this, [&](const QString& sentence) { said += sentence; });
        Dock* nll = bench.window->dock(QStringLiteral("nll"));
        bench.window->focusDock(*nll);
        bench.press("fold");
        QVERIFY(nll->title().folded());
        QVERIFY(!nll->findChild<QLabel*>(QStringLiteral("legend"))->isVisible());
        QVERIFY2(said.back().contains(QStringLiteral("folded away")), qPrintable(said.back()));
        bench.press("fold");
        QVERIFY(!nll->title().folded());
        QTRY_VERIFY(nll->findChild<QLabel*>(QStringLiteral("legend"))->isVisible());
        // A form has nothing but controls.
        Dock* run = bench.window->dock(QStringLiteral("run"));
        bench.window->focusDock(*run);
        bench.press("fold");
        QVERIFY(!run->title().folded());
        QVERIFY2(said.back().contains(QStringLiteral("no controls to fold")), qPrintable(said.back()));
        for (const char* id : {"strip", "nll", "budgets", "attention", "cache", "lanes", "hindsight", "preference",
                               "inequality", "memory", "side-by-side", "playground"}) {
            QVERIFY2(bench.window->dock(QString::fromLatin1(id))->title().canFold(), id);
        }
        // A story marks controls.
        nll->title().setFolded(true);
        Q_EMIT bench.workspace->storyRequested({});
        QVERIFY(!nll->title().folded());
    }
    void theButtonsOfTasksLeaveRoom() {
        Bench bench;
        const auto* bar = bench.window->findChild<QToolBar*>(QStringLiteral("tasks"));
        QTRY_VERIFY(bar->width() > 20);
        QCOMPARE(bar->toolButtonStyle(), Qt::ToolButtonTextUnderIcon);
        bench.window->modes().setTypeSize(200);
        QCOMPARE(bar->toolButtonStyle(), Qt::ToolButtonIconOnly);
        bench.window->modes().setTypeSize(100);
        QCOMPARE(bar->toolButtonStyle(), Qt::ToolButtonTextUnderIcon);
        bench.window->fitTo(QSize(1024, 700));
        QTRY_VERIFY(bar->width() > 20);
    }
    void everyDockHasAMenu() {
        Bench bench;
        QVERIFY(bench.activate());
        Dock* problems = bench.window->dock(QStringLiteral("problems"));
        bench.window->focusDock(*problems);
        const QPoint centre = problems->widget()->geometry().center();
        QContextMenuEvent event(QContextMenuEvent::Mouse, centre, problems->mapToGlobal(centre));
        QCoreApplication::sendEvent(problems, &event);
        auto* menu = problems->findChild<QMenu*>();
        QVERIFY(menu != nullptr);
        QStringList names;
        for (const QAction* action : menu->actions()) {
            names << action->objectName();
        }
        QVERIFY(names.contains(QStringLiteral("maximise")) && names.contains(QStringLiteral("explain")));
        QVERIFY(!names.contains(QStringLiteral("unlink")));
        menu->close();
    }
    void everyActionHasATextATipAndAKeyOfItsOwn() {
        Bench bench;
        QSet<QString> keys;
        for (const Actions::Item& item : bench.window->actions().all()) {
            if (!item.action->isVisible()) {
                continue;
            }
            const QString name = item.action->objectName();
            QVERIFY2(!item.action->text().isEmpty(), qPrintable(name));
            QVERIFY2(!item.action->statusTip().isEmpty(), qPrintable(name));
            QVERIFY2(!item.action->shortcut().isEmpty(), qPrintable(name));
            for (const QKeySequence& sequence : item.action->shortcuts()) {
                const QString key = sequence.toString();
                QVERIFY2(!keys.contains(key), qPrintable(name + " " + key));
                keys.insert(key);
            }
        }
    }
    void everyDockHasAnIdATitleAndAnOrder() {
        Bench bench;
        QSet<QString> ids;
        QSet<int> orders;
        for (const DockLayout::Placed& placed : bench.window->docks()) {
            QCOMPARE(placed.dock->objectName(), QString::fromLatin1(placed.entry.id));
            QVERIFY(!placed.dock->windowTitle().isEmpty());
            ids.insert(placed.dock->objectName());
            orders.insert(placed.entry.order);
        }
        QCOMPARE(static_cast<std::size_t>(ids.size()), bench.window->docks().size());
        QCOMPARE(orders.size(), ids.size());
    }
    void aRecordingIsShownWithoutASession() {
        Bench bench;
        bench.workspace->client().view(filledFakeRecording({.units = 2}, 150), QStringLiteral("some bundle"));
        QCOMPARE(bench.workspace->client().steps(), 150);
        QVERIFY(bench.workspace->client().viewing());
        QTRY_COMPARE(bench.window->findChild<StripView*>()->count(), 200);
        bench.press("step1");
        QCOMPARE(bench.workspace->step(), 149);
        bench.press("first");
        bench.press("step1");
        QCOMPARE(bench.workspace->step(), 1);
    }
    void problemsReachTheListAndNoDialog() {
        Bench bench({.problem = finding("no-effect-while", "slack", finding("value-is", "max-drop", 0))});
        bench.runToEnd();
        QTRY_COMPARE(bench.workspace->problems().warnings(), 1);
        QCOMPARE(QApplication::activeModalWidget(), nullptr);
        auto* count = bench.window->findChild<QToolButton*>(QStringLiteral("problemCount"));
        QCOMPARE(count->text(), QStringLiteral("1 warning"));
        Dock* problems = bench.window->dock(QStringLiteral("problems"));
        QVERIFY(!problems->shown());
        QTest::mouseClick(count, Qt::LeftButton);
        QTRY_VERIFY(problems->shown());
        QVERIFY(!bench.workspace->draft().form().parameter(QStringLiteral("slack"))->inert().isEmpty());
    }
    void aFileOfNoKindGetsASentence() {
        Bench bench;
        QString sentence;
        connect(bench.workspace.get(), &Workspace::notice, this, [&](const QString& said) { sentence = said; });
        bench.window->openPath(bench.folder.path());
        QVERIFY2(sentence.contains("neither"), qPrintable(sentence));
        bench.window->openPath(QStringLiteral("/nowhere/at/all"));
        QVERIFY2(sentence.contains("does not exist"), qPrintable(sentence));
        const auto dropped = [&](const char* name, const QByteArray& bytes) {
            QFile file(bench.folder.filePath(QString::fromLatin1(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(bytes);
            file.close();
            bench.window->openPath(file.fileName());
        };
        const auto text = bench.workspace->draft().base().textFile;
        dropped("pic.jpg", QByteArray("\xff\xd8\xff\xe0\0\x10JFIF", 10));
        QVERIFY2(sentence.contains("pic.jpg: this file is not a text"), qPrintable(sentence));
        dropped("empty.txt", {});
        QVERIFY2(sentence.contains("the text is empty"), qPrintable(sentence));
        dropped("plain.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>");
        QTRY_COMPARE(bench.workspace->problems().errors(), 5);  // and there they stay
        QVERIFY(bench.workspace->draft().base().textFile == text);
    }
    void bothThemesPaint() {
        Bench bench;
        bench.runToEnd();
        const auto painted = [&] { return bench.window->grab().toImage(); };
        const auto docks = [&](bool dark) {
            for (const DockLayout::Placed& placed : bench.window->docks()) {
                if (!placed.dock->shown()) {
                    continue;
                }
                const QImage image = placed.dock->grab().toImage();
                const QString which = placed.dock->objectName();
                QVERIFY2(coloursOf(image) > 4, qPrintable(which));  // text and more on the ground
                QVERIFY2(dark ? lightnessOf(image) < 110 : lightnessOf(image) > 145,
                         qPrintable(which + QString::number(lightnessOf(image))));
            }
        };
        bench.press("themeDark");
        QTRY_VERIFY(isDark(bench.window->palette()));
        QTRY_VERIFY2(lightnessOf(painted()) < 90, qPrintable(QString::number(lightnessOf(painted()))));
        docks(true);
        bench.press("themeLight");
        QTRY_VERIFY(!isDark(bench.window->palette()));
        QTRY_VERIFY2(lightnessOf(painted()) > 170, qPrintable(QString::number(lightnessOf(painted()))));
        docks(false);
        bench.press("themeSystem");
    }
    void anEmptyATinyAndALongTraceAreShown_data() {
        QTest::addColumn<int>("tokens");
        QTest::addColumn<int>("steps");
        QTest::newRow("nothing recorded") << 100 << 0;
        QTest::newRow("one step") << 1 << 1;
        QTest::newRow("20 000 steps") << 20000 << 20000;
    }
    void anEmptyATinyAndALongTraceAreShown() {
        QFETCH(int, tokens);
        QFETCH(int, steps);
        Bench bench;
        bench.workspace->client().view(filledFakeRecording({.tokens = tokens, .prompt = 1}, steps),
                                       QStringLiteral("bundle"));
        QVERIFY(!bench.window->grab().isNull());
        QCOMPARE(bench.workspace->client().steps(), steps);
    }
};

QTEST_MAIN(MainWindowTest)
#include "main_window_test.moc"
