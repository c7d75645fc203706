// SPDX-License-Identifier: GPL-3.0-or-later
/// Plugins that are dropped on the window: offered, installed, refused.
#include <QAbstractButton>
#include <QMessageBox>
#include <QProgressDialog>
#include <QSignalSpy>
#include <QTableView>

#include "app/workbench/shell/plugin_installer.h"
#include "tests/app/workbench/dropped.h"
#include "tests/app/workbench/shell/window_bench.h"
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
        QTRY_COMPARE(drop.told(), QStringLiteral("mine 1.0.0 replaces the previous one."));
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
};

QTEST_MAIN(PluginInstallerTest)
#include "plugin_installer_test.moc"
