// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "tests/plugins/check.h"

using namespace kvw::test;

namespace {

using Values = std::map<std::string, kvw::sdk::Value>;

Choice snapkv(const Values& values) {
    Choice choice;
    choice.policy = {"snapkv", values};
    return choice;
}

Values fixture(std::int64_t capacity, Values more = {}) {
    more.insert({{"capacity", capacity}, {"window", std::int64_t{2}}, {"kernel", std::int64_t{3}}});
    return more;
}

}  // namespace

class SnapKvTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void rowSumsAreScoresWithoutPooling() {
        Values values = fixture(5, {{"granularity", std::string("query-head")}});
        values["kernel"] = std::int64_t{1};
        FakeEngine engine(fixtureA(), snapkv(values));
        engine.prefill(8);
        QVERIFY(near(engine.scores(0, 0, range(0, 6)),
                     {.5383685371, .4570087476, .0263139179, .1927316692, .2496266268, .3817651661}));
        QVERIFY(near(engine.scores(0, 1, range(0, 6)),
                     {.0553709856, .0553709856, .3145071982, .1262458472, .2126245847, 1.0564784053}));
    }
    void golden85PerQueryHead() {
        FakeEngine engine(
            fixtureA(), snapkv(fixture(5, {{"pool", std::string("avg")}, {"granularity", std::string("query-head")}})));
        engine.prefill(8);
        QVERIFY(
            near(engine.scores(0, 0, range(0, 6)), {.33179243, .34056373, .22535144, .15622407, .27470782, .21046393}));
        QVERIFY(
            near(engine.scores(0, 1, range(0, 6)), {.03691399, .14174972, .16537468, .21779254, .46511628, .42303433}));
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 4 6 7"));
        QCOMPARE(text(engine.kept(0, 1)), QByteArray("3 4 5 6 7"));
    }
    void golden86KvpressForm() {
        FakeEngine engine(fixtureA(),
                          snapkv(fixture(5, {{"pool", std::string("avg")}, {"rows", std::string("mean")}})));
        engine.prefill(8);
        QVERIFY(near(engine.scores(0, 0, range(0, 6)),
                     {.092176604, .120578362, .097681528, .093504164, .184956025, .158374565}));
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("1 4 5 6 7"));
        QCOMPARE(text(engine.budgets()), QByteArray("5"));
    }
    void golden87ReduceThenPool() {
        FakeEngine engine(fixtureA(), snapkv(fixture(6, {{"group-order", std::string("reduce-then-pool")}})));
        engine.prefill(8);
        QVERIFY(
            near(engine.scores(0, 0, range(0, 6)), {.29686976, .29686976, .25618987, .2311256, .7191218, .7191218}));
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 4 5 6 7"));
    }
    void golden87PoolThenReduce() {
        FakeEngine engine(fixtureA(), snapkv(fixture(6)));
        engine.prefill(8);
        QVERIFY(
            near(engine.scores(0, 0, range(0, 6)), {.29686976, .42643787, .38575797, .28206690, .7191218, .7191218}));
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("1 2 4 5 6 7"));
    }
    void budgetIsAtMostThePrompt() {
        FakeEngine engine(fixtureA(), snapkv(fixture(20)));
        engine.prefill(8);
        QCOMPARE(text(engine.kept(0, 0)), text(range(0, 8)));
        QCOMPARE(text(engine.budgets()), QByteArray("8"));
        QCOMPARE(engine.warnings().front(), std::string("the capacity exceeds the prompt: nothing is evicted"));
        QCOMPARE(engine.warnings().size(), std::size_t(1));
    }
    void capacityEqualToThePromptIsTheIdentity() {
        FakeEngine engine(fixtureA(), snapkv(fixture(8)));
        engine.prefill(8);
        QCOMPARE(engine.edits(), 0);
    }
    void capacityWithinTheWindowKeepsTheNewest() {
        Values values = fixture(3);
        values["window"] = std::int64_t{4};
        FakeEngine engine(fixtureA(), snapkv(values));
        engine.prefill(8);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("5 6 7"));
        QCOMPARE(engine.warnings().size(), std::size_t(1));
    }
    void removedFraction() {
        // int(8 * (1 - 0.9)) = 0, at least 1.
        FakeEngine engine(fixtureA(), snapkv(fixture(0, {{"removed", 0.9}})));
        engine.prefill(8);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("7"));
        QCOMPARE(
            engine.warnings(),
            (std::vector<std::string>{"the capacity is not above the window: the newest tokens stay, nothing is scored",
                                      "the fraction removed would leave no token: the budget is 1"}));
        FakeEngine half(fixtureA(), snapkv(fixture(0)));
        half.prefill(8);
        QCOMPARE(half.kept(0, 0).size(), std::size_t(4));
        QVERIFY(half.warnings().empty());
    }
    void growsAfterThePrompt() {
        FakeEngine engine(fixtureA(), snapkv(fixture(5, {{"pool", std::string("avg")}})));
        engine.prefill(8);
        const int edits = engine.edits();
        engine.step();
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("1 4 5 6 7 8 9"));
        QCOMPARE(engine.edits(), edits);
    }
    void promptOfOneToken() {
        FakeEngine engine(fixtureA(), snapkv(fixture(1)));
        engine.prefill(1);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0"));
    }
    void refusesStreamingPrefill() { QVERIFY(!FakeEngine(fixtureA(), snapkv({})).acceptsStreaming()); }
    void uniformAttentionKeepsTheOldest() {
        // Every row is constant over what it sees: exact ties away from the padded ends, older first.
        Values values = fixture(6);
        values["window"] = std::int64_t{1};
        FakeEngine engine(randomModel(1, 1, 6, 2, 0.0), snapkv(values));
        engine.prefill(37);
        QCOMPARE(text(engine.kept(0, 1)), QByteArray("0 1 2 3 4 36"));
    }
    void sameAsTheComposition() {
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            const FakeModel model = randomModel(seed, 2, 4, 2);
            FakeEngine named(model, snapkv(fixture(9)), seed);
            Choice choice;
            choice.scorer = {"snapkv", {{"window", std::int64_t{2}}, {"kernel", std::int64_t{3}}}};
            choice.budget = {"uniform", {{"capacity", std::int64_t{9}}}};
            choice.recent = 2;
            FakeEngine composed(model, choice, seed + 100);
            named.prefill(24);
            composed.prefill(24);
            QCOMPARE(text(named.kept(1, 1)), text(composed.kept(1, 1)));
            QCOMPARE(named.kept(0, 0).size(), std::size_t(9));
        }
    }
    void scorerAtDecodePoolsTheCurrentRow() {
        Choice choice;
        choice.scorer = {"snapkv", {{"window", std::int64_t{4}}, {"kernel", std::int64_t{3}}}};
        choice.budget = {"uniform", {{"capacity", std::int64_t{6}}}};
        choice.recent = 2;
        choice.cutInterval = 1;
        FakeModel model{1, 1, 1, [](std::int64_t, std::int64_t, std::int64_t query, std::int64_t key) {
                            return query == 8 && key == 1 ? 3.0 : 0.0;
                        }};
        FakeEngine engine(model, choice, 9);
        engine.prefill(8);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 2 3 6 7"));
        engine.step();
        // Held before the cut 0 1 2 3 6 7 8; token 1 lifts its neighbours 0 and 2; 3 and 6 are equal, the younger one
        // leaves.
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 2 3 7 8"));
    }
};

QTEST_GUILESS_MAIN(SnapKvTest)
#include "tests/plugins/snapkv/policy_test.moc"
