// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/main_window.h"

#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSlider>
#include <QTabBar>
#include <QTemporaryDir>
#include <QToolButton>
#include <QWindow>
#include <QtTest>
#include <filesystem>
#include <fstream>
#include <future>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/workbench/plot/plot.h"
#include "app/workbench/session/files/recent_bundles.h"
#include "app/workbench/shell/scrubber.h"
#include "app/workbench/shell/status/status_text.h"
#include "app/workbench/views/strip/strip_view.h"
#include "core/bundle/bundle.h"
#include "core/figures/figures.h"
#include "core/model/model_name.h"
#include "core/model/text/document.h"
#include "core/publish/write_bundle.h"
#include "tests/app/workbench/colours.h"
#include "tests/app/workbench/shell/window_bench.h"
#include "tests/support/german_locale.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

/// Lines and tool tip of the speed of a run.
QString told(const QLabel& speed) {
    return QString(speed.text() + speed.parentWidget()->toolTip() + speed.toolTip())
        .replace(QChar::Nbsp, QLatin1Char(' '))
        .replace(QStringLiteral("&nbsp;"), QStringLiteral(" "));
}

/// Live values that reached the fake run, "lane: name is now value".
QStringList toldTo(const Bench& bench) {
    QStringList all;
    for (const Recording::Problem& problem : bench.workspace->recording()->problems()) {
        for (std::int64_t each = 0; each < problem.count; ++each) {
            all << QStringLiteral("%1: %2").arg(problem.lane).arg(QString::fromStdString(problem.sentence()));
        }
    }
    return all;
}

/// Its prompt is read once it is let.
class WaitingRun : public FakeRun {
 public:
    WaitingRun(const RunSpec& spec, std::shared_future<void> let) : FakeRun(FakeShape(), spec), m_let(std::move(let)) {}
    Result<void> prefill(const ProgressSink& progress) override {
        m_let.wait();
        return FakeRun::prefill(progress);
    }

 private:
    std::shared_future<void> m_let;
};

class WaitingEngine : public FakeEngine {
 public:
    explicit WaitingEngine(std::shared_future<void> let) : FakeEngine(FakeShape()), m_let(std::move(let)) {}
    Result<std::unique_ptr<Run>> start(const RunSpec& spec, const Catalog&, const ProgressSink&) override {
        return std::make_unique<WaitingRun>(spec, m_let);
    }

 private:
    std::shared_future<void> m_let;
};

}  // namespace

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
    /// After a parameter was turned, arrows must not turn it on while another dock is looked at.
    void aClickOnAnotherDockTakesTheKeysOfAParameter_data() {
        QTest::addColumn<QString>("place");
        QTest::addRow("title bar") << "title";
        QTest::addRow("label") << "label";
        QTest::addRow("plot") << "plot";
    }
    void aClickOnAnotherDockTakesTheKeysOfAParameter() {
        QFETCH(QString, place);
        Bench bench;
        QVERIFY(bench.activate());
        bench.startPaused();
        auto* number = bench.window->findChild<QDoubleSpinBox*>(QStringLiteral("parameter:recent"));
        QVERIFY(number != nullptr);
        number->setFocus(Qt::MouseFocusReason);
        const QString before = bench.workspace->draft().form().parameter(QStringLiteral("recent"))->text();
        Dock* dock = bench.window->dock(QStringLiteral("nll"));
        dock->show();
        dock->raise();
        QTRY_VERIFY(dock->shown());
        if (place == QLatin1String("title")) {
            QTest::mouseClick(dock, Qt::LeftButton, {}, {20, 6});
        } else if (place == QLatin1String("label")) {
            QTest::mouseClick(dock->findChild<QWidget*>(QStringLiteral("readout")), Qt::LeftButton);
        } else {
            QTest::mouseClick(dock->findChild<Plot*>(), Qt::LeftButton);
        }
        QVERIFY(!number->hasFocus());
        QCOMPARE(bench.window->lastDock(), dock);
        bench.key(Qt::Key_Down);
        QCOMPARE(bench.workspace->layer(), 1);
        QCOMPARE(bench.workspace->draft().form().parameter(QStringLiteral("recent"))->text(), before);
    }
    void aDraggedSliderLeavesTheKeysWhereTheyWere() {
        Bench bench;
        QVERIFY(bench.activate());
        bench.startPaused();
        QWidget* view = bench.window->findChild<StripView*>();
        view->setFocus(Qt::MouseFocusReason);
        for (QSlider* slider : bench.window->dock(QStringLiteral("run"))->findChildren<QSlider*>()) {
            if (slider->isVisible() && slider->isEnabled()) {
                QTest::mouseClick(slider, Qt::LeftButton, {}, slider->rect().center());
                QVERIFY2(!slider->hasFocus(), qPrintable(slider->accessibleName()));
            }
        }
        // The dock has the keys where a slider has become grey: they turn no parameter, and move the layer.
        const auto values = [&] {
            QStringList texts;
            for (const QAbstractSpinBox* box :
                 bench.window->dock(QStringLiteral("run"))->findChildren<QAbstractSpinBox*>()) {
                texts += box->text();
            }
            return texts;
        };
        const QStringList before = values();
        bench.key(Qt::Key_Down);
        QCOMPARE(values(), before);
        QCOMPARE(bench.workspace->layer(), 1);
    }
    void aClickThatGivesAPlotTheKeysStaysLive() {
        Bench bench;
        QVERIFY(bench.activate());
        bench.startPaused();
        QVERIFY(bench.workspace->selection().following());
        Dock* dock = bench.window->dock(QStringLiteral("nll"));
        dock->show();
        dock->raise();
        QTRY_VERIFY(dock->shown());
        auto* plot = dock->findChild<Plot*>();
        QTRY_VERIFY(plot->isVisible() && plot->panels() > 0);
        const QPoint middle = plot->panel(0)->center();
        QTest::mouseClick(plot, Qt::LeftButton, {}, middle);
        QVERIFY(plot->hasFocus());
        QVERIFY(bench.workspace->selection().following());
        QTest::mouseClick(plot, Qt::LeftButton, {}, middle);
        QVERIFY(!bench.workspace->selection().following());
    }
    void theStripMarksTheEndOfThePrompt() {
        Bench bench;
        bench.runToEnd();
        auto* view = bench.window->findChild<StripView*>();
        const std::int64_t prompt = bench.workspace->recording()->description().promptTokens;
        QVERIFY(prompt > 1);
        bench.workspace->selection().setStep(prompt);
        QTRY_VERIFY(view->viewport()->rect().contains(view->rectOf(prompt)));
        const auto edge = [&](std::int64_t token) {
            const QRect box = view->rectOf(token);
            return view->viewport()->grab(QRect(box.left(), box.top(), 2, box.height())).toImage();
        };
        const QImage marked = edge(prompt);
        view->setPromptEnd(0);
        QVERIFY(edge(prompt) != marked);
        bench.workspace->selection().setTokens({static_cast<std::int32_t>(prompt)});
        const auto said = [&] {
            for (const QLabel* label : bench.window->dock(QStringLiteral("strip"))->findChildren<QLabel*>()) {
                if (label->text().contains(QStringLiteral("the first behind the prompt"))) {
                    return true;
                }
            }
            return false;
        };
        QTRY_VERIFY(said());
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
    void arrowsStepAfterTheStartPage() {
        Bench bench;
        QVERIFY(bench.activate());
        auto* button = bench.window->findChild<QPushButton*>(QStringLiteral("runExample"));
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        QTRY_COMPARE(bench.workspace->client().steps(), 200);
        QTRY_VERIFY(!button->isVisible());
        bench.key(Qt::Key_Left);
        QCOMPARE(bench.workspace->step(), 198);
        bench.key(Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(bench.workspace->step(), 188);
        bench.key(Qt::Key_Right);
        QCOMPARE(bench.workspace->step(), 189);
        bench.key(Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(bench.workspace->step(), 199);
        bench.key(Qt::Key_Home);
        QCOMPARE(bench.workspace->step(), 0);
        bench.key(Qt::Key_End);
        QCOMPARE(bench.workspace->step(), 199);
        // Layer 0 is on top of every map.
        bench.key(Qt::Key_Down);
        QCOMPARE(bench.workspace->layer(), 1);
        bench.key(Qt::Key_Up);
        QCOMPARE(bench.workspace->layer(), 0);
    }
    void returnCommitsANumberAndGivesTheFocusBack() {
        Bench bench;
        QVERIFY(bench.activate());
        bench.startPaused();
        auto* recent = bench.window->findChild<QDoubleSpinBox*>(QStringLiteral("parameter:recent"));
        QVERIFY(recent != nullptr);
        recent->setFocus();
        recent->selectAll();
        bench.key(Qt::Key_6);
        // An answer about what is in effect comes at any time.
        Q_EMIT bench.workspace->draft().form().parameter(QStringLiteral("recent"))->effectiveChanged();
        bench.key(Qt::Key_4);
        bench.key(Qt::Key_Return);
        QVERIFY(!recent->hasFocus());
        QCOMPARE(bench.workspace->draft().form().parameter(QStringLiteral("recent"))->text(), QStringLiteral("64"));
        bench.key(Qt::Key_Right);
        QTRY_COMPARE(bench.workspace->client().steps(), 41);
        bench.key(Qt::Key_Space);
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        QCOMPARE(recent->value(), 64.0);
    }
    void aRunUnderWayIsNotClosedUnasked() {
        Bench bench;
        bench.startPaused();
        QVERIFY(!bench.window->close());
        auto* question = bench.window->findChild<QMessageBox*>();
        QVERIFY(question != nullptr && question->isVisible());
        QVERIFY(!bench.window->close());
        QCOMPARE(bench.window->findChildren<QMessageBox*>().size(), 1);
        question->findChild<QPushButton*>(QStringLiteral("stayOpen"))->click();
        QTRY_VERIFY(bench.window->findChild<QMessageBox*>() == nullptr);
        QVERIFY(bench.window->isVisible());
        QCOMPARE(bench.state(), SessionState::Paused);
        QVERIFY(!bench.window->close());
        bench.window->findChild<QPushButton*>(QStringLiteral("discardRuns"))->click();
        QTRY_VERIFY(!bench.window->isVisible());
        QTRY_COMPARE(bench.state(), SessionState::Stopped);
    }
    void aRunUnderWayIsKeptAsFarAsItCame() {
        QTemporaryDir folder;
        qputenv("KVW_RUNS", folder.path().toUtf8());
        Bench bench;
        bench.startPaused();
        QVERIFY(!bench.window->close());
        bench.window->findChild<QPushButton*>(QStringLiteral("keepRuns"))->click();
        QTRY_VERIFY(!bench.window->isVisible());
        const QStringList kept = QDir(folder.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QCOMPARE(kept.size(), 1);
        const auto run = readBundle(folder.filePath(kept[0]).toStdString());
        QVERIFY2(run.has_value(), run ? "" : run.error().sentence().c_str());
        QCOMPARE((*run)->trace(1).steps(), std::int64_t{40});
        qunsetenv("KVW_RUNS");
    }
    /// The story makes it again: it is not kept, so keeping it is not offered.
    void aStorysRunUnderWayIsOnlyStopped() {
        Bench bench;
        bench.startPaused();
        bench.workspace->forks().tree().setDemonstration(*bench.workspace->recording());
        QVERIFY(!bench.window->close());
        auto* question = bench.window->findChild<QMessageBox*>();
        QVERIFY(question != nullptr);
        QCOMPARE(question->text(), QStringLiteral("Stop the run and close the window?"));
        QVERIFY(question->findChild<QPushButton*>(QStringLiteral("keepRuns")) == nullptr);
        question->findChild<QPushButton*>(QStringLiteral("stopAndClose"))->click();
        QTRY_VERIFY(!bench.window->isVisible());
    }
    void runsThatNoBundleHoldsAreAskedFor() {
        QTemporaryDir folder;
        qputenv("KVW_RUNS", folder.path().toUtf8());
        Bench bench;
        bench.runToEnd();
        QVERIFY(!bench.window->close());
        auto* question = bench.window->findChild<QMessageBox*>();
        QVERIFY(question != nullptr && question->text().contains(QStringLiteral("in no bundle")));
        question->findChild<QPushButton*>(QStringLiteral("stayOpen"))->click();
        QTRY_VERIFY(bench.window->findChild<QMessageBox*>() == nullptr);
        QSignalSpy saved(&bench.workspace->bundles(), &BundleFiles::saved);
        const QString path = folder.filePath(QStringLiteral("mine"));
        bench.workspace->bundles().save(bench.workspace->recording(), path, false);
        QTRY_COMPARE(saved.count(), 1);
        QVERIFY(bench.window->close());
        qunsetenv("KVW_RUNS");
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
        QTRY_COMPARE(RecentBundles::of(*bench.workspace).paths(), (QStringList{second, first}));
        bench.window->openPath(first);
        QTRY_COMPARE(RecentBundles::of(*bench.workspace).paths(), (QStringList{first, second}));
        QCOMPARE(menu->actions().size(), 2);
        QVERIFY(menu->actions().first()->text().startsWith(QStringLiteral("first")));
        QVERIFY(QDir(second).removeRecursively());
        QSignalSpy said(bench.workspace.get(), &Workspace::notice);
        menu->actions().last()->trigger();
        QVERIFY(!said.isEmpty() && said.back()[0].toString().contains(QStringLiteral("no longer there")));
        QCOMPARE(RecentBundles::of(*bench.workspace).paths(), QStringList{first});
    }
    void theStripShowsWhatTheLaneWrote() {
        Bench bench;
        FakeShape shape;
        RunDescription description = fakeDescription(shape);
        description.mode = "generate";
        description.tokenIds.resize(40);
        description.tokenTexts.resize(40);
        auto recording = std::make_shared<Recording>(std::move(description));
        for (std::int32_t lane = 0; lane < 2; ++lane) {
            recording->setTrace(lane, std::make_unique<Trace>(TraceShape{3, 4, 2, 16, 1}, Trace::Options{}));
            for (std::int32_t step = 0; step < 50; ++step) {
                const bool prompt = step < 40;
                addFakeStep(shape, recording->writer(lane), lane, step,
                            prompt      ? recording->description().tokenTexts[static_cast<std::size_t>(step)]
                            : lane == 0 ? " full"
                                        : " other");
            }
        }
        recording->setState(RunState::Finished);
        bench.workspace->client().view(recording, QStringLiteral("generated"));
        auto* strip = bench.window->findChild<StripView*>();
        bench.workspace->selection().setLane(1);
        QTRY_COMPARE(strip->count(), std::int64_t{50});
        QTRY_VERIFY(strip->text(45).contains(QStringLiteral("other")));
        bench.workspace->selection().setLane(0);
        QTRY_VERIFY(strip->text(45).contains(QStringLiteral("full")));
        QCOMPARE(strip->count(), std::int64_t{50});
    }
    void theTitleNamesTheBundleWhileItIsShown() {
        Bench bench;
        bench.workspace->client().view(filledFakeRecording({}, 150), QStringLiteral("/some/bundle"));
        QVERIFY(bench.window->windowTitle().contains("/some/bundle"));
        bench.runToEnd();
        QCOMPARE(bench.window->windowTitle(), QStringLiteral("KV Workbench"));
    }
    void aBundleDoesNotInventThePartsOfAStep() {
        Bench bench;
        const std::string file = bench.folder.filePath("run").toStdString();
        QVERIFY(writeBundle(*filledFakeRecording({}, 100), file).has_value());
        auto* speed = bench.window->findChild<QLabel*>(QStringLiteral("speed"));
        const auto whole = readBundle(file);
        QVERIFY(whole.has_value() && (*whole)->trace(1).step(60).partsKnown());
        bench.workspace->client().view(*whole, QStringLiteral("bundle"));
        QTRY_VERIFY2(speed->text().contains("decode&nbsp;100&nbsp;%"), qPrintable(speed->text()));
        // As an older version wrote it.
        for (const auto& lane : std::filesystem::directory_iterator(std::filesystem::path(file) / "lanes")) {
            const std::filesystem::path manifest = lane.path() / "manifest.json";
            std::ifstream before(manifest);
            auto json = nlohmann::ordered_json::parse(before);
            before.close();
            json["rows"].erase("times");
            json["integrity"]["files"].erase("times.csv");
            std::ofstream(manifest) << json.dump();
            std::filesystem::remove(lane.path() / "times.csv");
        }
        const auto read = readBundle(file);
        QVERIFY2(read.has_value(), read ? "" : read.error().sentence().c_str());
        const StepRecord& step = (*read)->trace(1).step(60);
        QVERIFY(!step.partsKnown());
        QCOMPARE(step.ms(), 1.0F);
        bench.workspace->client().view(*read, QStringLiteral("bundle"));
        QTRY_VERIFY(speed->text().contains("without its parts"));
        QVERIFY2(!speed->text().contains('%'), qPrintable(speed->text()));
        QVERIFY(!told(*speed).contains(": weights "));  // another process made it
        bench.runToEnd();
        QTRY_VERIFY(speed->text().contains("100"));
        QTRY_VERIFY2(told(*speed).contains(": weights "), qPrintable(told(*speed)));
    }
    /// Lanes that catch up with the first add no step, and none less than none.
    void stepsThatShareAFrameAreCounted() {
        Bench bench;
        const FakeShape shape;
        const auto recording = makeFakeRecording(shape);
        addFakeSteps(shape, *recording, 0, 40);
        EngineClient& client = bench.workspace->client();
        client.view(recording, QStringLiteral("test"));
        for (std::int32_t step = 40; step < 50; ++step) {
            for (std::int32_t lane = 0; lane < shape.lanes; ++lane) {
                addFakeStep(shape, recording->writer(lane), lane, step, " a");
                client.poll();
            }
        }
        const auto* speed = bench.window->findChild<QLabel*>(QStringLiteral("speed"));
        QTRY_VERIFY2(told(*speed).contains(QStringLiteral("1.0 steps a frame, 0 coalesced")), qPrintable(told(*speed)));
        addFakeSteps(shape, *recording, 50, 53);
        client.poll();
        QTRY_VERIFY2(told(*speed).contains(QStringLiteral(", 2 coalesced")), qPrintable(told(*speed)));
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
        QTest::newRow("wide and high") << QSize(1600, 1000) << 9;  // all of Place::Middle
        QTest::newRow("no room for a stacked column") << QSize(1300, 900) << 9;
        QTest::newRow("short") << QSize(1300, 700) << 11;  // and those of the lower row
        QTest::newRow("narrow and short") << QSize(1000, 640) << 16;
    }
    void aSmallWindowHasTabs() {
        QFETCH(QSize, size);
        QFETCH(int, tabbedWithNll);
        Bench bench;
        bench.window->resize(size);
        QCoreApplication::processEvents();
        QCOMPARE(bench.window->tabifiedDockWidgets(bench.window->dock(QStringLiteral("nll"))).size(), tabbedWithNll);
        const bool stacked = size.width() >= 1400;
        const auto besideAttention = bench.window->tabifiedDockWidgets(bench.window->dock(QStringLiteral("attention")));
        QCOMPARE(besideAttention.contains(bench.window->dock(QStringLiteral("memory"))), !stacked);
        bench.window->resize(1600, 1000);
        QCoreApplication::processEvents();
        QCOMPARE(bench.window->tabifiedDockWidgets(bench.window->dock(QStringLiteral("nll"))).size(), 9);
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
        // What is done in it stays in it.
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
    void theRunDockGoesBackToTheShownRun() {
        Bench bench;
        const auto embedded = embeddedModelDir();
        QVERIFY(embedded.has_value());
        const FakeShape shape{.model = modelName(*embedded)};
        bench.workspace->client().view(filledFakeRecording(shape, 60), QStringLiteral("bundle"));
        const auto recent = [&] { return bench.workspace->draft().form().parameter(QStringLiteral("recent"))->text(); };
        QVERIFY(recent() != QStringLiteral("32"));
        bench.press("asShown");
        QCOMPARE(recent(), QStringLiteral("32"));  // of the lane that is not the full cache
    }
    void cursorsMeasureWhatLiesBetween() {
        Bench bench;
        bench.runToEnd();
        bench.workspace->selection().setCursorA(100);
        bench.workspace->selection().setCursorB(149);
        auto* readout = bench.window->dock(QStringLiteral("nll"))->findChild<QLabel*>(QStringLiteral("readout"));
        QTRY_VERIFY2(readout->text().contains(QStringLiteral("A to B (50 steps)")), qPrintable(readout->text()));
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
    void statusSaysWhatIsHeld() {
        Bench bench;
        bench.runToEnd();
        const QString text = statusText(*bench.workspace);
        QVERIFY2(text.contains("held 36 of 200 (18 %)") && text.contains("NLL 2.25 (+0.25)"), qPrintable(text));
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
    void liveParametersReachTheRun() {
        Bench bench;
        bench.startPaused();
        bench.workspace->draft().form().parameter(QStringLiteral("recent"))->type(QStringLiteral("64"));
        QTRY_VERIFY(bench.workspace->problems().copyText().contains("recent is now 64"));
    }
    /// The load goes on, and nothing is decoded behind it.
    void pauseWhileItLoads() {
        QTemporaryDir folder;
        std::promise<void> made;
        Workspace workspace(manifestsOnly(folder), [open = made.get_future().share()] {
            open.wait();
            return fakeEngine(FakeShape())();
        });
        workspace.guard().setPace(CopyPace(std::chrono::hours(1)));
        MainWindow window(workspace, nullptr);
        std::promise<void> opened = std::move(made);  // goes first, which ends the wait, too
        const auto action = [&](const char* name) { return window.actions().named(QString::fromLatin1(name)); };
        const auto state = [&] { return workspace.client().status().state; };
        QVERIFY(workspace.startDraft().has_value());
        QTRY_COMPARE(state(), SessionState::Loading);
        QTRY_COMPARE(action("run")->text(), QStringLiteral("Pause"));
        QVERIFY(action("stop")->isEnabled());
        action("run")->trigger();
        opened.set_value();
        QTRY_COMPARE(state(), SessionState::Paused);
        QCOMPARE(workspace.client().status().starts, 1U);
        QTRY_COMPARE(workspace.client().steps(), 40);
        QCOMPARE(action("run")->text(), QStringLiteral("Continue"));
    }
    /// There is no step to go to yet, and the run is followed once there is.
    void noKeyMovesWhileThePromptIsRead() {
        QTemporaryDir folder;
        std::promise<void> made;
        Workspace workspace(manifestsOnly(folder),
                            [let = made.get_future().share()]() -> Result<std::unique_ptr<Engine>> {
                                return std::make_unique<WaitingEngine>(let);
                            });
        workspace.guard().setPace(CopyPace(std::chrono::hours(1)));
        MainWindow window(workspace, nullptr);
        std::promise<void> read = std::move(made);  // goes first, which ends the wait, too
        const auto action = [&](const char* name) { return window.actions().named(QString::fromLatin1(name)); };
        const auto state = [&] { return workspace.client().status().state; };
        QVERIFY(workspace.startDraft().has_value());
        QTRY_COMPARE(state(), SessionState::Prefill);
        QTRY_VERIFY(workspace.recording() != nullptr);
        for (const char* name :
             {"step1", "back10", "first", "last", "live", "nextPrune", "cursorA", "goToStep", "zoomIn", "tokenNext"}) {
            QVERIFY2(!action(name)->isEnabled(), name);
            QVERIFY2(action(name)->toolTip().contains(QStringLiteral("Nothing is recorded yet")), name);
        }
        QVERIFY(action("stop")->isEnabled());
        QVERIFY(action("layerUp")->isEnabled());
        read.set_value();
        QTRY_COMPARE(state(), SessionState::Finished);
        QTRY_COMPARE(workspace.step(), 199);
        QVERIFY(workspace.selection().following());
        QVERIFY(action("first")->isEnabled());
    }
    /// Neither a row that is grey no longer, nor a sentence in it, nor the same values loaded again; but a default is.
    void onlyAnotherValueReachesTheRun() {
        Bench bench;
        bench.startPaused();
        RunDraft& draft = bench.workspace->draft();
        draft.form().parameter(QStringLiteral("max-drop"))->type(QStringLiteral("8"));  // slack has an effect now
        draft.form().parameter(QStringLiteral("recent"))->setInert(QStringLiteral("has no effect"));
        const Catalog& catalog = bench.workspace->plugins().catalog();
        QVERIFY(draft.lanes().set(catalog, {draft.form().policyText()}).has_value());
        QCoreApplication::processEvents();
        QVERIFY(draft.lanes().set(catalog, {QStringLiteral("streaming:max-drop=8")}).has_value());
        QTRY_COMPARE(toldTo(bench).size(), 2);
        QCOMPARE(toldTo(bench), (QStringList{"1: max-drop is now 8", "1: recent is now 508"}));
        // The settings of another run are not those of this one, whoever edits them.
        QVERIFY(draft.lanes().replace(catalog, {QStringLiteral("streaming:recent=77")}).has_value());
        QCoreApplication::processEvents();
        draft.form().parameter(QStringLiteral("recent"))->type(QStringLiteral("78"));
        QCoreApplication::processEvents();
        QCOMPARE(toldTo(bench).size(), 2);
    }
    void aLiveValueIsOfTheLaneThatWasStarted() {
        FakeShape three;
        three.lanes = 3;
        Bench bench(three);
        LaneSet& lanes = bench.workspace->draft().lanes();
        const Catalog& catalog = bench.workspace->plugins().catalog();
        QVERIFY(lanes.set(catalog, {"streaming:recent=256", "streaming:recent=64"}).has_value());
        bench.startPaused();
        QVERIFY(lanes.remove(catalog, 0).has_value());
        const auto recent = [&] { return bench.workspace->draft().form().parameter(QStringLiteral("recent")); };
        recent()->type(QStringLiteral("32"));
        QTRY_COMPARE(toldTo(bench), QStringList{"2: recent is now 32"});
        // Taken back, the other one is the lane that it was; a copy is none.
        QVERIFY(lanes.set(catalog, {"streaming:recent=256", "streaming:recent=32"}).has_value());
        recent()->type(QStringLiteral("16"));
        QTRY_COMPARE(toldTo(bench), (QStringList{"2: recent is now 32", "1: recent is now 16"}));
        QVERIFY(lanes.add(catalog).has_value());
        recent()->type(QStringLiteral("8"));
        QVERIFY(lanes.select(catalog, 1).has_value());
        recent()->type(QStringLiteral("31"));
        QTRY_COMPARE(toldTo(bench).size(), 3);
        QCOMPARE(toldTo(bench).last(), QStringLiteral("2: recent is now 31"));
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
