// SPDX-License-Identifier: Apache-2.0
/// `kvw run` and `kvw compare` on the embedded model: summaries, warnings and bundles.
#include <QDirIterator>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "tests/app/cli/kvw_process.h"

using kvw::test::Outcome;
using kvw::test::readFile;
using kvw::test::runKvw;
using kvw::test::writeFile;
using nlohmann::json;

class RunTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void nothingThatAFileIsCalledSteersTheTerminal() {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QString::fromUtf8("a\u202Eb\u009Bc.txt"));
        QVERIFY(writeFile(file, QByteArray("The cat sat on the mat. ").repeated(12)));
        const QStringList run{"run", "--text", file, "--prompt-tokens", "20", "--steps", "3"};
        const Outcome told = runKvw(run), asJson = runKvw(run + QStringList{"--json"});
        const Outcome missing = runKvw({"run", "--text", file + "x"});
        for (const Outcome& each : {told, asJson, missing}) {
            for (const QByteArray& bytes : {each.out, each.err}) {
                QVERIFY2(!bytes.contains("\u202E") && !bytes.contains("\u009B"), bytes.constData());
            }
        }
        QVERIFY2(told.code == 0 && told.out.contains("a\\u202eb\\u009bc"), told.out.constData());
        const auto report = nlohmann::json::parse(asJson.out.toStdString());
        QVERIFY(QString::fromStdString(report.at("text").at("title").get<std::string>()).contains(QChar(0x202E)));
    }

    void embeddedDocuments_data();
    void embeddedDocuments();
    void defaultTextIsTheStory();
    void summaryNamesTheNumbers();
    void quietPrintsNothing();
    void zipBundle();
    void overwriteReplacesABundle();
    void sameRunSameBundle();
    void compareHasALanePerPolicy();
    void compareMovesFullToTheFront();
    void generateIsReproducible();
    void theQuestionIsNoPartOfThePrompt();
    void aLaneMayConcatenate();
    void noiseIsOfTheNamedLanes();
    void aBundleMayLackItsFigures();
    void prefillSchedulesAgree();
    void policyWiderThanTheTextIsFull();
    void invalidUtf8IsCounted();
    void longTextIsAWarning();
    void idsGiveTheSameRun();
    void byteOrderMarksAreNoTokens();
    void aFileCalledAsAnEmbeddedTextIsAFile();
    void aBareNameIsTheEmbeddedText();
};

namespace {

json report(QStringList arguments) {
    const Outcome outcome = runKvw(arguments << "--json");
    if (outcome.code != 0) {
        qWarning() << outcome.err;
        return json();
    }
    return json::parse(outcome.out.toStdString(), nullptr, false);
}

const QStringList kShort{"--prompt-tokens", "40", "--steps", "12"};

}  // namespace

void RunTest::embeddedDocuments_data() {
    QTest::addColumn<QString>("text");
    for (const char* text : {"story", "ledger.txt", "needle", "prose", "long-stream"}) {
        QTest::newRow(text) << QString(text);
    }
}

void RunTest::embeddedDocuments() {
    QFETCH(QString, text);
    const QTemporaryDir folder;
    const QString out = folder.filePath("bundle");
    const json result =
        report(QStringList{"run", "--text", text, "--policy", "streaming:sinks=4,recent=16", "--out", out} << kShort);
    QVERIFY(result.is_object());
    QCOMPARE(result["state"].get<std::string>(), std::string("finished"));
    QCOMPARE(result["summary"]["tokens"].get<int>(), 52);
    QVERIFY(result["summary"]["mean_nll"].get<double>() > 0);
    QVERIFY(result["summary"]["evictions"].get<int>() > 0);
    const std::string expected = "kvw run --text " + text.remove(".txt").toStdString() +
                                 " --policy streaming:recent=16 --prompt-tokens 40 --steps 12";
    QCOMPARE(result["command_line"].get<std::string>(), expected);
    for (const char* file : {"manifest.json", "steps.csv", "layers.csv", "evictions.jsonl"}) {
        QVERIFY2(QFile::exists(out + '/' + file), file);
    }
    const json manifest = json::parse(readFile(out + "/manifest.json").toStdString());
    QCOMPARE(manifest["summary"]["mean_nll"].get<double>(), result["summary"]["mean_nll"].get<double>());
    QCOMPARE(readFile(out + "/steps.csv").count('\n'), 53);
}

void RunTest::defaultTextIsTheStory() {
    const json result = report(QStringList{"run"} << kShort);
    QCOMPARE(result["text"]["title"].get<std::string>(), std::string("A winter story"));
    QCOMPARE(result["policy"]["id"].get<std::string>(), std::string("full"));
    QVERIFY(result["bundle"].is_null());
    const json& process = result["process"];
    QCOMPARE(process["cache_bytes"].get<qint64>(), result["cache"]["bytes_allocated"].get<qint64>());
    QVERIFY(process["weight_bytes"].get<qint64>() > 1'000'000);
    QVERIFY(process["resident_bytes"].get<qint64>() > process["weight_bytes"].get<qint64>());
    QVERIFY(process["peak_resident_bytes"].get<qint64>() >= process["resident_bytes"].get<qint64>());
    QCOMPARE(process["row_bytes_in_files"].get<qint64>(), qint64{0});
}

void RunTest::summaryNamesTheNumbers() {
    const Outcome outcome = runKvw({"run", "--policy", "streaming:recent=64", "--prompt-tokens", "400"});
    QCOMPARE(outcome.code, 0);
    for (const char* word : {"model", "LlamaForCausalLM", "A winter story", "streaming 1.", "recent=64", "mean NLL",
                             "perplexity", "held", "live", "allocated", "full", "TTFT", "TPOT", "tokens/s",
                             "prune events", "fact held", "memory of this process"}) {
        QVERIFY2(outcome.out.contains(word), (QByteArray(word) + " is not in\n" + outcome.out).constData());
    }
}

void RunTest::quietPrintsNothing() {
    const Outcome outcome = runKvw(QStringList{"run", "--quiet"} << kShort);
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.isEmpty());
    QVERIFY(outcome.err.isEmpty());
}

void RunTest::zipBundle() {
    const QTemporaryDir folder;
    const QString out = folder.filePath("run.zip");
    QCOMPARE(runKvw(QStringList{"run", "--out", out} << kShort).code, 0);
    QVERIFY(readFile(out).startsWith("PK"));
    const Outcome inspected = runKvw({"inspect", out});
    QVERIFY2(inspected.code == 0, (inspected.out + inspected.err).constData());
}

void RunTest::overwriteReplacesABundle() {
    const QTemporaryDir folder;
    const QString out = folder.filePath("bundle");
    QCOMPARE(runKvw(QStringList{"run", "--out", out} << kShort).code, 0);
    QCOMPARE(runKvw(QStringList{"run", "--out", out, "--text", "prose"} << kShort).code, 2);
    QCOMPARE(runKvw(QStringList{"run", "--out", out, "--text", "prose", "--overwrite"} << kShort).code, 0);
    QVERIFY(readFile(out + "/manifest.json").contains("--text prose"));
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 1);
}

void RunTest::sameRunSameBundle() {
    const QTemporaryDir folder;
    for (const char* name : {"a", "b"}) {
        QCOMPARE(runKvw(QStringList{"run", "--policy", "streaming:recent=16", "--out", folder.filePath(name)} << kShort)
                     .code,
                 0);
    }
    for (const char* file : {"layers.csv", "evictions.jsonl"}) {
        const QByteArray bytes = readFile(folder.filePath("a/") + file);
        QVERIFY(!bytes.isEmpty());
        QCOMPARE(bytes, readFile(folder.filePath("b/") + file));
    }
    const auto hash = [&](const char* name) {
        return json::parse(readFile(folder.filePath(name) + "/manifest.json").toStdString())["hash"].get<std::string>();
    };
    QCOMPARE(hash("a"), hash("b"));
}

void RunTest::compareHasALanePerPolicy() {
    const QTemporaryDir folder;
    const QString out = folder.filePath("lanes");
    const json result = report(QStringList{"compare", "--policy", "streaming:sinks=4,recent=16", "--policy",
                                           "h2o:heavy=8,recent=8", "--out", out}
                               << kShort);
    QCOMPARE(result["lanes"].size(), std::size_t{3});
    QCOMPARE(result["lanes"][0]["policy"]["id"].get<std::string>(), std::string("full"));
    QCOMPARE(result["lanes"][2]["policy"]["parameters"]["heavy"].get<int>(), 8);
    QVERIFY(result["lanes"][1]["summary"]["delta_nll"].is_number());
    QVERIFY(result["lanes"][0]["first_difference"].is_null());
    QVERIFY(result["lanes"][1]["first_difference"].get<int>() > 0);
    QCOMPARE(result["overlap"].size(), std::size_t{3});
    QCOMPARE(result["overlap"][1][1].get<double>(), 1.0);
    QCOMPARE(result["overlap"][1][2], result["overlap"][2][1]);
    QVERIFY(result["overlap"][0][1].get<double>() < 1);
    QVERIFY(result["lanes"][1]["summary"]["mean_kl"].get<double>() > 0);
    QVERIFY(QFile::exists(out + "/manifest.json"));
    QVERIFY(QFile::exists(out + "/lanes/0-full/steps.csv"));
    QVERIFY(QFile::exists(out + "/lanes/2-h2o/evictions.jsonl"));
}

void RunTest::compareMovesFullToTheFront() {
    const Outcome outcome =
        runKvw(QStringList{"compare", "--policy", "streaming:recent=16", "--policy", "full"} << kShort);
    QCOMPARE(outcome.code, 0);
    const qsizetype full = outcome.out.indexOf("\nfull ");
    QVERIFY2(full > 0 && full < outcome.out.indexOf("\nstreaming:recent=16 "), outcome.out.constData());
    QCOMPARE(outcome.out.count("\nfull "), 1);
}

void RunTest::generateIsReproducible() {
    const QStringList arguments{"run",     "--prompt", "Once upon a time", "--mode", "generate",
                                "--steps", "8",        "--quiet",          "--seed", "5",
                                "--top-k", "20",       "--temperature",    "0.9"};
    const QTemporaryDir folder;
    for (const char* name : {"a", "b"}) {
        QCOMPARE(runKvw(QStringList(arguments) << "--out" << folder.filePath(name)).code, 0);
    }
    const auto tokens = [&](const char* name) {
        QList<QByteArray> ids;
        const QList<QByteArray> lines = readFile(folder.filePath(name) + "/steps.csv").split('\n');
        for (const QByteArray& line : lines) {
            ids << line.split(',').mid(0, 3).join(',');
        }
        return ids;
    };
    QVERIFY(tokens("a").size() > 8);
    QCOMPARE(tokens("a"), tokens("b"));
}

void RunTest::theQuestionIsNoPartOfThePrompt() {
    const QTemporaryDir folder;
    const QString file = folder.filePath("question.txt"), out = folder.filePath("asked");
    QVERIFY(writeFile(file, " And what came then?"));
    const QStringList arguments{"run",      "--prompt",   "Once upon a time there was a king who had a golden horse",
                                "--mode",   "generate",   "--steps",
                                "4",        "--policy",   "snapkv:capacity=8,window=4",
                                "--quiet"};
    const Outcome asked = runKvw(QStringList(arguments) << "--question" << file << "--out" << out);
    QVERIFY2(asked.code == 0, asked.err.constData());
    const json told = json::parse(readFile(out + "/manifest.json").toStdString());
    const int prompt = told["text"]["prompt_tokens"].get<int>(), question = told["text"]["question_tokens"].get<int>();
    QVERIFY(question > 3);
    QCOMPARE(told["text"]["tokens"].get<int>(), prompt + question);
    QCOMPARE(told["summary"]["tokens"].get<int>(), prompt + question + 4);
    QCOMPARE(told["specs"][0]["question"].get<std::string>(), std::string(" And what came then?"));
    // The question itself in place of its file is the same run.
    const QString again = folder.filePath("again");
    const QStringList itself{"--question", " And what came then?", "--out", again};
    QCOMPARE(runKvw(QStringList(arguments) << itself).code, 0);
    QCOMPARE(json::parse(readFile(again + "/manifest.json").toStdString())["hash"], told["hash"]);
    // A bundle of a run over its whole text has no such number.
    const QString plain = folder.filePath("plain");
    QCOMPARE(runKvw(QStringList(arguments) << "--out" << plain).code, 0);
    const json whole = json::parse(readFile(plain + "/manifest.json").toStdString());
    QVERIFY(!whole["text"].contains("question_tokens"));
    QCOMPARE(whole["text"]["prompt_tokens"].get<int>(), prompt);
    // A fork reads prompt and question of its parent.
    const QString fork = folder.filePath("fork");
    const Outcome forked = runKvw({"fork", out, "--at", QString::number(prompt + question + 1), "--set",
                                   "evict=" + QString::number(prompt - 1), "--out", fork, "--quiet"});
    QVERIFY2(forked.code == 0, forked.err.constData());
    QCOMPARE(json::parse(readFile(fork + "/manifest.json").toStdString())["text"]["question_tokens"].get<int>(),
             question);
    QVERIFY(runKvw({"run", "--question", "Who?"}).err.contains("--question: the mode must be generate"));
}

void RunTest::aLaneMayConcatenate() {
    const QTemporaryDir folder;
    const QString out = folder.filePath("lanes");
    const Outcome made = runKvw(QStringList{"compare", "--policy", "streaming:sinks=4,recent=16", "--policy",
                                            "streaming:sinks=4,recent=16/storage=concat", "--out", out, "--json"}
                                << kShort);
    QVERIFY2(made.code == 0, made.err.constData());
    const json lanes = json::parse(made.out.toStdString())["lanes"];
    QCOMPARE(lanes[1]["summary"]["mean_nll"], lanes[2]["summary"]["mean_nll"]);
    QCOMPARE(lanes[1]["summary"]["peak_bytes_live"], lanes[2]["summary"]["peak_bytes_live"]);
    int concatenating = 0;
    QDirIterator files(out, {"manifest.json"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const json manifest = json::parse(readFile(files.next()).toStdString());
        if (manifest.contains("storage")) {
            ++concatenating;
            QCOMPARE(manifest["storage"].get<std::string>(), std::string("concat"));
        }
    }
    QCOMPARE(concatenating, 1);
    QVERIFY(runKvw({"inspect", out}).code == 0);
    const Outcome coded = runKvw({"run", "--policy", "full@kivi/storage=concat", "--steps", "1"});
    QVERIFY2(coded.code != 0 && coded.oneSentence(), coded.err.constData());
}

void RunTest::noiseIsOfTheNamedLanes() {
    const QTemporaryDir folder;
    const QString out = folder.filePath("lanes");
    const Outcome made =
        runKvw(QStringList{"compare", "--policy", "streaming:sinks=4,recent=16", "--policy",
                           "streaming:sinks=4,recent=16/jitter=none", "--jitter", "ulp:8", "--out", out, "--json"}
               << kShort);
    QVERIFY2(made.code == 0, made.err.constData());
    const json lanes = json::parse(made.out.toStdString())["lanes"];
    QVERIFY(lanes[1]["summary"]["mean_nll"] != lanes[2]["summary"]["mean_nll"]);
    int noisy = 0;
    QDirIterator files(out, {"manifest.json"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const json manifest = json::parse(readFile(files.next()).toStdString());
        noisy += manifest.contains("jitter") && manifest["jitter"] == "ulp:8" ? 1 : 0;
    }
    QCOMPARE(noisy, 1);
    QVERIFY(runKvw({"inspect", out}).code == 0);
    const Outcome alone = runKvw(QStringList{"run", "--jitter", "ulp:8", "--json"} << kShort);
    QVERIFY2(alone.code == 0, alone.err.constData());
    const Outcome wrong = runKvw({"run", "--jitter", "8"});
    QCOMPARE(wrong.code, 2);
    QVERIFY2(wrong.oneSentence() && wrong.err.contains("jitter=ulp:N"), wrong.err.constData());
}

void RunTest::aBundleMayLackItsFigures() {
    const QTemporaryDir folder;
    const QString with = folder.filePath("with"), without = folder.filePath("without");
    QCOMPARE(runKvw(QStringList{"run", "--out", with, "--quiet"} << kShort).code, 0);
    QCOMPARE(runKvw(QStringList{"run", "--out", without, "--no-figures", "--quiet"} << kShort).code, 0);
    QVERIFY(QDir(with + "/figures").exists() && !QDir(without + "/figures").exists());
    const auto hashOf = [](const QString& bundle) {
        return json::parse(readFile(bundle + "/manifest.json").toStdString())["hash"].get<std::string>();
    };
    QCOMPARE(hashOf(without), hashOf(with));
    QCOMPARE(runKvw({"inspect", without}).code, 0);
    QCOMPARE(runKvw({"run", "--no-figures"}).code, 2);
}

void RunTest::prefillSchedulesAgree() {
    const QStringList arguments{"run", "--prompt-tokens", "200", "--steps", "40"};
    const json whole = report(arguments);
    const json chunks = report(QStringList(arguments) << "--prefill"
                                                      << "streaming:37");
    QCOMPARE(chunks["prefill"].get<std::string>(), std::string("streaming:37"));
    QVERIFY(std::abs(whole["summary"]["mean_nll"].get<double>() - chunks["summary"]["mean_nll"].get<double>()) < 1e-5);
}

void RunTest::policyWiderThanTheTextIsFull() {
    const json result = report(QStringList{"compare", "--policy", "streaming:recent=100000"} << kShort);
    QCOMPARE(result["lanes"][1]["summary"]["delta_nll"].get<double>(), 0.0);
    QCOMPARE(result["lanes"][1]["summary"]["evictions"].get<int>(), 0);
}

void RunTest::invalidUtf8IsCounted() {
    const QTemporaryDir folder;
    const QString text = folder.filePath("text.txt");
    QVERIFY(writeFile(text, QByteArray("One \xff two \xc3\x28 three, and so on to the end.")));
    const Outcome outcome = runKvw({"run", "--text", text});
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.err.startsWith("warning: ") && outcome.err.contains("2") && outcome.err.contains("UTF-8"),
             outcome.err.constData());
}

void RunTest::longTextIsAWarning() {
    const QTemporaryDir folder;
    const json inspected = report({"inspect"});
    const auto context = inspected["context"].get<std::int64_t>();
    const QString ids = folder.filePath("ids.txt");
    QVERIFY(writeFile(ids, QByteArray("5 ").repeated(static_cast<int>(context) + 3)));
    const Outcome outcome =
        runKvw({"run", "--ids", ids, "--policy", "streaming:recent=32", "--prefill", "streaming:256", "--capture",
                "none", "--prompt-tokens", QString::number(context + 1)});
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.err.startsWith("warning: ") && outcome.err.contains("context"), outcome.err.constData());
}

void RunTest::idsGiveTheSameRun() {
    const QTemporaryDir folder;
    const QString ids = folder.filePath("ids.txt");
    QVERIFY(writeFile(ids, "12 40\n7\t99 100 101 3 8\n"));
    const json result = report({"run", "--ids", ids, "--prompt-tokens", "4"});
    QCOMPARE(result["text"]["tokens"].get<int>(), 8);
    QCOMPARE(result["summary"]["scored_tokens"].get<int>(), 4);
    // The bundle holds what its command reads.
    const QString first = folder.filePath("first"), second = folder.filePath("second");
    QCOMPARE(runKvw({"run", "--ids", ids, "--prompt-tokens", "4", "--quiet", "--out", first}).code, 0);
    const auto manifest = [](const QString& bundle) {
        return json::parse(readFile(bundle + "/manifest.json").toStdString(), nullptr, false);
    };
    QVERIFY(manifest(first)["command_line"].get<std::string>().starts_with("kvw run --ids ids.txt "));
    QVERIFY(QFile::remove(ids));
    QCOMPARE(runKvw({"run", "--ids", first + "/ids.txt", "--prompt-tokens", "4", "--quiet", "--out", second}).code, 0);
    QCOMPARE(manifest(second)["hash"].get<std::string>(), manifest(first)["hash"].get<std::string>());
    QCOMPARE(runKvw({"inspect", second}).code, 0);
}

void RunTest::byteOrderMarksAreNoTokens() {
    const QTemporaryDir folder;
    const QByteArray mark = "\xEF\xBB\xBF";
    const QString ids = folder.filePath("ids.txt"), text = folder.filePath("text.txt");
    QVERIFY(writeFile(ids, mark + "12 40\r\n7 99"));
    QCOMPARE(report({"run", "--ids", ids, "--prompt-tokens", "2"})["text"]["tokens"].get<int>(), 4);
    QVERIFY(writeFile(text, mark + "Once upon a time"));
    const json marked = report({"run", "--text", text, "--prompt-tokens", "2"});
    const QString prompt = QChar(0xFEFF) + QStringLiteral("Once upon a time");
    const json typed = report({"run", "--prompt", prompt, "--prompt-tokens", "2"});
    QCOMPARE(marked["text"]["hash"], typed["text"]["hash"]);
    QCOMPARE(marked["text"]["tokens"], typed["text"]["tokens"]);
    QVERIFY(writeFile(text, "Once upon " + mark + "a time"));
    const Outcome outcome = runKvw({"run", "--text", text, "--prompt-tokens", "2"});
    QVERIFY2(outcome.code == 0 && outcome.err.contains("1 byte order mark lies inside the text"),
             outcome.err.constData());
}

void RunTest::aFileCalledAsAnEmbeddedTextIsAFile() {
    const QTemporaryDir folder;
    for (const auto& [name, word] :
         {std::pair{"story.txt", "./story.txt"}, std::pair{"ledger", "./ledger"}, std::pair{"mine.txt", "mine.txt"}}) {
        QVERIFY(writeFile(folder.filePath(name), "A text of somebody's own, and a few more words."));
        const json result = report({"run", "--text", folder.filePath(name), "--steps", "2"});
        const std::string command = result["command_line"].get<std::string>();
        QVERIFY2(command.find(std::string("--text ") + word + ' ') != std::string::npos, command.c_str());
    }
}

/// A command means the same in whatever folder it is given.
void RunTest::aBareNameIsTheEmbeddedText() {
    const QTemporaryDir folder;
    for (const char* name : {"story", "story.txt", "mine"}) {
        QVERIFY(writeFile(folder.filePath(name), "A text of somebody's own, and a few more words."));
    }
    const auto run = [&](const QString& text) {
        QProcess process;
        process.setWorkingDirectory(folder.path());
        process.start(kvw::test::program(), {"run", "--text", text, "--steps", "2", "--json"});
        process.waitForFinished(120000);
        const auto result = json::parse(process.readAllStandardOutput().toStdString(), nullptr, false);
        const bool there = result.is_object() && result.contains("text") && result["text"].contains("title");
        return std::pair(there ? result["text"]["title"].get<std::string>() : std::string(),
                         process.readAllStandardError());
    };
    for (const char* name : {"story", "story.txt"}) {
        const auto [title, told] = run(QString::fromLatin1(name));
        QCOMPARE(title, std::string("A winter story"));
        QVERIFY2(told.contains(QByteArray("./").append(name)), told.constData());
        QVERIFY(run(QStringLiteral("./") + QString::fromLatin1(name)).first != "A winter story");
    }
    const auto [title, told] = run(QStringLiteral("mine"));
    QVERIFY2(!title.empty() && title != "A winter story" && !told.contains("./"), told.constData());
    QVERIFY(!run(QStringLiteral("ledger")).second.contains("./"));
}

QTEST_GUILESS_MAIN(RunTest)
#include "run_test.moc"
