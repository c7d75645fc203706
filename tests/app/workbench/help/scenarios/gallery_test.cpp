// SPDX-License-Identifier: GPL-3.0-or-later
/// Every dock on a real comparison shows something, and so it does in every state of a run and both themes. The
/// pictures lie in `gallery` of the build folder, a folder per state and theme; with KVW_GALLERY=FOLDER those of the
/// comparison are saved there instead, which is what the help shows (packaging/gallery).
#include <QDialog>
#include <QHash>
#include <QLabel>
#include <atomic>
#include <chrono>
#include <clocale>
#include <memory>

#include "app/workbench/plot/latest_job.h"
#include "app/workbench/shell/modes.h"
#include "app/workbench/stories/story_loader.h"
#include "app/workbench/views/contract/contract_client.h"
#include "tests/app/workbench/colours.h"
#include "tests/app/workbench/manifest_catalog.h"
#include "tests/app/workbench/real_bench.h"
#include "tests/support/slowness.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

constexpr int kRunMs = 240'000 * kSanitizerSlowness;
constexpr int kFewestColours = 12;
const QString kGallery = QStringLiteral(KVW_BINARY_DIR "/gallery/");

FakeShape shapeWithRows() {
    FakeShape shape;
    shape.rows = true;
    shape.lanes = 3;
    return shape;
}

class FailingRun : public FakeRun {
 public:
    using FakeRun::FakeRun;
    Result<void> step() override {
        return position() < 60 ? FakeRun::step()
                               : fail(Code::Policy, "streaming 1.0.0", "the policy kept a token that is not there");
    }
};

class FailingEngine : public FakeEngine {
 public:
    explicit FailingEngine(std::shared_ptr<const std::atomic<bool>> fails)
        : FakeEngine(shapeWithRows()), m_fails(std::move(fails)) {}
    Result<std::unique_ptr<Run>> start(const RunSpec& spec, const Catalog& catalog,
                                       const ProgressSink& progress) override {
        if (*m_fails) {
            return std::make_unique<FailingRun>(shapeWithRows(), spec);
        }
        return FakeEngine::start(spec, catalog, progress);
    }

 private:
    std::shared_ptr<const std::atomic<bool>> m_fails;
};

/// A window on an engine whose runs fail if they are asked to.
struct StatesBench {
    StatesBench() {
        workspace = std::make_unique<Workspace>(
            manifestsOnly(folder),
            [fails = fails]() -> Result<std::unique_ptr<Engine>> { return std::make_unique<FailingEngine>(fails); });
        workspace->guard().setPace(CopyPace(std::chrono::hours(1)));
        window = std::make_unique<MainWindow>(*workspace, nullptr);
        window->resize(1024, 700);
        window->show();
    }
    ~StatesBench() { window.reset(); }
    EngineClient& client() { return workspace->client(); }
    SessionState state() { return client().status().state; }

    /// Takes pictures of every dock in both themes; none is blank, and each is darker in the dark one.
    void pictures(const QString& name) {
        QHash<QString, double> light;
        for (const bool dark : {false, true}) {
            window->modes().setTheme(dark ? ThemeChoice::Dark : ThemeChoice::Light);
            const QString into = kGallery + name + (dark ? QStringLiteral("-dark/") : QStringLiteral("-light/"));
            QVERIFY(QDir().mkpath(into));
            for (const DockEntry& entry : dockEntries()) {
                const QString id = QString::fromLatin1(entry.id);
                Dock* dock = window->dock(id);
                window->focusDock(*dock);
                QTRY_VERIFY2(dock->shown(), entry.id);
                for (const LatestJob* job : dock->findChildren<LatestJob*>()) {
                    QTRY_VERIFY2(job->idle(), entry.id);
                }
                QCoreApplication::processEvents();
                const QImage picture = dock->widget()->grab().toImage();
                QVERIFY2(picture.save(into + id + QStringLiteral(".png"), "PNG", 90), entry.id);
                QVERIFY2(coloursOf(picture) > 2, qPrintable(name + QLatin1Char(' ') + id));
                const double lightness = lightnessOf(picture);
                QVERIFY2(!dark || lightness < light.value(id), qPrintable(name + QLatin1Char(' ') + id));
                light.insert(id, lightness);
            }
        }
    }

    QTemporaryDir folder;
    std::shared_ptr<std::atomic<bool>> fails = std::make_shared<std::atomic<bool>>(false);
    std::unique_ptr<Workspace> workspace;
    std::unique_ptr<MainWindow> window;
};

/// Where the help's pictures go; else, at once, to those of the states.
void saveFinished(QWidget& shown, const QString& name) {
    if (qEnvironmentVariableIsSet("KVW_GALLERY")) {
        RealBench::save("KVW_GALLERY", shown, name);
        return;
    }
    for (const LatestJob* job : shown.findChildren<LatestJob*>()) {
        QTRY_VERIFY2_WITH_TIMEOUT(job->idle(), qPrintable(name), kRunMs);
    }
    QVERIFY(QDir().mkpath(kGallery + QStringLiteral("comparison")));
    QVERIFY(shown.grab().save(kGallery + QStringLiteral("comparison/") + name + QStringLiteral(".png")));
}

}  // namespace

class GalleryTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        std::setlocale(LC_NUMERIC, "C");
        RealBench::useBuiltEngine();
        QVERIFY(m_runs.isValid());
        qputenv("KVW_RUNS", m_runs.path().toUtf8());
        // Whose pictures they are is not to be seen in them.
        qputenv("HOME", m_runs.path().toUtf8());
        qputenv("XDG_DATA_HOME", m_runs.filePath(QStringLiteral(".local/share")).toUtf8());
        qputenv("XDG_CACHE_HOME", m_runs.filePath(QStringLiteral(".cache")).toUtf8());
        qputenv("XDG_STATE_HOME", m_runs.filePath(QStringLiteral(".local/state")).toUtf8());
        m_bench = std::make_unique<RealBench>();
        m_bench->window.modes().setTheme(ThemeChoice::Light);
        m_bench->window.resize(1024, 700);
        LoadAction load;
        load.text = "needle";
        load.policies = {"cake:capacity=128,window=16", "h2o:heavy=64,recent=64", "streaming:sinks=4,recent=124"};
        load.full = true;
        load.prompt = 600;
        const auto loaded = applyLoad(load, {}, m_bench->workspace);
        QVERIFY2(loaded.has_value(), loaded ? "" : loaded.error().sentence().c_str());
        QVERIFY(m_bench->workspace.startDraft().has_value());
        QTRY_COMPARE_WITH_TIMEOUT(m_bench->workspace.client().status().state, SessionState::Finished, kRunMs);
        m_bench->workspace.selection().setLane(1);
        m_bench->workspace.selection().setLayer(2);
        QCOMPARE(m_bench->workspace.problems().errors(), 0);
    }
    void everyDockShowsSomething_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<bool>("dark");
        for (const DockEntry& entry : dockEntries()) {
            QTest::newRow(entry.id) << QString::fromLatin1(entry.id) << false;
            QTest::addRow("%s, dark", entry.id) << QString::fromLatin1(entry.id) << true;
        }
    }
    void everyDockShowsSomething() {
        QFETCH(QString, id);
        QFETCH(bool, dark);
        if (!dark) {
            picture(id);
            return;
        }
        m_bench->window.modes().setTheme(ThemeChoice::Dark);
        look(id, [](Dock& dock) { QTRY_VERIFY(lightnessOf(dock.grab().toImage()) < 120); });
        m_bench->window.modes().setTheme(ThemeChoice::Light);
        look(id, [](Dock& dock) { QTRY_VERIFY(lightnessOf(dock.grab().toImage()) > 145); });
    }
    void theContractOfAPolicy() {
        Dock* dock = m_bench->window.dock(QStringLiteral("contract"));
        auto* client = dock->findChild<ContractClient*>();
        client->ask(QStringLiteral("h2o:heavy=16,recent=16"));
        QTRY_VERIFY_WITH_TIMEOUT(!client->running(), kRunMs);
        QVERIFY2(client->rowCount() > 0, qPrintable(client->problem()));
        picture(QStringLiteral("contract"));
    }
    void theWindow() {
        m_bench->window.resize(1600, 1000);
        m_bench->window.actions().named(QStringLiteral("resetLayout"))->trigger();
        QTRY_VERIFY(coloursOf(m_bench->window.grab().toImage()) >= kFewestColours);
        saveFinished(m_bench->window, QStringLiteral("window"));
        m_bench->window.resize(1024, 700);
    }
    void theSweep() {
        Workspace& workspace = m_bench->workspace;
        RunSpec base = workspace.draft().base();
        base.promptTokens = 403;
        base.steps = 120;
        workspace.draft().setBase(base);
        const auto set =
            workspace.draft().lanes().set(workspace.plugins().catalog(), {QStringLiteral("snapkv:capacity=128")});
        QVERIFY2(set.has_value(), set ? "" : set.error().sentence().c_str());
        workspace.sweepDraft().setAxis(0, {QStringLiteral("capacity"), QStringLiteral("32,64,128,256")});
        workspace.sweepDraft().setAxis(1, {QStringLiteral("window"), QStringLiteral("8,16,32")});
        workspace.sweepDraft().setFolder(m_runs.filePath(QStringLiteral("grid")));
        const auto started = workspace.sweepDraft().sweep().and_then([&](const Sweep& sweep) {
            return workspace.sweepDraft().points().and_then([&](const std::vector<SweepPoint>& points) {
                return workspace.sweeps().start(sweep, points, workspace.sweepDraft().folder(), 2, 1);
            });
        });
        QVERIFY2(started.has_value(), started ? "" : started.error().sentence().c_str());
        QTRY_VERIFY_WITH_TIMEOUT(workspace.sweeps().activity() == SweepRunner::Activity::Idle, kRunMs);
        QCOMPARE(workspace.sweeps().done(), std::size_t{12});
        picture(QStringLiteral("sweep"));
    }
    void theLibrary() {
        Workspace& workspace = m_bench->workspace;
        QSignalSpy saved(&workspace.bundles(), &BundleFiles::saved);
        const QString path = m_runs.filePath(QStringLiteral("needle, three policies"));
        workspace.bundles().save(workspace.recording(), path, false);
        QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, kRunMs);
        workspace.library().annotate(readEntry(path.toStdString()), QStringLiteral("thesis, figure 3"),
                                     QStringLiteral("cake keeps the facts"));
        workspace.library().refresh();
        QTRY_VERIFY(!workspace.library().busy() && !workspace.library().entries().empty());
        picture(QStringLiteral("library"));
    }
    void theFigures() {
        m_bench->window.resize(1024, 700);
        m_bench->window.actions().named(QStringLiteral("figures"))->trigger();
        auto* dialog = m_bench->window.findChild<QDialog*>(QStringLiteral("figuresDialog"));
        QVERIFY(dialog != nullptr);
        const auto* state = dialog->findChild<QLabel*>(QStringLiteral("figuresState"));
        QTRY_VERIFY_WITH_TIMEOUT(state->text().isEmpty(), kRunMs);
        QTRY_VERIFY(coloursOf(dialog->grab().toImage()) >= kFewestColours);
        saveFinished(*dialog, QStringLiteral("figures"));
        dialog->close();
    }
    void theRunsWithAFork() {
        Forks& forks = m_bench->workspace.forks();
        m_bench->workspace.selection().setLane(3);
        m_bench->workspace.selection().setStep(1000);
        const auto forked = forks.fork(forks.stepHere(), QStringLiteral("streaming:sinks=4,recent=400"));
        QVERIFY2(forked.has_value(), forked ? "" : forked.error().sentence().c_str());
        QTRY_COMPARE(forks.tree().count(), 2);
        QTRY_COMPARE_WITH_TIMEOUT(m_bench->workspace.client().status().state, SessionState::Finished, kRunMs);
        m_bench->window.resize(1024, 700);
        picture(QStringLiteral("runs"));
    }
    /// The last on the comparison: its run is another one.
    void theProblems() {
        Workspace& workspace = m_bench->workspace;
        RunSpec base = workspace.draft().base();
        base.promptTokens = 1000;
        base.steps = 5000;
        base.sampling.temperature = 0.7;
        workspace.draft().setBase(base);
        QVERIFY(workspace.draft().lanes().set(
            workspace.plugins().catalog(),
            {QStringLiteral("snapkv:capacity=2000"), QStringLiteral("streaming:sinks=4,recent=252,slack=8")}));
        QVERIFY(workspace.startDraft().has_value());
        QTRY_COMPARE_WITH_TIMEOUT(workspace.client().status().state, SessionState::Finished, kRunMs);
        workspace.refuse(Error{Code::NotFound, "there is no such text", "tale.txt", {}, {}});
        QTRY_VERIFY(workspace.problems().warnings() >= 3);
        picture(QStringLiteral("problems"));
    }
    /// On the fake engine, whose runs stand still where they are asked to.
    void everyDockInEveryStateAndTheme() {
        m_bench.reset();
        StatesBench bench;
        const auto pictures = [&bench](const char* name, SessionState expected) {
            bench.pictures(QString::fromLatin1(name));
            QCOMPARE(bench.state(), expected);
        };
        const auto failed = [] { return QTest::currentTestFailed(); };
        bench.pictures(QStringLiteral("empty"));
        bench.client().setSpeed(0.5);  // the run is still on when all is drawn
        QVERIFY(!failed() && bench.workspace->startDraft().has_value());
        QTRY_COMPARE(bench.state(), SessionState::Running);
        QTRY_VERIFY(bench.client().steps() >= 40);
        pictures("running", SessionState::Running);
        bench.client().pause();
        QTRY_COMPARE(bench.state(), SessionState::Paused);
        QVERIFY(!failed());
        pictures("paused", SessionState::Paused);
        bench.client().setSpeed(0);
        bench.client().resume();
        QTRY_COMPARE(bench.state(), SessionState::Finished);
        QVERIFY(!failed());
        pictures("finished", SessionState::Finished);
        *bench.fails = true;
        QVERIFY(!failed() && bench.workspace->startDraft().has_value());
        QTRY_COMPARE(bench.state(), SessionState::Failed);
        pictures("failed", SessionState::Failed);
        bench.client().view(filledFakeRecording(shapeWithRows(), 120), QStringLiteral("bundle"));
        QVERIFY(!failed() && bench.client().viewing());
        bench.pictures(QStringLiteral("viewing"));
        QVERIFY(bench.client().viewing());
        bench.window->modes().setTheme(ThemeChoice::System);
    }
    void cleanupTestCase() { m_bench.reset(); }

 private:
    void picture(const QString& id) {
        look(id, [&](Dock& dock) { saveFinished(dock, id); });
    }
    template <class See>
    void look(const QString& id, See see) {
        Dock* dock = m_bench->window.dock(id);
        m_bench->window.focusDock(*dock);
        QAction* maximise = m_bench->window.actions().named(QStringLiteral("maximise"));
        maximise->trigger();
        QTRY_VERIFY(dock->shown());
        QTRY_VERIFY(coloursOf(dock->grab().toImage()) >= kFewestColours);
        see(*dock);
        maximise->trigger();
    }

    QTemporaryDir m_runs;
    std::unique_ptr<RealBench> m_bench;
};

QTEST_MAIN(GalleryTest)
#include "gallery_test.moc"
