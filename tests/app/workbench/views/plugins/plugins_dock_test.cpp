// SPDX-License-Identifier: GPL-3.0-or-later
#include <QClipboard>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTextBrowser>

#include "app/workbench/views/plugins/plugins_about.h"
#include "tests/app/workbench/shell/window_bench.h"
#include "tests/core/policy/host/plugin_folder.h"

using namespace kvw;
using namespace kvw::tests;

/// The plugins page of a window whose engine loads nothing.
class PluginsDockTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void reloadSaysWhatCameOfIt();
    void reportIsCopied();
    void worksAreCopied();
    void adviceFollowsTheReason();
    void aCrashIsNamedAndDisabled();
    void safeModeAndBack();

 private:
    static Dock& page(Bench& bench) {
        Dock& dock = *bench.window->dock("plugins");
        bench.window->focusDock(dock);
        return dock;
    }
    static void choose(Bench& bench, const char* id) {
        const PluginsModel& plugins = bench.workspace->plugins();
        for (int row = 0; row < plugins.rowCount(); ++row) {
            if (plugins.entry(row).manifest.id == id) {
                page(bench).findChild<QTableView*>()->selectRow(row);
                return;
            }
        }
        QFAIL(id);
    }
    static void trigger(Bench& bench, const char* name) {
        QAction* action = page(bench).findChild<QAction*>(name);
        QVERIFY2(action != nullptr && action->isEnabled(), name);
        action->trigger();
    }
};

void PluginsDockTest::reloadSaysWhatCameOfIt() {
    Bench bench;
    QSignalSpy notices(bench.workspace.get(), &Workspace::notice);
    choose(bench, "snapkv");
    trigger(bench, "reloadPlugin");
    QTRY_VERIFY(notices.count() > 0 && notices.last().at(0).toString().contains("snapkv is reloaded"));
    choose(bench, "h2o");
    trigger(bench, "reloadPlugin");  // the fake engine refuses this one
    const auto state = [&] {
        const PluginsModel& all = bench.workspace->plugins();
        int row = 0;
        while (all.entry(row).manifest.id != "h2o") {
            ++row;
        }
        return all.entry(row).state;
    };
    QTRY_COMPARE(state(), PluginState::Refused);
    // The dock chooses the plugin again behind the table's reset.
    const auto about = [&] { return page(bench).findChild<QTextBrowser*>("aboutPlugin")->toPlainText(); };
    QTRY_VERIFY(about().contains("another libtorch"));
    QVERIFY(about().contains("Rebuild it"));
    trigger(bench, "rescanPlugins");  // loads nothing, so it stays refused
    QCOMPARE(state(), PluginState::Refused);
    choose(bench, "h2o");
    trigger(bench, "reloadPlugin");
    QCOMPARE(state(), PluginState::Ready);  // until it is refused again
    QTRY_COMPARE(state(), PluginState::Refused);
    // A run starts as ever behind it.
    bench.runToEnd();
}

void PluginsDockTest::reportIsCopied() {
    Bench bench;
    choose(bench, "snapkv");
    trigger(bench, "copyPluginReport");
    const QString text = QGuiApplication::clipboard()->text();
    QVERIFY2(text.startsWith("snapkv 1.") && text.contains("SDK 1") && text.contains("capacity = ") &&
                 text.contains("conformance: not checked"),
             qPrintable(text));
}

void PluginsDockTest::worksAreCopied() {
    Bench bench;
    choose(bench, "snapkv");
    trigger(bench, "copyPluginWorks");
    const QString text = QGuiApplication::clipboard()->text();
    QVERIFY2(text.startsWith("@misc{li2024snapkv,\n  author = {Yuhong Li and "), qPrintable(text));
}

void PluginsDockTest::adviceFollowsTheReason() {
    test::PluginFolder folder;
    folder.add(test::manifestOf("apart"));
    folder.write("broken", "{");
    auto other = test::manifestOf("sdk");
    other["sdk"] = 99;
    folder.add(other);
    const auto copy = folder.write("zz-copy", test::manifestOf("apart").dump());
    std::ofstream(copy / "apart.so") << "";
    folder.write("bare", test::manifestOf("bare").dump());
    PluginsModel plugins(folder.paths());
    const auto advice = [&](const char* name) { return aboutPlugin(plugins, plugins.rowOf(folder.policies() / name)); };
    QVERIFY2(advice("broken").contains("Correct the error"), qPrintable(advice("broken")));
    QVERIFY2(advice("sdk").contains("with the SDK that this program expects"), qPrintable(advice("sdk")));
    QVERIFY2(advice("zz-copy").contains("one of the two folders"), qPrintable(advice("zz-copy")));
    QVERIFY2(advice("bare").contains("Build it"), qPrintable(advice("bare")));
    plugins.refuse("apart", "apart 1.0.0: the library does not export the function kvw_plugin.", "no-function");
    QVERIFY2(advice("apart").contains("KVW_PLUGIN"), qPrintable(advice("apart")));
    QVERIFY(!advice("apart").contains("two folders"));
    // The column says what is wrong, the file stands below.
    const int broken = plugins.rowOf(folder.policies() / "broken");
    const QString told = plugins.index(broken, PluginsModel::Checked).data().toString();
    const QString whole = plugins.index(broken, PluginsModel::Reason).data().toString();
    QVERIFY2(whole.startsWith(QLatin1Char('/')) && !told.isEmpty() && !told.contains(folder.policies().c_str()),
             qPrintable(told));
    QVERIFY2(whole.endsWith(told.mid(1)), qPrintable(told));
}

void PluginsDockTest::aCrashIsNamedAndDisabled() {
    Bench bench;
    auto* offer = page(bench).findChild<QWidget*>("pluginsOffer");
    QVERIFY(!offer->isVisible());
    QDir(bench.folder.path()).mkpath("state");
    QFile mark(bench.folder.filePath("state/loading-999999999-tova"));
    QVERIFY(mark.open(QIODevice::WriteOnly) && mark.write("1\n") == 2);
    mark.close();
    bench.workspace->plugins().rescan();
    QTRY_VERIFY(offer->isVisible());
    QVERIFY(offer->findChild<QLabel*>()->text().contains("tova"));
    offer->findChild<QPushButton*>("disableCrashed")->click();
    QTRY_VERIFY(!offer->isVisible());
    QVERIFY(!bench.workspace->plugins().catalog().find(PluginKind::Policy, "tova"));
    QVERIFY(!QFile::exists(mark.fileName()));
}

void PluginsDockTest::safeModeAndBack() {
    Bench bench;
    auto* offer = page(bench).findChild<QWidget*>("pluginsOffer");
    trigger(bench, "safeMode");
    QTRY_VERIFY(offer->isVisible());
    QVERIFY(bench.workspace->plugins().safeMode());
    offer->findChild<QPushButton*>("tryCrashed")->click();
    QTRY_VERIFY(!offer->isVisible());
    QVERIFY(!bench.workspace->plugins().safeMode());
}

QTEST_MAIN(PluginsDockTest)
#include "plugins_dock_test.moc"
