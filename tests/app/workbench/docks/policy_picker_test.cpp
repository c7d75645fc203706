// SPDX-License-Identifier: GPL-3.0-or-later
/// The pickers of the run dock on the plugins of this build.
#include <QComboBox>
#include <QtTest>

#include "app/workbench/docks/policy_picker.h"

using kvw::wb::PolicyForm;
using kvw::wb::PolicyPicker;

class PolicyPickerTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void init() {
        qputenv("XDG_DATA_HOME", "/nonexistent");  // presets of whoever runs this are not its business
        kvw::PluginPaths paths;
        paths.folders = {KVW_BINARY_DIR "/lib/kvworkbench/policies"};
        m_catalog = kvw::Catalog::scan(paths);
        m_form = std::make_unique<PolicyForm>();
        QVERIFY(m_form->load(m_catalog, QStringLiteral("snapkv:capacity=256")).has_value());
        m_picker = std::make_unique<PolicyPicker>(*m_form);
        m_picker->setCatalog(m_catalog);
        m_picker->show();
    }
    void cleanup() {
        m_picker.reset();
        m_form.reset();
    }

    /// What can be picked is what the catalog holds; the form follows at once.
    void showsWhatTheFormHolds() {
        QCOMPARE(box("Policy")->currentData().toString(), QStringLiteral("snapkv"));
        QVERIFY(!box("Scorer")->isVisible());
        QVERIFY(box("Preset")->isVisible());
        QVERIFY(m_form->load(m_catalog, QStringLiteral("knorm+uniform:capacity=64")).has_value());
        m_picker->follow();
        QVERIFY(box("Scorer")->isVisible() && box("Budget")->isVisible());
        QCOMPARE(box("Scorer")->currentData().toString(), QStringLiteral("knorm"));
        QVERIFY(!box("Preset")->isEnabled());  // no paper has presets of it
    }

    void scorerAndBudgetMakeOneForm() {
        choose("Policy", "+");
        QVERIFY(m_form->id().contains(QLatin1Char('+')));
        choose("Scorer", "h2o-mass");
        choose("Budget", "pyramid");
        QCOMPARE(m_form->id(), QStringLiteral("h2o-mass+pyramid"));
        QVERIFY(m_form->parameter(QStringLiteral("budget.beta")) != nullptr ||
                m_form->parameter(QStringLiteral("beta")) != nullptr);
        QVERIFY(m_form->parameter(QStringLiteral("schedule")) != nullptr);
    }

    void readersArePickedLikePolicies() {
        QSignalSpy refused(m_picker.get(), &PolicyPicker::refused);
        choose("Policy", "quest");
        QCOMPARE(m_form->id(), QStringLiteral("quest"));
        QCOMPARE(refused.count(), 0);
    }

    void policiesInPythonHaveTheirForm() {
        if (!m_catalog.findAlone("python-policy")) {
            return;  // this build has no Python
        }
        choose("Policy", "python-policy");
        QCOMPARE(m_form->id(), QStringLiteral("python-policy"));
        QVERIFY(m_form->parameter(QStringLiteral("capacity")) != nullptr);
    }

    void storageGoesUnderThePolicyAndKeepsItsValues() {
        choose("Storage", "kivi");
        QCOMPARE(m_form->id(), QStringLiteral("snapkv@kivi"));
        QVERIFY(m_form->policyText().contains(QLatin1String("capacity=256")));
        choose("Policy", "full");
        QCOMPARE(m_form->id(), QStringLiteral("kivi"));
        QCOMPARE(box("Policy")->currentData().toString(), QStringLiteral("full"));
        QCOMPARE(box("Storage")->currentData().toString(), QStringLiteral("kivi"));
        choose("Storage", "");
        QCOMPARE(m_form->id(), QStringLiteral("full"));
    }

    void presetFillsTheForm() {
        QComboBox* presets = box("Preset");
        QVERIFY(presets->count() > 2);
        activate(presets, 1);
        QVERIFY(m_form->policyText() != QLatin1String("snapkv:capacity=256"));
        QCOMPARE(m_form->id(), QStringLiteral("snapkv"));
    }

 private:
    QComboBox* box(const char* name) const {
        for (QComboBox* each : m_picker->findChildren<QComboBox*>()) {
            if (each->accessibleName() == QLatin1String(name)) {
                return each;
            }
        }
        qFatal("no picker of that name");
    }
    static void activate(QComboBox* each, int index) {
        each->setCurrentIndex(index);
        QMetaObject::invokeMethod(each, "activated", Q_ARG(int, index));
    }
    void choose(const char* name, const char* id) const {
        QComboBox* each = box(name);
        const int index = each->findData(QString::fromLatin1(id));
        QVERIFY2(index >= 0, id);
        activate(each, index);
    }

    kvw::Catalog m_catalog;
    std::unique_ptr<PolicyForm> m_form;
    std::unique_ptr<PolicyPicker> m_picker;
};

QTEST_MAIN(PolicyPickerTest)
#include "policy_picker_test.moc"
