// SPDX-License-Identifier: Apache-2.0
/// `kvw spike`: a prune event of a bundle taken apart, as text, JSON, table and figure.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/app/cli/kvw_process.h"

using namespace kvw::test;
using nlohmann::json;

class SpikeCommandTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        for (const char* positions : {"cache-rank", "original"}) {
            const Outcome made = runKvw({"run", "--text", "story", "--policy", "streaming:sinks=4,recent=28,prune-interval=8",
                                         "--positions", positions, "--prompt-tokens", "40", "--steps", "80", "--out",
                                         m_folder.filePath(positions)});
            QVERIFY2(made.code == 0, made.err.constData());
        }
    }

    void itTakesTheLargestSpikeApart() {
        const QString out = m_folder.filePath("parts"), files = m_folder.filePath("files");
        const Outcome made =
            runKvw({"spike", m_folder.filePath("cache-rank"), "--tokens", "12", "--json", "--out", out});
        QVERIFY2(made.code == 0, made.err.constData());
        const json spike = json::parse(made.out.toStdString())["spike"];
        QCOMPARE(spike["tokens"].get<int>(), 12);
        QCOMPARE(spike["first_token"].get<int>(), spike["step"].get<int>() + 2);
        QCOMPARE(spike["branches"].size(), std::size_t{4});
        const auto cost = [&](std::size_t branch) { return spike["branches"][branch]["cost"].get<double>(); };
        QCOMPARE(spike["branches"][0]["branch"].get<std::string>(), std::string("no prune"));
        QVERIFY(std::abs(cost(3) - cost(1) - cost(2) - spike["interaction"].get<double>()) < 1e-12);
        QVERIFY(spike["note"].is_null());
        double mean = 0;
        for (const json& nll : spike["branches"][3]["nll"]) {
            mean += nll.get<double>() / 12;
        }
        QVERIFY(std::abs(mean - spike["branches"][3]["mean_nll"].get<double>()) < 1e-9);
        // The bundle is a run like any other: its figure and its table are exported.
        QCOMPARE(runKvw({"export", out, "--figure", "spike", "--out", files}).code, 0);
        QVERIFY(readFile(files + "/figures/spike.csv").contains("re-phasing alone"));
        const QByteArray table = readFile(files + "/tables/spike.csv");
        QVERIFY(table.startsWith("branch,mean_nll,cost,largest,largest_token\n"));
        QVERIFY(table.contains("interaction,"));
        const QByteArray text = runKvw({"spike", m_folder.filePath("cache-rank"), "--tokens", "12"}).out;
        QVERIFY2(text.contains("taken apart") && text.contains("eviction alone"), text.constData());
    }

    void whereKeysStayItSaysSo() {
        const Outcome made = runKvw({"spike", m_folder.filePath("original"), "--tokens", "8"});
        QVERIFY2(made.code == 0, made.err.constData());
        QVERIFY2(made.out.contains("there is no re-phasing to tell apart"), made.out.constData());
        QVERIFY(!made.out.contains("re-phasing alone"));
    }

    void anotherStepIsRefused() {
        const Outcome refused = runKvw({"spike", m_folder.filePath("original"), "--at", "20"});
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.oneSentence() && refused.err.contains("a prune of the prompt"), refused.err.constData());
        const QString full = m_folder.filePath("full");
        QCOMPARE(runKvw({"run", "--policy", "full", "--prompt-tokens", "40", "--steps", "8", "--out", full}).code, 0);
        const Outcome none = runKvw({"spike", full});
        QCOMPARE(none.code, 2);
        QVERIFY2(none.err.contains("evicted nothing behind the prompt"), none.err.constData());
    }

 private:
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(SpikeCommandTest)
#include "spike_test.moc"
