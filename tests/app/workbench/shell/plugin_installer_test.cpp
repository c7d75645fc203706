// SPDX-License-Identifier: GPL-3.0-or-later
/// Bundles in the window: shown after their tables, checked behind it, and what is wrong with them told in Problems.
#include <QAbstractButton>
#include <QDir>
#include <QMessageBox>
#include <QProgressDialog>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>

#include "app/workbench/session/files/bundle_saves.h"
#include "app/workbench/shell/plugin_installer.h"
#include "core/bundle/archive.h"
#include "core/publish/write_bundle.h"
#include "tests/app/workbench/dropped.h"
#include "tests/app/workbench/shell/window_bench.h"
#include "tests/core/bundle/sample.h"
#include "tests/core/policy/host/plugin_folder.h"

namespace fs = std::filesystem;
using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

/// A window with folders for plugins of its own, and a plugin "mine" that was built elsewhere.
struct Dropping {
    Dropping() : workspace(PluginPaths{{root() / "shipped", root() / "own"}, root() / "state"}, fakeEngine({})) {
        plugin = add("mine", "build", "mine");
        add("usual", "shipped", "usual");
        workspace.plugins().rescan();
        QObject::connect(&workspace, &Workspace::notice, &workspace, [this](const QString& text) { notices += text; });
        window.show();
    }
    fs::path root() const { return folder.root(); }
    fs::path own() const { return root() / "own" / "mine"; }
    fs::path add(const char* id, const char* set, const char* provides) {
        auto manifest = test::manifestOf(id);
        manifest["provides"][0]["id"] = provides;
        return folder.add(manifest, set);
    }
    void answer(const char* button) {
        press(button);
        QTRY_VERIFY(window.findChild<QMessageBox*>(QStringLiteral("offerPlugin")) == nullptr);
    }
    /// Drops it and presses that button.
    void press(const char* button) {
        QVERIFY(dropOn(window, {QUrl::fromLocalFile(QString::fromStdString(plugin.string()))}));
        auto* box = window.findChild<QMessageBox*>(QStringLiteral("offerPlugin"));
        QVERIFY(box != nullptr && !box->isModal());
        for (QAbstractButton* each : box->buttons()) {
            if (each->text() == QLatin1String(button)) {
                each->click();
            }
        }
    }
    /// A process that is gone was calling it.
    void crash() {
        fs::create_directories(root() / "state");
        std::ofstream(root() / "state" / "loading-999999999-mine") << "1\n";
        workspace.plugins().rescan();
    }
    int row() { return workspace.plugins().rowOf(own()); }
    QString told() const { return notices.isEmpty() ? QString() : notices.last(); }
    QString chosen() const {
        const auto* table = window.dock(QStringLiteral("plugins"))->findChild<QTableView*>();
        return table->currentIndex().siblingAtColumn(PluginsModel::Id).data().toString();
    }

    test::PluginFolder folder;
    fs::path plugin;
    QStringList notices;
    Workspace workspace;
    MainWindow window{workspace, nullptr};
};

}  // namespace

class PluginInstallerTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    fs::path at(const char* name) const { return fs::path(m_dir.path().toStdString()) / name; }
    fs::path written(const char* name) const {
        const auto done = writeBundle(*sample::recording(), at(name));
        Q_ASSERT(done);
        return at(name);
    }
    static void open(Bench& bench, const fs::path& path) {
        bench.window->openPath(QString::fromStdString(path.string()));
    }
    /// Opens it and waits for the check.
    static void openWhole(Bench& bench, const fs::path& path) {
        QSignalSpy checked(&bench.workspace->bundles(), &BundleFiles::checked);
        open(bench, path);
        QTRY_COMPARE(checked.size(), 1);
    }

 private Q_SLOTS:
    void aPluginThatIsDroppedIsOfferedAndInstalled() {
        Dropping drop;
        drop.answer("Cancel");
        QVERIFY(!fs::exists(drop.own()));
        drop.answer("Install");
        QTRY_VERIFY(fs::exists(drop.own() / "mine.so"));
        QTRY_VERIFY(drop.workspace.plugins().catalog().find(PluginKind::Policy, "mine").has_value());
        QTRY_VERIFY(drop.window.dock(QStringLiteral("plugins"))->shown());
        QCOMPARE(drop.workspace.problems().errors(), 0);
        QCOMPARE(drop.told(), QStringLiteral("mine 1.0.0 is installed."));
        QCOMPARE(drop.chosen(), QStringLiteral("mine"));
    }

    void installingBlocksNothing() {
        Dropping drop;
        QSignalSpy ended(drop.window.findChild<PluginInstaller*>(), &PluginInstaller::ended);
        drop.press("Install");
        // The button has done its part, and nothing is said or searched before the copy is whole.
        QVERIFY(drop.window.findChild<PluginInstaller*>()->busy());
        QCOMPARE(drop.told(), QString());
        auto* progress = drop.window.findChild<QProgressDialog*>(QStringLiteral("installProgress"));
        QVERIFY(progress != nullptr && !progress->isModal());
        QTRY_COMPARE(ended.size(), 1);
        QVERIFY(fs::exists(drop.own() / "mine.so"));
        QTRY_VERIFY(drop.window.findChild<QProgressDialog*>(QStringLiteral("installProgress")) == nullptr);
    }

    void inSafeModeADroppedPluginIsInstalledToo() {
        Dropping drop;
        drop.workspace.plugins().setSafeMode(true);
        drop.answer("Install");
        QTRY_VERIFY(fs::exists(drop.own() / "mine.so"));
        QTRY_VERIFY2(drop.told().contains(QStringLiteral("Safe mode leaves it out")), qPrintable(drop.told()));
        QCOMPARE(drop.workspace.problems().errors(), 0);
        drop.workspace.plugins().setSafeMode(false);
        QVERIFY(drop.workspace.plugins().catalog().find(PluginKind::Policy, "mine").has_value());
    }

    void anotherBuildOfAPluginThatCrashedIsTriedAgain() {
        Dropping drop;
        drop.answer("Install");
        QTRY_COMPARE(drop.chosen(), QStringLiteral("mine"));
        drop.crash();
        QCOMPARE(drop.workspace.plugins().crashedRow(), drop.row());
        drop.answer("Install");
        QTRY_COMPARE(drop.told(), QStringLiteral("mine 1.0.0 is in the place of the one before."));
        QCOMPARE(drop.workspace.plugins().entry(drop.row()).state, PluginState::Ready);
    }

    void aPluginThatIsDisabledStaysSoAndItIsSaid() {
        Dropping drop;
        drop.answer("Install");
        QTRY_COMPARE(drop.chosen(), QStringLiteral("mine"));
        QVERIFY(drop.workspace.plugins().setEnabled(drop.row(), false).has_value());
        drop.crash();
        drop.answer("Install");
        QTRY_VERIFY2(drop.told().contains(QStringLiteral("It stays disabled")), qPrintable(drop.told()));
        QCOMPARE(drop.workspace.plugins().entry(drop.row()).state, PluginState::Disabled);
    }

    void aPluginThatIsRefusedIsNotSaidToBeThereOnly() {
        Dropping drop;
        drop.add("other", "shipped", "mine");  // which provides what the new one wants to
        drop.workspace.plugins().rescan();
        drop.answer("Install");
        QTRY_VERIFY2(drop.told().contains(QStringLiteral("It is not used: ")) &&
                         drop.told().contains(QStringLiteral("already provided by plugin \"other\"")),
                     qPrintable(drop.told()));
        QTRY_COMPARE(drop.chosen(), QStringLiteral("mine"));
    }

    void aChangedFileIsAProblemLater() {
        const fs::path bundle = written("changed");
        std::string csv = sample::slurp(bundle / "steps.csv");
        csv.replace(csv.find("prefill,0.6"), 11, "prefill,0.7");
        sample::spill(bundle / "steps.csv", csv);
        Bench bench;
        QSignalSpy opened(&bench.workspace->bundles(), &BundleFiles::opened);
        openWhole(bench, bundle);
        QCOMPARE(opened.size(), 1);
        QCOMPARE(bench.workspace->client().steps(), 40);
        QVERIFY(bench.workspace->problems().copyText().contains("steps.csv: the file was changed"));
    }

    void rowsOfAnArchiveReachTheDocks() {
        Bench bench;
        QSignalSpy arrived(&bench.workspace->client(), &EngineClient::rowsArrived);
        openWhole(bench, written("rows.zip"));
        QVERIFY(!arrived.isEmpty());
        QVERIFY(bench.workspace->trace()->rows(30, 0).has_value());
        auto* progress = bench.window->findChild<QWidget*>(QStringLiteral("checkProgress"));
        QVERIFY(progress->isHidden());
    }

    void savingTellsHowFarAndCanBeStopped() {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("run.zip"));
        Bench bench;
        openWhole(bench, written("saving"));
        auto* progress = bench.window->findChild<QWidget*>(QStringLiteral("saveProgress"));
        BundleFiles& bundles = bench.workspace->bundles();
        BundleSaves& saves = BundleSaves::of(bundles);
        QSignalSpy advanced(&saves, &BundleSaves::advanced), ended(&saves, &BundleSaves::ended),
            stopped(&saves, &BundleSaves::stopped);
        bundles.save(bench.workspace->recording(), file, true);
        QVERIFY(saves.saving(*bench.workspace->recording()));
        bench.window->findChild<QToolButton*>(QStringLiteral("stopSave"))->click();
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(stopped.size(), 1);
        QVERIFY(progress->isHidden());
        QVERIFY(QDir(folder.path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
        QVERIFY(bench.workspace->problems().errors() == 0);

        bool shown = false;
        connect(&saves, &BundleSaves::advanced, progress, [&] { shown = shown || !progress->isHidden(); });
        bundles.save(bench.workspace->recording(), file, true);
        QTRY_COMPARE(ended.size(), 2);
        QVERIFY(shown && progress->isHidden() && QFile::exists(file));
        QVERIFY(!saves.saving() && stopped.size() == 1);
    }

    void theCheckCanBeStopped() {
        Bench bench;
        auto* progress = bench.window->findChild<QWidget*>(QStringLiteral("checkProgress"));
        connect(
            &bench.workspace->bundles(), &BundleFiles::opened, this, [&] { bench.workspace->bundles().stopChecks(); },
            Qt::QueuedConnection);
        bool shown = false;
        connect(&bench.workspace->bundles(), &BundleFiles::checkAdvanced, this,
                [&] { shown = shown || !progress->isHidden(); });
        openWhole(bench, written("stopped.zip"));
        QVERIFY(shown && progress->isHidden());
        QVERIFY(!bench.workspace->bundles().checking());
        QCOMPARE(bench.workspace->client().steps(), 40);  // stopped or done by then: what is shown stays
        bench.window->findChild<QToolButton*>(QStringLiteral("stopCheck"))->click();
    }

    void closingDoesNotWaitForTheCheck() {
        const fs::path bundle = written("closing.zip");
        Bench bench;
        QSignalSpy opened(&bench.workspace->bundles(), &BundleFiles::opened);
        open(bench, bundle);
        QTRY_COMPARE(opened.size(), 1);
    }

    void hostileBundlesAreOneSentence_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("words");
        QTest::newRow("from the future") << "future"
                                         << "written by a newer version";
        QTest::newRow("half deleted") << "half"
                                      << "layers.csv: the bundle lacks this file";
        QTest::newRow("no archive") << "text"
                                    << "the archive cannot be opened";
        QTest::newRow("bomb") << "bomb"
                              << "expands beyond reason";
    }
    void hostileBundlesAreOneSentence() {
        QFETCH(QString, kind);
        QFETCH(QString, words);
        const fs::path folder = written(kind.toUtf8().constData());
        fs::path path = folder;
        if (kind == "future") {
            std::string manifest = sample::slurp(folder / "manifest.json");
            sample::spill(folder / "manifest.json",
                          manifest.replace(manifest.find("kvw-bundle-1"), 12, "kvw-bundle-9"));
        } else if (kind == "half") {
            fs::remove(folder / "layers.csv");
            fs::remove_all(folder / "figures");
        } else {
            path = at((kind.toStdString() + ".zip").c_str());
            fs::resize_file(folder / "layers.csv", 100'000'000);
            if (kind == "text") {
                sample::spill(path, "no archive");
            } else {
                QVERIFY(bundle::packFolder(folder, path));
            }
        }
        Bench bench;
        bench.runToEnd();
        const auto before = bench.workspace->recording();
        open(bench, path);
        QTRY_COMPARE(bench.workspace->problems().errors(), 1);
        QVERIFY2(bench.workspace->problems().copyText().contains(words),
                 bench.workspace->problems().copyText().toUtf8().constData());
        QCOMPARE(bench.workspace->problems().copyText().count('\n'), 0);
        QCOMPARE(bench.workspace->recording(), before);  // nothing is lost
    }
};

QTEST_MAIN(PluginInstallerTest)
#include "plugin_installer_test.moc"
