// SPDX-License-Identifier: Apache-2.0
/// `kvw calls` and `kvw scores`: the calls of a policy, the scores of what it evicted, and cases made of them.
#include <QTemporaryDir>
#include <QtTest>
#include <cstring>
#include <nlohmann/json.hpp>
#include <vector>

#include "tests/app/cli/kvw_process.h"

using kvw::test::makeBundle;
using kvw::test::Outcome;
using kvw::test::readFile;
using kvw::test::runKvw;
using kvw::test::writeFile;
using nlohmann::json;

class CallsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void callsAreThoseOfTheRun();
    void aCallOfARunIsACase_data();
    void aCallOfARunIsACase();
    void whatIsNoCaseSaysWhy();
    void scoresAreThoseOfTheEvictions();
};

void CallsTest::aCallOfARunIsACase_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QStringList>("more");
    QTest::newRow("heavy hitters") << "h2o:heavy=16,recent=16" << QStringList();
    QTest::newRow("once, a set per head") << "snapkv:capacity=24,window=8" << QStringList();
    QTest::newRow("budgets over layers") << "cake:capacity=24,window=4" << QStringList();
    QTest::newRow("keys before rotation") << "knorm+uniform:capacity=24,recent=2,schedule=every:3" << QStringList();
    QTest::newRow("ranks") << "h2o:heavy=16,recent=16" << QStringList{"--positions", "cache-rank"};
    QTest::newRow("chunks") << "streaming:sinks=2,recent=16" << QStringList{"--prefill", "streaming:16"};
}

void CallsTest::aCallOfARunIsACase() {
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

void CallsTest::whatIsNoCaseSaysWhy() {
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

void CallsTest::callsAreThoseOfTheRun() {
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
    // A function that all plugins have is summed for each of them.
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

void CallsTest::scoresAreThoseOfTheEvictions() {
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

QTEST_GUILESS_MAIN(CallsTest)
#include "calls_test.moc"
