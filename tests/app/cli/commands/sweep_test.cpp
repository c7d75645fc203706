// SPDX-License-Identifier: Apache-2.0
/// `kvw sweep`: a bundle per point, and only for the points that are missing.
#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "tests/app/cli/kvw_process.h"

using namespace kvw::test;

namespace {

QStringList sweepOf(const QString& folder, const QStringList& more) {
    return QStringList{"sweep", "--text", "ledger", "--prompt-tokens", "60", "--steps", "6", "--out", folder} + more;
}

}  // namespace

class SweepTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void everyPointIsABundleAndARow() {
        const QTemporaryDir folder;
        const QString out = folder.filePath("grid");
        const QStringList axes{"--policy", "snapkv", "--axis", "capacity=16:32:x2", "--axis", "window=4,8", "--json"};
        const Outcome first = runKvw(sweepOf(out, axes));
        QVERIFY2(first.code == 0, first.err.constData());
        const auto report = nlohmann::json::parse(first.out.toStdString());
        QCOMPARE(report.at("rows").size(), std::size_t{4});
        bool front = false;
        for (const auto& row : report.at("rows")) {
            QVERIFY(row.at("mean_nll").is_number() && row.at("delta_nll").is_number());
            QVERIFY(row.at("held_share").get<double>() < 1);
            front = front || row.at("front").get<bool>();
            const QString bundle = out + "/runs/" + QString::fromStdString(row.at("run").get<std::string>());
            QCOMPARE(runKvw({"inspect", bundle, "--json"}).code, 0);
        }
        QVERIFY(front);
        for (const char* file :
             {"results.csv", "sweep-front.json", "sweep-front.csv", "sweep-map.json", "sweep-map.csv"}) {
            QVERIFY2(QFile::exists(out + '/' + file), file);
        }
        QCOMPARE(readFile(out + "/results.csv").count('\n'), 5);
        const auto origin = nlohmann::json::parse(readFile(out + "/sweep-front.json").toStdString()).at("provenance");
        for (const char* entry : {"model", "policy", "text", "seed", "bundle", "axis window"}) {
            QVERIFY2(origin.contains(entry) && !origin.at(entry).get<std::string>().empty(), entry);
        }
        QVERIFY(origin.at("versions").get<std::string>().starts_with("snapkv 1."));
        QVERIFY(origin.at("command").get<std::string>().starts_with("kvw sweep "));

        // Again, with one bundle gone: the same table, and the others were not touched.
        const QByteArray table = readFile(out + "/results.csv");
        const QString kept = out + "/runs/capacity=16,window=4/manifest.json";
        const QDateTime before = QFileInfo(kept).lastModified();
        QVERIFY(QDir(out + "/runs/capacity=32,window=8").removeRecursively());
        const Outcome again = runKvw(sweepOf(out, axes));
        QCOMPARE(again.code, 0);
        QVERIFY2(again.err.contains("4 runs, 3 of them already in "), again.err.constData());
        QCOMPARE(readFile(out + "/results.csv"), table);
        QCOMPARE(QFileInfo(kept).lastModified(), before);
        QVERIFY(QFile::exists(out + "/runs/capacity=32,window=8/manifest.json"));
    }

    void aPivotTableHasAColumnPerValue() {
        const QTemporaryDir folder;
        const QString out = folder.filePath("grid");
        const QStringList axes{"--policy", "snapkv", "--axis", "capacity=16:32:x2", "--axis", "window=4,8", "--quiet"};
        for (const char* wrong : {"recent", "capacity:beauty"}) {
            const Outcome refused = runKvw(sweepOf(out, axes + QStringList{"--pivot", wrong}));
            QCOMPARE(refused.code, 2);
            QVERIFY2(refused.oneSentence() && refused.err.contains("--pivot"), refused.err.constData());
            QVERIFY(!QFile::exists(out + "/results.csv"));
        }
        const Outcome first = runKvw(sweepOf(out, axes + QStringList{"--pivot", "capacity"}));
        QVERIFY2(first.code == 0, first.err.constData());
        QVERIFY2(readFile(out + "/table-pivot.csv").startsWith("window,16,32\n4,"),
                 readFile(out + "/table-pivot.csv").constData());
        QVERIFY(readFile(out + "/table-pivot.tex").contains("\\multicolumn{2}{c}{capacity}"));
        // Another one of the same runs.
        const Outcome again = runKvw({"sweep", "--resume", out, "--pivot", "window:mean_nll", "--symbols", "--quiet"});
        QVERIFY2(again.code == 0, again.err.constData());
        QVERIFY(readFile(out + "/table-pivot.csv").startsWith("capacity,4,8\n16,"));
        QVERIFY2(readFile(out + "/table-pivot.tex").contains("C is capacity"),
                 readFile(out + "/table-pivot.tex").constData());
    }

    void aFolderOfAnotherSweepIsRefused() {
        const QTemporaryDir folder;
        const QString out = folder.filePath("grid");
        QCOMPARE(runKvw(sweepOf(out, {"--policy", "streaming", "--axis", "recent=8", "--quiet"})).code, 0);
        const Outcome other = runKvw({"sweep", "--text", "needle", "--prompt-tokens", "60", "--steps", "6", "--policy",
                                      "streaming", "--axis", "recent=8", "--out", out});
        QCOMPARE(other.code, 2);
        QVERIFY2(other.oneSentence() && other.err.contains("another run"), other.err.constData());
    }

    void thePlanOfAnotherSweepStays() {
        const QTemporaryDir folder;
        const QString out = folder.filePath("grid");
        QCOMPARE(runKvw(sweepOf(out, {"--policy", "streaming", "--axis", "recent=8,16", "--quiet"})).code, 0);
        const QByteArray plan = readFile(out + "/sweep.json"), table = readFile(out + "/results.csv");
        for (const QStringList& other : {QStringList{"--policy", "streaming", "--axis", "recent=8,24"},
                                         QStringList{"--policy", "streaming", "--axis", "sinks=1,2"},
                                         QStringList{"--policy", "streaming", "--axis", "recent=32", "--dry-run"},
                                         QStringList{"--policy", "tova", "--axis", "capacity=16"}}) {
            const Outcome refused = runKvw(sweepOf(out, other));
            QCOMPARE(refused.code, 2);
            QVERIFY2(refused.oneSentence() && refused.err.contains("not part of this sweep") &&
                         refused.err.contains("--axis recent=8,16 where") &&
                         refused.err.contains("a folder of its own"),
                     refused.err.constData());
            QCOMPARE(readFile(out + "/sweep.json"), plan);
            QCOMPARE(readFile(out + "/results.csv"), table);
        }
        // A plan that keeps all of the runs may have more.
        const Outcome more = runKvw(sweepOf(out, {"--policy", "streaming", "--axis", "recent=8,16,24", "--quiet"}));
        QVERIFY2(more.code == 0, more.err.constData());
        QCOMPARE(readFile(out + "/results.csv").count('\n'), 4);
    }

    void aDryRunPrintsTheCommands() {
        const QTemporaryDir folder;
        const QString out = folder.filePath("grid");
        const Outcome dry =
            runKvw(sweepOf(out, {"--policy", "tova", "--policy", "streaming", "--axis", "seed=1,2", "--dry-run"}));
        QCOMPARE(dry.code, 0);
        QCOMPARE(dry.out.count("kvw compare"), 4);
        QVERIFY(dry.out.contains("--policy tova") && dry.out.contains("--seed 2"));
        QVERIFY(!QFile::exists(out));
    }

    void pointsMayBeDrawnOrListed() {
        const QTemporaryDir folder;
        const Outcome drawn = runKvw(sweepOf(folder.filePath("drawn"), {"--policy", "tova", "--axis", "capacity=8:64:8",
                                                                        "--random", "3", "--seed", "5", "--dry-run"}));
        QVERIFY2(drawn.code == 0, drawn.err.constData());
        QCOMPARE(drawn.out.count("kvw compare"), 3);
        const QString list = folder.filePath("points.csv"), out = folder.filePath("listed");
        QVERIFY(writeFile(list, "policy,text,budget\ntova,ledger,16\n\"h2o:heavy=4\",story,8\n"));
        const QStringList words{"sweep", "--prompt-tokens", "60", "--steps", "4", "--points", list, "--out", out};
        const Outcome listed = runKvw(words + QStringList{"--json"});
        QVERIFY2(listed.code == 0, listed.err.constData());
        const auto rows = nlohmann::json::parse(listed.out.toStdString()).at("rows");
        QCOMPARE(rows.size(), std::size_t{2});
        QCOMPARE(rows[1].at("policy").get<std::string>(), std::string("h2o:heavy=4,recent=4"));
        QVERIFY(QFile::exists(out + "/points.jsonl"));
        const Outcome again = runKvw({"sweep", "--resume", out, "--quiet"});
        QVERIFY2(again.code == 0 && again.err.isEmpty(), again.err.constData());
        for (const QStringList& wrong : {QStringList{"--axis", "capacity=8"}, QStringList{"--random", "1"},
                                         QStringList{"--policy", "tova"}, QStringList{"--prompt", "Who?"}}) {
            const Outcome refused = runKvw(words + wrong);
            QVERIFY2(refused.code == 2 && refused.oneSentence(), refused.err.constData());
        }
    }

    void aHalvingRunsTheBestLonger() {
        const QTemporaryDir folder;
        const QString out = folder.filePath("halved");
        const QStringList words{"sweep",    "--text", "ledger", "--prompt-tokens",     "60",        "--steps", "8",
                                "--policy", "tova",   "--axis", "capacity=8,16,32,60", "--halving", "2",       "--out",
                                out};
        const Outcome dry = runKvw(words + QStringList{"--dry-run"});
        QVERIFY2(dry.code == 0 && dry.out.startsWith("7 runs"), dry.err + dry.out);
        QCOMPARE(dry.out.count("kvw compare"), 4);
        const Outcome halved = runKvw(words + QStringList{"--json"});
        QVERIFY2(halved.code == 0, halved.err.constData());
        const auto report = nlohmann::json::parse(halved.out.toStdString());
        QCOMPARE(report.at("rows").size(), std::size_t{7});
        QCOMPARE(report.at("rows")[6].at("values").at("steps").get<std::string>(), std::string("8"));
        const QByteArray table = readFile(out + "/results.csv");
        // A run of each stage is gone: it is made again, and the same ones go on.
        QVERIFY(QDir(out + "/runs/capacity=8,steps=2").removeRecursively());
        const Outcome again = runKvw({"sweep", "--resume", out, "--events"});
        QVERIFY2(again.code == 0, again.err.constData());
        QCOMPARE(again.out.count("\"started\""), 1);
        QCOMPARE(again.out.count("\"left-out\""), 2 + 3);
        QCOMPARE(readFile(out + "/results.csv"), table);
    }

    void workersGiveTheSameTable() {
        const QTemporaryDir folder;
        const QStringList axes{"--policy", "random:capacity=32", "--axis", "seed=1,2,3", "--quiet"};
        QCOMPARE(runKvw(sweepOf(folder.filePath("one"), axes)).code, 0);
        const Outcome three = runKvw(sweepOf(folder.filePath("three"), axes + QStringList{"--workers", "3"}));
        QVERIFY2(three.code == 0, three.err.constData());
        for (const char* file : {"/results.csv", "/table.csv", "/table.tex", "/table.md", "/sweep-front.csv"}) {
            const QByteArray table = readFile(folder.filePath("one") + file);
            QVERIFY2(!table.isEmpty(), file);
            QCOMPARE(readFile(folder.filePath("three") + file), table);
        }
        QVERIFY(readFile(folder.filePath("one/table.tex")).contains("$\\pm$"));
        QCOMPARE(readFile(folder.filePath("one/table.csv")).count('\n'), 2);
    }

    void whatASweepIsStaysInItsFolder() {
        const QTemporaryDir folder;
        const QString out = folder.filePath("grid");
        QCOMPARE(runKvw(sweepOf(out, {"--policy", "streaming", "--axis", "recent=8,16", "--quiet"})).code, 0);
        QVERIFY(QDir(out + "/runs/recent=8").removeRecursively());
        const Outcome again = runKvw({"sweep", "--resume", out, "--events"});
        QVERIFY2(again.code == 0, again.err.constData());
        QStringList events;
        for (const QByteArray& line : again.out.trimmed().split('\n')) {
            const auto event = nlohmann::json::parse(line.toStdString());
            events << QString::fromStdString(event.at("event").get<std::string>());
        }
        QCOMPARE(events, (QStringList{"plan", "row", "started", "row", "end"}));
        QVERIFY(QFile::exists(out + "/runs/recent=8/manifest.json"));
        const Outcome mixed = runKvw({"sweep", "--resume", out, "--policy", "tova"});
        QCOMPARE(mixed.code, 2);
        QVERIFY2(mixed.oneSentence() && mixed.err.contains("--policy"), mixed.err.constData());
        QVERIFY(runKvw({"sweep", "--resume", folder.filePath("nowhere")}).oneSentence());
    }

    void aCrashEndsOnePoint() {
        const QTemporaryDir folder;
        QProcessEnvironment environment;
        environment.insert("KVW_POLICY_PATH", KVW_FIXTURES);
        environment.insert("KVW_STATE_DIR", folder.filePath("state"));
        const Outcome crashed = runKvw(
            sweepOf(folder.filePath("grid"),
                    {"--policy", "crashes-in-step", "--policy", "streaming:recent=8", "--axis", "seed=1,2", "--json"}),
            environment);
        QCOMPARE(crashed.code, 1);
        const auto rows = nlohmann::json::parse(crashed.out.toStdString()).at("rows");
        QCOMPARE(rows.size(), std::size_t{4});
        const std::string problem = rows[0].at("problem").get<std::string>();
#if defined(__SANITIZE_ADDRESS__)
        const std::string signal = "signal 6";  // the sanitizer reports the other one and aborts
#else
        const std::string signal = "signal 11";
#endif
        QVERIFY2(problem.find(signal) != std::string::npos, problem.c_str());
        QVERIFY(rows[1].at("problem").is_string());
        QVERIFY(rows[2].at("problem").is_null() && rows[3].at("problem").is_null());
        QVERIFY(!QFile::exists(folder.filePath("grid/runs/crashes-in-step,seed=1")));
        QVERIFY(QFile::exists(folder.filePath("grid/runs/streaming_recent=8,seed=2/manifest.json")));
    }

    void fewerWorkersRunIfTheyDoNotFit() {
        const QTemporaryDir folder;
        const Outcome done =
            runKvw(sweepOf(folder.filePath("grid"), {"--policy", "streaming", "--axis", "recent=8,16,24", "--workers",
                                                     "3", "--memory", "1", "--json"}));
        QVERIFY2(done.code == 0, done.err.constData());
        QCOMPARE(done.err.count("1 of 3 workers run: another needs about "), 1);
        QCOMPARE(nlohmann::json::parse(done.out.toStdString()).at("rows").size(), std::size_t{3});
    }

    void anErrorOfOnePointIsARow() {
        const QTemporaryDir folder;
        const QString model = folder.filePath("broken.gguf");
        QVERIFY(writeFile(model, "no model"));
        const Outcome swept = runKvw(sweepOf(
            folder.filePath("grid"), {"--model", model, "--policy", "streaming", "--axis", "recent=8,16", "--json"}));
        QCOMPARE(swept.code, 1);
        const auto rows = nlohmann::json::parse(swept.out.toStdString()).at("rows");
        QCOMPARE(rows.size(), std::size_t{2});
        QVERIFY(rows[0].at("problem").is_string() && rows[1].at("problem").is_string());
    }

    void afterAnErrorOfTheFolderNothingIsStarted() {
        const QTemporaryDir folder;
        QVERIFY(writeFile(folder.filePath("runs"), "no folder"));
        const Outcome swept =
            runKvw(sweepOf(folder.path(), {"--policy", "streaming", "--axis", "recent=8,16", "--events"}));
        QCOMPARE(swept.code, 1);
        QCOMPARE(swept.out.count("\"started\""), 1);
    }

    void aDamagedBundleIsARow() {
        const QTemporaryDir folder;
        const QString out = folder.filePath("grid");
        const QStringList axes{"--policy", "streaming", "--axis", "recent=8,16", "--json"};
        QCOMPARE(runKvw(sweepOf(out, axes)).code, 0);
        QVERIFY(writeFile(out + "/runs/recent=8/manifest.json", "{\"format\": \"kvw-bundle-9\"}"));
        const Outcome again = runKvw(sweepOf(out, axes));
        QCOMPARE(again.code, 1);
        const auto rows = nlohmann::json::parse(again.out.toStdString()).at("rows");
        QVERIFY(rows[0].at("problem").is_string() && rows[1].at("problem").is_null());
    }

    void aChangedBundleIsMadeAgain() {
        const QTemporaryDir folder;
        const QString out = folder.filePath("grid");
        const QStringList axes{"--policy", "streaming", "--axis", "recent=8,16", "--json"};
        QCOMPARE(runKvw(sweepOf(out, axes)).code, 0);
        const QByteArray table = readFile(out + "/results.csv");
        const QString bundle = out + "/runs/recent=8/";
        const QByteArray manifest = readFile(bundle + "manifest.json");
        const QString steps = bundle + "lanes/1-streaming/steps.csv";
        for (const auto& [file, from, to] : {std::tuple{steps, QByteArray("decode,"), QByteArray("decode,-")},
                                             std::tuple{bundle + "manifest.json", QByteArray("\"command_line\": \"kvw"),
                                                        QByteArray("\"command_line\": \"kwv")}}) {
            QByteArray text = readFile(file);
            const qsizetype at = text.indexOf(from);
            QVERIFY(at >= 0);
            QVERIFY(writeFile(file, text.replace(at, from.size(), to)));
            const Outcome dry = runKvw({"sweep", "--resume", out, "--dry-run", "--quiet"});
            QVERIFY2(dry.err.contains("This point is run again."), dry.err.constData());
            const Outcome again = runKvw({"sweep", "--resume", out, "--quiet"});
            QVERIFY2(again.code == 0 && again.err.contains("warning: "), again.err.constData());
            QCOMPARE(readFile(out + "/results.csv"), table);
            const Outcome whole = runKvw({"sweep", "--resume", out, "--quiet"});
            QVERIFY2(whole.code == 0 && whole.err.isEmpty(), whole.err.constData());
        }
    }

    void quietTellsWhatFailed() {
        const QTemporaryDir folder;
        const Outcome swept =
            runKvw(sweepOf(folder.filePath("grid"), {"--policy", "streaming", "--axis", "recent=8,16", "--kv-dtype",
                                                     "f32", "--quiet", "--capture", "none"}));
        QVERIFY2(swept.code == 0 && swept.out.isEmpty() && swept.err.isEmpty(), swept.err.constData());
        QVERIFY(writeFile(folder.filePath("grid/runs/recent=8/manifest.json"), "{\"format\": \"kvw-bundle-9\"}"));
        const Outcome failed = runKvw({"sweep", "--resume", folder.filePath("grid"), "--quiet"});
        QCOMPARE(failed.code, 1);
        QVERIFY2(failed.err.contains("error: recent=8: ") && failed.err.contains("newer version"),
                 failed.err.constData());
    }

    void aPlanWithUnknownWordsIsRefused() {
        const QTemporaryDir folder;
        const QString out = folder.filePath("grid");
        QCOMPARE(runKvw(sweepOf(out, {"--policy", "streaming", "--axis", "recent=8", "--quiet"})).code, 0);
        QByteArray plan = readFile(out + "/sweep.json");
        QVERIFY(writeFile(out + "/sweep.json", plan.replace("\"prompt_tokens\"", "\"prompt_token\"")));
        const Outcome refused = runKvw({"sweep", "--resume", out});
        QVERIFY2(refused.code == 1 && refused.oneSentence() && refused.err.contains("prompt_token"),
                 refused.err.constData());
    }

    void theLibraryFindsItsRuns() {
        const QTemporaryDir folder;
        QProcessEnvironment environment;
        environment.insert("XDG_CACHE_HOME", folder.filePath("cache"));
        const QString out = folder.filePath("grid");
        QCOMPARE(runKvw(sweepOf(out, {"--policy", "streaming", "--axis", "recent=8,16", "--quiet"})).code, 0);
        QCOMPARE(runKvw({"library", out + "/runs/recent=8", "--tag", "thesis, figure 3", "--note", "best"}).code, 0);
        const Outcome found =
            runKvw({"library", folder.path(), "--json", "--filter", "tag:thesis held<0.9"}, environment);
        QVERIFY2(found.code == 0, found.err.constData());
        const auto bundles = nlohmann::json::parse(found.out.toStdString()).at("bundles");
        QCOMPARE(bundles.size(), std::size_t{1});
        QCOMPARE(bundles[0].at("policy").get<std::string>(), std::string("streaming:recent=8"));
        QCOMPARE(bundles[0].at("note").get<std::string>(), std::string("best"));
        QVERIFY(bundles[0].at("delta_nll").is_number() && bundles[0].at("tpot_ms").is_number());
        const Outcome table = runKvw({"library", folder.path(), "--rebuild"}, environment);
        QCOMPARE(table.out.count("streaming:recent"), 2);
        for (const QStringList& wrong :
             {QStringList{"library", folder.path(), "--filter", "nll<x"},
              QStringList{"library", folder.filePath("nowhere")}, QStringList{"library", "--tag", "x"}}) {
            const Outcome outcome = runKvw(wrong, environment);
            QVERIFY2(outcome.code != 0 && outcome.oneSentence(), outcome.err.constData());
        }
    }

    void mistakesAreSentences() {
        const QTemporaryDir folder;
        for (const QStringList& wrong :
             {QStringList{"--policy", "snapkv", "--axis", "windw=4"},
              QStringList{"--policy", "snapkv", "--axis", "window"},
              QStringList{"--policy", "snapkv", "--axis", "window=9:1:1"}, QStringList{"--policy", "nosuch"}}) {
            const Outcome outcome = runKvw(sweepOf(folder.filePath("x"), wrong));
            QCOMPARE(outcome.code, 2);
            QVERIFY2(outcome.oneSentence(), outcome.err.constData());
        }
        QCOMPARE(runKvw({"sweep", "--policy", "snapkv"}).code, 2);  // no --out
        const Outcome nowhere = runKvw(sweepOf("/proc/nowhere", {"--policy", "streaming", "--quiet"}));
        QCOMPARE(nowhere.code, 1);
        QVERIFY2(nowhere.oneSentence() && nowhere.err.contains("/proc/nowhere"), nowhere.err.constData());
    }
};

QTEST_GUILESS_MAIN(SweepTest)
#include "sweep_test.moc"
