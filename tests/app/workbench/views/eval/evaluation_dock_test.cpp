// SPDX-License-Identifier: GPL-3.0-or-later
/// The evaluation dock: from the form to the table that a process fills.
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QtTest>
#include <algorithm>
#include <clocale>

#include "app/workbench/views/eval/eval_form.h"
#include "app/workbench/views/eval/eval_model.h"
#include "app/workbench/views/eval/study_view.h"
#include "core/eval/studies/disagreements.h"
#include "core/eval/eval_file.h"
#include "core/eval/tasks/tasks.h"
#include "tests/app/workbench/shell/window_bench.h"
#include "tests/app/workbench/views/eval/eval_script.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

/// A window whose evaluation dock is on top, with two lanes.
struct EvalBench : Bench {
    EvalBench() {
        const auto set =
            workspace->draft().lanes().set(workspace->plugins().catalog(), {QStringLiteral("streaming")});
        if (!set) {
            qFatal("%s", set.error().sentence().c_str());
        }
        workspace->evaluation().setProgram(script.program());
        dock = window->dock(QStringLiteral("evaluation"));
        window->focusDock(*dock);
        choose("passkey");
        child<QLineEdit>("evalFolder")->setText(script.path("out"));
    }
    template <class T>
    T* child(const char* name) {
        return dock->findChild<T*>(QString::fromLatin1(name));
    }
    EvalForm& form() { return *dock->findChild<EvalForm*>(); }
    void choose(const char* task) {
        auto* tasks = child<QComboBox>("evalTask");
        tasks->setCurrentIndex(tasks->findData(QString::fromLatin1(task)));
        QCOMPARE(tasks->currentData().toString(), QString::fromLatin1(task));
    }
    QString state() { return child<QLabel>("evalState")->text(); }
    QPushButton& start() { return *child<QPushButton>("evalStart"); }
    QAbstractItemModel& table() { return *child<QTableView>("evalTable")->model(); }
    bool idle() { return workspace->evaluation().activity() == EvalProcess::Activity::Idle; }

    EvalScript script;
    Dock* dock = nullptr;
};

}  // namespace

class EvaluationDockTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        std::setlocale(LC_NUMERIC, "C");
        QVERIFY(m_root.isValid());
        qputenv("KVW_RUNS", m_root.path().toUtf8());
    }

    void everyTaskHasItsOptions() {
        EvalBench bench;
        for (const auto& task : eval::tasks()) {
            bench.choose(task->info().name.c_str());
            for (const ParameterSpec& spec : task->info().parameters) {
                const QString name = QStringLiteral("parameter:") + QString::fromStdString(spec.name);
                QVERIFY2(bench.form().findChild<QWidget*>(name) != nullptr, qPrintable(name));
            }
            const auto plan = bench.form().plan();
            QVERIFY2(plan.has_value(), plan ? "" : plan.error().sentence().c_str());
            QCOMPARE(plan->task, task->info().name);
            QCOMPARE(plan->run.policies.size(), std::size_t{2});
            QVERIFY(isFullCache(plan->run.policies.front()));
        }
    }

    void theFormIsThePlan() {
        EvalBench bench;
        bench.child<QSpinBox>("evalLimit")->setValue(5);
        bench.child<QSpinBox>("evalSeed")->setValue(7);
        bench.child<QComboBox>("evalCompressAt")->setCurrentIndex(1);
        auto* range = bench.child<QLineEdit>("evalRange");
        range->setText(QStringLiteral("6"));
        QVERIFY(!bench.form().plan().has_value() && bench.form().lacking().contains(QStringLiteral("0:100")));
        range->setText(QStringLiteral("2:6"));
        const auto plan = bench.form().plan();
        QVERIFY(plan.has_value());
        QCOMPARE(plan->limit, 5);
        QCOMPARE(plan->first, 2);
        QCOMPARE(plan->last, 6);
        QCOMPARE(plan->seed, 7);
        QVERIFY(plan->compressAt == eval::CompressAt::Context);
        bench.choose("perplexity");  // its texts have no question
        QVERIFY(bench.form().plan()->compressAt == eval::CompressAt::Prompt);
        bench.choose("passkey");
        bench.child<QPushButton>("evalCopy")->click();
        const QString command = QApplication::clipboard()->text();
        QVERIFY2(command.startsWith(QStringLiteral("kvw eval passkey ")), qPrintable(command));
        QVERIFY2(command.contains(QStringLiteral("--limit 5")) && command.contains(QStringLiteral("--samples 2:6")) &&
                     command.contains(bench.script.path("out")),
                 qPrintable(command));
    }

    void anOptionWithoutEffectIsGreyAndLeftOut() {
        EvalBench bench;
        bench.choose("perplexity");
        const auto models = bench.form().findChildren<ParameterModel*>();
        const auto model = [&](const char* name) {
            const auto found = std::ranges::find(models, QString::fromLatin1(name), &ParameterModel::name);
            return found == models.end() ? nullptr : *found;
        };
        QVERIFY(model("window") != nullptr && model("restream") != nullptr);
        QVERIFY(!model("window")->enabled() && model("tokens")->enabled());
        QVERIFY2(model("window")->disabledBecause().contains(QStringLiteral("restream")),
                 qPrintable(model("window")->disabledBecause()));
        model("window")->setValue(std::int64_t{64});
        QCOMPARE(bench.form().plan()->task, std::string("perplexity"));
        model("restream")->setValue(true);
        QVERIFY(model("window")->enabled());
        QCOMPARE(bench.form().plan()->task, std::string("perplexity:restream=true,window=64"));
    }

    void aLoadedPlanBringsItsComparison() {
        EvalBench bench;
        auto plan = bench.form().plan();
        QVERIFY(plan.has_value() && plan->run.policies.size() == 2);
        QCOMPARE(EvalProcess::againstOf(*plan), plan->run.policies.front());
        plan->against = plan->run.policies.back();
        QCOMPARE(EvalProcess::againstOf(*plan), plan->against);
        const QString folder = bench.script.path("compared");
        QVERIFY(eval::keepEvalPlan(folder.toStdString(), *plan).has_value());
        Q_EMIT bench.form().folderChosen(folder);
        QTRY_COMPARE(bench.child<QComboBox>("evalAgainst")->currentData().toString(),
                     QString::fromStdString(plan->against));
    }

    /// Data and samples may be others; another task is none of the preset.
    void aPresetIsTaskLanesAndSettings() {
        EvalBench bench;
        auto* presets = bench.child<QComboBox>("evalPreset");
        const int at = presets->findText(QStringLiteral("evidence-sinks"));
        QVERIFY(at > 0);
        presets->setCurrentIndex(at);
        QMetaObject::invokeMethod(presets, "activated", Q_ARG(int, at));
        auto plan = bench.form().plan();
        QVERIFY2(plan.has_value(), plan ? "" : plan.error().sentence().c_str());
        QCOMPARE(plan->preset, std::string("evidence-sinks"));
        QVERIFY(plan->task.starts_with("perplexity:") && plan->task.find("scored=continued") != std::string::npos);
        QCOMPARE(plan->run.policies.size(), std::size_t{4});
        QVERIFY(std::ranges::find(plan->run.policies, plan->against) != plan->run.policies.end());
        QCOMPARE(plan->limit, std::int64_t{6});
        bench.child<QSpinBox>("evalLimit")->setValue(12);
        QTest::keyClicks(bench.child<QLineEdit>("evalData"), QStringLiteral("novels"));
        plan = bench.form().plan();
        QCOMPARE(plan->limit, std::int64_t{12});
        QCOMPARE(plan->data, std::filesystem::path("novels"));
        QCOMPARE(plan->run.policies.size(), std::size_t{4});
        QCOMPARE(presets->currentIndex(), at);
        bench.choose("passkey");
        QCOMPARE(presets->currentIndex(), 0);
        QVERIFY(bench.form().plan()->preset.empty());
        QCOMPARE(bench.form().plan()->run.policies.size(), std::size_t{2});
    }

    void aPresetShowsWhatIsPublished() {
        EvalBench bench;
        auto* presets = bench.child<QComboBox>("evalPreset");
        const int at = presets->findText(QStringLiteral("003-table-2-llama"));
        QVERIFY(at > 0);
        presets->setCurrentIndex(at);
        QMetaObject::invokeMethod(presets, "activated", Q_ARG(int, at));
        QTest::keyClicks(bench.child<QLineEdit>("evalData"), bench.script.folder.path());
        const auto plan = bench.form().plan();
        QVERIFY2(plan.has_value(), plan ? "" : plan.error().sentence().c_str());
        std::vector<eval::EvalRecord> records = evalResults("0", 100, 0);
        for (std::size_t lane = 0; lane < records.size(); ++lane) {
            records[lane].task = plan->task;
            records[lane].subset = "astronomy";
            records[lane].policy = plan->run.policies.at(lane);
        }
        bench.script.set(sampleEvent(records, 1, 1) + endEvent());
        QTRY_VERIFY2(bench.start().isEnabled(), qPrintable(bench.state()));
        bench.start().click();
        QTRY_VERIFY(bench.idle());
        QTRY_COMPARE(bench.table().rowCount(), 2);
        QCOMPARE(bench.table().index(0, EvalModel::Published).data().toString(), QStringLiteral("36.02"));
        QCOMPARE(bench.table().index(1, EvalModel::Published).data().toString(), QStringLiteral("36.2"));
    }

    void aTaskThatNeedsDataWaitsForThem() {
        EvalBench bench;
        for (const auto& task : eval::tasks()) {
            bench.choose(task->info().name.c_str());
            QTRY_COMPARE(bench.start().isEnabled(), !task->info().needsData);
        }
        bench.choose("longbench");
        QTRY_VERIFY2(bench.state().contains(QStringLiteral("folder with the data")), qPrintable(bench.state()));
        QTest::keyClicks(bench.child<QLineEdit>("evalData"), QStringLiteral("somewhere"));
        QTRY_VERIFY(bench.start().isEnabled());
    }

    void theTableFillsAndIsWritten() {
        EvalBench bench;
        const auto plan = bench.form().plan();
        QVERIFY(plan.has_value());
        auto first = evalResults("1", 1, 0), second = evalResults("2", 1, 0.5);
        for (auto* records : {&first, &second}) {
            for (std::size_t lane = 0; lane < 2; ++lane) {
                (*records)[lane].policy = plan->run.policies[lane];
            }
        }
        bench.script.set(sampleEvent(first, 1, 2) + sampleEvent(second, 2, 2) + endEvent());
        QVERIFY(!bench.dock->exportTo(bench.script.path("none.csv")).has_value());
        QTRY_VERIFY(bench.start().isEnabled());
        bench.start().click();
        QTRY_VERIFY(bench.idle());
        QTRY_COMPARE(bench.table().rowCount(), 2);
        QTRY_COMPARE(bench.table().index(1, 2).data().toString(), QStringLiteral("2"));
        QVERIFY(bench.table().index(1, 5).data().toString().contains(QStringLiteral("0.750")));
        QTRY_VERIFY2(bench.state().startsWith(QStringLiteral("All 2 samples are done")), qPrintable(bench.state()));
        QVERIFY(!bench.start().isEnabled());
        for (const QString& format : bench.dock->exportFormats()) {
            const QString file = bench.script.folder.filePath(QStringLiteral("table.") + format);
            const auto done = bench.dock->exportTo(file);
            QVERIFY2(done.has_value(), done ? "" : done.error().sentence().c_str());
            QVERIFY(QFileInfo(file).size() > 0);
        }
        QCOMPARE(bench.dock->copyText().count(QLatin1Char('\n')), 2);
        bench.child<QPushButton>("evalLatex")->click();
        QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("\\toprule")));
        // With what kvw has written, there is a page, too.
        QVERIFY(!bench.dock->exportFormats().contains(QStringLiteral("html")));
        QFile results(bench.script.path("out/results.jsonl"));
        QVERIFY(results.open(QIODevice::WriteOnly));
        for (const auto* records : {&first, &second}) {
            for (const eval::EvalRecord& record : *records) {
                QVERIFY(results.write(QByteArray::fromStdString(eval::toJson(record).dump() + '\n')) > 0);
            }
        }
        results.close();
        QVERIFY(bench.dock->exportFormats().contains(QStringLiteral("html")));
        const auto page = bench.dock->exportTo(bench.script.path("page.html"));
        QVERIFY2(page.has_value(), page ? "" : page.error().sentence().c_str());
        QFile html(bench.script.path("page.html"));
        QVERIFY(html.open(QIODevice::ReadOnly));
        const QByteArray text = html.readAll();
        QVERIFY(text.startsWith("<!DOCTYPE html>") && text.contains("kvw eval passkey"));
        // Another seed is another evaluation, in a folder of its own.
        bench.child<QSpinBox>("evalSeed")->setValue(43);
        QVERIFY(bench.form().folder() != bench.script.path("out"));
        QTRY_VERIFY(bench.start().isEnabled());
    }

    void anEvaluationIsContinued() {
        EvalBench bench;
        const QString folder = bench.script.path("before");
        QVERIFY(eval::keepEvalPlan(folder.toStdString(), evalPlan()).has_value());
        {
            auto file = eval::EvalFile::open(folder.toStdString());
            QVERIFY(file.has_value() && file->append(evalResults("1", 1, 0)).has_value());
        }
        Q_EMIT bench.form().folderChosen(folder);
        QTRY_VERIFY(bench.idle());
        QTRY_COMPARE(bench.table().rowCount(), 2);
        QTRY_COMPARE(bench.start().text(), QStringLiteral("Go on"));
        QCOMPARE(bench.form().plan()->run.policies, evalPlan().run.policies);
        bench.script.set(endEvent());
        bench.start().click();
        QTRY_VERIFY(bench.idle() && bench.workspace->evaluation().complete());
        QVERIFY(bench.script.seen().contains(folder));
        QVERIFY(bench.workspace->draft()
                    .lanes()
                    .set(bench.workspace->plugins().catalog(), {QStringLiteral("tova")})
                    .has_value());
        bench.child<QToolButton>("evalTake")->click();  // model and lanes of the Run dock again
        QVERIFY(bench.form().plan()->run.policies != evalPlan().run.policies);
        // A folder without an evaluation is the place of a new one.
        Q_EMIT bench.form().folderChosen(bench.script.path("new"));
        QCOMPARE(bench.form().folder(), bench.script.path("new"));
    }

    void aSampleUnderWayIsStopped() {
        EvalBench bench;
        bench.script.set(sampleEvent(evalResults("1", 1, 0), 1, 9), "exec sleep 60");
        QTRY_VERIFY(bench.start().isEnabled());
        bench.start().click();
        QTRY_COMPARE(bench.workspace->evaluation().done(), 1);
        QTRY_VERIFY2(bench.state().startsWith(QStringLiteral("1 of 9 samples")), qPrintable(bench.state()));
        QVERIFY(!bench.child<QComboBox>("evalTask")->isEnabled());
        bench.start().click();
        QTRY_VERIFY(bench.idle());
        QTRY_VERIFY(bench.child<QComboBox>("evalTask")->isEnabled());
    }

    /// A study is the command of kvw with model and text of the Run dock; its table is shown and written.
    void aStudyIsRunAndShown() {
        EvalBench bench;
        bench.workspace->draft().chooseText(KVW_SOURCE_DIR "/resources/demo-model/documents/story.txt");
        auto* pages = bench.child<QTabWidget>("evalPages");
        QCOMPARE(pages->count(), 3);
        pages->setCurrentIndex(1);
        auto* study = qobject_cast<StudyView*>(pages->currentWidget());
        QVERIFY(study != nullptr);
        study->process().setProgram(bench.script.program());
        QTRY_VERIFY(bench.child<QPushButton>("disagreementsStart")->isEnabled());
        QVERIFY(!bench.dock->exportTo(bench.script.path("none.csv")).has_value());

        eval::Disagreement entry;
        entry.id = "one-pool";
        entry.differs = "Pooling differs.";
        entry.forms = {{{"paper", "snapkv:pool=avg"}, {"code", "snapkv:pool=max"}}};
        eval::FormsResult result;
        result.verdict = eval::FormsVerdict::Matters;
        result.difference.mean = 0.5;
        const nlohmann::ordered_json table{
            {"event", "table"},
            {"table", tables::wholeJson(eval::disagreementTable({&entry, 1}, {&result, 1}, "Caption of the study."))},
            {"page", {"id", "form_a", "form_b", "delta_nll", "verdict"}}};
        bench.script.set("{\"event\": \"progress\", \"done\": 40, \"total\": 100}\n" +
                         QByteArray::fromStdString(table.dump() + '\n') + endEvent());
        auto* start = bench.child<QPushButton>("disagreementsStart");
        start->click();
        QTRY_VERIFY(!study->process().running());
        const QString seen = bench.script.seen();
        QVERIFY2(seen.startsWith(QStringLiteral("disagreements --text ")) && seen.contains(QStringLiteral("story.txt")) &&
                     seen.endsWith(QStringLiteral("--events --quiet")),
                 qPrintable(seen));
        QAbstractItemModel& model = *bench.child<QTableView>("disagreementsTable")->model();
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("one-pool"));
        QVERIFY(model.index(0, 0).data(Qt::ToolTipRole).toString().contains(QStringLiteral("Pooling differs.")));
        QCOMPARE(model.index(0, model.columnCount() - 1).data().toString(), QStringLiteral("it matters here"));
        QCOMPARE(bench.child<QLabel>("disagreementsState")->text(), QStringLiteral("Caption of the study."));
        for (const QString& format : bench.dock->exportFormats()) {
            const QString file = bench.script.folder.filePath(QStringLiteral("study.") + format);
            const auto done = bench.dock->exportTo(file);
            QVERIFY2(done.has_value(), done ? "" : done.error().sentence().c_str());
            QVERIFY(QFileInfo(file).size() > 0);
        }
        QVERIFY(bench.dock->copyText().contains(QStringLiteral("one-pool")));
        bench.child<QPushButton>("disagreementsCopy")->click();
        QVERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("kvw disagreements --text ")));
    }

    /// The command of a study has the words typed in its form and in the Run dock.
    void aStudyHasOptionsAndReadsATypedText() {
        EvalBench bench;
        auto* pages = bench.child<QTabWidget>("evalPages");
        const auto commandOf = [&](const char* copy) {
            bench.child<QPushButton>(copy)->click();
            return QApplication::clipboard()->text();
        };
        pages->setCurrentIndex(2);
        bench.workspace->draft().typePrompt(QString());
        QTRY_VERIFY(!bench.child<QPushButton>("predictorsStart")->isEnabled());
        QCOMPARE(bench.child<QLabel>("predictorsState")->text(),
                 QStringLiteral("This reads a text: choose or type one in the Run dock."));
        bench.workspace->draft().typePrompt(QStringLiteral("Once upon a time"));
        QTRY_VERIFY(bench.child<QPushButton>("predictorsStart")->isEnabled());
        QVERIFY(commandOf("predictorsCopy").startsWith(QStringLiteral("kvw predictors --prompt 'Once upon a time'")));
        const auto options = bench.dock->findChildren<ParameterModel*>();
        const auto set = [&](const char* name, const char* value) {
            const auto option = std::ranges::find(options, QString::fromLatin1(name), &ParameterModel::name);
            if (option == options.end()) {
                return false;
            }
            (*option)->type(QString::fromLatin1(value));
            return (*option)->error().isEmpty();
        };
        QVERIFY(set("predictors.capacity", "10%") && set("predictors.window", "16"));
        QVERIFY(set("disagreements.names", "cake") && set("disagreements.threshold", "0.5"));
        QVERIFY(commandOf("predictorsCopy").endsWith(QStringLiteral(" --capacity 10% --window 16")));
        QVERIFY(commandOf("disagreementsCopy").endsWith(QStringLiteral(" cake --threshold 0.5")));
    }

    void aStudyIsStoppedAndFailsWithASentence() {
        EvalBench bench;
        bench.workspace->draft().chooseText(KVW_SOURCE_DIR "/resources/demo-model/documents/story.txt");
        auto* pages = bench.child<QTabWidget>("evalPages");
        pages->setCurrentIndex(2);
        auto* study = qobject_cast<StudyView*>(pages->currentWidget());
        study->process().setProgram(bench.script.program());
        auto* start = bench.child<QPushButton>("predictorsStart");
        bench.script.set("{\"event\": \"progress\", \"done\": 40, \"total\": 100}\n", "exec sleep 60");
        QTRY_VERIFY(start->isEnabled());
        start->click();
        QTRY_COMPARE(study->process().percent(), 40);
        QCOMPARE(start->text(), QStringLiteral("Stop"));
        start->click();
        QTRY_VERIFY(!study->process().running());
        QCOMPARE(bench.child<QLabel>("predictorsState")->text(), QStringLiteral("Stopped."));
        bench.script.set("{\"event\": \"end\", \"state\": \"failed\", \"phrase\": \"there is no room.\"}\n", "exit 1");
        start->click();
        QTRY_VERIFY(!study->process().running());
        QCOMPARE(bench.child<QLabel>("predictorsState")->text(), QStringLiteral("there is no room."));
    }

 private:
    QTemporaryDir m_root;
};

QTEST_MAIN(EvaluationDockTest)
#include "evaluation_dock_test.moc"
