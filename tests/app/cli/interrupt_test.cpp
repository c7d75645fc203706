// SPDX-License-Identifier: Apache-2.0
/// Ctrl-C on a running job: a clean end, everything recorded is in the bundle.
#include <signal.h>

#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "tests/app/cli/kvw_process.h"

class InterruptTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void bundleHoldsWhatWasRecorded_data();
    void bundleHoldsWhatWasRecorded();
};

namespace {

/// Whether the process has installed a handler for `number`: from then on the engine is loading or working.
bool catches(qint64 process, int number) {
    const QList<QByteArray> lines = kvw::test::readFile(QStringLiteral("/proc/%1/status").arg(process)).split('\n');
    for (const QByteArray& line : lines) {
        if (line.startsWith("SigCgt:")) {
            return (line.mid(7).trimmed().toULongLong(nullptr, 16) >> (number - 1) & 1U) != 0;
        }
    }
    return false;
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
    QProcess process;
    process.start(kvw::test::program(), {"run", "--text", "long-stream", "--policy", "streaming:recent=64",
                                         "--prompt-tokens", "50", "--out", out});
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(catches(process.processId(), number), 60000);
    QCOMPARE(kill(static_cast<pid_t>(process.processId()), number), 0);
    QVERIFY(process.waitForFinished(60000));
    const QByteArray message = process.readAllStandardError();
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 1);
    QVERIFY2(message.contains("Stopped on request"), message.constData());
    const auto manifest =
        nlohmann::json::parse(kvw::test::readFile(out + "/manifest.json").toStdString(), nullptr, false);
    QVERIFY(manifest.is_object());
    QVERIFY(manifest.dump().find("stopped") != std::string::npos);
    QCOMPARE(kvw::test::runKvw({"inspect", out}).code, 0);
}

QTEST_GUILESS_MAIN(InterruptTest)
#include "interrupt_test.moc"
