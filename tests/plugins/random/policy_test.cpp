// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <numeric>
#include <set>
#include <stdexcept>

#include "tests/plugins/check.h"
#include "tests/plugins/vectors.h"

using namespace kvw::test;

namespace {

Choice randomly(std::int64_t capacity, std::int64_t seed, bool everyStep = false, std::int64_t sinks = 0,
                std::int64_t recent = 0) {
    Choice choice;
    choice.policy = {"random",
                     {{"capacity", capacity},
                      {"seed", seed},
                      {"schedule", std::string(everyStep ? "every-step" : "once")},
                      {"sinks", sinks},
                      {"recent", recent}}};
    return choice;
}

FakeModel model(std::int64_t layers = 2, std::int64_t kvHeads = 2) {
    return {layers, 2 * kvHeads, kvHeads, {}};
}

std::uint64_t hashOf(std::int64_t seed, std::int64_t layer, std::int64_t head, std::int64_t token) {
    const auto u = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
    return kvw::sdk::hash(u(seed), {u(layer), u(head), u(token)});
}

Tokens expected(std::int64_t count, std::int64_t budget, std::int64_t seed, std::int64_t layer, std::int64_t head,
                std::int64_t sinks = 0, std::int64_t recent = 0) {
    std::vector<std::uint64_t> hashes;
    for (std::int64_t token = 0; token < count; ++token) {
        hashes.push_back(hashOf(seed, layer, head, token));
    }
    return keptByRule(range(0, count), hashes, budget, sinks, recent);
}

Choice composed(std::int64_t capacity, std::int64_t seed, std::int64_t sinks = 0, std::int64_t recent = 0) {
    Choice choice;
    choice.scorer = {"random", {{"seed", std::int64_t{5}}}};
    choice.budget = {"random", {{"capacity", capacity}, {"seed", seed}}};
    choice.sinks = sinks;
    choice.recent = recent;
    return choice;
}

}  // namespace

class RandomPolicyTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void goldenHashes() {
        // H - 2^63 of tokens 0, 1, 2, 5 at layer 0, and of token 5 at layer 1; a double holds the leading 53 bits.
        FakeEngine engine(model(), randomly(1, 42));
        engine.prefill(6);
        const auto centred = [](std::uint64_t hash) { return static_cast<double>(hash) - 0x1p63; };
        QVERIFY(near(engine.scores(0, 0, {0, 1, 2, 5}), {centred(0xc16129ecd0dc5b93), centred(0x6bd1868732f4640c),
                                                         centred(0x5ae4f560bd26f9b6), centred(0x996967342a14b1fe)}));
        QVERIFY(near(engine.scores(1, 0, {5}), {centred(0x9f02d6c6b96eb40e)}));
    }
    void hashesCompareAsUnsigned() {
        // Token 0 has bit 63 set, token 1 has not.
        FakeEngine engine(model(), randomly(1, 42));
        engine.prefill(2);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0"));
    }
    void exactCountAndSets_data() {
        QTest::addColumn<qlonglong>("seed");
        QTest::addColumn<int>("capacity");
        QTest::addColumn<int>("sinks");
        QTest::addColumn<int>("recent");
        QTest::newRow("plain") << 0LL << 9 << 0 << 0;
        QTest::newRow("protected") << 7LL << 9 << 2 << 3;
        QTest::newRow("one") << 123456789012345LL << 1 << 0 << 0;
        QTest::newRow("largest seed") << (1LL << 53) << 20 << 1 << 1;
        QTest::newRow("protected take all") << 3LL << 4 << 3 << 3;
    }
    void exactCountAndSets() {
        QFETCH(qlonglong, seed);
        QFETCH(int, capacity);
        QFETCH(int, sinks);
        QFETCH(int, recent);
        FakeEngine engine(model(3, 2), randomly(capacity, seed, false, sinks, recent));
        engine.prefill(40);
        for (std::int64_t layer = 0; layer < 3; ++layer) {
            for (std::int64_t head = 0; head < 2; ++head) {
                QCOMPARE(engine.kept(layer, head).size(), static_cast<std::size_t>(capacity));
                QCOMPARE(text(engine.kept(layer, head)),
                         text(expected(40, capacity, seed, layer, head, sinks, recent)));
            }
        }
    }
    void sameSeedSameSetOtherSeedsOtherSets() {
        std::set<QByteArray> sets;
        for (std::int64_t seed = 0; seed < 10; ++seed) {
            FakeEngine one(model(), randomly(8, seed), 1);
            FakeEngine other(model(), randomly(8, seed), 2, 50);
            one.prefill(30);
            other.prefill(30);
            QCOMPARE(text(one.kept(1, 1)), text(other.kept(1, 1)));
            for (std::int64_t layer = 0; layer < 2; ++layer) {
                for (std::int64_t head = 0; head < 2; ++head) {
                    sets.insert(text(one.kept(layer, head)));
                }
            }
        }
        QCOMPARE(sets.size(), std::size_t(40));
    }
    void everyStepHoldsTheLargestSeen_data() {
        QTest::addColumn<int>("chunk");
        QTest::newRow("whole prompt") << 0;
        QTest::newRow("chunks of 5") << 5;
    }
    void everyStepHoldsTheLargestSeen() {
        QFETCH(int, chunk);
        FakeEngine engine(model(), randomly(7, 3, true, 1));
        QVERIFY(engine.acceptsStreaming());
        engine.prefill(21, chunk);
        for (std::int64_t step = 0; step < 12; ++step) {
            QCOMPARE(text(engine.kept(1, 0)), text(expected(21 + step, 7, 3, 1, 0, 1)));
            engine.step();
        }
    }
    void everyStepNeedsACapacity() {
        QVERIFY_EXCEPTION_THROWN(FakeEngine(model(), randomly(0, 3, true)), std::invalid_argument);
    }
    void everyStepIsLive() {
        FakeEngine engine(model(), randomly(9, 3, true));
        engine.prefill(21);
        engine.tune({{"capacity", std::int64_t{4}}, {"recent", std::int64_t{2}}});
        engine.step();
        const Tokens kept = engine.kept(0, 1);
        QCOMPARE(kept.size(), std::size_t(4));
        QCOMPARE(kept[3], std::int64_t{21});
        QCOMPARE(text(engine.budgets()), QByteArray("4 4"));
    }
    void forksAgree() {
        FakeEngine engine(model(), randomly(9, 3, true));
        engine.prefill(21);
        FakeEngine fork = engine.fork();
        engine.step();
        fork.step();
        QCOMPARE(text(fork.kept(1, 1)), text(engine.kept(1, 1)));
    }
    void goldenBudgets() {
        FakeEngine engine(model(5, 2), composed(12, 8, 1, 2));
        engine.prefill(36);
        QCOMPARE(text(engine.budgets()), QByteArray("11 9 13 10 17"));
        for (std::int64_t layer = 0; layer < 5; ++layer) {
            const std::int64_t budget = engine.budgets()[static_cast<std::size_t>(layer)];
            QCOMPARE(text(engine.kept(layer, 1)), text(expected(36, budget, 5, layer, 1, 1, 2)));
        }
    }
    void budgetsAddUp() {
        for (std::int64_t seed = 0; seed < 50; ++seed) {
            FakeEngine engine(model(4, 1), composed(10, seed, 1, 1));
            engine.prefill(40);
            const auto budgets = engine.budgets();
            QCOMPARE(std::accumulate(budgets.begin(), budgets.end(), std::int64_t{0}), std::int64_t{40});
            // Weights lie in [0.5, 1.5).
            for (const std::int64_t budget : budgets) {
                QVERIFY(budget >= 5 && budget <= 21);
            }
        }
    }
    void budgetsWithoutAChoiceAreTheCapacity_data() {
        QTest::addColumn<int>("capacity");
        QTest::addColumn<int>("protect");
        QTest::newRow("as long as the prompt") << 12 << 0;
        QTest::newRow("longer") << 30 << 2;
        QTest::newRow("protected tokens take it") << 4 << 4;
        QTest::newRow("protected tokens take more") << 3 << 6;
    }
    void budgetsWithoutAChoiceAreTheCapacity() {
        QFETCH(int, capacity);
        QFETCH(int, protect);
        FakeEngine engine(model(3, 1), composed(capacity, 1, 0, protect));
        engine.prefill(12);
        QCOMPARE(engine.budgets(), std::vector<std::int64_t>(3, capacity));
        QVERIFY(QByteArray::fromStdString(engine.warnings().front()).endsWith("every layer gets the capacity"));
    }
    void everyLayerKeepsAToken() {
        for (std::int64_t seed = 0; seed < 30; ++seed) {
            FakeEngine engine(model(6, 1), composed(1, seed));
            engine.prefill(9);
            for (const std::int64_t budget : engine.budgets()) {
                QVERIFY(budget >= 1);
            }
        }
    }
    void noLayerGetsMoreThanThePrompt() {
        for (std::int64_t seed = 0; seed < 30; ++seed) {
            FakeEngine engine(model(6, 1), composed(11, seed, 1, 1));
            engine.prefill(12);
            for (const std::int64_t budget : engine.budgets()) {
                QVERIFY(budget <= 12);
            }
        }
    }
};

QTEST_GUILESS_MAIN(RandomPolicyTest)
#include "tests/plugins/random/policy_test.moc"
