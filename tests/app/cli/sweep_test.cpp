// SPDX-License-Identifier: Apache-2.0
/// `kvw sweep`: a bundle per point, and only for the points that are missing.
#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "tests/app/cli/kvw_process.h"

using namespace kvw::test;

namespace {

QStringList sweepOf(const QString& folder, const QStringList& more) {
    return QStringList{"sweep", "--text", "ledger", "--prompt-tokens", "60", "--steps", "6", "--out", folder} + more;
}

}  // namespace

class SweepTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void everyPointIsABundleAndARow() {
        const QTemporaryDir folder;
        const QString out = folder.filePath("grid");
        const QStringList axes{"--policy", "snapkv", "--axis", "capacity=16:32:x2", "--axis", "window=4,8", "--json"};
        const Outcome first = runKvw(sweepOf(out, axes));
        QVERIFY2(first.code == 0, first.err.constData());
        const auto report = nlohmann::json::parse(first.out.toStdString());
        QCOMPARE(report.at("rows").size(), std::size_t{4});
        bool front = false;
        for (const auto& row : report.at("rows")) {
            QVERIFY(row.at("mean_nll").is_number() && row.at("delta_nll").is_number());
            QVERIFY(row.at("held_share").get<double>() < 1);
            front = front || row.at("front").get<bool>();
            const QString bundle = out + "/runs/" + QString::fromStdString(row.at("run").get<std::string>());
            QCOMPARE(runKvw({"inspect", bundle, "--json"}).code, 0);
        }
        QVERIFY(front);
        for (const char* file :
             {"results.csv", "sweep-front.json", "sweep-front.csv", "sweep-map.json", "sweep-map.csv"}) {
            QVERIFY2(QFile::exists(out + '/' + file), file);
        }
        QCOMPARE(readFile(out + "/results.csv").count('\n'), 5);

        // Again, with one bundle gone: the same table, and the others were not touched.
        const QByteArray table = readFile(out + "/results.csv");
        const QString kept = out + "/runs/capacity=16,window=4/manifest.json";
        const QDateTime before = QFileInfo(kept).lastModified();
        QVERIFY(QDir(out + "/runs/capacity=32,window=8").removeRecursively());
        const Outcome again = runKvw(sweepOf(out, axes));
        QCOMPARE(again.code, 0);
        QVERIFY2(again.err.contains("4 runs, 3 of them in"), again.err.constData());
        QCOMPARE(readFile(out + "/results.csv"), table);
        QCOMPARE(QFileInfo(kept).lastModified(), before);
        QVERIFY(QFile::exists(out + "/runs/capacity=32,window=8/manifest.json"));
    }

    void aFolderOfAnotherSweepIsRefused() {
        const QTemporaryDir folder;
        const QString out = folder.filePath("grid");
        QCOMPARE(runKvw(sweepOf(out, {"--policy", "streaming", "--axis", "recent=8", "--quiet"})).code, 0);
        const Outcome other = runKvw({"sweep", "--text", "needle", "--prompt-tokens", "60", "--steps", "6", "--policy",
                                      "streaming", "--axis", "recent=8", "--out", out});
        QCOMPARE(other.code, 2);
        QVERIFY2(other.oneSentence() && other.err.contains("another run"), other.err.constData());
    }

    void aDryRunPrintsTheCommands() {
        const QTemporaryDir folder;
        const QString out = folder.filePath("grid");
        const Outcome dry =
            runKvw(sweepOf(out, {"--policy", "tova", "--policy", "streaming", "--axis", "seed=1,2", "--dry-run"}));
        QCOMPARE(dry.code, 0);
        QCOMPARE(dry.out.count("kvw compare"), 4);
        QVERIFY(dry.out.contains("--policy tova") && dry.out.contains("--seed 2"));
        QVERIFY(!QFile::exists(out));
    }

    void mistakesAreSentences() {
        const QTemporaryDir folder;
        for (const QStringList& wrong :
             {QStringList{"--policy", "snapkv", "--axis", "windw=4"},
              QStringList{"--policy", "snapkv", "--axis", "window"},
              QStringList{"--policy", "snapkv", "--axis", "window=9:1:1"}, QStringList{"--policy", "nosuch"}}) {
            const Outcome outcome = runKvw(sweepOf(folder.filePath("x"), wrong));
            QCOMPARE(outcome.code, 2);
            QVERIFY2(outcome.oneSentence(), outcome.err.constData());
        }
        QCOMPARE(runKvw({"sweep", "--policy", "snapkv"}).code, 2);  // no --out
        const Outcome nowhere = runKvw(sweepOf("/proc/nowhere", {"--policy", "streaming", "--quiet"}));
        QCOMPARE(nowhere.code, 1);
        QVERIFY2(nowhere.oneSentence() && nowhere.err.contains("/proc/nowhere"), nowhere.err.constData());
    }
};

QTEST_GUILESS_MAIN(SweepTest)
#include "sweep_test.moc"
