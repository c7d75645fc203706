// SPDX-License-Identifier: Apache-2.0
/// Plugins that end the program, do not come back, or print: every command says which one, and none looks like success.
#include <signal.h>

#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "tests/app/cli/kvw_process.h"

using namespace kvw::test;
using nlohmann::json;

class MisbehavingTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_environment = QProcessEnvironment();
        m_environment.insert("KVW_STATE_DIR", m_folder->filePath("state"));
        m_environment.insert("KVW_POLICY_PATH", m_folder->filePath("plugins"));
        install("misbehaves");
    }
    void endingIsNoSuccess_data();
    void endingIsNoSuccess();
    void endingFromPythonIsNoSuccess();
    void anEndedConformanceCaseIsNoSuccess();
    void anEndedSweepPointIsNoSuccess();
    void loadingEndsNothingInSilence();
    void rebuiltPluginIsTriedAgain();
    void standardOutputIsTheCommandsOwn_data();
    void standardOutputIsTheCommandsOwn();
    void whatCannotBePrintedIsAnError();
    void loopingPolicyIsNamedAndStopped();
    void secondSignalNamesTheCopy();

 private:
    void install(const char* id) const {
        const QString to = m_folder->filePath(QStringLiteral("plugins/") + id);
        QVERIFY(QDir().mkpath(to));
        for (const QString& name : {QStringLiteral("manifest.json"), QLatin1String(id) + QStringLiteral(".so")}) {
            QVERIFY(QFile::copy(QStringLiteral(KVW_FIXTURES "/%1/%2").arg(QLatin1String(id), name), to + '/' + name));
        }
    }
    /// Starts a run that comes to a step it does not leave; collects what it says.
    void startLoop(QProcess& process, const QStringList& more) const {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(m_environment);
        process.setProcessEnvironment(environment);
        process.start(program(), QStringList{"run", "--text", "story", "--policy", "loops-in-third-step"} + more);
        QVERIFY(process.waitForStarted());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QProcessEnvironment m_environment;
};

void MisbehavingTest::endingIsNoSuccess_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](const char* name, const QStringList& arguments, const char* sentence) {
        QTest::newRow(name) << arguments << QByteArray(sentence);
    };
    const char* inStep = "exits-in-third-step 1.0.0 called exit(0) in step (token ";
    const QStringList three{"--text", "story", "--steps", "4"};
    row("run", QStringList{"run", "--policy", "exits-in-third-step"} + three, inStep);
    row("run, for machines", QStringList{"run", "--policy", "exits-in-third-step", "--json"} + three, inStep);
    row("a thread of its own", QStringList{"run", "--policy", "thread-exits-in-third-step"} + three,
        "misbehaves 1.0.0 called exit(0) in code that runs beside its calls");
    row("compare", QStringList{"compare", "--policy", "full", "--policy", "underscore-exits-in-third-step"} + three,
        "underscore-exits-in-third-step 1.0.0 called _exit(0) in step (token ");
    row("check-policy", {"check-policy", "misbehaves"}, "misbehaves 1.0.0 called exit(0) in create");
    row("policies", {"policies", "--check"}, "misbehaves 1.0.0 called exit(0) in create");
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they report fatal signals themselves
    row("aborts", QStringList{"run", "--policy", "gives-up-in-third-step"} + three,
        "gives-up-in-third-step 1.0.0 crashed in step (token ");
    row("a thread throws", QStringList{"run", "--policy", "thread-throws-in-third-step"} + three,
        "misbehaves 1.0.0 crashed in code that runs beside its calls: SIGABRT");
    row("its destructor", QStringList{"run", "--policy", "terminates-in-destructor"} + three,
        "terminates-in-destructor 1.0.0 crashed in its destructor");
#endif
}

void MisbehavingTest::endingIsNoSuccess() {
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, sentence);
    const Outcome outcome = runKvw(arguments, m_environment);
    QVERIFY2(outcome.err.contains(sentence), outcome.err.constData());
    QCOMPARE(outcome.code, sentence.contains("crashed") ? -1 : 1);
    // It is left out from now on.
    const Outcome listed = runKvw({"policies", "misbehaves"}, m_environment);
    QVERIFY2(listed.out.contains("crashed last start"), listed.out.constData());
}

void MisbehavingTest::endingFromPythonIsNoSuccess() {
    const QString shipped = QStringLiteral(KVW_BINARY_DIR "/lib/kvworkbench/policies/python-policy/");
    if (!QFile::exists(shipped + "python-policy.so")) {
        QSKIP("built without Python");
    }
    const QString mine = m_folder->filePath("plugins/mine");
    QVERIFY(QDir().mkpath(mine) && QFile::copy(shipped + "python-policy.so", mine + "/mine.so"));
    QByteArray manifest = readFile(shipped + "manifest.json");
    QVERIFY(writeFile(mine + "/manifest.json", manifest.replace("\"python-policy\"", "\"mine\"")));
    const QByteArray start =
        "import os, threading\nclass Policy:\n    streaming = True\n    def __init__(self, p):\n"
        "        pass\n    def step(self, seen):\n        ";
    const QStringList run{"run", "--text", "story", "--steps", "4", "--policy", "mine"};
    QVERIFY(writeFile(mine + "/policy.py", start + "os._exit(0)\n"));
    const Outcome inCall = runKvw(run, m_environment);
    QCOMPARE(inCall.code, 1);
    QVERIFY2(inCall.err.contains("mine 1.0.0 called _exit(0) in step (token "), inCall.err.constData());
    // Another file is tried without being asked. A thread of Python's has nothing of the plugin on its stack.
    QVERIFY(writeFile(mine + "/policy.py", start +
                                               "t = threading.Thread(target=os._exit, args=(0,))\n        t.start()\n"
                                               "        t.join()\n"));
    const Outcome beside = runKvw(run, m_environment);
    QCOMPARE(beside.code, 1);
    QVERIFY2(beside.err.contains("A library that a plugin uses called _exit(0) in code that runs beside its calls"),
             beside.err.constData());
}

void MisbehavingTest::anEndedConformanceCaseIsNoSuccess() {
    QByteArray text = readFile(QStringLiteral(KVW_SOURCE_DIR "/tests/core/conformance/cases/h2o-mha.json"));
    json file = json::parse(text.toStdString());
    file["policy"] = {{"id", "exits-in-begin"}, {"params", json::object()}};
    const QString path = m_folder->filePath("case.json");
    QVERIFY(writeFile(path, QByteArray::fromStdString(file.dump())));
    const Outcome outcome = runKvw({"conformance", path}, m_environment);
    QCOMPARE(outcome.code, 1);
    QVERIFY2(outcome.err.contains("exits-in-begin 1.0.0 called exit(0) in begin"), outcome.err.constData());
}

void MisbehavingTest::anEndedSweepPointIsNoSuccess() {
    const Outcome outcome =
        runKvw({"sweep", "--text", "story", "--steps", "4", "--policy", "exits-in-third-step", "--policy", "full",
                "--axis", "seed=1", "--out", m_folder->filePath("sweep"), "--json"},
               m_environment);
    QCOMPARE(outcome.code, 1);
    const auto rows = json::parse(outcome.out.toStdString()).at("rows");
    const std::string problem = rows[0].at("problem").get<std::string>();
    QVERIFY2(problem.find("ended with code 1") != std::string::npos, problem.c_str());
    QVERIFY(rows[1].at("problem").is_null());
    QVERIFY2(outcome.err.contains("exits-in-third-step 1.0.0 called exit(0) in step"), outcome.err.constData());
}

void MisbehavingTest::loadingEndsNothingInSilence() {
    install("ends-at-load");
    for (const QStringList& arguments :
         {QStringList{"run", "--policy", "ends-at-load"}, QStringList{"check-policy", "ends-at-load", "--json"}}) {
        QVERIFY(QDir(m_folder->filePath("state")).removeRecursively());
        const Outcome outcome = runKvw(arguments, m_environment);
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.err.contains("ends-at-load 1.0.0 called exit(0) in its static initialisers"),
                 outcome.err.constData());
    }
}

void MisbehavingTest::rebuiltPluginIsTriedAgain() {
    const QStringList run{"run", "--text", "story", "--steps", "4", "--policy"};
    QCOMPARE(runKvw(run + QStringList{"exits-in-third-step"}, m_environment).code, 1);
    const Outcome again = runKvw(run + QStringList{"prints-in-begin"}, m_environment);
    QCOMPARE(again.code, 1);
    QVERIFY2(again.err.contains("crashed while it was being loaded or called"), again.err.constData());
    QFile library(m_folder->filePath("plugins/misbehaves/misbehaves.so"));
    QVERIFY(library.open(QIODevice::Append) && library.write("built again") > 0);
    library.close();
    const Outcome rebuilt = runKvw(run + QStringList{"prints-in-begin"}, m_environment);
    QCOMPARE(rebuilt.code, 0);
    QVERIFY2(rebuilt.err.contains("misbehaves crashed as it was before; its files have changed since, so it is tried"),
             rebuilt.err.constData());
    QVERIFY(!runKvw(run + QStringList{"prints-in-begin"}, m_environment).err.contains("as it was before"));
}

void MisbehavingTest::standardOutputIsTheCommandsOwn_data() {
    QTest::addColumn<QString>("policy");
    QTest::newRow("prints in each step") << "prints-in-step";
    QTest::newRow("closes it") << "closes-stdout-in-begin";
}

void MisbehavingTest::standardOutputIsTheCommandsOwn() {
    QFETCH(QString, policy);
    const QString out = m_folder->filePath("bundle");
    const Outcome outcome =
        runKvw({"run", "--text", "story", "--steps", "4", "--policy", policy, "--out", out, "--json"}, m_environment);
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    QVERIFY2(json::parse(outcome.out.toStdString(), nullptr, false).is_object(), outcome.out.constData());
    QCOMPARE(outcome.err.contains("a plugin prints"), policy == "prints-in-step");
    QCOMPARE(runKvw({"inspect", out}, m_environment).code, 0);
    const Outcome sweep = runKvw({"sweep", "--text", "story", "--steps", "4", "--policy", policy, "--axis", "seed=1,2",
                                  "--out", m_folder->filePath("sweep"), "--json"},
                                 m_environment);
    QVERIFY2(json::parse(sweep.out.toStdString(), nullptr, false).is_object(), (sweep.out + sweep.err).constData());
}

void MisbehavingTest::whatCannotBePrintedIsAnError() {
    for (const char* closed : {">/dev/full", ">&-"}) {
        QProcess shell;
        shell.start("sh", {"-c", program() + " policies --json " + closed});
        QVERIFY(shell.waitForFinished(60000));
        QCOMPARE(shell.exitCode(), 1);
        QVERIFY(shell.readAllStandardError().contains("the output could not be written"));
    }
}

void MisbehavingTest::loopingPolicyIsNamedAndStopped() {
    const QString out = m_folder->filePath("bundle");
    QProcess process;
    startLoop(process, {"--out", out});
    QByteArray said;
    const auto says = [&](const char* words) {
        said += process.readAllStandardError();
        return said.contains(words);
    };
    QTRY_VERIFY_WITH_TIMEOUT(says("warning: loops-in-third-step 1.0.0 has not come back from step (token "), 60000);
    QCOMPARE(kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    QTRY_COMPARE_WITH_TIMEOUT(process.state(), QProcess::NotRunning, 60000);
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 1);
    QVERIFY2(says("Stopped on request; loops-in-third-step 1.0.0 has not come back from step (token "),
             said.constData());
    const json manifest = json::parse(readFile(out + "/manifest.json").toStdString(), nullptr, false);
    QVERIFY(manifest.is_object() && manifest.dump().find("has not come back from step") != std::string::npos);
    QCOMPARE(runKvw({"inspect", out}, m_environment).code, 0);
    QVERIFY(QDir(m_folder->filePath("state/unfinished")).isEmpty(QDir::Dirs | QDir::NoDotAndDotDot));
}

void MisbehavingTest::secondSignalNamesTheCopy() {
    QProcess process;
    startLoop(process, {"--out", m_folder->filePath("bundle")});
    const QDir copies(m_folder->filePath("state/unfinished"));
    QTRY_VERIFY_WITH_TIMEOUT(!copies.entryList({"kvw-*"}, QDir::Dirs).isEmpty(), 60000);
    const auto id = static_cast<pid_t>(process.processId());
    QByteArray said;
    QTRY_VERIFY_WITH_TIMEOUT((said += process.readAllStandardError()).contains("has not come back"), 60000);
    QCOMPARE(kill(id, SIGINT), 0);
    QCOMPARE(kill(id, SIGTERM), 0);
    QTRY_COMPARE_WITH_TIMEOUT(process.state(), QProcess::NotRunning, 60000);
    said += process.readAllStandardError();
    const QString path = copies.filePath(copies.entryList({"kvw-*"}, QDir::Dirs).value(0));
    QVERIFY2(said.contains("Stopped at once; no bundle was written.") && said.contains(" is in " + path.toUtf8()),
             said.constData());
    QCOMPARE(runKvw({"inspect", path}, m_environment).code, 0);
}

QTEST_GUILESS_MAIN(MisbehavingTest)
#include "misbehaving_test.moc"
