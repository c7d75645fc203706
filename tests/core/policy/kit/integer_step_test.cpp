// SPDX-License-Identifier: Apache-2.0
#include "core/policy/kit/integer_step.h"

#include <QtTest>
#include <limits>
#include <numeric>

#include "core/policy/kit/random.h"

using namespace kvw::sdk;
using Tokens = std::vector<std::int64_t>;
using Shares = std::vector<double>;

Q_DECLARE_METATYPE(Tokens)
Q_DECLARE_METATYPE(Shares)

class IntegerStepTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void golden_data() {
        QTest::addColumn<Shares>("shares");
        QTest::addColumn<int>("total");
        QTest::addColumn<int>("cap");
        QTest::addColumn<Tokens>("budgets");
        QTest::newRow("both at the cap") << Shares{9.7, 2.2} << 12 << 6 << Tokens{6, 6};
        QTest::newRow("what truncation lost goes to the first") << Shares{5.5, 3.3, 1.2} << 10 << 6 << Tokens{6, 3, 1};
        QTest::newRow("clipped tokens are spread") << Shares{10, 1, 1} << 12 << 6 << Tokens{6, 3, 3};
        QTest::newRow("clipped and truncated") << Shares{90.9, 9.09} << 100 << 60 << Tokens{60, 40};
        QTest::newRow("three tokens are lost") << Shares{30, 9, 1} << 40 << 14 << Tokens{14, 14, 9};
        QTest::newRow("fixture A") << Shares{3.91334, 2.08666} << 6 << 6 << Tokens{4, 2};
        QTest::newRow("fixture A, tau 1.6 and 0.6") << Shares{4.57350, 1.42650} << 6 << 6 << Tokens{5, 1};
        QTest::newRow("one layer takes all") << Shares{6} << 6 << 6 << Tokens{6};
        QTest::newRow("fewer tokens than layers") << Shares{.5, .5, .5, .5} << 2 << 9 << Tokens{1, 1, 0, 0};
        QTest::newRow("no room at all") << Shares{4, 2} << 6 << 0 << Tokens{0, 0};
        QTest::newRow("more than the total") << Shares{4, 1, 3} << 6 << 9 << Tokens{3, 1, 2};
    }
    void golden() {
        QFETCH(Shares, shares);
        QFETCH(int, total);
        QFETCH(int, cap);
        QTEST(integer_step(shares, total, cap), "budgets");
    }
    void sharesAddUp() {
        const Shares shares = real_shares({0.1820307104, 0.0970619756}, 6);
        QVERIFY(qAbs(shares[0] - 3.91334) < 1e-5);
        QVERIFY(qAbs(shares[1] - 2.08666) < 1e-5);
    }
    void withoutWeightsSharesAreEqual() {
        QCOMPARE(real_shares({0, 0}, 5), (Shares{2.5, 2.5}));
        QCOMPARE(real_shares({std::numeric_limits<double>::quiet_NaN(), 1}, 6), (Shares{3, 3}));
        QCOMPARE(real_shares({std::numeric_limits<double>::infinity(), 1}, 6), (Shares{3, 3}));
    }
    void equalWeightsGiveEqualTokens() {
        // 0.7 * 5 is not the sum of five 0.7 in double, and truncation must not see it.
        for (std::size_t layers = 1; layers < 100; ++layers) {
            const auto total = static_cast<std::int64_t>(layers) * 13;
            for (const double weight : {0.7, 1.0 / 3, 8.948431e-7, 123456.789}) {
                QCOMPARE(integer_step(real_shares(Shares(layers, weight), total), total, 20), Tokens(layers, 13));
            }
        }
    }
    void neverAboveTheCapNorTheTotal() {
        for (std::uint64_t draw = 0; draw < 300; ++draw) {
            Shares weights;
            for (std::uint64_t l = 0; l < 1 + draw % 6; ++l) {
                weights.push_back(static_cast<double>(hash(3, {draw, l}) % 1000));
            }
            const auto total = static_cast<std::int64_t>(hash(4, {draw}) % 90);
            const auto cap = static_cast<std::int64_t>(hash(5, {draw}) % 30);
            const Tokens budgets = integer_step(real_shares(weights, total), total, cap);
            for (const std::int64_t budget : budgets) {
                QVERIFY(budget >= 0 && budget <= cap);
            }
            QVERIFY(std::accumulate(budgets.begin(), budgets.end(), std::int64_t{0}) <= total);
        }
    }
};

QTEST_GUILESS_MAIN(IntegerStepTest)
#include "integer_step_test.moc"
