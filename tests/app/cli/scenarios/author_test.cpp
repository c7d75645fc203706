// SPDX-License-Identifier: Apache-2.0
/// `kvw new-policy` and `kvw check-policy`: from a name to a plugin that the tool builds, checks and runs.
#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "tests/app/cli/kvw_process.h"

using kvw::test::Outcome;
using kvw::test::runKvw;

class AuthorTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void templateBuildsPassesAndRuns();
    void badNamesAreRefused();
    void existingFolderIsKept();
    void emptyFolderIsFilled();
    void fullDiskLeavesNothing();
    void pythonTemplatePassesAndRuns();
    void pythonErrorsAreSentences();
    void pythonPolicyHidesNoOther();
    void shippedPolicyPasses_data();
    void shippedPolicyPasses();
    void unknownPluginIsNamed();
    void brokenPluginFails();
    void callsBecomeACase();
};

namespace {

/// Output of a program that must end well.
bool runs(const QString& folder, const QString& program, const QStringList& arguments, QByteArray& output) {
    QProcess process;
    process.setWorkingDirectory(folder);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    const bool good =
        process.waitForFinished(-1) && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    output = process.readAll();
    return good;
}

/// Outcome of the check of that name, first policy that has it.
std::string outcomeOf(const nlohmann::json& report, const std::string& check) {
    for (const auto& one : report.at("checks")) {
        if (one.at("check") == check) {
            return one.at("outcome");
        }
    }
    return "absent";
}

bool pythonIsBuilt() {
    return QFile::exists(QStringLiteral(KVW_BINARY_DIR "/lib/kvworkbench/policies/python-policy/python-policy.so"));
}

/// Everything that is the user's lies in `folder`.
QProcessEnvironment userIn(const QTemporaryDir& folder) {
    QProcessEnvironment environment;
    environment.insert("KVW_STATE_DIR", folder.filePath("state"));
    environment.insert("XDG_DATA_HOME", folder.filePath("data"));
    return environment;
}

}  // namespace

void AuthorTest::templateBuildsPassesAndRuns() {
    const QTemporaryDir folder;
    const QString made = folder.filePath("long-values");
    const Outcome outcome = runKvw({"new-policy", "long-values", "--out", made});
    QCOMPARE(outcome.err, QByteArray());
    QCOMPARE(outcome.code, 0);
    QByteArray output;
    QVERIFY2(runs(made, "cmake", {"--preset", "default"}, output), output.constData());
    QVERIFY2(runs(made, "cmake", {"--build", "--preset", "default"}, output), output.constData());

    QProcessEnvironment environment;
    environment.insert("KVW_STATE_DIR", folder.filePath("state"));
    const Outcome checked = runKvw({"check-policy", made + "/build/long-values", "--json"}, environment);
    QCOMPARE(checked.code, 0);
    const auto report = nlohmann::json::parse(checked.out.toStdString());
    QCOMPARE(report.at("plugin").get<std::string>(), std::string("long-values"));
    for (const char* check : {"gates", "edits", "determinism", "threads", "permuted query heads", "fork", "hands",
                              "other shape", "odd numbers", "short prompts", "identity"}) {
        QCOMPARE(outcomeOf(report, check), std::string("pass"));
    }

    environment.insert("KVW_POLICY_PATH", made + "/build");
    const Outcome run = runKvw({"run", "--policy", "long-values:capacity=64,recent=16", "--prompt",
                                "one two three four", "--mode", "generate", "--steps", "8", "--json"},
                               environment);
    QCOMPARE(run.code, 0);
}

void AuthorTest::badNamesAreRefused() {
    for (const char* name : {"Value", "a_b", "a-", "9a", "a--b", "../a"}) {
        const Outcome outcome = runKvw({"new-policy", name});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains("no name for a policy"), outcome.err.constData());
    }
}

void AuthorTest::existingFolderIsKept() {
    const QTemporaryDir folder;
    QFile file(folder.filePath("mine"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("x") == 1);
    file.close();
    const Outcome outcome = runKvw({"new-policy", "mine", "--out", folder.path()});
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.err.contains("something of that name"));
    QVERIFY(QFile::exists(folder.filePath("mine")));
}

void AuthorTest::emptyFolderIsFilled() {
    const QTemporaryDir folder;
    QCOMPARE(runKvw({"new-policy", "mine", "--out", folder.path()}).code, 0);
    QVERIFY(QFile::exists(folder.filePath("policy.cpp")));
    QVERIFY(QDir(folder.path()).entryList({".kvw-*"}, QDir::AllEntries | QDir::Hidden).isEmpty());
}

void AuthorTest::fullDiskLeavesNothing() {
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir("there"));
    for (const char* name : {"there", "new"}) {
        QByteArray output;
        const QString command =
            QStringLiteral("ulimit -f 1; exec \"$0\" new-policy mine --out %1").arg(QLatin1String(name));
        QVERIFY2(!runs(folder.path(), "sh", {"-c", command, kvw::test::program()}, output), output.constData());
        QVERIFY2(output.contains("cannot be written") && output.contains(name), output.constData());
        QVERIFY2(!output.contains(".kvw-"), output.constData());
    }
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             QStringList{"there"});
    QVERIFY(QDir(folder.filePath("there")).isEmpty());
}

void AuthorTest::pythonTemplatePassesAndRuns() {
    const QTemporaryDir folder;
    const QProcessEnvironment environment = userIn(folder);
    const Outcome made = runKvw({"new-policy", "long-values", "--python"}, environment);
    if (!pythonIsBuilt()) {
        QCOMPARE(made.code, 1);
        QVERIFY2(made.oneSentence() && made.err.contains("runs no Python policies"), made.err.constData());
        return;
    }
    QVERIFY2(made.code == 0, made.err.constData());
    const Outcome listed = runKvw({"policies", "long-values"}, environment);
    QVERIFY2(listed.out.contains("capacity") && listed.out.contains("slower"), listed.out.constData());

    const Outcome checked = runKvw({"check-policy", "long-values:capacity=64", "--json"}, environment);
    QVERIFY2(checked.code == 0, (checked.out + checked.err).constData());
    const auto report = nlohmann::json::parse(checked.out.toStdString());
    for (const char* check : {"gates", "edits", "determinism", "threads", "permuted query heads", "fork", "other shape",
                              "odd numbers", "short prompts", "identity"}) {
        QCOMPARE(outcomeOf(report, check), std::string("pass"));
    }

    const QStringList compare{"compare",       "--policy", "long-values:capacity=8,recent=2", "--policy",
                              "python-policy", "--prompt", "one two three four five six",     "--mode",
                              "teacher",       "--json"};
    const Outcome compared = runKvw(compare, environment);
    QVERIFY2(compared.code == 0, compared.err.constData());
}

void AuthorTest::pythonErrorsAreSentences() {
    if (!pythonIsBuilt()) {
        return;
    }
    const QTemporaryDir folder;
    const QProcessEnvironment environment = userIn(folder);
    QCOMPARE(runKvw({"new-policy", "mine", "--python"}, environment).code, 0);
    const QString file = folder.filePath("data/kvworkbench/policies/mine/policy.py");
    const QStringList run{"run", "--policy", "mine", "--prompt", "one two three four", "--steps", "2"};
    const QByteArray good = kvw::test::readFile(file);
    QVERIFY(kvw::test::writeFile(file, QByteArray(good).replace("held = np.array(", "held np.array(")));
    Outcome outcome = runKvw(run, environment);
    QCOMPARE(outcome.code, 1);
    QVERIFY2(outcome.oneSentence() && outcome.err.contains("mine") && outcome.err.contains("SyntaxError"),
             outcome.err.constData());
    QVERIFY(kvw::test::writeFile(file, QByteArray(good).replace("np.array(seen.held)", "np.array(seen.hold)")));
    outcome = runKvw(run, environment);
    QCOMPARE(outcome.code, 1);
    const auto line = QByteArray::number(good.left(good.indexOf("np.array(seen.held)")).count('\n') + 1);
    QVERIFY2(outcome.err.contains("mine 0.1.0") && outcome.err.contains("policy.py, line " + line + ": AttributeError"),
             outcome.err.constData());
    QVERIFY(kvw::test::writeFile(file, good));
    QCOMPARE(runKvw(run, environment).code, 0);
}

void AuthorTest::pythonPolicyHidesNoOther() {
    if (!pythonIsBuilt()) {
        return;
    }
    const QTemporaryDir folder;
    const Outcome outcome = runKvw({"new-policy", "snapkv", "--python"}, userIn(folder));
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.oneSentence() && outcome.err.contains("installed already"), outcome.err.constData());
    QVERIFY(!QFile::exists(folder.filePath("data/kvworkbench")));
}

void AuthorTest::shippedPolicyPasses_data() {
    QTest::addColumn<QString>("policy");
    for (const char* policy : {"h2o:heavy=16,recent=16", "quest:budget=32,skip-layers=0", "kivi:residual=32"}) {
        QTest::newRow(policy) << QString(policy);
    }
}

void AuthorTest::shippedPolicyPasses() {
    QFETCH(QString, policy);
    const Outcome outcome = runKvw({"check-policy", policy});
    QVERIFY2(outcome.code == 0, outcome.out.constData());
    QVERIFY(outcome.out.contains("pass  determinism"));
    QVERIFY(outcome.out.contains("All checks passed."));
}

void AuthorTest::unknownPluginIsNamed() {
    const Outcome outcome = runKvw({"check-policy", "nosuch"});
    QCOMPARE(outcome.code, 1);
    QVERIFY(outcome.err.contains("nosuch"));
    const QTemporaryDir empty;
    QVERIFY(runKvw({"check-policy", empty.path()}).err.contains("no manifest.json"));
}

void AuthorTest::brokenPluginFails() {
    QProcessEnvironment environment;
    const QTemporaryDir state;
    environment.insert("KVW_STATE_DIR", state.path());
    const Outcome outcome = runKvw({"check-policy", QStringLiteral(KVW_FIXTURES "/bad-edits"), "--json"}, environment);
    QCOMPARE(outcome.code, 1);
    const auto report = nlohmann::json::parse(outcome.out.toStdString());
    QVERIFY(!report.at("passed").get<bool>());
    QCOMPARE(outcomeOf(report, "edits"), std::string("fail"));
    // The call that broke the contract says so.
    const auto& calls = report.at("calls").at(0).at("calls");
    QVERIFY(!calls.back().at("violation").get<std::string>().empty());
    QVERIFY(report.at("calls").at(0).at("case").is_null());
}

void AuthorTest::callsBecomeACase() {
    const QTemporaryDir folder;
    const QString file = folder.filePath("case.json");
    const Outcome outcome =
        runKvw({"check-policy", "h2o:heavy=16,recent=16", "--calls", "--save-case", file, "--until", "99"});
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    QVERIFY(outcome.out.contains("prefillLayer") && outcome.out.contains("one set per"));
    QVERIFY(outcome.out.contains("step"));
    const Outcome ran = runKvw({"conformance", file});
    QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
    const Outcome composed = runKvw(
        {"check-policy", "knorm+uniform:capacity=32,recent=2,granularity=layer,schedule=every:3", "--save-case", file});
    QVERIFY2(composed.code == 0, composed.err.constData());
    const Outcome again = runKvw({"conformance", file});
    QVERIFY2(again.code == 0, (again.out + again.err).constData());
    const Outcome coded = runKvw({"check-policy", "snapkv:capacity=32@kivi", "--save-case", file});
    QVERIFY(coded.err.contains("no conformance case") || coded.code != 0);
}

QTEST_GUILESS_MAIN(AuthorTest)
#include "author_test.moc"
