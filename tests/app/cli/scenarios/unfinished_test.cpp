// SPDX-License-Identifier: Apache-2.0
/// `kvw run` is killed: what it recorded is listed, opened, kept.
#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "tests/app/cli/kvw_process.h"

using namespace kvw::test;

class UnfinishedCliTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aKilledRunLeavesWhatItRecorded() {
        const QTemporaryDir home;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("KVW_STATE_DIR", home.filePath("state"));
        environment.insert("KVW_RUNS", home.filePath("runs"));
        const auto listed = [&](const QStringList& more = {}) {
            return runKvw(QStringList{"library", "--unfinished"} + more, environment);
        };
        QProcess run;
        run.setProcessEnvironment(environment);
        // Every step reads the window again: it takes long enough.
        run.start(program(), {"run", "--text", "story", "--policy", "window-recompute:window=400", "--quiet", "--out",
                              home.filePath("out")});
        QVERIFY(run.waitForStarted());
        const auto copies = [&] {
            return QDir(home.filePath("state/unfinished")).entryList({"kvw-*"}, QDir::Dirs).size();
        };
        QTRY_VERIFY_WITH_TIMEOUT(copies() == 1, 60000);
        QCOMPARE(run.state(), QProcess::Running);
        QVERIFY(listed().out.startsWith("No program left"));  // it is still at it
        run.kill();
        QVERIFY(run.waitForFinished());
        QVERIFY(!QFileInfo::exists(home.filePath("out")));

        const auto found = nlohmann::json::parse(listed({"--json"}).out.toStdString())["unfinished"];
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0]["state"], "stopped");
        QVERIFY(found[0]["steps"] > 0);
        const QString path = QString::fromStdString(found[0]["path"]);
        QCOMPARE(runKvw({"inspect", path}, environment).code, 0);
        const Outcome another = listed({"--keep", home.filePath("another")});
        QVERIFY2(another.code != 0 && another.err.contains("no program left an unfinished run there"), another.err);
        QCOMPARE(listed({"--forget", "--filter", "policy:nothing-like-this"}).code, 2);
        QVERIFY(QFileInfo::exists(path));
        const Outcome kept = listed({"--keep"});
        QVERIFY2(kept.code == 0 && kept.out.contains(home.filePath("runs").toUtf8()), kept.err + kept.out);
        QVERIFY(!QFileInfo::exists(path));
        QVERIFY(runKvw({"library"}, environment).out.contains("window-recompute"));
        QVERIFY(listed({"--forget"}).out.startsWith("No program left"));
        QVERIFY(runKvw({"library", "--keep"}, environment).code != 0);
    }
};

QTEST_GUILESS_MAIN(UnfinishedCliTest)
#include "unfinished_test.moc"
