// SPDX-License-Identifier: Apache-2.0
/// Ctrl-C on a running job: a clean end, everything recorded is in the bundle. Also the progress line, which tells when
/// the job is under way.
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "tests/app/cli/kvw_process.h"

using nlohmann::json;

class InterruptTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void bundleHoldsWhatWasRecorded_data();
    void bundleHoldsWhatWasRecorded();
    void whatCannotBeWrittenIsKept_data();
    void whatCannotBeWrittenIsKept();
    void signalBeforeTheFirstToken();
    void secondSignalSaysWhatIsLost();
    void stoppedPrefillTellsEveryLane();
    void benchStops();
};

namespace {

/// Whether the process has installed a handler for `number`.
bool catches(qint64 process, int number) {
    const QList<QByteArray> lines = kvw::test::readFile(QStringLiteral("/proc/%1/status").arg(process)).split('\n');
    for (const QByteArray& line : lines) {
        if (line.startsWith("SigCgt:")) {
            return (line.mid(7).trimmed().toULongLong(nullptr, 16) >> (number - 1) & 1U) != 0;
        }
    }
    return false;
}

/// A terminal for the standard error of a process; collects what is written to it.
class Terminal {
 public:
    Terminal() {
        if (openpty(&m_master, &m_slave, nullptr, nullptr, nullptr) == 0) {
            fcntl(m_master, F_SETFL, O_NONBLOCK);
        }
    }
    ~Terminal() {
        close(m_master);
        close(m_slave);
    }
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    void attach(QProcess& process) const {
        process.setChildProcessModifier([slave = m_slave] { dup2(slave, STDERR_FILENO); });
    }
    const QByteArray& text() {
        char buffer[4096];
        for (ssize_t count = read(m_master, buffer, sizeof buffer); count > 0;
             count = read(m_master, buffer, sizeof buffer)) {
            m_text.append(buffer, count);
        }
        return m_text;
    }

 private:
    int m_master = -1, m_slave = -1;
    QByteArray m_text;
};

QStringList longRun(const QString& out) {
    return {"run", "--text", "long-stream", "--policy", "streaming:recent=64", "--prompt-tokens", "50", "--out", out};
}

}  // namespace

void InterruptTest::bundleHoldsWhatWasRecorded_data() {
    QTest::addColumn<int>("number");
    QTest::newRow("SIGINT") << SIGINT;
    QTest::newRow("SIGTERM") << SIGTERM;
}

void InterruptTest::bundleHoldsWhatWasRecorded() {
    QFETCH(int, number);
    const QTemporaryDir folder;
    const QString out = folder.filePath("bundle");
    Terminal terminal;
    QProcess process;
    terminal.attach(process);
    process.start(kvw::test::program(), longRun(out));
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(terminal.text().contains("tokens/s"), 60000);
    QCOMPARE(kill(static_cast<pid_t>(process.processId()), number), 0);
    QTRY_COMPARE_WITH_TIMEOUT(process.state(), QProcess::NotRunning, 60000);
    const QByteArray shown = terminal.text();
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 1);
    QVERIFY2(shown.contains("Stopped on request after "), shown.constData());
    QVERIFY2(shown.contains("decode  [") && shown.contains(" left"), shown.constData());
    const json manifest = json::parse(kvw::test::readFile(out + "/manifest.json").toStdString(), nullptr, false);
    QVERIFY(manifest.is_object());
    QVERIFY(manifest.dump().find("stopped") != std::string::npos);
    const int tokens = manifest["summary"]["tokens"].get<int>();
    QVERIFY(tokens > 50 && tokens < 17927);
    QCOMPARE(kvw::test::readFile(out + "/steps.csv").count('\n'), tokens + 1);
    QCOMPARE(kvw::test::runKvw({"inspect", out}).code, 0);
    // Its figures say what makes this run again, which the command that was given does not.
    const QString paper = folder.filePath("paper");
    QCOMPARE(kvw::test::runKvw({"export", out, "--out", paper, "--figure", "nll"}).code, 0);
    const json figure = json::parse(kvw::test::readFile(paper + "/figures/nll.json").toStdString(), nullptr, false);
    const std::string command = figure["provenance"]["command"].get<std::string>();
    QVERIFY2(command.ends_with(" --steps " + std::to_string(tokens - 50)), command.c_str());
}

void InterruptTest::whatCannotBeWrittenIsKept_data() {
    QTest::addColumn<QStringList>("more");
    QTest::newRow("copied while it went on") << QStringList();
    QTest::newRow("not copied") << QStringList{"--no-copy"};
}

void InterruptTest::whatCannotBeWrittenIsKept() {
    QFETCH(QStringList, more);
    const QTemporaryDir folder;
    const QString out = folder.filePath("bundle");
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("KVW_STATE_DIR", folder.filePath("state"));
    Terminal terminal;
    QProcess process;
    process.setProcessEnvironment(environment);
    terminal.attach(process);
    process.start(kvw::test::program(), longRun(out) + more);
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(terminal.text().contains("tokens/s"), 60000);
    // Its place is taken meanwhile.
    QVERIFY(QDir().mkdir(out) && kvw::test::writeFile(out + "/notes", "mine"));
    QCOMPARE(kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    QTRY_COMPARE_WITH_TIMEOUT(process.state(), QProcess::NotRunning, 60000);
    const QByteArray shown = terminal.text();
    QCOMPARE(process.exitCode(), 1);
    QVERIFY2(shown.contains("The recording is in " + folder.filePath("state").toUtf8()), shown.constData());
    const auto listed =
        json::parse(kvw::test::runKvw({"library", "--unfinished", "--json"}, environment).out.toStdString());
    QCOMPARE(listed["unfinished"].size(), std::size_t{1});
    const QString path = QString::fromStdString(listed["unfinished"][0]["path"]);
    QCOMPARE(kvw::test::runKvw({"inspect", path}, environment).code, 0);
}

void InterruptTest::signalBeforeTheFirstToken() {
    const QTemporaryDir folder;
    const QString out = folder.filePath("bundle");
    QProcess process;
    process.start(kvw::test::program(), longRun(out));
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(catches(process.processId(), SIGINT), 60000);
    QCOMPARE(kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 1);
    const QByteArray message = process.readAllStandardError();
    QVERIFY2(message.contains("Stopped on request"), message.constData());
    // A quick machine may have recorded the prompt by then.
    const QStringList files = QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    QCOMPARE(files.isEmpty(), message.contains("no bundle was written"));
    QCOMPARE(files.size(), QFile::exists(out) ? 1 : 0);
}

void InterruptTest::secondSignalSaysWhatIsLost() {
    const QTemporaryDir folder;
    const QString out = folder.filePath("bundle");
    QProcess process;
    process.start(kvw::test::program(), longRun(out));
    QVERIFY(process.waitForStarted());
    const auto id = static_cast<pid_t>(process.processId());
    QTRY_VERIFY_WITH_TIMEOUT(catches(id, SIGINT), 60000);
    // The first may end the run before the second comes; then it is a plain end.
    QCOMPARE(kill(id, SIGINT), 0);
    kill(id, SIGINT);
    QVERIFY(process.waitForFinished(60000));
    const QByteArray message = process.readAllStandardError();
    if (process.exitStatus() == QProcess::CrashExit) {
        QVERIFY2(message.contains("Stopped at once"), message.constData());
        QVERIFY2(QFile::exists(out) != message.contains("no bundle was written"), message.constData());
    } else {
        QVERIFY2(message.contains("Stopped on request"), message.constData());
    }
}

void InterruptTest::stoppedPrefillTellsEveryLane() {
    const QTemporaryDir folder;
    const QString out = folder.filePath("bundle");
    Terminal terminal;
    QProcess process;
    terminal.attach(process);
    process.start(kvw::test::program(), {"compare", "--text", "long-stream", "--policy", "streaming:recent=64",
                                         "--policy", "h2o", "--out", out});
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(terminal.text().contains("prefill  ["), 60000);
    QCOMPARE(kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    QTRY_COMPARE_WITH_TIMEOUT(process.state(), QProcess::NotRunning, 60000);
    const QByteArray shown = terminal.text();
    QVERIFY2(shown.contains("Stopped on request after "), shown.constData());
    if (!QFile::exists(out)) {
        QVERIFY2(shown.contains("after 0 of 17927 tokens."), shown.constData());
        return;
    }
    // Each lane is told as far as its bundle goes.
    const json manifest = json::parse(kvw::test::readFile(out + "/manifest.json").toStdString(), nullptr, false);
    const std::string told = manifest["message"];
    for (const json& lane : manifest["lanes"]) {
        const std::string count = std::to_string(lane["summary"]["tokens"].get<int>()) + " of 17927 tokens";
        QVERIFY2(told.find(count) != std::string::npos, told.c_str());
    }
}

void InterruptTest::benchStops() {
    Terminal terminal;
    QProcess process;
    terminal.attach(process);
    process.start(kvw::test::program(),
                  {"bench", "--wait", "0", "--rounds", "100000", "--prompt", "0", "--policy", "full"});
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(terminal.text().contains("bench"), 60000);
    QCOMPARE(kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    QTRY_COMPARE_WITH_TIMEOUT(process.state(), QProcess::NotRunning, 60000);
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 1);
    QVERIFY2(terminal.text().contains("kvw bench: stopped on request."), terminal.text().constData());
}

QTEST_GUILESS_MAIN(InterruptTest)
#include "interrupt_test.moc"
