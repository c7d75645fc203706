// SPDX-License-Identifier: Apache-2.0
/// `kvw sweep` and `kvw eval` are killed again and again, lose a worker, have a full disk or a rival: what they come to
/// is what they come to undisturbed.
#include <QDeadlineTimer>
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/app/cli/kvw_process.h"

using namespace kvw::test;
using nlohmann::json;

namespace {

constexpr int kKills = 20, kFewest = 5, kPollMs = 10, kPatienceMs = 120000;

/// Returns the processes that a process has started and that have not ended.
QList<pid_t> childrenOf(qint64 parent) {
    QList<pid_t> children;
    for (const QString& name : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
        bool isProcess = false;
        const int id = name.toInt(&isProcess);
        const QByteArray stat = isProcess ? readFile("/proc/" + name + "/stat") : QByteArray();
        // The program's name may hold anything; state and parent stand behind its last parenthesis.
        const QList<QByteArray> words = stat.mid(stat.lastIndexOf(')') + 1).simplified().split(' ');
        if (words.size() > 1 && words[0] != "Z" && words[1].toLongLong() == parent) {
            children << id;
        }
    }
    return children;
}

QStringList entriesOf(const QString& folder) {
    return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
}

/// A `kvw` that prints its events while it works. It has a record of plugins of its own: one that a kill met while it
/// was being loaded would be left out after the third time.
class UnderWay {
 public:
    explicit UnderWay(const QStringList& words) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("KVW_STATE_DIR"), m_state.path());
        m_process.setProcessEnvironment(environment);
        m_process.start(program(), words + QStringList{"--events"});
        m_started = m_process.waitForStarted();
    }

    /// Waits until something is so. Returns false if the process ended, or never came so far.
    template <class Condition>
    bool reaches(const Condition& isSo) {
        const QDeadlineTimer patience(kPatienceMs);
        while (m_started && !patience.hasExpired()) {
            const bool over = m_process.state() == QProcess::NotRunning;
            m_said += m_process.readAllStandardOutput();
            if (over || isSo()) {
                return !over;
            }
            m_process.waitForReadyRead(kPollMs);
        }
        return false;
    }
    /// Waits for an event behind another one.
    bool says(const char* event, const char* behind = "") {
        return reaches([&] {
            const qsizetype first = m_said.indexOf(behind);
            return first >= 0 && m_said.indexOf('"' + QByteArray(event) + '"', first) >= 0;
        });
    }

    void signal(int number) const { ::kill(static_cast<pid_t>(m_process.processId()), number); }
    /// Kills the workers, if there are any.
    bool killWorkers() const {
        const QList<pid_t> workers = childrenOf(m_process.processId());
        for (const pid_t worker : workers) {
            ::kill(worker, SIGKILL);
        }
        return !workers.isEmpty();
    }
    void kill() {
        m_process.kill();
        m_process.waitForFinished();
    }
    /// Waits for the end; returns the exit code, -1: it was killed.
    int end() {
        return m_process.waitForFinished(kPatienceMs) && m_process.exitStatus() == QProcess::NormalExit
                   ? m_process.exitCode()
                   : -1;
    }
    QByteArray errors() { return m_process.readAllStandardError(); }

 private:
    QTemporaryDir m_state;
    QProcess m_process;
    QByteArray m_said;
    bool m_started = false;
};

QStringList sweepOf(const QString& out, const char* seeds = "seed=1:48:1") {
    return {"sweep",   "--text", "ledger",   "--prompt-tokens",    "60",
            "--steps", "6",      "--policy", "random:capacity=32", "--axis",
            seeds,     "--out",  out};
}

QStringList evalOf(const QString& out) {
    return {"eval",      "probes", "--samples", "0:24", "--policy", "full", "--policy", "snapkv:capacity=64",
            "--against", "full",   "--out",     out};
}

/// Lets a sweep be killed once, in the round's own way. Returns false if it ended before.
bool killSweep(int round, const QStringList& words, const QString& runs) {
    const QStringList before = entriesOf(runs);
    UnderWay sweep(words);
    bool reached = false;
    switch (round % 5) {
        case 0:
            reached = sweep.says("plan");
            break;
        case 1:
            reached = sweep.says("started");
            break;
        case 2:  // a bundle that is being written, or has just been
            reached = sweep.reaches([&] { return entriesOf(runs) != before; });
            break;
        case 3:
            reached = sweep.says("row", "\"started\"");
            break;
        default:
            reached = sweep.says("started");
            sweep.killWorkers();
            break;
    }
    sweep.kill();
    return reached;
}

std::string hashOf(const QString& bundle) {
    const json manifest = json::parse(readFile(bundle + "/manifest.json").toStdString(), nullptr, false);
    return manifest.is_object() ? manifest.value("hash", std::string()) : std::string();
}

/// Fails unless two sweeps have the same bundles, plan and tables. Times are in neither.
void compareSweeps(const QString& one, const QString& other) {
    const QStringList bundles = QDir(one + "/runs").entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    QVERIFY(!bundles.isEmpty());
    QCOMPARE(QDir(other + "/runs").entryList(QDir::AllEntries | QDir::NoDotAndDotDot), bundles);
    for (const QString& bundle : bundles) {
        QCOMPARE(hashOf(one + "/runs/" + bundle).size(), std::size_t{64});
        QCOMPARE(hashOf(other + "/runs/" + bundle), hashOf(one + "/runs/" + bundle));
    }
    for (const char* file :
         {"/sweep.json", "/results.csv", "/table.csv", "/table.tex", "/table.md", "/sweep-front.csv"}) {
        const QByteArray text = readFile(one + file);
        QVERIFY2(!text.isEmpty(), file);
        QCOMPARE(readFile(other + file), text);
    }
}

/// Returns the results without times, by what they are of; with the number of lines.
std::pair<std::map<std::string, json>, std::size_t> resultsOf(const QString& folder) {
    std::map<std::string, json> results;
    std::size_t lines = 0;
    for (const QByteArray& line : readFile(folder + "/results.jsonl").split('\n')) {
        if (line.isEmpty()) {
            continue;
        }
        json record = json::parse(line.toStdString());
        record.erase("ttft_ms");
        record.erase("tpot_ms");
        results.emplace(json{record.at("subset"), record.at("id"), record.at("policy")}.dump(), record);
        ++lines;
    }
    return {results, lines};
}

/// Returns the rows of the table without times.
json rowsOf(const QString& folder) {
    json rows = json::parse(readFile(folder + "/results.json").toStdString()).at("rows");
    for (json& row : rows) {
        for (const char* time : {"ttft_ms", "tpot_ms", "speedup"}) {
            row.erase(time);
        }
    }
    return rows;
}

}  // namespace

class KilledTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aSweepThatIsKilledTwentyTimesIsTheSame() {
        const QTemporaryDir folder;
        const QString whole = folder.filePath("whole"), out = folder.filePath("killed");
        const Outcome undisturbed = runKvw(sweepOf(whole) + QStringList{"--quiet"});
        QVERIFY2(undisturbed.code == 0, undisturbed.err.constData());
        int kills = 0;
        for (bool goesOn = true; goesOn && kills < kKills; kills += goesOn ? 1 : 0) {
            // The folder says what the sweep is, and so does the same command.
            const bool resumes = kills % 2 == 1 && QFile::exists(out + "/sweep.json");
            goesOn = killSweep(kills, resumes ? QStringList{"sweep", "--resume", out} : sweepOf(out), out + "/runs");
        }
        QVERIFY2(kills >= kFewest, QByteArray::number(kills).constData());
        const Outcome last = runKvw(sweepOf(out) + QStringList{"--quiet"});
        QVERIFY2(last.code == 0 && last.err.isEmpty(), last.err.constData());
        compareSweeps(whole, out);
    }

    void anEvaluationThatIsKilledIsTheSame() {
        const QTemporaryDir folder;
        const QString whole = folder.filePath("whole"), out = folder.filePath("killed");
        const Outcome undisturbed = runKvw(evalOf(whole) + QStringList{"--quiet"});
        QVERIFY2(undisturbed.code == 0, undisturbed.err.constData());
        int kills = 0;
        for (bool goesOn = true; goesOn && kills < kKills / 2; kills += goesOn ? 1 : 0) {
            const bool resumes = kills % 2 == 1 && QFile::exists(out + "/eval.json");
            const qint64 size = QFileInfo(out + "/results.jsonl").size();
            UnderWay evaluation(resumes ? QStringList{"eval", "--resume", out} : evalOf(out));
            goesOn = kills % 3 == 0 ? evaluation.says("plan")
                     : kills % 3 == 1
                         ? evaluation.says("sample")
                         : evaluation.reaches([&] { return QFileInfo(out + "/results.jsonl").size() > size; });
            evaluation.kill();
        }
        QVERIFY2(kills >= kFewest, QByteArray::number(kills).constData());
        const Outcome last = runKvw(evalOf(out) + QStringList{"--quiet"});
        QVERIFY2(last.code == 0, last.err.constData());    // a torn line is told
        QCOMPARE(resultsOf(out).second, std::size_t{48});  // nothing was run twice
        QVERIFY(resultsOf(out) == resultsOf(whole));
        QVERIFY(rowsOf(out) == rowsOf(whole));
    }

    void aWorkerThatIsKilledIsStartedAgain() {
        const QTemporaryDir folder;
        const QString whole = folder.filePath("whole"), out = folder.filePath("killed");
        QCOMPARE(runKvw(sweepOf(whole, "seed=1:24:1") + QStringList{"--quiet"}).code, 0);
        UnderWay sweep(sweepOf(out, "seed=1:24:1"));
        QVERIFY(sweep.says("row"));  // the worker has loaded the plugin
        // While the sweep stands still, its worker has one job at most.
        sweep.signal(SIGSTOP);
        const bool killed = sweep.killWorkers();
        sweep.signal(SIGCONT);
        const int code = sweep.end();
        QVERIFY2(killed && code == 0, sweep.errors().constData());
        compareSweeps(whole, out);
    }

    void aSecondProcessOnTheFolderIsRefused_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("event");
        QTest::addColumn<QByteArray>("sentence");
        QTest::newRow("sweep") << sweepOf("OUT", "seed=1,2,3") << QByteArray("started")
                               << QByteArray("another process runs this sweep");
        QTest::newRow("evaluation") << evalOf("OUT") << QByteArray("plan")
                                    << QByteArray("another process evaluates into this folder");
    }
    void aSecondProcessOnTheFolderIsRefused() {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, event);
        QFETCH(QByteArray, sentence);
        const QTemporaryDir folder;
        words.last() = folder.filePath("out");
        UnderWay first(words);
        QVERIFY(first.says(event.constData()));
        first.signal(SIGSTOP);  // it cannot end before the second one has begun
        const Outcome second = runKvw(words);
        first.signal(SIGCONT);
        QVERIFY2(second.code == 2 && second.oneSentence() && second.err.contains(sentence), second.err.constData());
        QCOMPARE(first.end(), 0);
    }

    /// A limit of the size of files stands for a disk without room.
    void aFullDiskStopsASweepAndLosesNothing() {
        const QTemporaryDir folder;
        const QString out = folder.filePath("grid");
        const QStringList words = sweepOf(out, "seed=1,2,3") + QStringList{"--quiet"};
        QCOMPARE(runKvw(words).code, 0);
        const QByteArray table = readFile(out + "/results.csv");
        QVERIFY(QDir(out + "/runs/seed=2").removeRecursively());
        QProcess full;
        full.start("/bin/sh", QStringList{"-c", R"(ulimit -f 8; exec "$0" "$@")", program()} + words);
        QVERIFY(full.waitForFinished(120000));
        const Outcome outcome{full.exitCode(), full.readAllStandardOutput(), full.readAllStandardError()};
        QVERIFY2(outcome.code == 1 && outcome.oneSentence(), outcome.err.constData());
        QVERIFY2(outcome.err.contains("2 of 3 runs are done, the same command goes on with the others"),
                 outcome.err.constData());
        QVERIFY(!QFile::exists(out + "/runs/seed=2"));
        const Outcome goesOn = runKvw(words);
        QVERIFY2(goesOn.code == 0, goesOn.err.constData());
        QCOMPARE(readFile(out + "/results.csv"), table);
        QVERIFY(QFile::exists(out + "/runs/seed=2/manifest.json"));
    }
};

QTEST_GUILESS_MAIN(KilledTest)
#include "killed_test.moc"
