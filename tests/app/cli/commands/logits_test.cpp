// SPDX-License-Identifier: Apache-2.0
/// `kvw logits`.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <vector>

#include "tests/app/cli/kvw_process.h"

using kvw::test::Outcome;
using kvw::test::readFile;
using kvw::test::runKvw;
using kvw::test::writeFile;
using nlohmann::json;

class LogitsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void logitsHaveTheShapeOfTheText();
    void logitsGiveTheNllOfTheRun();
    void logitsLeaveNothingBesideTheFile();

 private:
    static json inspectedModel() {
        return json::parse(runKvw({"inspect", "--json"}).out.toStdString(), nullptr, false);
    }
};

void LogitsTest::logitsHaveTheShapeOfTheText() {
    const QTemporaryDir folder;
    const QString ids = folder.filePath("ids.txt");
    const QString out = folder.filePath("deep/er/logits.f32");
    QVERIFY(writeFile(ids, "12 40\n7\t99"));
    const Outcome outcome = runKvw({"logits", "--ids", ids, "--out", out});
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    QCOMPARE(readFile(out).size(), 4 * 4 * inspectedModel()["vocabulary"].get<qsizetype>());
}

void LogitsTest::logitsGiveTheNllOfTheRun() {
    const QTemporaryDir folder;
    const QString ids = folder.filePath("ids.txt");
    const QString out = folder.filePath("logits.f32");
    const std::vector<std::size_t> tokens{12, 40, 7, 99, 100, 101, 3, 8};
    QVERIFY(writeFile(ids, "12 40 7 99 100 101 3 8"));
    QCOMPARE(runKvw({"logits", "--ids", ids, "--out", out, "--quiet"}).code, 0);
    const auto vocabulary = inspectedModel()["vocabulary"].get<std::size_t>();
    const QByteArray bytes = readFile(out);
    std::vector<float> logits(static_cast<std::size_t>(bytes.size()) / sizeof(float));
    std::memcpy(logits.data(), bytes.constData(), logits.size() * sizeof(float));
    QCOMPARE(logits.size(), tokens.size() * vocabulary);
    double mean = 0;
    for (std::size_t t = 4; t < tokens.size(); ++t) {
        const float* row = logits.data() + (t - 1) * vocabulary;
        double sum = 0;
        for (std::size_t v = 0; v < vocabulary; ++v) {
            sum += std::exp(static_cast<double>(row[v]));
        }
        mean += (std::log(sum) - static_cast<double>(row[tokens[t]])) / 4;
    }
    for (const char* prefill : {"layer-major", "streaming:3"}) {
        const Outcome run = runKvw({"run", "--ids", ids, "--prompt-tokens", "4", "--prefill", prefill, "--json"});
        const json result = json::parse(run.out.toStdString(), nullptr, false);
        QVERIFY(std::abs(result["summary"]["mean_nll"].get<double>() - mean) < 1e-4);
    }
}

void LogitsTest::logitsLeaveNothingBesideTheFile() {
    const QTemporaryDir folder;
    QVERIFY(writeFile(folder.filePath("ids.txt"), "1 2 3"));
    QCOMPARE(runKvw({"logits", "--ids", folder.filePath("ids.txt"), "--out", folder.filePath("out.f32")}).code, 0);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), (QStringList{"ids.txt", "out.f32"}));
}

QTEST_GUILESS_MAIN(LogitsTest)
#include "logits_test.moc"
