// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "tests/core/policy/kit/tensors.h"

using namespace kvw::test;

namespace {

const std::vector<float> kOneToFive{1, 2, 3, 4, 5};
const Tokens kAscending{0, 1, 2, 3, 4};

std::vector<bool> all(std::size_t n) {
    return std::vector<bool>(n, true);
}

/// Pooling of a list by its definition (POLICIES.md 0.6).
std::vector<float> pooledList(const std::vector<float>& list, std::int64_t width, bool maximum) {
    std::vector<float> result;
    const auto n = static_cast<std::int64_t>(list.size());
    for (std::int64_t i = 0; i < n; ++i) {
        float sum = 0;
        float most = -std::numeric_limits<float>::infinity();
        for (std::int64_t j = std::max<std::int64_t>(0, i - width / 2); j <= std::min(n - 1, i + width / 2); ++j) {
            sum += list[static_cast<std::size_t>(j)];
            most = std::max(most, list[static_cast<std::size_t>(j)]);
        }
        result.push_back(maximum ? most : sum / static_cast<float>(width));
    }
    return result;
}

bool near(const std::vector<float>& a, const std::vector<float>& b) {
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(), [](float x, float y) { return std::abs(x - y) < 1e-6F; });
}

}  // namespace

class PoolHostTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void averageCountsThePadding() {
        QVERIFY(near(pooled(kOneToFive, kAscending, all(5), 3, false), {1, 2, 3, 4, 3}));
        QVERIFY(near(pooled(kOneToFive, kAscending, all(5), 5, false), {1.2F, 2, 3, 2.8F, 2.4F}));
    }
    void maximumIgnoresThePadding() { QVERIFY(near(pooled({-1, -2, -3}, {0, 1, 2}, all(3), 3, true), {-1, -1, -2})); }
    void widthOneChangesNothing() {
        QVERIFY(near(pooled(kOneToFive, kAscending, {true, true, true, true, false}, 1, true), {1, 2, 3, 4, 0}));
    }
    void widthBeyondTheListIsAllowed() {
        QVERIFY(near(pooled({1, 2}, {0, 1}, all(2), 9, true), {2, 2}));
        QVERIFY(near(pooled({1, 2}, {0, 1}, all(2), 9, false), {3.F / 9, 3.F / 9}));
    }
    void emptyRangeGivesZeros() {
        QVERIFY(near(pooled(kOneToFive, kAscending, std::vector<bool>(5, false), 3, true), {0, 0, 0, 0, 0}));
    }
    void bothEndsOfTheRangeArePadded() {
        QVERIFY(near(pooled({9, 1, 2, 3, 9}, kAscending, {false, true, true, true, false}, 3, true), {0, 2, 3, 3, 0}));
        QVERIFY(near(pooled({9, 1, 2, 3, 9}, kAscending, {false, true, true, true, false}, 3, false),
                     {0, 1, 2, 5.F / 3, 0}));
    }
    void gapsInTheRangeCloseUp() {
        // Neighbours are what is next to each other in the range: 1 and 4 here.
        QVERIFY(near(pooled({1, 7, 7, 4}, {0, 1, 2, 3}, {true, false, false, true}, 3, true), {4, 0, 0, 4}));
    }
    void slotOrderDoesNotMatter() {
        std::mt19937 random(23);
        for (int draw = 0; draw < 200; ++draw) {
            const std::size_t slots = 1 + random() % 14;
            Tokens tokens(slots * 2);
            std::iota(tokens.begin(), tokens.end(), 0);
            std::shuffle(tokens.begin(), tokens.end(), random);
            tokens.resize(slots);
            std::vector<float> values(slots);
            std::vector<bool> range(slots);
            std::vector<std::size_t> inRange;
            for (std::size_t s = 0; s < slots; ++s) {
                values[s] = static_cast<float>(random() % 100) / 7.0F;
                tokens[s] = random() % 5 == 0 ? -1 : tokens[s];
                range[s] = tokens[s] >= 0 && random() % 5 != 0;
                if (range[s]) {
                    inRange.push_back(s);
                }
            }
            std::sort(inRange.begin(), inRange.end(), [&](auto a, auto b) { return tokens[a] < tokens[b]; });
            std::vector<float> list;
            for (const std::size_t s : inRange) {
                list.push_back(values[s]);
            }
            const std::int64_t width = 1 + 2 * static_cast<std::int64_t>(random() % 4);
            const bool maximum = random() % 2 == 0;
            const std::vector<float> expectedList = pooledList(list, width, maximum);
            std::vector<float> expected(slots, 0);
            for (std::size_t i = 0; i < inRange.size(); ++i) {
                expected[inRange[i]] = expectedList[i];
            }
            QVERIFY(near(pooled(values, tokens, range, width, maximum), expected));
            QVERIFY(near(pooled(values, tokens, range, width, maximum, /*asOnDevice=*/true), expected));
        }
    }
    void headsThatShareTokensArePooledEach() {
        const std::vector<std::vector<float>> heads{{1, 2, 3, 4}, {8, 6, 4, 2}};
        const Tokens tokens{30, 10, -1, 20};
        const std::vector<bool> range{true, true, false, true};
        // In token order 2 4 1 and 6 2 8.
        QCOMPARE(pooledHeads(heads, tokens, range, 3, true),
                 (std::vector<std::vector<float>>{{4, 4, 0, 4}, {8, 6, 0, 8}}));
        QCOMPARE(pooledHeads(heads, tokens, range, 5, false),
                 (std::vector<std::vector<float>>{{1.4F, 1.4F, 0, 1.4F}, {3.2F, 3.2F, 0, 3.2F}}));
    }
    void notANumberSpreadsToItsNeighbours() {
        const float nan = std::numeric_limits<float>::quiet_NaN();
        for (const bool asOnDevice : {false, true}) {
            for (const bool maximum : {false, true}) {
                const auto found = pooled({1, nan, 3, 5}, {3, 0, 1, 2}, all(4), 3, maximum, asOnDevice);
                QVERIFY(std::isnan(found[1]) && std::isnan(found[2]));
                QVERIFY(!std::isnan(found[0]) && !std::isnan(found[3]));
            }
        }
    }
    void windowsWiderThanTheRangeSeeAllOfIt() {
        constexpr std::int64_t wide = 9007199254740991;
        QVERIFY(near(pooled({1, 3, 2}, {0, 1, 2}, all(3), wide, true), {3, 3, 3}));
        QVERIFY(near(pooled({1, 3, 2}, {0, 1, 2}, all(3), wide, false), {0, 0, 0}));
        QVERIFY(near(pooled({1, 3, 2}, {0, 1, 2}, all(3), 13, false), std::vector<float>(3, 6.0F / 13)));
        QVERIFY(near(pooled({1, 3, 2}, {2, 0, 1}, all(3), wide, true), {3, 3, 3}));
        QVERIFY(near(pooled({1, 3, 2}, {2, 0, 1}, all(3), 13, false), std::vector<float>(3, 6.0F / 13)));
    }
    void groupReduction() {
        const std::vector<std::vector<float>> heads{{1, 2}, {3, 6}, {5, 0}, {7, 4}};
        QCOMPARE(reduced(heads, 2, 1, 0), (std::vector<std::vector<float>>{{2, 4}, {6, 2}}));
        QCOMPARE(reduced(heads, 2, 1, 1), (std::vector<std::vector<float>>{{3, 6}, {7, 4}}));
        QCOMPARE(reduced(heads, 2, 1, 2), (std::vector<std::vector<float>>{{4, 8}, {12, 4}}));
        QCOMPARE(reduced(heads, 2, 0, 0), (std::vector<std::vector<float>>{{4, 3}}));
        QCOMPARE(reduced(heads, 2, 2, 0), heads);
    }
    void spreadRepeatsUnitsPerQueryHead() {
        QCOMPARE(spread({{1, 2}, {3, 4}}, 4), (std::vector<std::vector<float>>{{1, 2}, {1, 2}, {3, 4}, {3, 4}}));
        QCOMPARE(spread({{1, 2}}, 3), (std::vector<std::vector<float>>{{1, 2}, {1, 2}, {1, 2}}));
    }
    void equalColumnsGetEqualSums() {
        // 67 columns: more than a vector loop handles at once, and a remainder.
        for (const std::int64_t rows : {1, 2, 3, 5, 31, 32, 33, 64}) {
            const std::vector<float> sums = sumOfEqualRows(rows, 67, 0.37F);
            for (const float sum : sums) {
                QCOMPARE(sum, sums.front());
            }
        }
    }
    void sumsOfOddCountsAreComplete() {
        QCOMPARE(sumInOrder({1, 2, 4, 8, 16, 32, 64}), 127.0F);
        QCOMPARE(sumInOrder({5}), 5.0F);
    }
};

QTEST_GUILESS_MAIN(PoolHostTest)
#include "pool_host_test.moc"
