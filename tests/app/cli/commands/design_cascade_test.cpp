// SPDX-License-Identifier: Apache-2.0
/// `kvw design-cascade`: designs of a full lane's bundle, and runs of the best.
#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "tests/app/cli/kvw_process.h"

using namespace kvw::test;
using nlohmann::json;

class DesignCascadeTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        m_run = m_folder.filePath("full");
        const Outcome made = runKvw({"run", "--text", "story", "--policy", "full", "--prompt-tokens", "40", "--steps", "60",
                                     "--capture", "maps", "--out", m_run});
        QVERIFY2(made.code == 0, made.err.constData());
    }

    void designsAreInOrderAndRun() {
        const Outcome made = runKvw({"design-cascade", m_run, "--total", "16", "--cascades", "1,2", "--rates", "2", "--run",
                                     "2", "--json"});
        QVERIFY2(made.code == 0, made.err.constData());
        const json said = json::parse(made.out.toStdString());
        QCOMPARE(said["designs"].size(), std::size_t{2});  // two halves are two equal parts
        double before = 2;
        for (const json& design : said["designs"]) {
            const double retained = design["retained"].get<double>();
            QVERIFY(retained <= before && retained > 0);
            before = retained;
            QVERIFY(design["delta_nll"].is_number());
        }
        double all = said["sinks"].get<double>();
        for (const json& age : said["ages"]) {
            all += age["attention"].get<double>();
        }
        QVERIFY(std::abs(all - 1) < 1e-3);
        const QString files = m_folder.filePath("files");
        QCOMPARE(runKvw({"export", m_run, "--figure", "cascade-designs-total-16", "--out", files}).code, 0);
        QVERIFY(readFile(files + "/figures/cascade-designs-total-16-sinks-4.csv").contains("cascade:sinks=4"));
    }

    void aDesignOfOnesOwn() {
        const Outcome made = runKvw({"design-cascade", m_run, "--design", "cascade:sizes=8/4/4,periods=1/2/8"});
        QVERIFY2(made.code == 0, made.err.constData());
        QVERIFY2(made.out.contains("sizes=8/4/4,periods=1/2/8"), made.out.constData());
    }

    void wrongQuestions() {
        for (const char* design : {"cascade:window=16", "streaming", "cascade:sizes=8/4,periods=1/2/4"}) {
            const Outcome refused = runKvw({"design-cascade", m_run, "--design", design});
            QCOMPARE(refused.code, 2);
            QVERIFY2(refused.oneSentence(), refused.err.constData());
        }
        const QString bare = m_folder.filePath("bare");
        QVERIFY(makeBundle(bare));
        const Outcome refused = runKvw({"design-cascade", bare});
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("full cache"), refused.err.constData());
    }

 private:
    QTemporaryDir m_folder;
    QString m_run;
};

QTEST_GUILESS_MAIN(DesignCascadeTest)
#include "design_cascade_test.moc"
