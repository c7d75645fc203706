// SPDX-License-Identifier: Apache-2.0
#include "core/base/process/child_process.h"

#include <QTemporaryDir>
#include <QtTest>
#include <csignal>

using kvw::ChildLimits;
using kvw::runChild;
using namespace std::chrono_literals;

namespace {

kvw::Result<kvw::ChildAnswer> shell(const std::string& script, const std::string& input = {}, ChildLimits limits = {},
                                    const std::vector<std::string>& environment = {"PATH=/usr/bin:/bin"}) {
    return runChild("/bin/sh", {"-c", script}, environment, input, limits);
}

}  // namespace

class ChildProcessTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aTextGoesInAndOneComesBack() {
        const std::string large(3 << 20, 'x');
        const auto answer = shell("cat", large);
        QVERIFY(answer && answer->output == large && answer->code == 0 && answer->signal == 0);
        QCOMPARE(shell("exit 7", large)->code, 7);  // nobody reads it
        QCOMPARE(shell("kill -TERM $$")->signal, SIGTERM);
    }

    void nothingElseIsInherited() {
        QVERIFY(qputenv("KVW_SECRET", "s"));
        QCOMPARE(shell("echo $KVW_SECRET$A; pwd; ls /proc/self/fd | wc -l; echo no >&2", {}, {},
                       {"PATH=/usr/bin:/bin", "A=a"})
                     ->output,
                 std::string("a\n/\n4\n"));  // three, and that of ls
    }

    void errorsArePartOfTheOutputIfAskedFor() {
        QCOMPARE(shell("echo out; echo err >&2", {}, {.errors = true})->output, std::string("out\nerr\n"));
    }

    void whatTakesTooLongIsKilledWithAllItStarted() {
        const QTemporaryDir folder;
        const std::string mark = folder.filePath("pid").toStdString();
        const auto answer = shell("sleep 1000 & echo $! > " + mark + "; while :; do :; done", {}, {.time = 300ms});
        QVERIFY(answer && answer->tooLate && answer->signal == SIGKILL);
        QFile file(QString::fromStdString(mark));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto child = static_cast<pid_t>(file.readAll().trimmed().toInt());
        QTRY_VERIFY(kill(child, 0) != 0 || QFile(QStringLiteral("/proc/%1/cmdline").arg(child)).size() == 0);
        // Its output is closed, it goes on.
        QVERIFY(shell("exec >&-; exec <&-; while :; do :; done", {}, {.time = 300ms})->tooLate);
    }

    void whatWritesTooMuchIsKilled() {
        const auto answer = shell("while :; do echo 0123456789; done", {}, {.output = 1000});
        QVERIFY(answer && answer->tooLong && answer->signal == SIGKILL);
    }

    void whatIsNoProgramCannotBeStarted() {
        const auto answer = runChild("/nowhere/python3", {}, {}, {}, {});
        QVERIFY(!answer);
        QVERIFY(answer.error().sentence().starts_with("/nowhere/python3: cannot be started: "));
    }

    void programsAreThoseOfThePath() {
        const QTemporaryDir one, two;
        const auto make = [](const QTemporaryDir& folder, bool executable) {
            QFile file(folder.filePath("tool"));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.setPermissions(executable ? QFile::ReadOwner | QFile::ExeOwner : QFile::ReadOwner);
        };
        make(one, true);
        make(two, true);
        const QByteArray before = qgetenv("PATH");
        qputenv("PATH", (":/nowhere:" + two.path() + ":.:" + one.path() + ':' + two.path()).toUtf8());
        const auto found = kvw::findPrograms("tool");
        qputenv("PATH", before);
        QCOMPARE(found, (std::vector<std::filesystem::path>{two.filePath("tool").toStdString(),
                                                            one.filePath("tool").toStdString()}));
    }
};

QTEST_GUILESS_MAIN(ChildProcessTest)
#include "child_process_test.moc"
