// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QWindow>
#include <QtTest>
#include <filesystem>
#include <fstream>
#include <future>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/workbench/shell/main_window.h"
#include "app/workbench/shell/status/status_text.h"
#include "app/workbench/views/strip/strip_view.h"
#include "core/bundle/bundle.h"
#include "core/model/model_name.h"
#include "core/model/text/document.h"
#include "core/publish/write_bundle.h"
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

}  // namespace

/// A run under way: what is said of it, values that reach it, and what becomes of it when the window closes.
class UnderWayTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() { QVERIFY(tests::numbersAsInMain()); }

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
    void aBundleDoesNotInventThePartsOfAStep() {
        Bench bench;
        const std::string file = bench.folder.filePath("run").toStdString();
        QVERIFY(writeBundle(*filledFakeRecording({}, 100), file).has_value());
        bench.window->dock("memory")->raise();
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
        bench.window->dock("memory")->raise();
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
    void statusSaysWhatIsHeld() {
        Bench bench;
        bench.runToEnd();
        const QString text = statusText(*bench.workspace);
        QVERIFY2(text.contains("held 36 of 200 (18 %)") && text.contains("NLL 2.25 (+0.25)"), qPrintable(text));
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
};

QTEST_MAIN(UnderWayTest)
#include "under_way_test.moc"
