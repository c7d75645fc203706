// SPDX-License-Identifier: Apache-2.0
/// `kvw autopsy`: the copies of a needle in a bundle, and the budget that saves them.
#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "tests/app/cli/kvw_process.h"

using namespace kvw::test;
using nlohmann::json;

class AutopsyCommandTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        m_run = m_folder.filePath("run");
        const Outcome made = runKvw({"run", "--text", "story", "--policy", "h2o:heavy=8,recent=8", "--prompt-tokens", "40",
                                     "--steps", "60", "--capture", "maps", "--out", m_run});
        QVERIFY2(made.code == 0, made.err.constData());
    }

    void aRangeOfTokens() {
        const Outcome made = runKvw({"autopsy", m_run, "--tokens", "50-53", "--json"});
        QVERIFY2(made.code == 0, made.err.constData());
        const json needle = json::parse(made.out.toStdString())["needles"][0];
        QCOMPARE(needle["step"].get<int>(), 99);
        QVERIFY(!needle["copies"].empty());
        int whole = 0, scored = 0;
        for (const json& copy : needle["copies"]) {
            whole += copy["left_at"].is_string() || copy["left_at"].is_null() ? 1 : 0;
            scored += copy["score"].is_number() ? 1 : 0;
        }
        QCOMPARE(needle["whole"].get<int>(), whole);
        QVERIFY(scored > 0);
        const QByteArray text = runKvw({"autopsy", m_run, "--tokens", "50-53"}).out;
        QVERIFY2(text.contains("tokens 50 to 53") && text.contains("at the end of step 99"), text.constData());
    }

    void theSmallestBudgetIsARunThatSavesIt() {
        const Outcome made = runKvw({"autopsy", m_run, "--tokens", "50-53", "--budget", "--parameter", "recent", "--json"});
        QVERIFY2(made.code == 0, made.err.constData());
        const json budget = json::parse(made.out.toStdString())["needles"][0]["budget"];
        QCOMPARE(budget["parameter"].get<std::string>(), std::string("recent"));
        const int smallest = budget["smallest"].get<int>();
        QVERIFY(smallest >= 1 && smallest <= 50);  // a window of the last 50 tokens holds them for certain
        const QString saved = m_folder.filePath("saved");
        QCOMPARE(runKvw({"run", "--text", "story", "--policy", QStringLiteral("h2o:heavy=8,recent=%1").arg(smallest),
                         "--prompt-tokens", "40", "--steps", "60", "--out", saved})
                     .code,
                 0);
        const Outcome again = runKvw({"autopsy", saved, "--tokens", "50-53", "--json"});
        QVERIFY(json::parse(again.out.toStdString())["needles"][0]["whole"].get<int>() >= 1);
    }

    void aFigureShowsWhere() {
        const QString files = m_folder.filePath("files");
        const Outcome made = runKvw({"export", m_run, "--figure", "needle-tokens-50-53", "--out", files});
        QVERIFY2(made.code == 0, made.err.constData());
        QVERIFY(readFile(files + "/figures/needle-tokens-50-53.csv").contains("step at which the copy left"));
    }

    void wrongQuestions_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("says");
        QTest::newRow("no probe") << QStringList() << "--needle";
        QTest::newRow("not in the text") << QStringList{"--needle", "Zebra xylophone"} << "does not contain";
        QTest::newRow("no range") << QStringList{"--tokens", "3,9"} << "no range of tokens";
        QTest::newRow("behind the end") << QStringList{"--tokens", "98-120"} << "not in the text that was read";
        QTest::newRow("two needles") << QStringList{"--tokens", "3-4", "--needle", "a"} << "one needle";
        QTest::newRow("no parameter") << QStringList{"--tokens", "3-4", "--budget", "--parameter", "capacity"}
                                      << "no parameter";
    }
    void wrongQuestions() {
        QFETCH(QStringList, words);
        QFETCH(QString, says);
        // The first 100 tokens of the story reach no question of a probe.
        const Outcome refused = runKvw(QStringList{"autopsy", m_run} + words);
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains(says.toUtf8()), refused.err.constData());
    }

 private:
    QTemporaryDir m_folder;
    QString m_run;
};

QTEST_GUILESS_MAIN(AutopsyCommandTest)
#include "autopsy_test.moc"
