// SPDX-License-Identifier: Apache-2.0
#include "core/engine/lane/token_mass.h"

#include <QtTest>
#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

using kvw::TokenMass;

class TokenMassTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void massesOfATokenAreAddedInAscendingOrder() {
        TokenMass mass;
        // 1 + 2^-24 + 2^-24 is 1 in f32, 2^-24 + 2^-24 + 1 is not.
        const float small = 0x1p-24F;
        for (const auto& [token, value] :
             std::vector<std::pair<int, float>>{{70, 1}, {3, 0.5F}, {70, small}, {70, small}}) {
            mass.add(token, value);
        }
        std::vector<float> sums{9, 9, 9};
        mass.sumTo(sums);
        QCOMPARE(sums, (std::vector<float>{0.5F, 1 + 2 * small}));
    }

    void nothingAddedGivesNoSums() {
        TokenMass mass;
        std::vector<float> sums{1};
        mass.sumTo(sums);
        QVERIFY(sums.empty());
    }

    void layersFollowEachOther_data() {
        QTest::addColumn<int>("units");
        QTest::addColumn<int>("tokens");
        for (const int units : {1, 2, 8}) {
            for (const int tokens : {1, 63, 64, 65, 5000}) {
                QTest::addRow("%d units, %d tokens", units, tokens) << units << tokens;
            }
        }
    }
    void layersFollowEachOther() {
        QFETCH(int, units);
        QFETCH(int, tokens);
        std::mt19937 random(7);
        std::uniform_real_distribution<float> values(0, 1);
        TokenMass mass;
        std::vector<float> sums;
        for (int layer = 0; layer < 3; ++layer) {
            mass.clear();
            std::map<int, std::vector<float>> expected;
            for (int unit = 0; unit < units; ++unit) {
                std::vector<int> held(static_cast<std::size_t>(tokens));
                std::iota(held.begin(), held.end(), layer);
                std::shuffle(held.begin(), held.end(), random);
                held.resize(static_cast<std::size_t>(tokens + 1) / 2);
                for (const int token : held) {
                    const float value = values(random);
                    mass.add(token, value);
                    expected[token].push_back(value);
                }
            }
            mass.sumTo(sums);
            QCOMPARE(sums.size(), expected.size());
            std::size_t i = 0;
            for (auto& [token, each] : expected) {
                std::sort(each.begin(), each.end());
                float sum = each[0];
                for (std::size_t j = 1; j < each.size(); ++j) {
                    sum += each[j];
                }
                QCOMPARE(sums[i++], sum);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TokenMassTest)
#include "token_mass_test.moc"
