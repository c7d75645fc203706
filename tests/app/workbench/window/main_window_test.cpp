// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/window/main_window.h"

#include <QComboBox>
#include <QDir>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>
#include <clocale>
#include <memory>

#include "app/workbench/docks/strip_view.h"
#include "app/workbench/window/scrubber.h"
#include "app/workbench/window/status_text.h"
#include "tests/app/workbench/fake_engine.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

/// A window on a fake engine; the window goes first.
struct Bench {
    explicit Bench(FakeShape shape = {}) {
        const QDir source(QStringLiteral(KVW_SOURCE_DIR "/plugins"));
        for (const QString& id : source.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            if (QFile::exists(source.filePath(id + "/manifest.json"))) {
                QDir(folder.path()).mkpath(id);
                QFile::copy(source.filePath(id + "/manifest.json"), folder.filePath(id + "/manifest.json"));
                QFile library(folder.filePath(id + "/" + id + ".so"));
                if (library.open(QIODevice::WriteOnly)) {
                    library.close();
                }
            }
        }
        workspace = std::make_unique<Workspace>(
            fakePlugins(folder.path().toStdString(), folder.filePath("state").toStdString()), fakeEngine(shape));
        window = std::make_unique<MainWindow>(*workspace, nullptr);
        window->show();
    }
    ~Bench() { window.reset(); }

    void press(const char* name) { window->actions().named(QString::fromLatin1(name))->trigger(); }
    SessionState state() { return workspace->client().status().state; }
    void startPaused() {
        QVERIFY(workspace->startDraft(true).has_value());
        QTRY_COMPARE(state(), SessionState::Paused);
        QTRY_COMPARE(workspace->client().steps(), 40);
    }
    void runToEnd() {
        QVERIFY(workspace->startDraft().has_value());
        QTRY_COMPARE(state(), SessionState::Finished);
        QTRY_COMPARE(workspace->client().steps(), 200);
    }

    QTemporaryDir folder;
    std::unique_ptr<Workspace> workspace;
    std::unique_ptr<MainWindow> window;
};

}  // namespace

class MainWindowTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() { std::setlocale(LC_NUMERIC, "C"); }

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
    void stepsPausesAndGoesOn() {
        Bench bench;
        bench.startPaused();
        bench.press("step1");
        QTRY_COMPARE(bench.workspace->client().steps(), 41);
        bench.press("step10");
        QTRY_COMPARE(bench.workspace->client().steps(), 51);
        bench.press("step100");
        QTRY_COMPARE(bench.workspace->client().steps(), 151);
        QTRY_COMPARE(bench.state(), SessionState::Paused);
        bench.press("run");
        QTRY_COMPARE(bench.state(), SessionState::Finished);
    }
    void scrubbingMovesTheCursorAndLiveFollowsAgain() {
        Bench bench;
        bench.runToEnd();
        auto* scrubber = bench.window->findChild<Scrubber*>();
        QTest::mouseClick(scrubber, Qt::LeftButton, {}, {scrubber->xOf(100), scrubber->height() / 2});
        QVERIFY(std::abs(bench.workspace->step() - 100) <= 1);
        QVERIFY(!bench.workspace->selection().following());
        bench.press("back10");
        QVERIFY(std::abs(bench.workspace->step() - 90) <= 1);
        bench.press("live");
        QCOMPARE(bench.workspace->step(), 199);
    }
    void pruneEventsAreVisited() {
        Bench bench;
        bench.runToEnd();
        bench.press("first");
        bench.press("nextPrune");
        QCOMPARE(bench.workspace->step(), 36);
        bench.press("nextPrune");
        bench.press("previousPrune");
        QCOMPARE(bench.workspace->step(), 36);
    }
    void theStripFollowsTheSelection() {
        Bench bench;
        bench.runToEnd();
        auto* view = bench.window->findChild<StripView*>();
        bench.workspace->selection().setStep(10);
        QTRY_VERIFY(view->viewport()->rect().contains(view->rectOf(10)));
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->rectOf(10).center());
        QCOMPARE(bench.workspace->selection().tokens(), (std::vector<std::int32_t>{10}));
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
    void everyActionHasTextKeyAndEffect() {
        Bench bench;
        QSet<QString> keys;
        for (const Actions::Item& item : bench.window->actions().all()) {
            if (!item.action->isVisible()) {
                continue;
            }
            const QString name = item.action->objectName();
            QVERIFY2(!item.action->text().isEmpty(), qPrintable(name));
            QVERIFY2(!item.action->statusTip().isEmpty(), qPrintable(name));
            const QString key = item.action->shortcut().toString();
            QVERIFY2(!key.isEmpty(), qPrintable(name));
            QVERIFY2(!keys.contains(key), qPrintable(name + " " + key));
            keys.insert(key);
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
    void statusSaysWhatIsHeld() {
        Bench bench;
        bench.runToEnd();
        const QString text = statusText(*bench.workspace);
        QVERIFY2(text.contains("held 36 of 200 (18 %)") && text.contains("NLL 2.25 (+0.25)"), qPrintable(text));
    }
    void problemsReachTheListAndNoDialog() {
        Bench bench({.problem = "slack has no effect while max-drop is 0"});
        bench.runToEnd();
        QTRY_COMPARE(bench.workspace->problems().warnings(), 1);
        QCOMPARE(QApplication::activeModalWidget(), nullptr);
        QVERIFY(!bench.workspace->draft().form().parameter(QStringLiteral("slack"))->inert().isEmpty());
    }
    void liveParametersReachTheRun() {
        Bench bench;
        bench.startPaused();
        bench.workspace->draft().form().parameter(QStringLiteral("recent"))->type(QStringLiteral("64"));
        QTRY_VERIFY(bench.workspace->problems().copyText().contains("recent is now 64"));
    }
    void aFileOfNoKindGetsASentence() {
        Bench bench;
        QString sentence;
        connect(bench.workspace.get(), &Workspace::notice, this, [&](const QString& said) { sentence = said; });
        bench.window->openPath(bench.folder.path());
        QVERIFY2(sentence.contains("neither"), qPrintable(sentence));
        bench.window->openPath(QStringLiteral("/nowhere/at/all"));
        QVERIFY2(sentence.contains("does not exist"), qPrintable(sentence));
    }
    void bothThemesPaint() {
        Bench bench;
        bench.runToEnd();
        bench.press("themeDark");
        QTRY_VERIFY(isDark(bench.window->palette()));
        QVERIFY(!bench.window->grab().isNull());
        bench.press("themeLight");
        QTRY_VERIFY(!isDark(bench.window->palette()));
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
