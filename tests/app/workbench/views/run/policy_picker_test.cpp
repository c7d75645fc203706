// SPDX-License-Identifier: GPL-3.0-or-later
/// The pickers of the run dock on the plugins of this build.
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>
#include <QStandardItemModel>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

#include "app/workbench/session/draft/parameter_model.h"
#include "app/workbench/views/run/combination_matrix.h"
#include "app/workbench/views/run/policy_picker.h"
#include "app/workbench/views/run/policy_search.h"

using kvw::wb::CombinationMatrix;
using kvw::wb::PolicyForm;
using kvw::wb::PolicyPicker;
using kvw::wb::PolicySearch;

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

    /// The boxes offer what the catalog holds; the form follows at once.
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

    void aPolicyThatComesBackHasItsValues() {
        m_form->setOwn({kvw::Positions::CacheRank, {}, {}, {}});
        choose("Policy", "h2o");
        QCOMPARE(m_form->laneText(), QStringLiteral("h2o"));
        m_form->parameter(QStringLiteral("heavy"))->type(QStringLiteral("32"));
        choose("Policy", "snapkv");
        QCOMPARE(m_form->laneText(), QStringLiteral("snapkv:capacity=256/positions=cache-rank"));
        choose("Policy", "h2o");
        QCOMPARE(m_form->laneText(), QStringLiteral("h2o:heavy=32"));
    }

    /// A setting of the scorer that a budget needs is set along with it.
    void whatNeedsASettingGetsIt() {
        choose("Policy", "+");
        choose("Scorer", "tova");
        QVERIFY(tip("Budget", "adakv-headwise").contains("granularity=kv-head"));
        QVERIFY(tip("Budget", "uniform") != tip("Budget", "adakv-headwise"));
        choose("Budget", "adakv-headwise");
        QCOMPARE(m_form->policyText(), QStringLiteral("tova+adakv-headwise:scorer.granularity=kv-head"));
    }

    void whatDoesNotGoTogetherIsGreyAndSaysWhy() {
        QVERIFY(enabled("Storage", "kivi"));
        choose("Policy", "window-recompute");
        QVERIFY(!enabled("Storage", "kivi"));
        QVERIFY(tip("Storage", "kivi").contains("nothing that was stored is read again"));
        choose("Policy", "snapkv");
        QVERIFY(enabled("Storage", "kivi"));
        // Chosen after the storage, a policy that takes none goes without.
        choose("Storage", "kivi");
        QSignalSpy refused(m_picker.get(), &PolicyPicker::refused);
        choose("Policy", "window-recompute");
        QCOMPARE(m_form->id(), QStringLiteral("window-recompute"));
        QCOMPARE(refused.count(), 1);
        // Nor what does not go with the run.
        kvw::RunTraits streaming;
        streaming.streamingPrefill = true;
        m_picker->setTraits(streaming);
        QVERIFY(!enabled("Policy", "snapkv") && enabled("Policy", "streaming") && enabled("Policy", "+"));
        QVERIFY(tip("Policy", "snapkv").contains("expected layer-major"));
        choose("Policy", "+");
        choose("Scorer", "h2o-mass");
        QVERIFY(!enabled("Scorer", "snapkv") && !enabled("Budget", "cake-preference") && enabled("Budget", "pyramid"));
        choose("Budget", "pyramid");
        QCOMPARE(m_form->policyText(), QStringLiteral("h2o-mass+pyramid:schedule=every-step"));
        m_picker->setTraits({});
        QVERIFY(enabled("Scorer", "snapkv"));
    }

    /// A plugin may say what looks like HTML: it is shown as it stands, also behind a reason of the program's.
    void wordsOfPluginsAreNoHtml() {
        const QTemporaryDir folder;
        for (const char* name : {"streaming", "knorm", "uniform"}) {
            const QString from = QStringLiteral(KVW_SOURCE_DIR "/plugins/") + QLatin1String(name);
            QVERIFY(QDir(folder.path()).mkpath(QLatin1String(name)));
            QFile shipped(from + QStringLiteral("/manifest.json"));
            QVERIFY(shipped.open(QIODevice::ReadOnly));
            QByteArray text = shipped.readAll();
            text.replace("\"description\": \"", "\"description\": \"<b>Loud</b> ");
            QFile manifest(folder.filePath(QLatin1String(name) + QStringLiteral("/manifest.json")));
            QVERIFY(manifest.open(QIODevice::WriteOnly) && manifest.write(text) == text.size());
            QFile library(folder.filePath(QStringLiteral("%1/%1.so").arg(QLatin1String(name))));
            QVERIFY(library.open(QIODevice::WriteOnly));
        }
        kvw::PluginPaths paths;
        paths.folders = {folder.path().toStdString()};
        paths.stateFolder = folder.filePath(QStringLiteral("state")).toStdString();
        m_catalog = kvw::Catalog::scan(paths);
        QVERIFY(m_form->load(m_catalog, QStringLiteral("knorm+uniform")).has_value());
        m_picker->setCatalog(m_catalog);
        const auto asItStands = [](const QString& tip) {
            return tip.contains(QLatin1String("&lt;b&gt;Loud")) && !tip.contains(QLatin1String("<b>"));
        };
        QVERIFY2(asItStands(tip("Policy", "streaming")), qPrintable(tip("Policy", "streaming")));
        QVERIFY2(asItStands(tip("Scorer", "knorm")), qPrintable(tip("Scorer", "knorm")));
    }

    void theTableOfPairsChooses() {
        QVERIFY(m_form->load(m_catalog, QStringLiteral("knorm+uniform:capacity=64")).has_value());
        m_picker->follow();
        const auto open = [this] {
            m_picker->findChild<QToolButton*>(QStringLiteral("matrix"))->click();
            return m_picker->findChild<CombinationMatrix*>();
        };
        QPointer<CombinationMatrix> matrix = open();
        QVERIFY(matrix != nullptr && !matrix->accessibleName().isEmpty());
        auto* table = matrix->findChild<QTableWidget*>();
        auto* about = matrix->findChild<QLabel*>(QStringLiteral("combination"));
        QCOMPARE(static_cast<std::size_t>(table->rowCount()), m_catalog.all(kvw::PluginKind::Scorer).size());
        QVERIFY(about->text().startsWith(QLatin1String("knorm+uniform: ")));  // where the form is
        const auto columnOf = [table](const char* id) {
            int column = 0;
            while (table->horizontalHeaderItem(column)->text() != QLatin1String(id)) {
                ++column;
            }
            return column;
        };
        int tova = 0;
        while (table->verticalHeaderItem(tova)->text() != QLatin1String("tova")) {
            ++tova;
        }
        table->setCurrentCell(tova, columnOf("adakv-headwise"));
        QVERIFY2(about->text().contains("runs with scorer.granularity=kv-head"), qPrintable(about->text()));
        QCOMPARE(table->currentItem()->data(Qt::AccessibleTextRole).toString(), about->text());
        QTest::keyClick(table, Qt::Key_Right);
        QTest::keyClick(table, Qt::Key_Left);
        QTest::keyClick(table, Qt::Key_Return);
        QTRY_VERIFY(matrix.isNull());
        QCOMPARE(m_form->id(), QStringLiteral("tova+adakv-headwise"));
        QCOMPARE(box("Budget")->currentData().toString(), QStringLiteral("adakv-headwise"));
        // A policy that does not run cannot be chosen.
        kvw::RunTraits streaming;
        streaming.streamingPrefill = true;
        m_picker->setTraits(streaming);
        matrix = open();
        table = matrix->findChild<QTableWidget*>();
        QVERIFY(table->currentItem()->text() == kvw::wb::CombinationMatrix::mark(kvw::Combination::Verdict::Never));
        QTest::keyClick(table, Qt::Key_Return);
        QVERIFY(!matrix.isNull() && matrix->isVisible());
        QTest::keyClick(table, Qt::Key_Escape);
        QTRY_VERIFY(matrix.isNull());
    }

    /// The pair that is there already changes nothing; another one keeps the storage as far as it can.
    void theTableOfPairsKeepsStorageAndWhatWasTyped() {
        QVERIFY(m_form->load(m_catalog, QStringLiteral("snapkv+uniform@kivi")).has_value());
        m_picker->follow();
        auto* capacity = m_form->parameter(QStringLiteral("capacity"));
        capacity = capacity != nullptr ? capacity : m_form->parameter(QStringLiteral("budget.capacity"));
        QVERIFY(capacity != nullptr);
        capacity->type(QStringLiteral("77"));
        const QString typed = m_form->policyText();
        QVERIFY2(typed.contains("capacity=77") && typed.contains("@kivi"), qPrintable(typed));
        const auto open = [this] {
            m_picker->findChild<QToolButton*>(QStringLiteral("matrix"))->click();
            return QPointer<CombinationMatrix>(m_picker->findChild<CombinationMatrix*>());
        };
        QPointer<CombinationMatrix> matrix = open();
        QTest::keyClick(matrix->findChild<QTableWidget*>(), Qt::Key_Return);
        QTRY_VERIFY(matrix.isNull());
        QCOMPARE(m_form->policyText(), typed);
        matrix = open();
        auto* table = matrix->findChild<QTableWidget*>();
        int row = 0;
        while (table->verticalHeaderItem(row)->text() != QLatin1String("h2o-mass")) {
            ++row;
        }
        table->setCurrentCell(row, table->currentColumn());
        QTest::keyClick(table, Qt::Key_Return);
        QTRY_VERIFY(matrix.isNull());
        QCOMPARE(m_form->id(), QStringLiteral("h2o-mass+uniform@kivi"));
        QCOMPARE(box("Storage")->currentData().toString(), QStringLiteral("kivi"));
        // A run that has no place for it goes without.
        kvw::RunTraits turned;
        turned.turnedKeys = true;
        m_picker->setTraits(turned);
        QSignalSpy refused(m_picker.get(), &PolicyPicker::refused);
        matrix = open();
        QTest::keyClick(matrix->findChild<QTableWidget*>(), Qt::Key_Return);
        QTRY_VERIFY(matrix.isNull());
        QCOMPARE(m_form->id(), QStringLiteral("h2o-mass+uniform"));
        QCOMPARE(refused.count(), 1);
    }

    void findsByNameAndByPaper() {
        m_picker->findChild<QToolButton*>(QStringLiteral("findPolicy"))->click();
        QPointer<PolicySearch> search = m_picker->findChild<PolicySearch*>();
        QVERIFY(!search.isNull());
        auto* line = search->findChild<QLineEdit*>();
        auto* list = search->findChild<QListWidget*>();
        QVERIFY(!line->accessibleName().isEmpty() && !list->accessibleName().isEmpty());
        QCOMPARE(list->count(), box("Policy")->count());  // under the same titles
        // Nothing is found: nothing changes.
        line->setText(QStringLiteral("zz no such policy"));
        QTest::keyClick(line, Qt::Key_Return);
        QVERIFY(!search.isNull() && search->isVisible());
        QCOMPARE(m_form->policyText(), QStringLiteral("snapkv:capacity=256"));
        const auto found = [&] {
            QStringList ids;
            for (int row = 0; row < list->count(); ++row) {
                ids << list->item(row)->data(Qt::UserRole).toString();
            }
            return ids;
        };
        line->setText(QStringLiteral("EFFICIENT streaming lang"));  // the title of a paper
        QVERIFY2(found().contains(QLatin1String("streaming")), qPrintable(found().join(' ')));
        QVERIFY(!found().contains(QLatin1String("snapkv")));
        QVERIFY(found().front().isEmpty());  // the title of the group
        line->setText(QStringLiteral("tova"));
        QCOMPARE(list->currentItem()->data(Qt::UserRole).toString(), QStringLiteral("tova"));
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_VERIFY(search.isNull());
        QCOMPARE(m_form->id(), QStringLiteral("tova"));
        QCOMPARE(box("Policy")->currentData().toString(), QStringLiteral("tova"));
    }

    /// From the list, by keys alone; titles and what does not go with the run are passed over.
    void searchesByKeys() {
        kvw::RunTraits streaming;
        streaming.streamingPrefill = true;
        m_picker->setTraits(streaming);
        QTest::keyClick(box("Policy"), Qt::Key_Slash);
        QPointer<PolicySearch> search = m_picker->findChild<PolicySearch*>();
        QVERIFY(!search.isNull());
        auto* list = search->findChild<QListWidget*>();
        auto* line = search->findChild<QLineEdit*>();
        for (int press = 0; press < 3; ++press) {
            QVERIFY(list->currentItem()->flags() & Qt::ItemIsEnabled);
            QTest::keyClick(line, Qt::Key_Down);
        }
        QTest::keyClick(line, Qt::Key_PageUp);
        QVERIFY(list->currentItem()->flags() & Qt::ItemIsEnabled);
        line->setText(QStringLiteral("snapkv"));
        QTest::keyClick(line, Qt::Key_Escape);
        QTRY_VERIFY(search.isNull());
        QCOMPARE(m_form->policyText(), QStringLiteral("snapkv:capacity=256"));
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
    QStandardItem* item(const char* name, const char* id) const {
        QComboBox* each = box(name);
        return qobject_cast<QStandardItemModel*>(each->model())->item(each->findData(QString::fromLatin1(id)));
    }
    bool enabled(const char* name, const char* id) const { return item(name, id)->isEnabled(); }
    QString tip(const char* name, const char* id) const { return item(name, id)->data(Qt::ToolTipRole).toString(); }
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
