// SPDX-License-Identifier: Apache-2.0
/// The golden counts and caps of POLICIES.md, section 10, and what holds for every share.
#include "core/policy/kit/headwise.h"

#include <QtTest>
#include <limits>
#include <numeric>
#include <random>

#include "core/policy/kit/nominal.h"

using namespace kvw::sdk;

using Counts = std::vector<std::int64_t>;
using Scores = HeadScores<double>;

namespace {

const std::vector<double> kFirst = {.30, .25, .20, .15, .12, .11, .10, .09};
const std::vector<double> kSecond = {.08, .07, .06, .05, .04, .03, .02, .01};

Scores golden() {
    return {kFirst, kSecond};
}

Scores random(std::mt19937_64& source, std::size_t heads, std::size_t entries, std::uint64_t different) {
    Scores scores(heads, std::vector<double>(entries));
    for (auto& head : scores) {
        std::generate(head.begin(), head.end(), [&] { return static_cast<double>(source() % different) / 16.0; });
    }
    return scores;
}

}  // namespace

class HeadwiseTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void goldenCounts() {
        QCOMPARE(pooled_counts(golden(), 10), (Counts{8, 2}));
        QCOMPARE(pooled_counts(golden(), 8), (Counts{8, 0}));
    }
    void goldenCaps() {
        QCOMPARE(floored_entries(golden(), 5, .5), (Counts{6, 3}));
        QCOMPARE(floored_entries(golden(), 4, .2), (Counts{6, 0}));
        Scores raised = golden();
        raised[1][0] = .085;
        QCOMPARE(floored_entries(raised, 5, .2), (Counts{7, 3}));
    }
    void goldenSafeguard() {
        Scores scores = golden();
        scores[0].insert(scores[0].end(), {.55, .5});
        scores[1].insert(scores[1].end(), {.045, .035});
        QCOMPARE(safe_entries(5, .2, 0), 1);
        QCOMPARE(safeguarded_entries(scores, 5, 1), (Counts{9, 1}));
    }
    void tiesInThePoolGoToTheLowerHead() {
        const Scores equal(3, std::vector<double>(4, .25));
        QCOMPARE(pooled_counts(equal, 5), (Counts{4, 1, 0}));
        QCOMPARE(pooled_counts(equal, 12), (Counts{4, 4, 4}));
        QCOMPARE(pooled_counts(Scores{{1, 2}, {3, 2}, {2, 2}}, 3), (Counts{1, 2, 0}));
    }
    void moreThanThereIs() {
        QCOMPARE(pooled_counts(golden(), 99), (Counts{8, 8}));
        QCOMPARE(pooled_counts(golden(), 0), (Counts{0, 0}));
        QCOMPARE(pooled_counts(Scores{{}, {}}, 3), (Counts{0, 0}));
    }
    void theWorstScoresCountToo() {
        const double worst = -std::numeric_limits<double>::infinity();
        QCOMPARE(pooled_counts(Scores{{worst, 1}, {worst, worst}}, 2), (Counts{2, 0}));
    }
    void integersAreComparedExactly() {
        // Both round to the same double.
        const std::int64_t large = std::int64_t{1} << 60U;
        QCOMPARE(pooled_counts(HeadScores<std::int64_t>{{large}, {large + 1}}, 1), (Counts{0, 1}));
    }
    void floorOneIsUniform() {
        QCOMPARE(floored_entries(golden(), 5, 1.0), (Counts{5, 5}));
        QCOMPARE(safeguarded_entries(golden(), 5, 5), (Counts{5, 5}));
    }
    void floorZeroIsThePoolAlone() { QCOMPARE(floored_entries(golden(), 5, 0.0), (Counts{8, 2})); }
    void halvesGoToTheEvenNumber() {
        // c 1 and 3, floor .5 of base 2: 1.5 and 2.5.
        QCOMPARE(floored_entries(Scores{{9, 1, 1}, {8, 7, 6}}, 2, .5), (Counts{2, 2}));
    }
    void capsStayWithinTheHead() {
        std::mt19937_64 source(4);
        for (int round = 0; round < 300; ++round) {
            const std::size_t entries = 2 + source() % 12;
            const auto base = static_cast<std::int64_t>(1 + source() % (entries - 1));
            const double floor = static_cast<double>(source() % 21) / 20;
            for (const std::int64_t cap : floored_entries(random(source, 1 + source() % 4, entries, 9), base, floor)) {
                QVERIFY(cap >= static_cast<std::int64_t>(static_cast<double>(base) * floor));
                QVERIFY(cap <= static_cast<std::int64_t>(entries));
            }
        }
    }
    void safeEntries_data() {
        QTest::addColumn<int>("capacity");
        QTest::addColumn<double>("floor");
        QTest::addColumn<int>("window");
        QTest::addColumn<int>("safe");
        QTest::newRow("beyond the window") << 100 << .5 << 8 << 42;
        QTest::newRow("truncated") << 19 << .5 << 2 << 7;
        QTest::newRow("inside the window") << 100 << .2 << 32 << 0;
        QTest::newRow("no floor") << 100 << 0.0 << 0 << 0;
        QTest::newRow("at least one token") << 4 << .2 << 0 << 1;
        QTest::newRow("that token is the window") << 4 << .2 << 1 << 0;
        QTest::newRow("everything") << 100 << 1.0 << 8 << 92;
    }
    void safeEntries() {
        QFETCH(int, capacity);
        QFETCH(double, floor);
        QFETCH(int, window);
        QTEST(static_cast<int>(safe_entries(capacity, floor, window)), "safe");
    }
    void weights() {
        Scores scores = {{4, 2, 1, 1}, {1, 1, 1, 1}, {0, 0, 0, 0}};
        weigh_by_best_share(scores, 2);
        QCOMPARE(scores, (Scores{{3, 1.5, .75, .75}, {.5, .5, .5, .5}, {0, 0, 0, 0}}));
    }
    void weightsDoNotDependOnTheOrderOfTokens() {
        std::mt19937_64 source(3);
        Scores scores(2, std::vector<double>(200));
        std::generate(scores[0].begin(), scores[0].end(), [&] { return std::uniform_real_distribution<>()(source); });
        scores[1].assign(scores[0].rbegin(), scores[0].rend());
        weigh_by_best_share(scores, 30);
        std::reverse(scores[1].begin(), scores[1].end());
        QCOMPARE(scores[0], scores[1]);
    }
    void countsAgreeWithASort() {
        std::mt19937_64 source(1);
        for (int round = 0; round < 300; ++round) {
            const std::size_t heads = 1 + source() % 5;
            const std::size_t entries = 1 + source() % 12;
            const Scores scores = random(source, heads, entries, round % 2 == 0 ? 4 : 1000);
            std::vector<std::pair<double, std::size_t>> pool;  // in order of head and token
            for (std::size_t h = 0; h < heads; ++h) {
                for (const double score : scores[h]) {
                    pool.emplace_back(-score, h);
                }
            }
            std::stable_sort(pool.begin(), pool.end(), [](auto& a, auto& b) { return a.first < b.first; });
            const std::size_t taken = source() % (pool.size() + 1);
            Counts expected(heads, 0);
            for (std::size_t i = 0; i < taken; ++i) {
                ++expected[pool[i].second];
            }
            QCOMPARE(pooled_counts(scores, static_cast<std::int64_t>(taken)), expected);
        }
    }
    void safeguardKeepsTheSumAndTheSafe() {
        std::mt19937_64 source(2);
        for (int round = 0; round < 300; ++round) {
            const std::size_t heads = 1 + source() % 5;
            const std::size_t entries = 2 + source() % 12;
            const Scores scores = random(source, heads, entries, round % 2 == 0 ? 4 : 1000);
            const auto base = static_cast<std::int64_t>(1 + source() % (entries - 1));
            const auto safe = static_cast<std::int64_t>(source() % static_cast<std::uint64_t>(base + 1));
            const Counts kept = safeguarded_entries(scores, base, safe);
            QCOMPARE(total_of(kept), base * static_cast<std::int64_t>(heads));
            QVERIFY(std::all_of(kept.begin(), kept.end(),
                                [&](std::int64_t k) { return k >= safe && k <= static_cast<std::int64_t>(entries); }));
        }
    }
};

QTEST_GUILESS_MAIN(HeadwiseTest)
#include "headwise_test.moc"
