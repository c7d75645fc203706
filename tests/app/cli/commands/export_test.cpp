// SPDX-License-Identifier: Apache-2.0
/// `kvw logits`, `inspect`, `export` and `conformance`.
#include <QStorageInfo>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <vector>

#include "tests/app/cli/kvw_process.h"

using kvw::test::Outcome;
using kvw::test::readFile;
using kvw::test::runKvw;
using kvw::test::writeFile;
using nlohmann::json;

class ExportTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void inspectDescribesTheEmbeddedModel();
    void inspectListsTensors();
    void logitsHaveTheShapeOfTheText();
    void logitsGiveTheNllOfTheRun();
    void logitsLeaveNothingBesideTheFile();
    void inspectSaysThatABundleIsWhole();
    void inspectFindsAChangedFile();
    void exportWritesTablesAndFigureData();
    void anExportThatCannotBeWholeWritesNothing();
    void anExportThatEndsHalfwaySaysWhatIsThere();
    void aFigureOfManyTokensHasANameThatFits();
    void exportWritesTheSoundOfPruneEvents();
    void exportRefusesAnUnknownFigure();
    void callsAreThoseOfTheRun();
    void aCallOfARunIsACase_data();
    void aCallOfARunIsACase();
    void whatIsNoCaseSaysWhy();
    void scoresAreThoseOfTheEvictions();
    void conformanceCountsOutcomes();
    void conformanceOfAPluginIsKept();

 private:
    static json inspectedModel() {
        return json::parse(runKvw({"inspect", "--json"}).out.toStdString(), nullptr, false);
    }
};

namespace {

bool makeBundle(const QString& out) {
    return runKvw({"run", "--policy", "streaming:recent=16", "--prompt-tokens", "40", "--steps", "12", "--out", out})
               .code == 0;
}

}  // namespace

void ExportTest::inspectDescribesTheEmbeddedModel() {
    const json model = inspectedModel();
    QCOMPARE(model["architecture"].get<std::string>(), std::string("LlamaForCausalLM"));
    QCOMPARE(model["kv_bytes_per_token"]["f32"].get<std::int64_t>(), 2 * 4 * model["layers"].get<std::int64_t>() *
                                                                         model["kv_heads"].get<std::int64_t>() *
                                                                         model["head_dim"].get<std::int64_t>());
    const Outcome outcome = runKvw({"inspect"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.contains("LlamaForCausalLM"));
}

void ExportTest::inspectListsTensors() {
    const Outcome outcome = runKvw({"inspect", KVW_SOURCE_DIR "/resources/demo-model/model", "--tensors"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.contains("model.embed_tokens.weight"));
}

void ExportTest::logitsHaveTheShapeOfTheText() {
    const QTemporaryDir folder;
    const QString ids = folder.filePath("ids.txt");
    const QString out = folder.filePath("deep/er/logits.f32");
    QVERIFY(writeFile(ids, "12 40\n7\t99"));
    const Outcome outcome = runKvw({"logits", "--ids", ids, "--out", out});
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    QCOMPARE(readFile(out).size(), 4 * 4 * inspectedModel()["vocabulary"].get<qsizetype>());
}

void ExportTest::logitsGiveTheNllOfTheRun() {
    const QTemporaryDir folder;
    const QString ids = folder.filePath("ids.txt");
    const QString out = folder.filePath("logits.f32");
    const std::vector<std::size_t> tokens{12, 40, 7, 99, 100, 101, 3, 8};
    QVERIFY(writeFile(ids, "12 40 7 99 100 101 3 8"));
    QCOMPARE(runKvw({"logits", "--ids", ids, "--out", out, "--quiet"}).code, 0);
    const auto vocabulary = inspectedModel()["vocabulary"].get<std::size_t>();
    const QByteArray bytes = readFile(out);
    std::vector<float> logits(static_cast<std::size_t>(bytes.size()) / sizeof(float));
    std::memcpy(logits.data(), bytes.constData(), logits.size() * sizeof(float));
    QCOMPARE(logits.size(), tokens.size() * vocabulary);
    double mean = 0;
    for (std::size_t t = 4; t < tokens.size(); ++t) {
        const float* row = logits.data() + (t - 1) * vocabulary;
        double sum = 0;
        for (std::size_t v = 0; v < vocabulary; ++v) {
            sum += std::exp(static_cast<double>(row[v]));
        }
        mean += (std::log(sum) - static_cast<double>(row[tokens[t]])) / 4;
    }
    for (const char* prefill : {"layer-major", "streaming:3"}) {
        const Outcome run = runKvw({"run", "--ids", ids, "--prompt-tokens", "4", "--prefill", prefill, "--json"});
        const json result = json::parse(run.out.toStdString(), nullptr, false);
        QVERIFY(std::abs(result["summary"]["mean_nll"].get<double>() - mean) < 1e-4);
    }
}

void ExportTest::logitsLeaveNothingBesideTheFile() {
    const QTemporaryDir folder;
    QVERIFY(writeFile(folder.filePath("ids.txt"), "1 2 3"));
    QCOMPARE(runKvw({"logits", "--ids", folder.filePath("ids.txt"), "--out", folder.filePath("out.f32")}).code, 0);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), (QStringList{"ids.txt", "out.f32"}));
}

void ExportTest::inspectSaysThatABundleIsWhole() {
    const QTemporaryDir folder;
    QVERIFY(makeBundle(folder.filePath("b")));
    const Outcome outcome = runKvw({"inspect", folder.filePath("b"), "--json"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(json::parse(outcome.out.toStdString())["integrity"]["ok"].get<bool>());
}

void ExportTest::inspectFindsAChangedFile() {
    const QTemporaryDir folder;
    QVERIFY(makeBundle(folder.filePath("b")));
    const QString file = folder.filePath("b/layers.csv");
    QVERIFY(writeFile(file, readFile(file) + "\n"));
    const Outcome outcome = runKvw({"inspect", folder.filePath("b")});
    QCOMPARE(outcome.code, 1);
    QVERIFY2(outcome.out.contains("changed"), outcome.out.constData());
}

void ExportTest::exportWritesTablesAndFigureData() {
    const QTemporaryDir folder;
    QVERIFY(makeBundle(folder.filePath("b.zip")));
    const QString out = folder.filePath("paper");
    const Outcome outcome = runKvw({"export", folder.filePath("b.zip"), "--out", out});
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    for (const char* file : {"tables/summary.csv", "tables/summary.tex", "tables/prune_events.csv", "figures/nll.csv",
                             "figures/nll.json", "figures/nll-caption.tex", "figures/nll-panel1.dat"}) {
        QVERIFY2(!readFile(out + '/' + file).isEmpty(), file);
    }
    QVERIFY(readFile(out + "/figures/nll-panel1.dat").startsWith("x "));
    QVERIFY(readFile(out + "/tables/summary.tex").contains("\\toprule"));
    QCOMPARE(runKvw({"export", folder.filePath("b.zip"), "--out", out}).code, 2);
    QCOMPARE(runKvw({"export", folder.filePath("b.zip"), "--out", out, "--overwrite"}).code, 0);
    // Another threshold of durations, which table and figure say.
    const QString other = folder.filePath("other");
    const Outcome turned = runKvw(
        {"export", folder.filePath("b.zip"), "--out", other, "--threshold", "3.5", "--figure", "nll-threshold-3p5"});
    QVERIFY2(turned.code == 0, turned.err.constData());
    QVERIFY(readFile(other + "/tables/prune_events.tex").contains("by 3.5 scales"));
    QVERIFY(!readFile(other + "/figures/nll-threshold-3p5.csv").isEmpty());
    QCOMPARE(runKvw({"export", folder.filePath("b.zip"), "--out", other, "--threshold", "0"}).code, 2);
    for (const char* option : {"--threshold", "--width", "--sound-speed"}) {
        const Outcome refused = runKvw({"export", folder.filePath("b.zip"), "--out", other, option, "nan"});
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains(option) && refused.err.contains("nan"), refused.err.constData());
    }
}

void ExportTest::anExportThatCannotBeWholeWritesNothing() {
    const QTemporaryDir folder;
    QVERIFY(makeBundle(folder.filePath("b.zip")));
    const QString out = folder.filePath("paper"), figures = out + "/figures";
    const QStringList arguments{"export", folder.filePath("b.zip"), "--out", out, "--figure", "nll", "--overwrite"};
    // A file where a folder belongs, and the other way round.
    QVERIFY(QDir().mkpath(out) && writeFile(figures, "mine"));
    const Outcome folderless = runKvw(arguments);
    QCOMPARE(folderless.code, 1);
    QVERIFY2(folderless.err.contains(figures.toUtf8()) && folderless.oneSentence(), folderless.err.constData());
    QVERIFY(QFile::remove(figures) && QDir().mkpath(figures + "/nll.json"));
    const Outcome fileless = runKvw(arguments);
    QCOMPARE(fileless.code, 2);
    QVERIFY2(fileless.err.contains("/nll.json") && fileless.oneSentence(), fileless.err.constData());
    QCOMPARE(QDir(out).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList{"figures"});
    QCOMPARE(QDir(figures).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList{"nll.json"});
}

void ExportTest::anExportThatEndsHalfwaySaysWhatIsThere() {
    const QTemporaryDir folder, elsewhere("/dev/shm/kvw-XXXXXX");
    if (!elsewhere.isValid() || QStorageInfo(elsewhere.path()) == QStorageInfo(folder.path())) {
        QSKIP("there is no second file system");
    }
    QVERIFY(makeBundle(folder.filePath("b.zip")));
    const QString out = folder.filePath("paper"), sound = folder.filePath("b.wav");
    QVERIFY(QDir().mkpath(out) && QFile::link(elsewhere.path(), out + "/figures"));
    const Outcome outcome =
        runKvw({"export", folder.filePath("b.zip"), "--out", out, "--figure", "nll", "--sound", sound, "--quiet"});
    QCOMPARE(outcome.code, 1);
    const QByteArray there = "; written already: " + sound.toUtf8() + ", " + out.toUtf8() + "/tables/summary.csv, ";
    QVERIFY2(outcome.err.contains("/figures/nll.csv: ") && outcome.err.contains(there), outcome.err.constData());
    QVERIFY(QFile::exists(out + "/tables/summary.csv"));
    QCOMPARE(QDir(out).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             (QStringList{"figures", "tables"}));
    QVERIFY(QDir(elsewhere.path()).isEmpty());
}

void ExportTest::aFigureOfManyTokensHasANameThatFits() {
    const QTemporaryDir folder;
    const QString ids = QStringList(150, QStringLiteral("7")).join(QLatin1Char(' '));
    QVERIFY(writeFile(folder.filePath("ids.txt"), ids.toUtf8()));
    QCOMPARE(runKvw({"run", "--ids", folder.filePath("ids.txt"), "--prompt-tokens", "100", "--capture", "maps", "--out",
                     folder.filePath("b"), "--quiet"})
                 .code,
             0);
    QString id = QStringLiteral("attention-margins-layer-0-step-140-tokens");
    for (int token = 3; token < 130; token += 2) {
        id += QStringLiteral("-%1-%1").arg(token);
    }
    QVERIFY(id.size() > 255);
    const QString out = folder.filePath("paper");
    const Outcome outcome = runKvw({"export", folder.filePath("b"), "--out", out, "--figure", id});
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    const QStringList files = QDir(out + "/figures").entryList({"attention-margins-*.json"}, QDir::Files);
    QCOMPARE(files.size(), 1);
    QVERIFY2(files.front().size() < 160, qPrintable(files.front()));
    // All of it is in the file.
    QCOMPARE(json::parse(readFile(out + "/figures/" + files.front()).toStdString())["id"].get<std::string>(),
             id.toStdString());
}

void ExportTest::exportWritesTheSoundOfPruneEvents() {
    const QTemporaryDir folder;
    QVERIFY(makeBundle(folder.filePath("b")));
    const QString wav = folder.filePath("b.wav");
    const Outcome outcome = runKvw({"export", folder.filePath("b"), "--sound", wav, "--sound-speed", "20"});
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    const QByteArray bytes = readFile(wav);
    QVERIFY(bytes.startsWith("RIFF") && bytes.size() > 4000);
    QCOMPARE(runKvw({"export", folder.filePath("b"), "--sound", wav}).code, 2);
    QCOMPARE(runKvw({"export", folder.filePath("b"), "--sound", wav, "--overwrite"}).code, 0);
    QCOMPARE(runKvw({"export", folder.filePath("b"), "--sound", wav, "--overwrite", "--sound-lane", "9"}).code, 2);
    QCOMPARE(runKvw({"export", folder.filePath("b")}).code, 2);
}

void ExportTest::exportRefusesAnUnknownFigure() {
    const QTemporaryDir folder;
    QVERIFY(makeBundle(folder.filePath("b")));
    const Outcome outcome =
        runKvw({"export", folder.filePath("b"), "--out", folder.filePath("paper"), "--figure", "moustache"});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("moustache") && outcome.oneSentence(), outcome.err.constData());
    QVERIFY(!QFile::exists(folder.filePath("paper")));
}

void ExportTest::aCallOfARunIsACase_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QStringList>("more");
    QTest::newRow("heavy hitters") << "h2o:heavy=16,recent=16" << QStringList();
    QTest::newRow("once, a set per head") << "snapkv:capacity=24,window=8" << QStringList();
    QTest::newRow("budgets over layers") << "cake:capacity=24,window=4" << QStringList();
    QTest::newRow("keys before rotation") << "knorm+uniform:capacity=24,recent=2,schedule=every:3" << QStringList();
    QTest::newRow("ranks") << "h2o:heavy=16,recent=16" << QStringList{"--positions", "cache-rank"};
    QTest::newRow("chunks") << "streaming:sinks=2,recent=16" << QStringList{"--prefill", "streaming:16"};
}

void ExportTest::aCallOfARunIsACase() {
    QFETCH(QString, policy);
    QFETCH(QStringList, more);
    const QTemporaryDir folder;
    const QString bundle = folder.filePath("run");
    const QString file = folder.filePath("case.json");
    const Outcome run = runKvw(QStringList{"compare", "--text", "story", "--policy", policy, "--prompt-tokens", "40",
                                           "--steps", "20", "--out", bundle, "--quiet"} +
                               more);
    QVERIFY2(run.code == 0, run.err.constData());
    const Outcome saved = runKvw({"calls", bundle, "--save-case", file, "--until", "55", "--json"});
    QVERIFY2(saved.code == 0, saved.err.constData());
    QCOMPARE(json::parse(saved.out.toStdString())["until"].get<int>(), 55);
    const auto made = json::parse(readFile(file).toStdString());
    QCOMPARE(made["prompt"].get<int>(), 40);
    QCOMPARE(made["decode"].get<int>(), 16);
    QCOMPARE(made["expect"]["steps"].size(), std::size_t{16});
    QVERIFY(made["expect"]["prefill"] != made["expect"]["final"]);
    const Outcome held = runKvw({"conformance", file});
    QVERIFY2(held.code == 0 && held.out.contains("pass"), (held.out + held.err).constData());
    // It is the run's own answer: another one fails.
    auto wrong = made;
    wrong["expect"]["final"][0][0].erase(0);
    QVERIFY(writeFile(file, QByteArray::fromStdString(wrong.dump())));
    QCOMPARE(runKvw({"conformance", file}).code, 1);
}

void ExportTest::whatIsNoCaseSaysWhy() {
    const QTemporaryDir folder;
    const QString file = folder.filePath("none.json");
    const auto refused = [&](const QString& policy, const QStringList& more, const char* why) {
        const QString bundle = folder.filePath("no-case");
        QCOMPARE(runKvw(QStringList{"run", "--text", "story", "--policy", policy, "--prompt-tokens", "40", "--steps",
                                    "20", "--out", bundle, "--overwrite", "--quiet"} +
                        more)
                     .code,
                 0);
        const Outcome said = runKvw({"calls", bundle, "--save-case", file});
        QVERIFY2(said.code != 0 && said.oneSentence() && said.err.contains(why), said.err.constData());
        QVERIFY(!QFile::exists(file));
    };
    refused("streaming:recent=16/recent=8@50", {}, "recent=8 at token 50");
    refused("snapkv:capacity=24@kivi", {}, "without a codec");
    refused("h2o:heavy=16,recent=16", {"--kv-dtype", "bf16"}, "f32");
    QCOMPARE(runKvw({"calls", folder.filePath("no-case"), "--until", "50"}).code, 2);
}

void ExportTest::callsAreThoseOfTheRun() {
    QTemporaryDir folder;
    const QString bundle = folder.filePath("run");
    QVERIFY(makeBundle(bundle));
    const Outcome told = runKvw({"calls", bundle, "--json"});
    QVERIFY2(told.code == 0, told.err.constData());
    const json report = json::parse(told.out.toStdString());
    QCOMPARE(report["violations"].get<int>(), 0);
    std::int64_t evicted = 0, steps = 0;
    for (const json& call : report["calls"]) {
        evicted += call["evicted"].get<std::int64_t>();
        steps += call["call"] == "step" ? 1 : 0;
        QVERIFY(call["us"].get<double>() >= 0);
    }
    QCOMPARE(steps, std::int64_t{12});
    QCOMPARE(report["calls"][0]["call"].get<std::string>(), std::string("begin"));
    QVERIFY(report["calls"][0]["step"].is_null());
    std::int64_t recorded = 0;
    for (const QByteArray& line : readFile(bundle + "/evictions.jsonl").split('\n')) {
        recorded += line.isEmpty() ? 0 : static_cast<std::int64_t>(json::parse(line.toStdString())["evicted"].size());
    }
    QCOMPARE(evicted, recorded);
    const Outcome some = runKvw({"calls", bundle, "--from", "44", "--to", "45"});
    QVERIFY2(some.code == 0 && some.out.contains("step"), some.out.constData());
    QCOMPARE(runKvw({"calls", bundle, "--lane", "3"}).code, 2);
    // What all plug-ins have is summed for each.
    const QString coded = folder.filePath("coded");
    QCOMPARE(runKvw({"run", "--policy", "streaming:sinks=2,recent=30@kivi:bits=4,group=8,residual=16",
                     "--prompt-tokens", "40", "--steps", "2", "--quiet", "--out", coded})
                 .code,
             0);
    std::vector<std::string> begun;
    const json sums = json::parse(runKvw({"calls", coded, "--json"}).out.toStdString());
    for (const json& row : sums["functions"]) {
        if (row["call"] == "begin") {
            QCOMPARE(row["calls"].get<int>(), 1);
            begun.push_back(row["plugin"].is_null() ? std::string() : row["plugin"].get<std::string>());
        }
    }
    QCOMPARE(begun.size(), std::size_t{2});
    QVERIFY(begun[0].empty() && begun[1].starts_with("kivi "));
    QVERIFY(runKvw({"calls", coded}).out.contains("begin, kivi "));
    const QString silent = folder.filePath("silent");
    QCOMPARE(
        runKvw({"run", "--prompt-tokens", "20", "--steps", "2", "--capture", "none", "--quiet", "--out", silent}).code,
        0);
    QVERIFY(!QFile::exists(silent + "/calls.csv"));
    const Outcome refused = runKvw({"calls", silent});
    QVERIFY2(refused.code == 2 && refused.oneSentence() && refused.err.contains("capture"), refused.err.constData());
}

void ExportTest::scoresAreThoseOfTheEvictions() {
    QTemporaryDir folder;
    for (const char* suffix : {"", ".zip"}) {
        const QString bundle = folder.filePath(QStringLiteral("run%1").arg(QLatin1String(suffix)));
        QCOMPARE(runKvw({"run", "--policy", "h2o:heavy=8,recent=8", "--prompt-tokens", "40", "--steps", "12",
                         "--capture", "maps", "--quiet", "--out", bundle})
                     .code,
                 0);
        const Outcome told = runKvw({"scores", bundle, "--layer", "1", "--step", "45", "--json"});
        QVERIFY2(told.code == 0, told.err.constData());
        const json report = json::parse(told.out.toStdString());
        QCOMPARE(report["step"].get<int>(), 45);
        QCOMPARE(report["kept"].get<int>(), 8);
        QCOMPARE(report["tokens"].size(), std::size_t{9});
        QCOMPARE(report["tokens"][7]["score"], report["cut"]);
        QVERIFY(!report["tokens"][8]["kept"].get<bool>());
    }
    for (const QByteArray& line : readFile(folder.filePath("run/evictions.jsonl")).split('\n')) {
        const json record = line.isEmpty() ? json() : json::parse(line.toStdString());
        if (!record.is_null() && record["step"] == 45 && record["layer"] == 1 && record["head"].get<int>() <= 0) {
            const Outcome one = runKvw({"scores", folder.filePath("run"), "--layer", "1", "--step", "45", "--token",
                                        QString::number(record["evicted"][0].get<int>()), "--json"});
            const json token = json::parse(one.out.toStdString())["tokens"][0];
            QCOMPARE(token["score"].get<float>(), record["scores"][0].get<float>());
            QCOMPARE(token["rank"].get<int>(), 9);
        }
    }
    QCOMPARE(runKvw({"scores", folder.filePath("run"), "--layer", "99"}).code, 2);
    const Outcome behind = runKvw({"scores", folder.filePath("run"), "--step", "52"});
    QVERIFY2(behind.code == 2 && behind.oneSentence() && behind.err.contains("--step"), behind.err.constData());
    const Outcome absent = runKvw({"scores", folder.filePath("run"), "--step", "45", "--token", "45"});
    QVERIFY2(absent.code == 2 && absent.oneSentence() && absent.err.contains("not compared"), absent.err.constData());
    const QString window = folder.filePath("window");
    QVERIFY(makeBundle(window));
    const Outcome refused = runKvw({"scores", window});
    QVERIFY2(refused.code == 2 && refused.oneSentence() && refused.err.contains("no selection"),
             refused.err.constData());
}

void ExportTest::conformanceCountsOutcomes() {
    const QTemporaryDir folder;
    QVERIFY(writeFile(folder.filePath("broken.json"), "{\"format\": "));
    QVERIFY(writeFile(
        folder.filePath("other.json"),
        R"({"format":"kvw-conformance-1","name":"other","about":"a policy nobody has","policy":{"id":"nobody","params":{}},
            "shape":{"layers":1,"query_heads":1,"kv_heads":1,"head_dim":2},"rope":null,"prompt":1,"decode":0,
            "prefill":{"schedule":"layer-major"},
            "tensors":{"explicit":{"q":[[[[1,0]]]],"k":[[[[1,0]]]],"v":[[[[1,0]]]]}},
            "expect":{"granularity":"layer","prefill":[[[0]]],"final":[[[0]]]}})"));
    const Outcome outcome = runKvw({"conformance", folder.path()});
    QCOMPARE(outcome.code, 1);
    QVERIFY2(outcome.out.contains("FAIL broken: "), outcome.out.constData());
    QVERIFY2(outcome.out.contains("skip other: "), outcome.out.constData());
    QVERIFY(outcome.out.endsWith("0 passed, 1 failed, 1 skipped\n"));
}

void ExportTest::conformanceOfAPluginIsKept() {
    const QTemporaryDir folder;
    QProcessEnvironment state;
    state.insert("KVW_STATE_DIR", folder.path());
    QVERIFY(runKvw({"policies", "knorm"}, state).out.contains("not checked; kvw conformance --plugin knorm"));
    const Outcome outcome = runKvw({"conformance", "--plugin", "knorm", "--events"}, state);
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    const QList<QByteArray> lines = outcome.out.trimmed().split('\n');
    const json plan = json::parse(lines.first().toStdString());
    QCOMPARE(plan["event"], "plan");
    QCOMPARE(lines.size(), plan["cases"].get<int>() + 1);
    QVERIFY(lines.size() > 1);
    const json first = json::parse(lines.at(1).toStdString());
    QCOMPARE(first["event"], "case");
    QCOMPARE(first["outcome"], "passed");
    QVERIFY(runKvw({"policies", "knorm"}, state).out.contains(QByteArray::number(lines.size() - 1) + " passed (20"));
    // Files that are named are no check of the plugin.
    QCOMPARE(runKvw({"conformance"}, state).code, 2);
    const Outcome unknown = runKvw({"conformance", "--plugin", "knrom"}, state);
    QCOMPARE(unknown.code, 2);
    QVERIFY2(unknown.oneSentence() && unknown.err.contains("knorm"), unknown.err.constData());
}

QTEST_GUILESS_MAIN(ExportTest)
#include "export_test.moc"
