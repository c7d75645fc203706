// SPDX-License-Identifier: Apache-2.0
#include "core/eval/sweep_plan.h"

#include <QTemporaryDir>
#include <QtTest>
#include <set>

#include "core/eval/sweep.h"

using namespace kvw;

namespace {

using Words = std::vector<std::string>;

Sweep largeGrid(std::int64_t count, std::int64_t seed) {
    Sweep sweep;
    sweep.policies = {"snapkv", "tova"};
    sweep.axes = {parseAxis("capacity=1:1000:1").value(), parseAxis("window=1:1000:1").value()};
    sweep.plan.kind = SweepPlan::Kind::Random;
    sweep.plan.count = count;
    sweep.plan.seed = seed;
    return sweep;
}

std::vector<Words> wordsOf(const Sweep& sweep) {
    std::vector<Words> all;
    const auto combined = combinations(sweep);
    for (const SweepCombination& each : combined ? *combined : std::vector<SweepCombination>()) {
        all.push_back(each.values);
        all.back().push_back(each.policy);
    }
    return all;
}

}  // namespace

class SweepPlanTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void theLastAxisOfAGridIsTheFastest() {
        Sweep sweep;
        sweep.policies = {"a", "b"};
        sweep.axes = {{"x", {"1", "2"}}, {"y", {"3", "4"}}};
        const auto all = wordsOf(sweep);
        QCOMPARE(all.size(), std::size_t{8});
        QCOMPARE(all[1], (Words{"1", "4", "a"}));
        QCOMPARE(all[4], (Words{"1", "3", "b"}));
        sweep.axes = largeGrid(1, 0).axes;
        QVERIFY(!combinations(sweep).has_value());
    }

    void drawnPointsAreTheSameForASeedAndNeverTwice() {
        const auto some = wordsOf(largeGrid(50, 7));
        QCOMPARE(some.size(), std::size_t{50});
        QCOMPARE(std::set<Words>(some.begin(), some.end()).size(), std::size_t{50});
        QCOMPARE(wordsOf(largeGrid(50, 7)), some);
        QVERIFY(wordsOf(largeGrid(50, 8)) != some);
        const auto more = wordsOf(largeGrid(80, 7));
        QVERIFY(std::equal(some.begin(), some.end(), more.begin()));
        Sweep small = largeGrid(4, 1);
        small.policies = {"tova"};
        small.axes = {{"capacity", {"1", "2"}}, {"seed", {"0", "1"}}};
        QCOMPARE(wordsOf(small).size(), std::size_t{4});
        small.plan.count = 5;
        const auto refused = combinations(small);
        QVERIFY(!refused.has_value() && refused.error().sentence().find("from 1 to 4") != std::string::npos);
    }

    void aListIsReadFromBothForms_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("JSON lines") << QByteArray(
            "{\"capacity\": 64, \"window\": \"8\", \"policy\": \"snapkv:kernel=5,pool=max\"}\n\n"
            "{\"policy\": \"snapkv\", \"capacity\": \"25%\", \"window\": 4}\n");
        QTest::newRow("CSV") << QByteArray(
            "capacity,window,policy\r\n64,8,\"snapkv:kernel=5,pool=max\"\r\n25%,4,snapkv\r\n");
    }
    void aListIsReadFromBothForms() {
        QFETCH(QByteArray, text);
        Sweep sweep;
        QCOMPARE(read(text, sweep), std::string());
        QCOMPARE(sweep.policies, (Words{"snapkv:kernel=5,pool=max", "snapkv"}));
        QCOMPARE(axisNames(sweep), (Words{"policy", "capacity", "window"}));
        QCOMPARE(sweep.axes[0].values, (Words{"64", "25%"}));
        const auto all = wordsOf(sweep);
        QCOMPARE(all.size(), std::size_t{2});
        QCOMPARE(all[1], (Words{"25%", "4", "snapkv"}));
        // A written plan reads the same.
        Sweep again;
        QCOMPARE(read(QByteArray::fromStdString(sweepPointsText(sweep)), again), std::string());
        QCOMPARE(wordsOf(again), all);
        QCOMPARE(again.policies, sweep.policies);
    }

    void aListWithoutPoliciesIsOfEveryPolicy() {
        Sweep sweep;
        sweep.policies = {"tova", "snapkv"};
        QCOMPARE(read("capacity\n16\n32\n", sweep), std::string());
        const auto all = wordsOf(sweep);
        QCOMPARE(all.size(), std::size_t{4});
        QCOMPARE(all[1], (Words{"16", "snapkv"}));
    }

    void aWrongListIsASentence_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("names");
        QTest::newRow("empty") << QByteArray("\n") << QByteArray("no point");
        QTest::newRow("heading only") << QByteArray("a,b\n") << QByteArray("no point");
        QTest::newRow("too few cells") << QByteArray("a,b\n1,2\n3\n") << QByteArray("line 3");
        QTest::newRow("an empty cell") << QByteArray("a,b\n1,\n") << QByteArray("line 2");
        QTest::newRow("open quote") << QByteArray("a,b\n1,\"2\n") << QByteArray("line 2");
        QTest::newRow("other names") << QByteArray("{\"a\": 1}\n{\"b\": 1}\n") << QByteArray("line 2");
        QTest::newRow("a list") << QByteArray("{\"a\": [1]}\n") << QByteArray("line 1");
        QTest::newRow("no JSON") << QByteArray("{\"a\": 1}\n{\"a\n") << QByteArray("line 2");
        QTest::newRow("twice") << QByteArray("a\n1\n1\n") << QByteArray("twice");
        QTest::newRow("name twice") << QByteArray("a,a\n1,2\n") << QByteArray("twice");
        QTest::newRow("policies twice") << QByteArray("policy,a\nsnapkv,2\n") << QByteArray("--policy");
    }
    void aWrongListIsASentence() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, names);
        Sweep sweep;
        sweep.policies = {"tova"};
        const std::string sentence = read(text, sweep);
        QVERIFY2(QByteArray::fromStdString(sentence).contains(names), sentence.c_str());
        QVERIFY(!readSweepPoints(std::filesystem::path("/nowhere/points.csv"), sweep).has_value());
    }

    void aHalvingHasAFactorAndANumber() {
        QCOMPARE(parseHalving("3")->factor, 3);
        QCOMPARE(parseHalving("3")->by, std::string("delta_nll"));
        QCOMPARE(parseHalving("4:mean_kl")->by, std::string("mean_kl"));
        for (const char* wrong : {"", "1", "x", "3:", "3:loss", "3:mean_kl:x", "1e3", "-2"}) {
            QVERIFY2(!parseHalving(wrong).has_value(), wrong);
        }
    }

 private:
    /// Returns the sentence of an error; empty: the list was read.
    static std::string read(const QByteArray& text, Sweep& sweep) {
        const QTemporaryDir folder;
        QFile file(folder.filePath("points"));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
            return "not written";
        }
        file.close();
        const auto result = readSweepPoints(folder.filePath("points").toStdString(), sweep);
        return result ? std::string() : result.error().sentence();
    }
};

QTEST_APPLESS_MAIN(SweepPlanTest)
#include "sweep_plan_test.moc"
