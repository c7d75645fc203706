// SPDX-License-Identifier: Apache-2.0
#include "core/eval/presets.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "core/eval/tasks/tasks.h"

using namespace kvw;
using namespace kvw::eval;

namespace {

const QByteArray kOne = R"({"format": "kvw-eval-presets-1", "work": "009", "presets": [
  {"name": "009-table-1", "table": "Table 1", "task": "probes:form=exact", "against": "full", "models": ["A/b"],
   "lanes": [{"policy": "full", "row": "Full", "published": {"total": 50.5, "story": 40}},
             {"policy": "tova:capacity=64", "row": "TOVA"}],
   "run": {"kv_dtype": "bf16"}, "limit": 5, "samples": "2:", "seed": 3, "compress_at": "context"}]})";

}  // namespace

class PresetsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        PluginPaths paths;
        paths.folders = {KVW_BINARY_DIR "/lib/kvworkbench/policies"};
        m_catalog = Catalog::scan(paths);
        QVERIFY(m_catalog.entries().size() > 10);
    }

    void aPresetIsAWholePlan() {
        const auto presets = read(kOne);
        QVERIFY2(presets.has_value(), presets ? "" : presets.error().sentence().c_str());
        QCOMPARE(presets->size(), std::size_t{1});
        const EvalPreset& preset = presets->front();
        QCOMPARE(preset.work, std::string("009"));
        QCOMPARE(preset.lanes[0].published.size(), std::size_t{2});
        QVERIFY(preset.lanes[1].published.empty());
        const EvalPlan plan = planOf(preset);
        QCOMPARE(plan.task, std::string("probes:form=exact"));
        QCOMPARE(plan.run.policies, (std::vector<std::string>{"full", "tova:capacity=64"}));
        QCOMPARE(plan.run.kvDtype, std::string("bf16"));
        QCOMPARE(plan.limit, std::int64_t{5});
        QCOMPARE(plan.first, std::int64_t{2});
        QCOMPARE(plan.seed, std::int64_t{3});
        QVERIFY(plan.compressAt == CompressAt::Context);
    }

    void aWrongFileIsASentence_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::newRow("another format") << QByteArray("presets-1") << QByteArray("presets-9");
        QTest::newRow("unknown member") << QByteArray("\"limit\"") << QByteArray("\"limits\"");
        QTest::newRow("no lane") << QByteArray("\"lanes\"") << QByteArray("\"models2\"");
        QTest::newRow("name") << QByteArray("009-table-1") << QByteArray("Table 1");
        QTest::newRow("samples") << QByteArray("2:") << QByteArray("two");
        QTest::newRow("place") << QByteArray("\"context\"") << QByteArray("\"answer\"");
    }
    void aWrongFileIsASentence() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        const auto presets = read(QByteArray(kOne).replace(from, to));
        QVERIFY(!presets.has_value());
        QVERIFY2(presets.error().sentence().find("presets.json") != std::string::npos,
                 presets.error().sentence().c_str());
    }

    /// Every shipped preset names a task with options that it has, and lanes that their manifests accept.
    void theShippedPresetsCanRun() {
        const auto presets = evalPresets();
        QVERIFY2(presets.has_value(), presets ? "" : presets.error().sentence().c_str());
        QVERIFY(presets->size() > 10);
        for (const EvalPreset& preset : *presets) {
            const EvalPlan plan = planOf(preset);
            const auto text =
                taskOf(plan.task).and_then([&](const Task* task) { return readTaskText(task->info(), plan.task); });
            QVERIFY2(text.has_value(), text ? "" : (preset.name + ": " + text.error().sentence()).c_str());
            const auto lanes = lanesOf(plan.run, {}, m_catalog);
            QVERIFY2(lanes.has_value(), lanes ? "" : (preset.name + ": " + lanes.error().sentence()).c_str());
        }
    }

    /// The protocol of the work: for every method a window of 32 rows and a pooling kernel of 5.
    void lanesOf004HaveItsWindowAndKernel() {
        const auto presets = evalPresets();
        QVERIFY2(presets.has_value(), presets ? "" : presets.error().sentence().c_str());
        int checked = 0;
        for (const EvalPreset& preset : *presets) {
            for (const EvalPreset::Lane& lane : preset.lanes) {
                const QString policy = QString::fromStdString(lane.policy);
                if (preset.work != "004" || policy.contains('@') || policy.contains('%')) {
                    continue;
                }
                if (policy.startsWith("snapkv") || policy.startsWith("pyramidkv")) {
                    QVERIFY2(policy.contains("window=32,kernel=5"), lane.policy.c_str());
                    ++checked;
                } else if (policy.startsWith("h2o:")) {
                    QVERIFY2(policy.endsWith(",recent=32"), lane.policy.c_str());
                    ++checked;
                }
            }
        }
        QVERIFY(checked > 30);
    }

    /// A perplexity and the times beside it are of the same rows.
    void rowsOf000AreTheSameInEveryTable() {
        const auto rowsOf = [](const char* name) {
            std::vector<std::string> rows;
            for (const EvalPreset::Lane& lane : evalPresetNamed(name).value_or(EvalPreset()).lanes) {
                rows.push_back(lane.row + " " + lane.policy);
            }
            return rows;
        };
        const std::vector<std::string> rows = rowsOf("000-table-1");
        QCOMPARE(rows.size(), std::size_t{9});
        for (const char* name : {"000-table-2", "000-times", "000-times-wikitext"}) {
            QCOMPARE(rowsOf(name), rows);
        }
    }

    void whatIsPublishedIsByLane() {
        EvalPlan plan = planOf(evalPresetNamed("003-pg19-2048").value());
        QVERIFY(publishedFor(plan).empty());  // it does not say what it is
        plan.preset = "003-pg19-2048";
        plan.run.policies = {"one", "two"};  // as the catalog writes them
        const auto published = publishedFor(plan);
        QCOMPARE(published.size(), std::size_t{2});
        QCOMPARE(published[0].policy, std::string("one"));
        QCOMPARE(published[0].value, 7.05);
        QCOMPARE(published[1].policy, std::string("two"));
        QVERIFY(published[1].subset.empty() && published[1].value == 6.97);
        plan.run.policies.emplace_back("three");
        QVERIFY(publishedFor(plan).empty());
        plan.preset = "no such preset";
        QVERIFY(publishedFor(plan).empty());
    }

    void anUnknownNameIsNearOne() {
        const auto presets = evalPresets();
        const std::string name = presets->front().name;
        QVERIFY(evalPresetNamed(name).has_value());
        const auto wrong = evalPresetNamed(name + "x");
        QVERIFY(!wrong.has_value());
        QVERIFY(wrong.error().sentence().find("did you mean \"" + name) != std::string::npos);
    }

 private:
    Result<std::vector<EvalPreset>> read(const QByteArray& text) {
        const QString path = m_folder.filePath("presets.json");
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
            return fail(Code::Io, path.toStdString(), "cannot be written");
        }
        file.close();
        return readEvalPresets(path.toStdString());
    }

    QTemporaryDir m_folder;
    Catalog m_catalog;
};

QTEST_GUILESS_MAIN(PresetsTest)
#include "presets_test.moc"
