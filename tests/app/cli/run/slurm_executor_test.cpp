// SPDX-License-Identifier: Apache-2.0
/// `kvw sweep --executor slurm` against scripts that are called as Slurm's commands are. Their folder says what
/// happens: `calls` gets a line per call, a task whose number is in `lose` is not run, `hold` keeps all tasks in the
/// queue, which tells the names of jobs if there is `known`.
#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "tests/app/cli/kvw_process.h"

using namespace kvw::test;

namespace {

constexpr const char* kSbatch = R"(#!/bin/sh
place=$(dirname "$0")
echo "sbatch $*" >> "$place/calls"
[ -e "$place/refuse" ] && { echo "sbatch: error: invalid partition specified: nowhere" >&2; exit 1; }
for word in "$@"; do
  case $word in --array=0-*) last=${word#--array=0-} ;; esac
  script=$word
done
job=$(($(grep -c '^sbatch' "$place/calls") + 40))
echo "sbatch: warning: a line before the number" >&2
echo "$job;cluster"
[ -e "$place/hold" ] && exit 0
task=0
while [ $task -le $last ]; do
  if grep -qx "${job}_$task" "$place/lose" 2>/dev/null; then :; else
    SLURM_ARRAY_TASK_ID=$task sh "$script" </dev/null >/dev/null 2>&1
  fi
  task=$((task + 1))
done
)";
constexpr const char* kSqueue = R"(#!/bin/sh
place=$(dirname "$0")
echo "squeue $*" >> "$place/calls"
case "$*" in
  *%j*) [ -e "$place/known" ] && sed -n 's/^sbatch .*--job-name=\([^ ]*\).*/41|\1/p' "$place/calls"; exit 0 ;;
esac
case "$*" in
  *--states=all*) [ ! -e "$place/no-memory" ] && [ -e "$place/lose" ] && sed 's/$/|OUT_OF_MEMORY/' "$place/lose"; exit 0 ;;
esac
[ -e "$place/hold" ] && printf '41_0|RUNNING\n41_1|PENDING\n'
exit 0
)";
constexpr const char* kSacct = R"(#!/bin/sh
place=$(dirname "$0")
echo "sacct $*" >> "$place/calls"
[ -e "$place/no-accounting" ] && { echo "Slurm accounting storage is disabled" >&2; exit 1; }
[ -e "$place/lose" ] && sed 's/$/|OUT_OF_MEMORY/' "$place/lose"
exit 0
)";
constexpr const char* kScancel = R"(#!/bin/sh
echo "scancel $*" >> "$(dirname "$0")/calls"
)";

/// A folder with the commands, and a sweep of two points beside it.
struct Cluster {
    QTemporaryDir folder;
    QProcessEnvironment environment;
    QString out;

    Cluster() : out(folder.filePath("grid")) {
        for (const auto& [name, text] : {std::pair{"sbatch", kSbatch}, std::pair{"squeue", kSqueue},
                                         std::pair{"sacct", kSacct}, std::pair{"scancel", kScancel}}) {
            const QString file = folder.filePath(QLatin1String(name));
            if (!writeFile(file, text) ||
                !QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner)) {
                qFatal("the commands were not written");
            }
        }
        environment.insert("PATH", folder.path() + ":/usr/bin:/bin");
    }

    [[nodiscard]] QStringList words(const QString& settings = {}) const {
        return {"sweep",       "--text", "ledger",   "--prompt-tokens", "60",
                "--steps",     "4",      "--policy", "streaming",       "--axis",
                "recent=8,16", "--out",  out,        "--executor",      "slurm:poll=1" + settings};
    }
    [[nodiscard]] QByteArray calls() const { return readFile(folder.filePath("calls")); }
    [[nodiscard]] bool say(const char* file, const QByteArray& text) const {
        return writeFile(folder.filePath(QLatin1String(file)), text);
    }
};

}  // namespace

class SlurmExecutorTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void pointsAreTasksOfAnArray() {
        const Cluster cluster;
        const Outcome done = runKvw(
            cluster.words(",partition=short,time=30,mem=2G,account=lab") + QStringList{"--json"}, cluster.environment);
        QVERIFY2(done.code == 0, done.err.constData());
        const auto rows = nlohmann::json::parse(done.out.toStdString()).at("rows");
        QCOMPARE(rows.size(), std::size_t{2});
        QVERIFY(rows[1].at("problem").is_null() && rows[1].at("mean_nll").is_number());
        QVERIFY(QFile::exists(cluster.out + "/runs/recent=16/manifest.json"));
        QCOMPARE(cluster.calls().count("sbatch"), 1);
        for (const char* word : {"--parsable", "--array=0-1", "--partition=short", "--time=30", "--mem=2G",
                                 "--account=lab", "--cpus-per-task=1"}) {
            QVERIFY2(cluster.calls().contains(word), cluster.calls().constData());
        }
        QVERIFY(!QFile::exists(cluster.out + "/slurm/jobs.json"));
        // The same table as that of processes here, and nothing is left to submit.
        const QByteArray table = readFile(cluster.out + "/results.csv");
        QVERIFY(QDir(cluster.out + "/runs/recent=8").removeRecursively());
        QCOMPARE(runKvw({"sweep", "--resume", cluster.out, "--quiet"}).code, 0);
        QCOMPARE(readFile(cluster.out + "/results.csv"), table);
        QCOMPARE(runKvw({"sweep", "--resume", cluster.out, "--quiet", "--executor", "slurm"}, cluster.environment).code,
                 0);
        QCOMPARE(cluster.calls().count("sbatch"), 1);
    }

    void aLostTaskIsSubmittedAgain_data() {
        QTest::addColumn<QByteArray>("without");
        QTest::newRow("the accounting says so") << QByteArray();
        QTest::newRow("a cluster without accounting remembers") << QByteArray("accounting");
        QTest::newRow("nobody knows") << QByteArray("accounting and memory");
    }

    void aLostTaskIsSubmittedAgain() {
        QFETCH(QByteArray, without);
        const Cluster cluster;
        QVERIFY(cluster.say("lose", "41_1\n"));
        QVERIFY(!without.contains("accounting") || cluster.say("no-accounting", ""));
        QVERIFY(!without.contains("memory") || cluster.say("no-memory", ""));
        const QString settings = without.contains("memory") ? ",patience=1" : "";
        const Outcome done = runKvw(cluster.words(settings) + QStringList{"--json"}, cluster.environment);
        QVERIFY2(done.code == 0, done.err.constData());
        QCOMPARE(cluster.calls().count("sbatch"), 2);
        QVERIFY(cluster.calls().contains("--array=0-0"));
    }

    void aTaskThatIsLostTooOftenIsARow() {
        const Cluster cluster;
        QVERIFY(cluster.say("lose", "41_1\n42_0\n43_0\n"));
        const Outcome done = runKvw(cluster.words(",requeue=1") + QStringList{"--json"}, cluster.environment);
        QCOMPARE(done.code, 1);
        QCOMPARE(cluster.calls().count("sbatch"), 2);
        const auto rows = nlohmann::json::parse(done.out.toStdString()).at("rows");
        QVERIFY(rows[0].at("problem").is_null());
        QVERIFY(rows[1].at("problem").get<std::string>().find("OUT_OF_MEMORY") != std::string::npos);
    }

    void aWatcherThatWasKilledGoesOnWatching() {
        const Cluster cluster;
        QVERIFY(cluster.say("hold", ""));
        QProcess watcher;
        start(watcher, cluster);
        QTRY_VERIFY_WITH_TIMEOUT(cluster.calls().contains("squeue"), 60000);
        watcher.kill();
        QVERIFY(watcher.waitForFinished());
        QVERIFY(QFile::exists(cluster.out + "/slurm/jobs.json"));
        // Meanwhile the tasks run.
        for (const char* task : {"0", "1"}) {
            QProcess shell;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert("SLURM_ARRAY_TASK_ID", task);
            shell.setProcessEnvironment(environment);
            const QDir place(cluster.out + "/slurm");
            shell.start("/bin/sh", {place.filePath(place.entryList({"*.sh"}).value(0))});
            QVERIFY(shell.waitForFinished(60000));
            QCOMPARE(shell.exitCode(), 0);
        }
        QVERIFY(QFile::remove(cluster.folder.filePath("hold")));
        const Outcome done =
            runKvw({"sweep", "--resume", cluster.out, "--executor", "slurm:poll=1", "--quiet"}, cluster.environment);
        QVERIFY2(done.code == 0, done.err.constData());
        QCOMPARE(cluster.calls().count("sbatch"), 1);
        QCOMPARE(readFile(cluster.out + "/results.csv").count('\n'), 3);
    }

    void onlyAWatcherGoesOnAfterAWatcher() {
        const Cluster cluster;
        QVERIFY(cluster.say("hold", ""));
        QProcess watcher;
        start(watcher, cluster);
        QTRY_VERIFY_WITH_TIMEOUT(cluster.calls().contains("squeue"), 60000);
        const QStringList here{"sweep", "--resume", cluster.out, "--quiet"};
        for (const QStringList& words : {cluster.words(), here}) {
            const Outcome second = runKvw(words, cluster.environment);
            QCOMPARE(second.code, 2);
            QVERIFY2(second.oneSentence() && second.err.contains("another process"), second.err.constData());
        }
        watcher.kill();
        QVERIFY(watcher.waitForFinished());
        const Outcome twice = runKvw(here, cluster.environment);
        QCOMPARE(twice.code, 2);
        QVERIFY2(twice.oneSentence() && twice.err.contains("--executor slurm"), twice.err.constData());
        QCOMPARE(cluster.calls().count("sbatch"), 1);
    }

    void aTornSubmissionIsFoundByItsName_data() {
        QTest::addColumn<bool>("known");
        QTest::newRow("submitted") << true;
        QTest::newRow("not submitted") << false;
    }
    void aTornSubmissionIsFoundByItsName() {
        QFETCH(bool, known);
        const Cluster cluster;
        QVERIFY(cluster.say("hold", ""));
        QProcess watcher;
        start(watcher, cluster);
        QTRY_VERIFY_WITH_TIMEOUT(cluster.calls().contains("squeue"), 60000);
        watcher.kill();
        QVERIFY(watcher.waitForFinished());
        const QString file = cluster.out + "/slurm/jobs.json";
        QByteArray jobs = readFile(file);
        QVERIFY2(jobs.contains("\"41\""), jobs.constData());
        QVERIFY(writeFile(file, jobs.replace("\"41\"", "\"\"")));
        QVERIFY(!known || cluster.say("known", ""));
        const auto looks = cluster.calls().count("%i|%T");
        start(watcher, cluster);
        QTRY_VERIFY_WITH_TIMEOUT(cluster.calls().count("%i|%T") > looks, 60000);
        QCOMPARE(cluster.calls().count("sbatch"), known ? 1 : 2);
        watcher.terminate();
        QVERIFY(watcher.waitForFinished(60000));
        QVERIFY2(cluster.calls().contains(known ? "scancel 41" : "scancel 42"), cluster.calls().constData());
    }

    void ctrlCCancels() {
        const Cluster cluster;
        QVERIFY(cluster.say("hold", ""));
        QProcess watcher;
        start(watcher, cluster);
        QTRY_VERIFY_WITH_TIMEOUT(cluster.calls().contains("squeue"), 60000);
        watcher.terminate();
        QVERIFY(watcher.waitForFinished(60000));
        QCOMPARE(watcher.exitCode(), 1);
        QVERIFY2(cluster.calls().contains("scancel 41"), cluster.calls().constData());
        QVERIFY(!QFile::exists(cluster.out + "/slurm/jobs.json"));
    }

    void mistakesAreSentences() {
        const Cluster cluster;
        for (const char* wrong : {"pbs", "slurm:nodes=2", "slurm:cpus=0", "slurm:mem=", "slurm:poll", "slurm:poll=0", "slurm:patience=0", "local:x=1"}) {
            const Outcome outcome =
                runKvw(cluster.words().mid(0, 13) + QStringList{"--executor", wrong}, cluster.environment);
            QCOMPARE(outcome.code, 2);
            QVERIFY2(outcome.oneSentence(), outcome.err.constData());
        }
        QVERIFY(cluster.say("refuse", ""));
        const Outcome refused = runKvw(cluster.words(), cluster.environment);
        QCOMPARE(refused.code, 1);
        QVERIFY2(refused.err.contains("invalid partition"), refused.err.constData());
        QVERIFY(!QFile::exists(cluster.out + "/slurm/jobs.json"));
        QVERIFY(QFile::remove(cluster.folder.filePath("sacct")));
        QVERIFY(QFile::remove(cluster.folder.filePath("scancel")));
        QProcessEnvironment only;
        only.insert("PATH", cluster.folder.path());
        const Outcome missing = runKvw(cluster.words(), only);
        QVERIFY(missing.code != 0);
        QVERIFY2(missing.oneSentence() && missing.err.contains("sacct, scancel"), missing.err.constData());
    }

 private:
    static void start(QProcess& watcher, const Cluster& cluster) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(cluster.environment);
        watcher.setProcessEnvironment(environment);
        watcher.start(program(), cluster.words() + QStringList{"--quiet"});
    }
};

QTEST_GUILESS_MAIN(SlurmExecutorTest)
#include "slurm_executor_test.moc"
