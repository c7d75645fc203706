// SPDX-License-Identifier: GPL-3.0-or-later
/// Runs when the window is closed: keeping them can be given up, and the leftovers of a crash are found again.
#include <QDir>
#include <QProgressDialog>
#include <QPushButton>
#include <QSemaphore>
#include <QSignalSpy>
#include <QtTest>
#include <atomic>
#include <chrono>

#include "app/workbench/session/files/bundle_saves.h"
#include "app/workbench/session/runs/long_call.h"
#include "app/workbench/shell/status/status_text.h"
#include "core/bundle/bundle.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;
namespace fs = std::filesystem;

namespace {

constexpr int kTensors = 1000, kOpenAt = 3;

/// Knowledge that is shared by the test and an engine that opens a model tensor by tensor.
struct Opening {
    QSemaphore reached, goOn;  ///< at tensor kOpenAt it waits for the test
    std::atomic<int> read{0};
    std::atomic<bool> gone{false};
};

class OpeningEngine final : public FakeEngine {
 public:
    explicit OpeningEngine(Opening& opening) : FakeEngine(FakeShape()), m_opening(opening) {}
    ~OpeningEngine() override { m_opening.gone = true; }
    void cancelLoad() noexcept override { m_cancelled = true; }
    Result<std::unique_ptr<Run>> start(const RunSpec& spec, const Catalog& catalog,
                                       const ProgressSink& progress) override {
        for (int tensor = 1; tensor <= kTensors; ++tensor) {
            progress({tensor, kTensors, "tensors"});
            if (m_cancelled) {
                return fail(Code::Cancelled, "model weights", "loading was cancelled");
            }
            m_opening.read = tensor;
            if (tensor == kOpenAt) {
                m_opening.reached.release();
                m_opening.goOn.acquire();
            }
        }
        return FakeEngine::start(spec, catalog, progress);
    }

 private:
    Opening& m_opening;
    bool m_cancelled = false;  ///< by its own thread, from `progress`
};

/// Knowledge that is shared by the test and an engine whose plugin does not come back.
struct Loop {
    QSemaphore reached, goOn;
};

class LoopingRun final : public FakeRun {
 public:
    LoopingRun(const RunSpec& spec, Loop& loop) : FakeRun(FakeShape(), spec), m_loop(loop) {}
    Result<void> step() override {
        if (position() < FakeShape().prompt + 5) {
            return FakeRun::step();
        }
        const PluginCall call(std::make_shared<const CalledPlugins>("loop 1.0.0"), "step", position());
        m_loop.reached.release();
        m_loop.goOn.acquire();
        return fail(Code::Cancelled, "step", "stopped");
    }

 private:
    Loop& m_loop;
};

class LoopingEngine final : public FakeEngine {
 public:
    explicit LoopingEngine(Loop& loop) : FakeEngine(FakeShape()), m_loop(loop) {}
    Result<std::unique_ptr<Run>> start(const RunSpec& spec, const Catalog&, const ProgressSink&) override {
        return std::make_unique<LoopingRun>(spec, m_loop);
    }

 private:
    Loop& m_loop;
};

}  // namespace

class ClosingTest : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_runs;

    static void press(Bench& bench, const char* name) {
        auto* button = bench.window->findChild<QPushButton*>(QLatin1String(name));
        QVERIFY2(button != nullptr, name);
        button->click();
    }

 private Q_SLOTS:
    void init() {
        m_runs = std::make_unique<QTemporaryDir>();
        qputenv("KVW_RUNS", m_runs->path().toUtf8());
    }

    void keepingIsGivenUp() {
        Bench bench;
        bench.runToEnd();
        BundleSaves& saves = bench.workspace->bundles().saves();
        QSignalSpy ended(&saves, &BundleSaves::ended), stopped(&saves, &BundleSaves::stopped);
        QVERIFY(!bench.window->close());
        press(bench, "keepRuns");
        auto* progress = bench.window->findChild<QProgressDialog*>();
        QVERIFY(progress != nullptr && saves.saving());
        Q_EMIT progress->canceled();
        QTRY_COMPARE(ended.count(), 1);
        QCOMPARE(stopped.count(), 1);
        QVERIFY(QDir(m_runs->path()).isEmpty(QDir::Dirs | QDir::NoDotAndDotDot));
        // The window is there as before, and asks again.
        QTRY_VERIFY(bench.window->findChild<QMessageBox*>() == nullptr);
        QVERIFY(bench.window->isVisible() && !bench.window->close());
        QVERIFY(bench.window->findChild<QPushButton*>(QStringLiteral("keepRuns")) != nullptr);
    }

    void whatTheUserSavesGoesOn() {
        Bench bench;
        bench.runToEnd();
        QTemporaryDir folder;
        QStringList written;
        const auto other = filledFakeRecording(FakeShape(), 60);  // not what is kept
        const auto save = [&](const char* name) {
            bench.workspace->bundles().save(other, folder.filePath(QLatin1String(name)), false,
                                            [&written, name](bool done) { written += done ? name : "nothing"; });
        };
        QSignalSpy stopped(&bench.workspace->bundles().saves(), &BundleSaves::stopped);
        save("before");
        QVERIFY(!bench.window->close());
        press(bench, "keepRuns");
        save("after");
        Q_EMIT bench.window->findChild<QProgressDialog*>()->canceled();
        QTRY_COMPARE(written.size(), 2);
        QCOMPARE(written, (QStringList{"before", "after"}));
        QCOMPARE(stopped.count(), 1);
    }

    void aRunThatIsBeingSavedIsNotKeptOnceMore() {
        Bench bench;
        bench.runToEnd();
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("mine"));
        bench.workspace->bundles().save(bench.workspace->recording(), path, false);
        QVERIFY(!bench.window->close());
        auto* question = bench.window->findChild<QMessageBox*>();
        QVERIFY(question != nullptr && question->text().contains(QStringLiteral("still being written")));
        QVERIFY(question->findChild<QPushButton*>(QStringLiteral("keepRuns")) == nullptr);
        press(bench, "closeThen");
        QVERIFY(bench.window->isVisible());
        QTRY_VERIFY(!bench.window->isVisible());
        QVERIFY(readBundle(path.toStdString()).has_value());
        QVERIFY(QDir(m_runs->path()).isEmpty(QDir::Dirs | QDir::NoDotAndDotDot));
    }

    void whatIsGivenUpIsAskedForAgain() {
        Bench bench;
        bench.runToEnd();
        QTemporaryDir folder;
        bench.workspace->bundles().save(bench.workspace->recording(), folder.filePath(QStringLiteral("mine")), false);
        QVERIFY(!bench.window->close());
        press(bench, "giveUpWriting");
        QTRY_VERIFY(bench.window->findChild<QPushButton*>(QStringLiteral("keepRuns")) != nullptr);
        QVERIFY(bench.window->isVisible());
        QVERIFY(QDir(folder.path()).isEmpty(QDir::Dirs | QDir::NoDotAndDotDot));
    }

    void discardingARunLeavesWhatIsWritten() {
        Bench bench;
        bench.runToEnd();
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("other"));
        bench.workspace->bundles().save(filledFakeRecording(FakeShape(), 60), path, false);
        QVERIFY(!bench.window->close());
        press(bench, "discardRuns");
        QVERIFY(bench.window->isVisible());
        auto* waiting = bench.window->findChild<QProgressDialog*>(QStringLiteral("waitForWriting"));
        QVERIFY(waiting != nullptr);
        Q_EMIT waiting->canceled();  // the window stays after all
        QTRY_VERIFY(bench.window->findChild<QProgressDialog*>(QStringLiteral("waitForWriting")) == nullptr);
        QTRY_VERIFY(!bench.workspace->bundles().saves().saving());
        QVERIFY(bench.window->isVisible() && readBundle(path.toStdString()).has_value());
        QVERIFY(!bench.window->close());
        QTRY_VERIFY(bench.window->findChild<QPushButton*>(QStringLiteral("discardRuns")) != nullptr);
        press(bench, "discardRuns");
        QTRY_VERIFY(!bench.window->isVisible());
    }

    void figuresAreWrittenToTheLast() {
        Bench bench;
        bench.runToEnd();
        QTemporaryDir folder;
        bench.window->exportAllTo(folder.path());
        QVERIFY(!bench.window->close());
        press(bench, "discardRuns");  // exporting saves no run
        QString told;
        connect(bench.workspace.get(), &Workspace::notice, this, [&](const QString& sentence) {
            told = sentence.contains(QStringLiteral("files to")) ? sentence : told;
        });
        QTRY_VERIFY_WITH_TIMEOUT(!bench.window->isVisible(), 60'000);
        QVERIFY2(told.startsWith(QStringLiteral("Wrote ")), qPrintable(told));
    }

    void aFigureIsWrittenToTheLast() {
        Bench bench;
        bench.runToEnd();
        Dock& dock = *bench.window->dock("nll");
        bench.window->focusDock(dock);
        QTRY_VERIFY(dock.shown() && dock.refreshes() > 0);
        const QString file = bench.folder.filePath(QStringLiteral("last.pdf"));
        bench.window->exportDockTo(dock, file);
        QVERIFY(!bench.window->close());
        press(bench, "discardRuns");  // exporting saves no run
        QTRY_VERIFY_WITH_TIMEOUT(!bench.window->isVisible(), 60'000);
        QVERIFY(QFile::exists(file));
        QVERIFY(QFile::exists(bench.folder.filePath(QStringLiteral("last-pgfplots.tex"))));
    }

    /// A lane is called by all policies it had, one behind the other; a file name is no longer than 255 bytes.
    void aRunOfManyPoliciesIsKeptUnderAShortName() {
        Bench bench;
        FakeShape shape;
        RunDescription description = fakeDescription(shape);
        for (int change = 0; change < 40; ++change) {
            description.lanes.back().policyId += ">streaming";
        }
        for (LaneInfo& lane : description.lanes) {
            lane.given = {{"text", lane.policyText}};
        }
        const auto recording = std::make_shared<Recording>(std::move(description));
        for (std::int32_t lane = 0; lane < shape.lanes; ++lane) {
            const TraceShape traceShape{shape.layers, shape.queryHeads, shape.kvHeads, 16, shape.units};
            recording->setTrace(lane, std::make_unique<Trace>(traceShape, Trace::Options{}));
        }
        addFakeSteps(shape, *recording, 0, 60);
        recording->setState(RunState::Finished);
        bool over = false;
        bench.workspace->kept().keep(recording, [&over] { over = true; });
        QTRY_VERIFY(over);
        QVERIFY2(bench.workspace->kept().holds(recording), qPrintable(bench.workspace->problems().copyText()));
    }

    void aModelThatIsBeingOpenedKeepsNoWindow_data() {
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("discarded") << QByteArray("discardRuns");
        QTest::newRow("kept") << QByteArray("keepRuns");
    }
    void aModelThatIsBeingOpenedKeepsNoWindow() {
        QFETCH(const QByteArray, answer);
        Opening opening;
        {
            QTemporaryDir folder;
            Workspace workspace(manifestsOnly(folder), [&opening]() -> Result<std::unique_ptr<Engine>> {
                return std::make_unique<OpeningEngine>(opening);
            });
            MainWindow window(workspace, nullptr);
            window.show();
            QVERIFY(workspace.startDraft().has_value());
            QTRY_COMPARE(opening.reached.available(), 1);
            QVERIFY(!window.close());
            auto* button = window.findChild<QPushButton*>(QLatin1String(answer));
            const bool asked = button != nullptr;
            if (asked) {
                button->click();
            }
            const bool goneAtOnce = !window.isVisible();
            opening.goOn.release();  // whatever was found, or the thread is never joined
            QVERIFY(asked);
            // Who keeps what is recorded waits until the run has ended.
            QVERIFY(goneAtOnce || answer == "keepRuns");
            QTRY_VERIFY(!window.isVisible());
        }
        QVERIFY(opening.gone);
        QCOMPARE(opening.read.load(), kOpenAt);
    }

    void aPluginThatDoesNotComeBackKeepsNoWindow_data() {
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("discarded") << QByteArray("discardRuns");
        QTest::newRow("kept") << QByteArray("keepRuns");
    }
    void aPluginThatDoesNotComeBackKeepsNoWindow() {
        QFETCH(const QByteArray, answer);
        Loop loop;
        QString status, asked, problems;
        bool closed = false;
        {
            QTemporaryDir folder;
            Workspace workspace(manifestsOnly(folder), [&loop]() -> Result<std::unique_ptr<Engine>> {
                return std::make_unique<LoopingEngine>(loop);
            });
            MainWindow window(workspace, nullptr);
            window.show();
            QVERIFY(workspace.startDraft().has_value());
            QTRY_COMPARE(loop.reached.available(), 1);
            workspace.client().poll();
            LongCall& longCall = workspace.longCall();
            longCall.setAsk([] {
                auto call = callUnderWay();
                if (call) {
                    call->since -= std::chrono::seconds(7);
                }
                return call;
            });
            longCall.look();
            longCall.look();
            status = stateText(workspace);
            problems = workspace.problems().copyText();
            closed = window.close();
            if (auto* question = window.findChild<QMessageBox*>()) {
                asked = question->text();
            }
            if (auto* button = window.findChild<QPushButton*>(QLatin1String(answer))) {
                button->click();
            }
            // Nobody has let the plugin go by then.
            const bool gone = QTest::qWaitFor([&window] { return !window.isVisible(); }, 60'000);
            loop.goOn.release();
            QVERIFY(gone);
        }
        const QString sentence = QStringLiteral("loop 1.0.0 has not come back from step (token 45) for 7 s.");
        QVERIFY(!closed);
        QCOMPARE(status, sentence);
        QVERIFY2(problems.contains(sentence) && problems.count(sentence) == 1, qPrintable(problems));
        QVERIFY2(asked.startsWith(sentence), qPrintable(asked));
        const QStringList kept = QDir(m_runs->path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QCOMPARE(kept.size(), answer == "keepRuns" ? 1 : 0);
        if (!kept.isEmpty()) {
            const auto bundle = readBundle((m_runs->path() + '/' + kept.front()).toStdString());
            QVERIFY2(bundle.has_value(), bundle ? "" : bundle.error().sentence().c_str());
            QCOMPARE((*bundle)->trace(0).steps(), 45);
            QCOMPARE((*bundle)->state(), RunState::Stopped);
            QVERIFY((*bundle)->message().english().starts_with("loop 1.0.0 has not come back from step (token 45)"));
        }
    }

    void anEmptyLibraryOffersWhatACrashLeft() {
        Bench bench;
        bench.window->focusDock(*bench.window->dock("library"));
        auto* offer = bench.window->dock("library")->findChild<QWidget*>(QStringLiteral("unfinishedOffer"));
        LibraryClient& library = bench.workspace->library();
        QTRY_VERIFY(library.searched());
        QVERIFY(library.entries().empty() && !offer->isVisible());
        const fs::path folder = unfinishedFolder(bench.folder.filePath(QStringLiteral("state")).toStdString());
        UnfinishedCopy copy(folder, "window", 1);
        QVERIFY(copy.write(*filledFakeRecording(FakeShape(), 60)->fork()).has_value());
        copy.leave();
        std::string name = copy.path().filename().string();
        name.replace(name.rfind('-', name.rfind('-') - 1) + 1, std::string::npos, "1-1");  // of another process
        fs::rename(copy.path(), folder / name);
        bench.workspace->unfinished().search();
        QTRY_VERIFY(offer->isVisible());
        bench.workspace->unfinished().forget();
        QTRY_VERIFY(!offer->isVisible());
    }
};

QTEST_MAIN(ClosingTest)
#include "closing_test.moc"
