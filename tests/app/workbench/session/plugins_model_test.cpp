// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/plugins_model.h"

#include <QSignalSpy>
#include <QTest>

#include "app/workbench/session/draft/policy_form.h"
#include "tests/core/policy/host/plugin_folder.h"

namespace kvw::wb {

namespace {

nlohmann::ordered_json withCapacity(int maximum) {
    nlohmann::ordered_json manifest = test::manifestOf("mine");
    manifest["provides"][0]["parameters"] = {{{"name", "capacity"},
                                              {"type", "integer"},
                                              {"default", 16},
                                              {"minimum", 1},
                                              {"maximum", maximum},
                                              {"label", "Capacity"},
                                              {"tooltip", "Tokens held."}}};
    return manifest;
}

}  // namespace

/// An author installs and changes a plugin beside the open window.
class PluginsModelTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void installedWhileOpen();
    void manifestChangedWhileOpen();
    void refreshKeepsWhatIsTyped();
    void refreshLeavesAnUnchangedFormAlone();
};

void PluginsModelTest::installedWhileOpen() {
    test::PluginFolder folder;
    PluginsModel model(folder.paths());
    QCOMPARE(model.rowCount(), 0);
    QSignalSpy rescanned(&model, &PluginsModel::rescanned);
    // The user folder itself does not exist before the first installation.
    folder.add(test::manifestOf("first"), "user");
    QTRY_COMPARE(model.rowCount(), 1);
    folder.add(test::manifestOf("second"), "user");
    QTRY_COMPARE(model.rowCount(), 2);
    QVERIFY(rescanned.count() >= 2);
    std::filesystem::remove_all(folder.policies("user") / "first");
    QTRY_COMPARE(model.rowCount(), 1);
    QCOMPARE(model.entry(0).manifest.id, std::string("second"));
}

void PluginsModelTest::manifestChangedWhileOpen() {
    test::PluginFolder folder;
    folder.add(withCapacity(100));
    PluginsModel model(folder.paths());
    const auto maximum = [&model] { return model.entry(0).manifest.provides[0].parameters[0].maximum.value_or(0); };
    QCOMPARE(maximum(), 100.0);
    for (const int next : {200, 300}) {
        folder.add(withCapacity(next));
        QTRY_COMPARE(maximum(), static_cast<double>(next));
    }
}

void PluginsModelTest::refreshKeepsWhatIsTyped() {
    test::PluginFolder folder;
    folder.add(withCapacity(100));
    PolicyForm form;
    QVERIFY(form.load(Catalog::scan(folder.paths()), "mine:capacity=32"));
    QSignalSpy rebuilt(&form, &PolicyForm::rebuilt);
    nlohmann::ordered_json manifest = withCapacity(200);
    manifest["provides"][0]["parameters"].push_back(
        {{"name", "sharp"}, {"type", "flag"}, {"default", false}, {"label", "Sharp"}, {"tooltip", "Something new."}});
    folder.add(manifest);
    form.refresh(Catalog::scan(folder.paths()));
    QCOMPARE(rebuilt.count(), 1);
    QCOMPARE(form.parameters().size(), std::size_t{2});
    QCOMPARE(form.policyText(), QString("mine:capacity=32"));
    // Out of the new range: what was typed is shown with the reason.
    folder.add(withCapacity(20));
    form.refresh(Catalog::scan(folder.paths()));
    QCOMPARE(form.parameter("capacity")->typed(), QString("32"));
    QVERIFY2(form.error().contains("20"), qPrintable(form.error()));
}

void PluginsModelTest::refreshLeavesAnUnchangedFormAlone() {
    test::PluginFolder folder;
    folder.add(withCapacity(100));
    PolicyForm form;
    QVERIFY(form.load(Catalog::scan(folder.paths()), "mine:capacity=32"));
    QSignalSpy rebuilt(&form, &PolicyForm::rebuilt);
    nlohmann::ordered_json manifest = withCapacity(100);
    manifest["version"] = "1.0.1";
    folder.add(manifest);
    form.refresh(Catalog::scan(folder.paths()));
    QCOMPARE(rebuilt.count(), 0);
    // A plugin that is gone leaves the form as it is; starting the run says why it cannot.
    std::filesystem::remove_all(folder.policies());
    form.refresh(Catalog::scan(folder.paths()));
    QCOMPARE(rebuilt.count(), 0);
}

}  // namespace kvw::wb

QTEST_GUILESS_MAIN(kvw::wb::PluginsModelTest)
#include "plugins_model_test.moc"
