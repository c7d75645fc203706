// SPDX-License-Identifier: Apache-2.0
/// `kvw eval`: a line per sample and lane, tables, and nothing run twice.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/app/cli/kvw_process.h"

using namespace kvw::test;
using nlohmann::json;

namespace {

QStringList evalOf(const QString& folder, const QStringList& more = {}) {
    return QStringList{"eval",      "probes", "--samples", "0:6", "--policy", "full", "--policy", "snapkv:capacity=64",
                       "--against", "full",   "--out",     folder} +
           more;
}

std::vector<json> linesOf(const QByteArray& text) {
    std::vector<json> lines;
    for (const QByteArray& line : text.split('\n')) {
        if (!line.isEmpty()) {
            lines.push_back(json::parse(line.toStdString()));
        }
    }
    return lines;
}

/// The results without times, by what they are of.
std::map<std::string, json> resultsOf(const QString& folder) {
    std::map<std::string, json> results;
    for (json& record : linesOf(readFile(folder + "/results.jsonl"))) {
        record.erase("ttft_ms");
        record.erase("tpot_ms");
        const json key{record.at("task"), record.at("subset"), record.at("id"), record.at("policy")};
        results.emplace(key.dump(), record);
    }
    return results;
}

}  // namespace

class EvalTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void everySampleAndLaneIsALine() {
        const QTemporaryDir folder;
        const QString out = folder.filePath("probes");
        const Outcome run = runKvw(evalOf(out, {"--json"}));
        QVERIFY2(run.code == 0, run.err.constData());
        const json report = json::parse(run.out.toStdString());
        QCOMPARE(report.at("samples").get<int>(), 6);
        QCOMPARE(report.at("state").get<std::string>(), std::string("finished"));
        QVERIFY(report.at("rows").size() >= 2);
        const std::vector<json> records = linesOf(readFile(out + "/results.jsonl"));
        QCOMPARE(records.size(), std::size_t{12});
        for (const json& record : records) {
            for (const char* member :
                 {"task", "subset", "id", "policy", "prompt_tokens", "truncated_tokens", "new_tokens", "prediction",
                  "references", "score", "ttft_ms", "tpot_ms", "held_after_prompt", "bytes"}) {
                QVERIFY2(record.contains(member), member);
            }
            QVERIFY(!record.contains("problem"));
            QVERIFY(record.at("prompt_tokens").get<int>() > 0 && record.at("bytes").get<std::int64_t>() > 0);
        }
        QCOMPARE(records[0].at("policy").get<std::string>(), std::string("full"));
        QVERIFY(records[0].at("held_after_prompt").get<double>() >= records[1].at("held_after_prompt").get<double>());
        for (const char* file : {"eval.json", "results.json", "table.csv", "table.tex", "table.md"}) {
            QVERIFY2(!readFile(out + '/' + file).isEmpty(), file);
        }
        QVERIFY(readFile(out + "/table.tex").contains("\\toprule"));
        const json results = json::parse(readFile(out + "/results.json").toStdString());
        QCOMPARE(results.at("against").get<std::string>(), std::string("full"));
        QVERIFY(results.at("command").get<std::string>().starts_with("kvw eval probes "));
        QVERIFY(results.at("environment").contains("threads"));
        const json plan = json::parse(readFile(out + "/eval.json").toStdString());
        QCOMPARE(plan.at("against").get<std::string>(), std::string("full"));
        QVERIFY(!plan.at("model_hash").get<std::string>().empty() &&
                !plan.at("tokenizer_hash").get<std::string>().empty());

        // Again: nothing is run, and the table is the same.
        const QByteArray lines = readFile(out + "/results.jsonl"), table = readFile(out + "/table.csv");
        QCOMPARE(runKvw(evalOf(out, {"--quiet"})).code, 0);
        QCOMPARE(readFile(out + "/results.jsonl"), lines);
        QCOMPARE(readFile(out + "/table.csv"), table);
        QVERIFY(json::parse(readFile(out + "/results.json").toStdString()).at("environment") ==
                results.at("environment"));
    }

    /// Wherever the file is cut, going on gives the results of a run that was not cut.
    void aKilledEvaluationGoesOn() {
        const QTemporaryDir folder;
        const QString out = folder.filePath("probes");
        QCOMPARE(runKvw(evalOf(out, {"--quiet"})).code, 0);
        const auto whole = resultsOf(out);
        const QByteArray lines = readFile(out + "/results.jsonl");
        for (const double share : {0.0, 0.3, 0.77}) {
            QVERIFY(writeFile(out + "/results.jsonl",
                              lines.first(static_cast<qsizetype>(share * static_cast<double>(lines.size())))));
            const Outcome again = runKvw({"eval", "--resume", out, "--quiet"});
            QVERIFY2(again.code == 0, again.err.constData());
            QVERIFY(resultsOf(out) == whole);
            QCOMPARE(linesOf(readFile(out + "/results.jsonl")).size(), whole.size());
        }
    }

    /// A limit of the size of files stands for a disk without room.
    void aFullDiskIsASentenceAndLosesNothing() {
        const QTemporaryDir folder;
        const QString out = folder.filePath("full"), whole = folder.filePath("whole");
        QStringList words{"-c", R"(trap '' XFSZ; ulimit -f 4; exec "$0" "$@")", program()};
        QProcess process;
        process.start("/bin/sh", words + evalOf(out, {"--quiet"}));
        QVERIFY(process.waitForFinished(120000));
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() == 1, said.constData());
        QVERIFY2(said.contains("the samples that are done are kept, the same command goes on with the others"),
                 said.constData());
        const Outcome goesOn = runKvw(evalOf(out, {"--quiet"}));
        QVERIFY2(goesOn.code == 0, goesOn.err.constData());
        QCOMPARE(runKvw(evalOf(whole, {"--quiet"})).code, 0);
        QVERIFY(resultsOf(out) == resultsOf(whole));
    }

    void runningPerplexityIsThatOfTheBeginning() {
        const QTemporaryDir folder;
        std::vector<json> records;
        for (const char* tokens : {"257", "600"}) {  // of n tokens n - 1 are scored
            const QString out = folder.filePath(QLatin1String(tokens));
            const Outcome run = runKvw({"eval", QStringLiteral("perplexity:books=1,tokens=") + QLatin1String(tokens),
                                        "--policy", "full", "--out", out, "--quiet"});
            QVERIFY2(run.code == 0, run.err.constData());
            records.push_back(linesOf(readFile(out + "/results.jsonl")).at(0));
            QVERIFY(QFile::exists(out + "/eval-running-perplexity.csv"));
        }
        const auto running = records[1].at("running_perplexity").get<std::vector<double>>();
        QCOMPARE(running.size(), std::size_t{2});
        QCOMPARE(records[0].at("running_perplexity").get<std::vector<double>>().size(), std::size_t{1});
        const double whole = records[0].at("parts").at("perplexity").get<double>();
        QVERIFY2(std::abs(running[0] - whole) < 1e-9 * whole, std::to_string(running[0] - whole).c_str());
    }

    void spikesAndOverlapArePartsOfRecords() {
        const QTemporaryDir folder;
        const QString text = folder.filePath("book.txt"), lazy = "streaming:sinks=4,recent=28,prune-interval=16";
        QVERIFY(writeFile(text, QByteArray("The river was quiet, and the mill stood still. ").repeated(60)));
        const auto recordsOf = [&](const QString& measured, const QStringList& policies) {
            const QString out = folder.filePath(measured);
            QStringList words{
                "eval",   "perplexity:tokens=160,prompt=64,windows=2,scored=continued,measured=" + measured,
                "--data", text,
                "--out",  out,
                "--quiet"};
            for (const QString& policy : policies) {
                words << "--policy" << policy;
            }
            const Outcome run = runKvw(words);
            return run.code == 0 ? linesOf(readFile(out + "/results.jsonl")) : std::vector<json>();
        };
        const auto spikes = recordsOf("spikes", {"full", lazy + "/prefill=layer-major"});
        QCOMPARE(spikes.size(), std::size_t{4});
        QCOMPARE(spikes[0].at("new_tokens").get<int>(), 96);
        QCOMPARE(spikes[0].at("parts").at("prunes").get<int>(), 0);
        QVERIFY(spikes[1].at("parts").at("prunes").get<int>() >= 4);
        QVERIFY(spikes[1].at("parts").at("spike").get<double>() >= 0);
        const QString select = "snapkv:capacity=24,window=8";
        const auto overlap = recordsOf("overlap", {"full", select, select + "/jitter=ulp:8"});
        QCOMPARE(overlap.size(), std::size_t{6});
        QVERIFY(!overlap[1].contains("parts") || !overlap[1].at("parts").contains("overlap"));
        const double share = overlap[2].at("parts").at("overlap").get<double>();
        QVERIFY(share > 0.5 && share <= 1);
        QVERIFY(overlap[2].at("score") != overlap[1].at("score"));
    }

    void anotherEvaluationInTheFolderIsRefused() {
        const QTemporaryDir folder;
        const QString out = folder.filePath("probes");
        QCOMPARE(runKvw(evalOf(out, {"--quiet", "--limit", "1"})).code, 0);
        const QByteArray lines = readFile(out + "/results.jsonl");
        const Outcome other = runKvw(evalOf(out, {"--limit", "2"}));
        QCOMPARE(other.code, 2);
        QVERIFY2(other.oneSentence() && other.err.contains("\"limit\""), other.err.constData());
        QCOMPARE(readFile(out + "/results.jsonl"), lines);
    }

    void theContextIsCompressedWithoutTheQuestion() {
        const QTemporaryDir folder;
        const QString out = folder.filePath("probes");
        const Outcome run = runKvw(evalOf(out, {"--compress-at", "context", "--json"}));
        QVERIFY2(run.code == 0, run.err.constData());
        QCOMPARE(linesOf(readFile(out + "/results.jsonl")).size(), std::size_t{12});
    }

    void eventsTellEverySample() {
        const QTemporaryDir folder;
        const Outcome run = runKvw(evalOf(folder.filePath("probes"), {"--events"}));
        QVERIFY2(run.code == 0, run.err.constData());
        std::map<std::string, int> count;
        for (const json& event : linesOf(run.out)) {
            ++count[event.at("event").get<std::string>()];
        }
        QCOMPARE(count["plan"], 1);
        QCOMPARE(count["sample"], 6);
        QCOMPARE(count["table"], 1);
        QCOMPARE(count["end"], 1);
    }

    /// A lane that misbehaves is a result with its problem, and the others go on.
    void aFailedLaneIsAResult() {
        const QTemporaryDir folder;
        QProcessEnvironment environment;
        environment.insert("KVW_POLICY_PATH", KVW_FIXTURES);
        environment.insert("KVW_STATE_DIR", folder.filePath("state"));
        const QString out = folder.filePath("probes");
        const Outcome run = runKvw({"eval", "probes", "--samples", "0:2", "--policy", "full", "--policy",
                                    "throws-in-step", "--out", out, "--json"},
                                   environment);
        QCOMPARE(run.code, 1);
        QVERIFY2(run.err.contains("throws-in-step: "), run.err.constData());
        const std::vector<json> records = linesOf(readFile(out + "/results.jsonl"));
        QCOMPARE(records.size(), std::size_t{4});
        QVERIFY(!records[0].contains("problem") && records[1].contains("problem"));
        // It runs again when the evaluation goes on, and nothing else does.
        QCOMPARE(runKvw({"eval", "--resume", out, "--quiet"}, environment).code, 1);
        const std::vector<json> lines = linesOf(readFile(out + "/results.jsonl"));
        QCOMPARE(lines.size(), std::size_t{6});
        QVERIFY(lines[4].contains("problem") && lines[5].contains("problem"));
    }

    void anotherModelIsRefused() {
        const QTemporaryDir folder;
        const QString out = folder.filePath("probes");
        QCOMPARE(runKvw(evalOf(out, {"--quiet"})).code, 0);
        json plan = json::parse(readFile(out + "/eval.json").toStdString());
        plan["model_hash"] = "another";
        QVERIFY(writeFile(out + "/eval.json", QByteArray::fromStdString(plan.dump())));
        QVERIFY(writeFile(out + "/results.jsonl", {}));
        const Outcome refused = runKvw({"eval", "--resume", out});
        QVERIFY(refused.code != 0);
        QVERIFY2(refused.err.contains("of another model"), refused.err.constData());
    }

    void noSamplesAreNoSuccess() {
        const QTemporaryDir folder;
        const Outcome run = runKvw({"eval", "probes", "--samples", "1000000:", "--out", folder.filePath("none")});
        QVERIFY(run.code != 0);
        QVERIFY2(run.err.contains("there is no sample to run"), run.err.constData());
    }

    /// Each lane runs by itself and generates to the last token, whatever it generates.
    void timesAreOfOneMachine() {
        const QTemporaryDir folder;
        const QString out = folder.filePath("times");
        const Outcome run = runKvw({"eval", "timing:lengths=64,new=8,trials=2", "--policy", "full", "--policy",
                                    "tova:capacity=32", "--out", out, "--json"});
        QVERIFY2(run.code == 0, run.err.constData());
        const std::vector<json> records = linesOf(readFile(out + "/results.jsonl"));
        QCOMPARE(records.size(), std::size_t{4});
        for (const json& record : records) {
            QCOMPARE(record.at("new_tokens").get<int>(), 8);
            QVERIFY(record.at("machine").get<std::string>().find("threads") != std::string::npos);
            QVERIFY(record.at("parts").at("prefill_s").get<double>() > 0);
            QVERIFY(record.at("parts").at("peak_process_bytes").get<double>() > 0);
        }
        const json rows = json::parse(run.out.toStdString()).at("rows");
        QVERIFY(rows[1].at("speedup").is_number());
        QVERIFY(readFile(out + "/table.csv").contains("tpot_ms_median"));
    }

    void theLikeliestLetterIsTheAnswer() {
        const QTemporaryDir folder;
        const QByteArray question = "What is one and one?,one,two,three,four,B\n";
        for (const char* split : {"dev", "val", "test"}) {
            QVERIFY(QDir(folder.path()).mkpath(split));
            QVERIFY(writeFile(folder.filePath(QStringLiteral("%1/abstract_algebra_%1.csv").arg(QLatin1String(split))),
                              question + question));
        }
        const QString out = folder.filePath("letters");
        const Outcome run = runKvw({"eval", "mmlu:subjects=abstract_algebra,shots=1", "--data", folder.path(),
                                    "--policy", "full", "--policy", "tova:capacity=32", "--out", out});
        QVERIFY2(run.code == 0, run.err.constData());
        const std::vector<json> records = linesOf(readFile(out + "/results.jsonl"));
        QCOMPARE(records.size(), std::size_t{4});
        for (const json& record : records) {
            const double score = record.at("score").get<double>();
            QVERIFY(score == 0 || score == 100);
            QVERIFY(!record.at("prediction").get<std::string>().empty());
        }
    }

    /// The tokenizer of this model has no tilde.
    void charactersThatATokenizerLacksAreTold() {
        const QTemporaryDir folder;
        const QString model = folder.filePath("model"), embedded = KVW_SOURCE_DIR "/resources/demo-model/model";
        QVERIFY(QDir().mkpath(model) && QDir().mkpath(folder.filePath("test")));
        for (const char* file : {"/config.json", "/model.safetensors", "/tokenizer_config.json"}) {
            QVERIFY(QFile::copy(embedded + file, model + file));
        }
        json tokenizer = json::parse(readFile(embedded + "/tokenizer.json").toStdString());
        QVERIFY(tokenizer["model"]["vocab"].erase("~") == 1);
        QVERIFY(writeFile(model + "/tokenizer.json", QByteArray::fromStdString(tokenizer.dump())));
        QVERIFY(writeFile(folder.filePath("test/abstract_algebra_test.csv"), "Is 1 ~ 2?,yes,no,~,no idea,B\n"));
        const Outcome run = runKvw({"eval", "mmlu:subjects=abstract_algebra,shots=0", "--data", folder.path(),
                                    "--model", model, "--policy", "full", "--out", folder.filePath("out")});
        QVERIFY2(run.code == 0, run.err.constData());
        const QByteArray told = "mmlu: the tokenizer of " + model.toUtf8() +
                                " lacks characters of the sample \"0\" of \"abstract_algebra\": '~'.";
        QVERIFY2(run.err.contains(told), run.err.constData());
        QCOMPARE(linesOf(readFile(folder.filePath("out/results.jsonl"))).size(), std::size_t{1});
    }

    void theListHasTasksAndPresets() {
        const Outcome text = runKvw({"eval", "--list"});
        QVERIFY2(text.code == 0 && text.out.contains("probes") && text.out.contains("Presets"), text.err.constData());
        const Outcome list = runKvw({"eval", "--list", "--json"});
        const json report = json::parse(list.out.toStdString());
        QVERIFY(report.at("tasks").size() >= 9);
        QVERIFY(report.at("presets").size() > 10);
    }

    void wrongCommandsAreSentences_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("nothing") << QStringList{} << QByteArray("there is nothing to run");
        QTest::newRow("task") << QStringList{"probez"} << QByteArray("did you mean \"probes\"");
        QTest::newRow("option") << QStringList{"probes:shape=both"} << QByteArray("task \"probes\"");
        QTest::newRow("samples") << QStringList{"probes", "--samples", "4"} << QByteArray("--samples");
        QTest::newRow("policy") << QStringList{"probes", "--policy", "snapkw"} << QByteArray("snapkv");
        QTest::newRow("against") << QStringList{"probes", "--against", "tova"} << QByteArray("no lane");
        QTest::newRow("preset") << QStringList{"--preset", "no-such-preset-at-all"} << QByteArray("--preset");
        QTest::newRow("data") << QStringList{"longbench"} << QByteArray("--data");
        QTest::newRow("no data") << QStringList{"probes", "--data", "/no/such"} << QByteArray("no such file or folder");
        QTest::newRow("no question") << QStringList{"perplexity", "--compress-at", "context"}
                                     << QByteArray("has no questions");
        QTest::newRow("resume") << QStringList{"--resume", "x", "--limit", "3"} << QByteArray("--resume");
    }
    void wrongCommandsAreSentences() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, said);
        const Outcome refused = runKvw(QStringList{"eval"} + arguments);
        QVERIFY(refused.code == 2);
        QVERIFY2(refused.oneSentence() && refused.err.contains(said), refused.err.constData());
    }
};

QTEST_GUILESS_MAIN(EvalTest)
#include "eval_test.moc"
