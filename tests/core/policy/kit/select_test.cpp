// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "core/policy/kit/random.h"
#include "tests/core/policy/kit/tensors.h"

using namespace kvw::test;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

QByteArray text(const Tokens& tokens) {
    QByteArray result;
    for (const std::int64_t token : tokens) {
        result += (result.isEmpty() ? "" : " ") + QByteArray::number(static_cast<qlonglong>(token));
    }
    return result;
}

QByteArray text(const std::vector<Tokens>& units) {
    QByteArray result;
    for (const Tokens& unit : units) {
        result += "[" + text(unit) + "]";
    }
    return result;
}

Table oneUnit(std::vector<float> score, Tokens tokens) {
    return {1, {std::move(score)}, {std::move(tokens)}};
}

/// Rule B3 for one unit, by plain sorting.
struct Reference {
    Tokens safe, gone;
};

Reference reference(const std::vector<float>& score, const Tokens& tokens, std::int64_t budget, std::int64_t sinks,
                    std::int64_t recent) {
    std::vector<std::size_t> slots;
    for (std::size_t s = 0; s < tokens.size(); ++s) {
        if (tokens[s] >= 0) {
            slots.push_back(s);
        }
    }
    std::sort(slots.begin(), slots.end(), [&](auto a, auto b) { return tokens[a] < tokens[b]; });
    const auto held = static_cast<std::int64_t>(slots.size());
    const std::int64_t kept = std::max<std::int64_t>(0, std::min(budget, held));
    const std::int64_t newest = std::min(recent, kept);
    Reference result;
    std::vector<std::size_t> rest;
    std::int64_t left = kept - newest;
    for (std::int64_t i = 0; i < held; ++i) {
        const std::size_t slot = slots[static_cast<std::size_t>(i)];
        const bool sink = i < held - newest && tokens[slot] < sinks && left > 0;
        left -= sink ? 1 : 0;
        if (sink || i >= held - newest) {
            result.safe.push_back(tokens[slot]);
        } else {
            rest.push_back(slot);
        }
    }
    const auto value = [&](std::size_t slot) { return std::isnan(score[slot]) ? -kInf : score[slot]; };
    std::stable_sort(rest.begin(), rest.end(), [&](auto a, auto b) { return value(a) > value(b); });
    for (std::size_t i = static_cast<std::size_t>(left); i < rest.size(); ++i) {
        result.gone.push_back(tokens[rest[i]]);
    }
    std::sort(result.gone.begin(), result.gone.end());
    return result;
}

/// Free slots, gaps, ties, NaN and infinities, in any slot order.
Table drawTable(std::mt19937& random, std::int64_t layers, std::int64_t units, std::size_t slots) {
    Table table;
    table.layers = layers;
    for (std::int64_t u = 0; u < layers * units; ++u) {
        Tokens tokens(slots * 2);
        std::iota(tokens.begin(), tokens.end(), 0);
        std::shuffle(tokens.begin(), tokens.end(), random);
        tokens.resize(slots);
        std::vector<float> score(slots);
        for (std::size_t s = 0; s < slots; ++s) {
            tokens[s] = random() % 4 == 0 ? -1 : tokens[s];
            const auto kind = random() % 20;
            score[s] = kind == 0 ? kNan : kind == 1 ? -kInf : static_cast<float>(random() % 5) / 4.0F;
        }
        table.tokens.push_back(tokens);
        table.score.push_back(score);
    }
    return table;
}

}  // namespace

class SelectTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void equalScoresLoseTheYoungest() {
        const Table table = oneUnit({1, 1, 1, 1, 1}, {8, 3, 5, 9, 0});
        QCOMPARE(text(evicted(table, {{4}})), QByteArray("[9]"));
        QCOMPARE(text(evicted(table, {{2}})), QByteArray("[5 8 9]"));
    }
    void negativeZeroTiesWithZero() {
        QCOMPARE(text(evicted(oneUnit({-0.0F, 0.0F}, {4, 7}), {{1}})), QByteArray("[7]"));
    }
    void nanIsWorstAndTiesWithMinusInfinity() {
        const Table table = oneUnit({0.5F, kNan, -kInf, -2}, {0, 1, 2, 3});
        QCOMPARE(text(evicted(table, {{3}})), QByteArray("[2]"));
        QCOMPARE(text(evicted(table, {{2}})), QByteArray("[1 2]"));
    }
    void allNanStillEvictsTheRightNumber() {
        QCOMPARE(text(evicted(oneUnit({kNan, kNan, kNan}, {2, 0, 1}), {{1}})), QByteArray("[1 2]"));
        QCOMPARE(text(evicted(oneUnit({kInf, kInf, kInf}, {2, 0, 1}), {{2}})), QByteArray("[2]"));
        QCOMPARE(text(evicted(oneUnit({kInf, kInf, kInf}, {2, 0, 1}), {{2}, 0, 0, true})), QByteArray("[2]"));
    }
    void freeSlotsAreNeverNamed() {
        QCOMPARE(text(evicted(oneUnit({-9, 5, -9, 6}, {-1, 4, -1, 2}), {{1}})), QByteArray("[4]"));
    }
    void nothingToDoGivesAnUndefinedTensor() {
        QCOMPARE(evictedColumns(oneUnit({1, 2, 3}, {0, 1, 2}), {{3}}), -1);
        QCOMPARE(evictedColumns(oneUnit({1, 2, 3}, {0, -1, 2}), {{2}}), -1);
    }
    void raggedUnitsArePadded() {
        Table table{1, {{1, 2, 3, 4}, {1, 2, 3, 4}}, {{0, 1, 2, 3}, {0, -1, -1, 3}}};
        QCOMPARE(evictedColumns(table, {{2}}), 2);
        QCOMPARE(text(evicted(table, {{2}})), QByteArray("[0 1][]"));
        QCOMPARE(text(evicted(table, {{3, 1}})), QByteArray("[0][0]"));
    }
    void budgetMayBePerLayer() {
        Table table{2, {{1, 2}, {1, 2}, {1, 2}, {1, 2}}, {{0, 1}, {0, 1}, {0, 1}, {0, 1}}};
        QCOMPARE(text(evicted(table, {{2, 1}})), QByteArray("[][][0][0]"));
    }
    void wrongNumberOfBudgetsThrows() {
        QVERIFY_EXCEPTION_THROWN((void)evicted(oneUnit({1, 2}, {0, 1}), {{1, 1, 1}}), std::invalid_argument);
    }
    void protectedTokensTakeTheBudgetFirst_data() {
        QTest::addColumn<int>("budget");
        QTest::addColumn<QByteArray>("safe");
        QTest::newRow("1: newest") << 1 << QByteArray("[9]");
        QTest::newRow("2: recent") << 2 << QByteArray("[8 9]");
        QTest::newRow("3: oldest sink") << 3 << QByteArray("[0 8 9]");
        QTest::newRow("5: sinks below 4 that are held") << 5 << QByteArray("[0 3 8 9]");
    }
    void protectedTokensTakeTheBudgetFirst() {
        QFETCH(int, budget);
        const Table table = oneUnit({0, 0, 0, 0, 0, 0, 0}, {8, 5, 0, 9, -1, 3, 6});
        QTEST(text(protectedTokens(table, {{budget}, 4, 2})), "safe");
    }
    void randomDrawsAgreeWithPlainSorting_data() {
        QTest::addColumn<bool>("asOnDevice");
        QTest::newRow("in CPU memory") << false;
        QTest::newRow("by tensor operations") << true;
    }
    void randomDrawsAgreeWithPlainSorting() {
        QFETCH(bool, asOnDevice);
        std::mt19937 random(17);
        for (int draw = 0; draw < 400; ++draw) {
            const std::int64_t layers = 1 + random() % 2;
            const std::int64_t units = 1 + random() % 3;
            const Table table = drawTable(random, layers, units, 1 + random() % 12);
            Rule rule{{}, static_cast<std::int64_t>(random() % 5), static_cast<std::int64_t>(random() % 5), asOnDevice};
            const Tokens held = table.held();
            for (const std::int64_t count : held) {
                // Half of the draws let exactly one token go (no sort), the others any number.
                rule.budget.push_back(draw % 2 == 0 ? std::max<std::int64_t>(0, count - 1)
                                                    : static_cast<std::int64_t>(random() % 8));
            }
            const auto gone = evicted(table, rule);
            const auto safe = protectedTokens(table, rule);
            for (std::size_t u = 0; u < table.tokens.size(); ++u) {
                const Reference expected =
                    reference(table.score[u], table.tokens[u], rule.budget[u], rule.sinks, rule.recent);
                QCOMPARE(text(gone[u]), text(expected.gone));
                QCOMPARE(text(safe[u]), text(expected.safe));
            }
        }
    }
    void integerScoresFollowTheSameRule() {
        std::mt19937 random(18);
        for (int draw = 0; draw < 100; ++draw) {
            const Table table = drawTable(random, 1, 2, 9);
            const Rule rule{{static_cast<std::int64_t>(random() % 8)}, 1, 2, draw % 2 == 0};
            QCOMPARE(text(evicted(table, rule, true)), text(evicted(table, rule, false)));
        }
    }
    void groupsAreCutApart() {
        const Table table = oneUnit({5, 1, 3, 9, 8, 7, 0}, {0, 1, 2, 3, 4, 5, 6});
        std::int64_t columns = 0;
        // Group 0 has the tokens 0, 1, 2, group 7 the tokens 3, 4, 5; token 6 stays whatever its score.
        QCOMPARE(text(losers(table, {{0, 0, 0, 7, 7, 7, -1}}, 1, &columns)), QByteArray("[1 2 4 5]"));
        QCOMPARE(columns, 4);
        QCOMPARE(text(losers(table, {{0, 0, 0, 7, 7, 7, -1}}, 2)), QByteArray("[1 5]"));
        QCOMPARE(text(losers(table, {{0, 0, 0, 7, 7, 7, -1}}, 0)), QByteArray("[0 1 2 3 4 5]"));
        (void)losers(table, {{0, 0, 0, 7, 7, 7, -1}}, 3, &columns);
        QCOMPARE(columns, -1);
        (void)losers(table, {{0, 0, 0, 0, 0, 0, 0}}, 100, &columns);
        QCOMPARE(columns, -1);
    }
    void aLocalCutFollowsTheTieRule() {
        QCOMPARE(text(losers(oneUnit({1, 1, 1, 1, 1}, {8, 3, 5, 9, 0}), {{0, 0, 0, 0, 0}}, 2)), QByteArray("[5 8 9]"));
        QCOMPARE(text(losers(oneUnit({0.5F, kNan, -kInf, -2}, {0, 1, 2, 3}), {{0, 0, 0, 0}}, 3)), QByteArray("[2]"));
        QCOMPARE(text(losers(oneUnit({kInf, kInf, 9, kInf}, {2, 0, -1, 1}), {{0, 0, 0, 0}}, 2)), QByteArray("[2]"));
        const Table ragged{1, {{1, 2, 3, 4}, {1, 2, 3, 4}}, {{0, 1, 2, 3}, {0, -1, -1, 3}}};
        QCOMPARE(text(losers(ragged, {{0, 0, 0, 0}, {0, 0, 0, 0}}, 1)), QByteArray("[0 1 2][0]"));
    }
    void oneGroupIsTheCutWithoutProtection() {
        std::mt19937 random(23);
        for (int draw = 0; draw < 200; ++draw) {
            const Table table = drawTable(random, 1 + random() % 2, 1 + random() % 3, 1 + random() % 12);
            const auto count = static_cast<std::int64_t>(random() % 9);
            std::vector<Tokens> groups;
            for (const Tokens& row : table.tokens) {
                groups.emplace_back(row.size(), 0);
            }
            QCOMPARE(text(losers(table, groups, count)), text(evicted(table, {{count}})));
        }
    }
    void topIsOrderedByScoreThenAge() {
        QCOMPARE(text(top({1, 3, 3, 2, 9}, {4, 7, 5, 1, 0}, {true, true, true, true, false}, 3)), QByteArray("2 1 3"));
    }
    void topPadsWithMinusOne() {
        QCOMPARE(text(top({1, 3, kNan}, {0, 1, 2}, {true, false, true}, 5)), QByteArray("0 2 -1 -1 -1"));
    }
    void minusInfinityIsStillACandidate() {
        QCOMPARE(text(top({-kInf, 4, -kInf}, {1, 0, 2}, {true, false, true}, 2)), QByteArray("0 2"));
    }
};

QTEST_GUILESS_MAIN(SelectTest)
#include "select_test.moc"
