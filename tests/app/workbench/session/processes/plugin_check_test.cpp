// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/processes/plugin_check.h"

#include <QSignalSpy>
#include <QTest>

#include "app/workbench/session/files/last_start.h"
#include "app/workbench/session/plugins_model.h"
#include "tests/core/policy/host/plugin_folder.h"

namespace kvw::wb {

/// The page's check on the plugins of this build, through the kvw of this build.
class PluginCheckTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aPluginIsChecked();
    void cancelKeepsWhatWasThere();
    void aPluginWithoutCasesSaysSo();
    void whatIsNoLibraryIsRefused();
    void refusedUntilItIsAnotherFile();
    void safeModeLeavesOutTheUsersOwn();
    void aWindowThatDidNotEndLeavesWord();

 private:
    static PluginPaths built(const test::PluginFolder& folder) {
        return {{KVW_BINARY_DIR "/lib/kvworkbench/policies", folder.policies("user")}, folder.root() / "state"};
    }
    static int rowOf(const PluginsModel& model, const char* id) {
        for (int row = 0; row < model.rowCount(); ++row) {
            if (model.entry(row).manifest.id == id) {
                return row;
            }
        }
        return -1;
    }
};

void PluginCheckTest::aPluginIsChecked() {
    const test::PluginFolder folder;
    PluginsModel model(built(folder));
    const int row = rowOf(model, "full");
    QVERIFY(row >= 0);
    QVERIFY(!model.checked(row));
    QVERIFY(model.report(row).contains("conformance: not checked"));
    QSignalSpy ended(&model.check(), &PluginCheck::ended);
    model.startCheck({"full"});
    QVERIFY(model.check().running());
    QVERIFY(ended.wait(60000));
    QVERIFY2(ended.at(0).at(1).toString().contains("full passes its"), qPrintable(ended.at(0).at(1).toString()));
    QVERIFY(!model.check().running());
    QVERIFY(model.checked(row).has_value());
    QVERIFY(model.checked(row)->count("passed") > 0);
    QCOMPARE(model.checked(row)->count("failed"), 0);
    QVERIFY(!model.checked(row)->stale);
    QVERIFY(model.index(row, PluginsModel::Checked).data().toString().contains("passed"));
    QVERIFY(model.report(row).contains(" passed ("));
    // Another window, another day.
    const PluginsModel later(built(folder));
    QVERIFY(later.checked(rowOf(later, "full")).has_value());
}

void PluginCheckTest::cancelKeepsWhatWasThere() {
    const test::PluginFolder folder;
    PluginsModel model(built(folder));
    QSignalSpy ended(&model.check(), &PluginCheck::ended);
    model.startCheck({"cake", "snapkv"});
    QCOMPARE(model.check().plugin(), QString("cake"));
    QCOMPARE(model.check().waiting(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(model.check().total() > 0, 60000);
    model.check().stop();
    QVERIFY(ended.count() == 1 || ended.wait(60000));
    QVERIFY2(ended.at(0).at(1).toString().contains("was cancelled after"), qPrintable(ended.at(0).at(1).toString()));
    QVERIFY(!model.check().running());
    QVERIFY(!model.checked(rowOf(model, "cake")));
    QVERIFY(!model.checked(rowOf(model, "snapkv")));
}

void PluginCheckTest::aPluginWithoutCasesSaysSo() {
    const test::PluginFolder folder;
    const std::filesystem::path mine = folder.policies("user") / "bad-edits";
    std::filesystem::create_directories(mine.parent_path());
    std::filesystem::copy(KVW_BINARY_DIR "/tests/fixtures/plugins/bad-edits", mine);
    PluginsModel model(built(folder));
    QSignalSpy ended(&model.check(), &PluginCheck::ended);
    model.startCheck({"bad-edits"});
    QVERIFY(ended.wait(60000));
    const QString sentence = ended.at(0).at(1).toString();
    QVERIFY2(sentence.contains("bad-edits: there is no conformance case of this plugin"), qPrintable(sentence));
    QVERIFY2(sentence.contains("bad-edits/conformance"), qPrintable(sentence));
    QCOMPARE(model.entry(rowOf(model, "bad-edits")).state, PluginState::Ready);
}

void PluginCheckTest::whatIsNoLibraryIsRefused() {
    test::PluginFolder folder;
    folder.add(test::manifestOf("mine"), "user");
    PluginsModel model(built(folder));
    QSignalSpy ended(&model.check(), &PluginCheck::ended);
    model.startCheck({"mine"});
    QVERIFY(ended.wait(60000));
    const QString sentence = ended.at(0).at(1).toString();
    QVERIFY2(sentence.contains("mine 1.0.0: the library could not be loaded"), qPrintable(sentence));
    QCOMPARE(model.entry(rowOf(model, "mine")).state, PluginState::Refused);
    const Phrase& reason = model.entry(rowOf(model, "mine")).reason;
    QCOMPARE(QString::fromStdString(reason.english()), sentence);
    QVERIFY(reason.isForm);  // translated where it is shown, in English in the report
}

void PluginCheckTest::refusedUntilItIsAnotherFile() {
    test::PluginFolder folder;
    folder.add(test::manifestOf("mine"));
    PluginsModel model(folder.paths());
    model.refuse("mine", "mine: the plugin was built with another libtorch.", "other-build");
    QCOMPARE(model.entry(0).state, PluginState::Refused);
    QVERIFY(model.report(0).contains("another libtorch"));
    model.rescan();  // which loads nothing
    QCOMPARE(model.entry(0).state, PluginState::Refused);
    QVERIFY(model.report(0).contains("another libtorch"));
    model.forgetRefusal(0);
    model.rescan();
    QCOMPARE(model.entry(0).state, PluginState::Ready);
    // Another build was not tried.
    model.refuse("mine", "mine: the plugin was built with another libtorch.", "other-build");
    std::ofstream(folder.policies() / "mine" / "mine.so") << "another";
    model.rescan();
    QCOMPARE(model.entry(0).state, PluginState::Ready);
}

void PluginCheckTest::safeModeLeavesOutTheUsersOwn() {
    test::PluginFolder folder;
    folder.add(test::manifestOf("ours"));
    PluginsModel model(folder.paths());
    QVERIFY(!model.hasUserPlugins());
    model.setEndedBadly(true);
    QVERIFY(!model.offersSomething());  // nobody else's code was there
    folder.add(test::manifestOf("mine"), "user");
    model.rescan();
    QCOMPARE(model.rowCount(), 2);
    QVERIFY(model.offersSomething());
    model.setSafeMode(true);
    QCOMPARE(model.rowCount(), 1);
    QVERIFY(model.safeMode() && model.offersSomething());
    model.setSafeMode(false);
    QCOMPARE(model.rowCount(), 2);
    // A plugin that was being called is named, whose ever it is.
    model.setEndedBadly(false);
    QVERIFY(!model.offersSomething());
    std::filesystem::create_directories(folder.root() / "state");
    std::ofstream(folder.root() / "state" / "loading-999999999-ours") << "1\n";
    model.rescan();
    QCOMPARE(model.crashedRow(), 0);
    QVERIFY(model.setEnabled(0, false));
    QCOMPARE(model.crashedRow(), -1);
    QCOMPARE(model.entry(0).state, PluginState::Disabled);
}

void PluginCheckTest::aWindowThatDidNotEndLeavesWord() {
    const test::PluginFolder folder;
    {
        const LastStart first(folder.paths());
        QVERIFY(!first.endedBadly());
        QVERIFY(!LastStart(folder.paths()).endedBadly());  // beside it
    }
    QVERIFY(!LastStart(folder.paths()).endedBadly());
    std::ofstream(folder.root() / "state" / "loading-999999999-kvworkbench") << "1\n";
    QVERIFY(LastStart(folder.paths()).endedBadly());
    QVERIFY(!LastStart(folder.paths()).endedBadly());  // said once
}

}  // namespace kvw::wb

QTEST_GUILESS_MAIN(kvw::wb::PluginCheckTest)
#include "plugin_check_test.moc"
