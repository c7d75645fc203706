// SPDX-License-Identifier: Apache-2.0
/// Command lines: what is understood, what is refused, with which sentence and exit code.
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "tests/app/cli/kvw_process.h"

using kvw::test::Outcome;
using kvw::test::runKvw;

class UsageTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void versionIsPrinted();
    void helpHasExamples_data();
    void helpHasExamples();
    void noCommandPrintsTheHelpAndFails();
    void wrongUsageIsOneSentence_data();
    void wrongUsageIsOneSentence();
    void wrongUsageIsAnObjectForMachines_data();
    void wrongUsageIsAnObjectForMachines();
    void emptyValueIsNoOtherOption();
};

void UsageTest::versionIsPrinted() {
    const Outcome outcome = runKvw({"--version"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.startsWith("kvw 0."));
}

void UsageTest::helpHasExamples_data() {
    QTest::addColumn<QString>("command");
    for (const char* command :
         {"run", "compare", "conformance", "policies", "inspect", "tokens", "logits", "bench", "sweep", "export"}) {
        QTest::newRow(command) << QString(command);
    }
}

void UsageTest::helpHasExamples() {
    QFETCH(QString, command);
    const Outcome outcome = runKvw({command, "--help"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.contains("Examples:\n  kvw " + command.toUtf8()));
    QVERIFY(runKvw({"--help"}).out.contains("  " + command.toUtf8() + " "));
}

void UsageTest::noCommandPrintsTheHelpAndFails() {
    const Outcome outcome = runKvw({});
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.err.contains("compare"));
    QVERIFY(outcome.out.isEmpty());
}

void UsageTest::wrongUsageIsOneSentence_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const QStringList& arguments, const char* expected) {
        QTest::newRow(name) << arguments << QString(expected);
    };
    row("help of an unknown command", {"paint", "--help"}, "there is no command \"paint\"");
    row("help of a mistyped command", {"rum", "--help"}, "did you mean \"run\"?");
    row("unknown command", {"rum"}, "did you mean \"run\"?");
    row("unknown option", {"run", "--polcy", "full"}, "did you mean --policy?");
    row("unknown option with =", {"run", "--steps=3", "--ot=x"}, "there is no option --ot");
    row("a stray word", {"run", "story"}, "\"story\" does not belong to an option");
    row("mistyped required option", {"logits", "--idz", "f", "--out", "o"}, "did you mean --ids?");
    row("missing required option", {"logits", "--out", "o"}, "--ids is required");
    row("compare without a policy", {"compare"}, "--policy is required");
    row("missing value", {"run", "--steps"}, "--steps");
    row("not a number", {"run", "--steps", "many"}, "found \"many\", expected a whole number, at least 0");
    row("negative", {"run", "--steps", "-1"}, "found \"-1\"");
    row("empty prompt length", {"run", "--prompt-tokens", "0"}, "at least 1");
    row("unknown mode", {"run", "--mode", "techer"}, "did you mean teacher?");
    row("unknown device", {"run", "--device", "tpu"}, "one of cpu, cuda, cuda:1, emulated");
    row("device without a number", {"run", "--device", "cuda:"}, "did you mean cuda");
    row("device of no use", {"what-if", "--policy", "snapkv", "--device", "cuda"}, "this command uses the CPU only");
    row("unknown dtype", {"run", "--kv-dtype", "int3"}, "one of f32, bf16, f16");
    row("unknown type of products", {"run", "--dtype", "f16"}, "one of f32, bf16");
    row("unknown positions", {"run", "--positions", "cacherank"}, "did you mean cache-rank?");
    row("unknown capture", {"run", "--capture", "all"}, "one of none, rows, stats, maps");
    row("bad prefill", {"run", "--prefill", "streaming:0"}, "CHUNK at least 1");
    row("bad prefill word", {"run", "--prefill", "streamingx"}, "layer-major, streaming");
    row("top-p of nothing", {"run", "--top-p", "0"}, "above 0 and at most 1");
    row("temperature below zero", {"run", "--temperature", "-1"}, "at least 0");
    row("not finite", {"run", "--temperature", "nan"}, "found \"nan\"");
    row("two texts", {"run", "--text", "story", "--prompt", "x"}, "exclude each other");
    row("two policies for a run", {"run", "--policy", "full", "--policy", "h2o"}, "kvw compare takes several");
    row("overwrite without out", {"run", "--overwrite"}, "--out");
    row("empty output", {"run", "--out=", "--quiet"}, "--out: the value is not valid; found \"\", expected a path");
    row("empty number", {"run", "--steps=", "--quiet"}, "found \"\", expected a whole number");
    row("empty policy", {"run", "--policy=", "--quiet"}, "policy");
    row("nothing to export", {"export", "--out", "x"}, "bundle is required");
}

void UsageTest::wrongUsageIsOneSentence() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, expected);
    const Outcome outcome = runKvw(arguments);
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(expected.toUtf8()), outcome.err.constData());
    QVERIFY2(outcome.oneSentence(), outcome.err.constData());
    QVERIFY(outcome.out.isEmpty());
}

void UsageTest::wrongUsageIsAnObjectForMachines_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("command");
    QTest::newRow("unknown option") << QStringList{"run", "--json", "--polcy", "full"} << "run";
    QTest::newRow("value") << QStringList{"compare", "--policy", "h2o", "--steps", "x", "--json"} << "compare";
    QTest::newRow("policy") << QStringList{"run", "--json", "--policy", "steaming"} << "run";
    QTest::newRow("unknown command") << QStringList{"rum", "--json"} << "";
}

void UsageTest::wrongUsageIsAnObjectForMachines() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, command);
    const Outcome outcome = runKvw(arguments);
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.oneSentence(), outcome.err.constData());
    const QJsonObject report = QJsonDocument::fromJson(outcome.out).object();
    QVERIFY2(report["tool"].toString().startsWith("kvw "), outcome.out.constData());
    QCOMPARE(report["command"].toString(), command);
    QCOMPARE(report["state"].toString(), QString("failed"));
    QCOMPARE(report["message"].toString().toUtf8(), outcome.err.trimmed());
}

void UsageTest::emptyValueIsNoOtherOption() {
    // A value may look like one: here it is the text that "--prompt" asks for.
    const Outcome outcome = runKvw({"run", "--prompt", "--out=", "--steps", "0", "--quiet"});
    QVERIFY2(outcome.code == 0 && outcome.err.isEmpty(), outcome.err.constData());
}

QTEST_GUILESS_MAIN(UsageTest)
#include "usage_test.moc"
