// SPDX-License-Identifier: Apache-2.0
#include "core/engine/lane/sampler.h"

#include <QtTest>
#include <cmath>
#include <limits>
#include <map>

using namespace kvw;

namespace {

/// Probabilities 0.5, 0.25, 0.125, 0.125 for ids 2, 0, 1, 3.
const std::vector<float> kLogits{std::log(0.25F), std::log(0.125F), std::log(0.5F), std::log(0.125F)};

std::map<std::int32_t, int> draw(const Sampling& sampling, int count, std::int64_t seed = 0) {
    Sampler sampler(sampling, seed);
    std::map<std::int32_t, int> counts;
    for (int i = 0; i < count; ++i) {
        ++counts[sampler.choose(kLogits, i)];
    }
    return counts;
}

}  // namespace

class SamplerTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void greedyTakesTheLowestIdOfATie() {
        Sampler sampler({0, 0, 1}, 1);
        QCOMPARE(sampler.choose(std::vector<float>{1, 3, 3, 2}, 0), 1);
        QCOMPARE(sampler.choose(std::vector<float>{7}, 5), 0);
    }
    void frequenciesFollowTheDistribution() {
        auto counts = draw({1, 0, 1}, 8000);
        QVERIFY(std::abs(counts[2] - 4000) < 150);
        QVERIFY(std::abs(counts[0] - 2000) < 150);
        QVERIFY(std::abs(counts[1] - 1000) < 120);
        QVERIFY(std::abs(counts[3] - 1000) < 120);
    }
    void temperatureSharpens() {
        // At 0.5 the probabilities are squared: 0.25, 0.0625, 2 x 0.015625, so 8/11 of the mass is id 2's.
        auto counts = draw({0.5, 0, 1}, 8000);
        QVERIFY(std::abs(counts[2] - 8000 * 8 / 11) < 150);
    }
    void sameSeedSameChoices() {
        Sampler a({1, 0, 1}, 3), b({1, 0, 1}, 3), c({1, 0, 1}, 4);
        int different = 0;
        for (int i = 0; i < 200; ++i) {
            const std::int32_t id = a.choose(kLogits, i);
            QCOMPARE(b.choose(kLogits, i), id);
            different += c.choose(kLogits, i) != id ? 1 : 0;
        }
        QVERIFY(different > 50);
    }
    void choiceDependsOnTheIndexOnly() {
        Sampler once({1, 0, 1}, 9), twice({1, 0, 1}, 9);
        (void)twice.choose(kLogits, 7);
        QCOMPARE(once.choose(kLogits, 8), twice.choose(kLogits, 8));
    }
    void topK_data() {
        QTest::addColumn<qint64>("topK");
        QTest::addColumn<int>("ids");
        QTest::addRow("1 is greedy") << qint64{1} << 1;
        QTest::addRow("2") << qint64{2} << 2;
        QTest::addRow("3: of the tie the lowest id") << qint64{3} << 3;
        QTest::addRow("as many as there are") << qint64{4} << 4;
        QTest::addRow("more than there are") << qint64{1000} << 4;
        QTest::addRow("0 is all") << qint64{0} << 4;
    }
    void topK() {
        QFETCH(qint64, topK);
        QFETCH(int, ids);
        const auto counts = draw({1, topK, 1}, 2000);
        QCOMPARE(static_cast<int>(counts.size()), ids);
        QCOMPARE(counts.count(3) == 1, ids == 4);
    }
    void topP_data() {
        QTest::addColumn<double>("topP");
        QTest::addColumn<int>("ids");
        QTest::addRow("next to nothing keeps the best") << 1e-12 << 1;
        QTest::addRow("below the best") << 0.49 << 1;
        QTest::addRow("just above the best") << 0.51 << 2;
        QTest::addRow("three") << 0.8 << 3;
        QTest::addRow("all") << 1.0 << 4;
    }
    void topP() {
        QFETCH(double, topP);
        QFETCH(int, ids);
        QCOMPARE(static_cast<int>(draw({1, 0, topP}, 2000).size()), ids);
    }
    void topPIsOfWhatTopKLeaves() {
        // The best two have 2/3 and 1/3 of the mass: 0.6 needs one, 0.7 both.
        QCOMPARE(static_cast<int>(draw({1, 2, 0.6}, 500).size()), 1);
        QCOMPARE(static_cast<int>(draw({1, 2, 0.7}, 500).size()), 2);
    }
    void extremeLogits() {
        const float most = std::numeric_limits<float>::max();
        Sampler sampler({1e-6, 0, 1}, 0);
        QCOMPARE(sampler.choose(std::vector<float>{-most, 0, most, 1}, 0), 2);
        QCOMPARE(sampler.choose(std::vector<float>{-std::numeric_limits<float>::infinity(), 5, 1}, 0), 1);
    }
};

QTEST_GUILESS_MAIN(SamplerTest)
#include "sampler_test.moc"
