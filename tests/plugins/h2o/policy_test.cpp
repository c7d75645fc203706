// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>

#include "tests/plugins/check.h"

using namespace kvw::test;

namespace {

Choice h2o(std::int64_t heavy, std::int64_t recent, const std::string& granularity = "kv-head",
           const std::string& normalise = "none") {
    Choice choice;
    choice.policy = {"h2o",
                     {{"heavy", heavy}, {"recent", recent}, {"granularity", granularity}, {"normalise", normalise}}};
    return choice;
}

/// Fixture A, then a row of query 8 with the weights of the golden.
FakeModel fixtureWithNextStep() {
    FakeModel model = fixtureA();
    const auto logit = model.logit;
    model.logit = [logit](std::int64_t layer, std::int64_t head, std::int64_t query, std::int64_t key) {
        if (query < 8 || head > 0) {
            return logit(layer, head, query, key);
        }
        return std::log(key == 0 ? .2 : key == 1 ? .1 : key == 6 ? .4 : key == 7 ? .1 : .2);
    };
    return model;
}

}  // namespace

class H2oTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void goldenColumnSums() {
        FakeEngine engine(fixtureA(), h2o(2, 2, "query-head"));
        engine.prefill(8);
        QVERIFY(near(engine.scores(0, 0, range(0, 8)), {3.5436752281, 2.2617847695, .1742130081, .6822271199,
                                                        .5970211678, .5868933712, .1419529194, .0122324159}));
        QVERIFY(near(engine.scores(0, 1, range(0, 8)), {1.9879467432, .9879467432, 2.0448102285, .6580640290,
                                                        .6353518574, 1.5064784053, .0553709856, .1240310078}));
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 6 7"));
        QCOMPARE(text(engine.kept(0, 1)), QByteArray("0 2 6 7"));
    }
    void goldenNextStep() {
        FakeEngine engine(fixtureWithNextStep(), h2o(2, 2, "query-head"));
        engine.prefill(8);
        engine.step();
        QVERIFY(near(engine.scores(0, 0, {0, 1, 6, 7, 8}), {3.7436752281, 2.3617847695, .5419529194, .1122324159, .2}));
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 7 8"));
    }
    void goldenObservedAttention() {
        FakeEngine engine(fixtureA(), h2o(4, 0, "kv-head", "observers"));
        engine.prefill(8);
        QVERIFY(near(engine.scores(0, 0, range(0, 8)), {.3457263732, .2321236795, .1849186031, .1340291149, .1540466282,
                                                        .3488952961, .0493309763, .0681317118}));
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 2 5"));
    }
    void kvHeadScoresAreTheGroupMean() {
        FakeEngine engine(fixtureA(), h2o(2, 2));
        engine.prefill(8);
        QVERIFY(
            near(engine.scores(0, 0, {0, 5}), {(3.5436752281 + 1.9879467432) / 2, (.5868933712 + 1.5064784053) / 2}));
    }
    void recentAlone() {
        FakeEngine engine(fixtureA(), h2o(0, 3));
        engine.prefill(8);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("5 6 7"));
    }
    void bothZeroKeepTheBest() {
        FakeEngine engine(fixtureA(), h2o(0, 0));
        engine.prefill(8);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0"));
        QCOMPARE(text(engine.budgets()), QByteArray("1"));
        QCOMPARE(engine.warnings().size(), std::size_t(1));
    }
    void observersCountFromTheTokensOwnRow() {
        // Uniform attention over 4 tokens, then one step over 5: sums and observers of tokens 0, 3, 4.
        FakeEngine engine(randomModel(1, 1, 1, 1, 0.0), h2o(4, 0, "kv-head", "observers"));
        engine.prefill(4);
        engine.step();
        const double first = 1 + 1. / 2 + 1. / 3 + 1. / 4 + 1. / 5;
        QVERIFY(near(engine.scores(0, 0, {0, 3, 4}), {first / 5, (1. / 4 + 1. / 5) / 2, 1. / 5}));
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 2 3"));
    }
    void observersOfWhatWasFoundCountFromTheTakeOver() {
        // Uniform attention: 3 tokens found, token 3 takes over; two rows, over 4 and 5, are all that was summed.
        FakeEngine engine(randomModel(1, 1, 1, 1, 0.0), h2o(4, 0, "kv-head", "observers"));
        engine.find(range(0, 3));
        engine.prefill(4, 1);
        FakeEngine tuned = engine.fork();
        engine.step();
        const double both = (1. / 4 + 1. / 5) / 2;
        QVERIFY(near(engine.scores(0, 0, {0, 3, 4}), {both, both, 1. / 5}));
        tuned.tune({{"heavy", std::int64_t{3}}});
        tuned.step();
        QVERIFY(near(tuned.scores(0, 0, {0, 3, 4}), {both, both, 1. / 5}));
    }
    void tuningKeepsTheObservers() {
        FakeEngine engine(randomModel(1, 1, 1, 1, 0.0), h2o(4, 0, "kv-head", "observers"));
        engine.prefill(4);
        engine.tune({{"heavy", std::int64_t{3}}});
        engine.step();
        const double first = 1 + 1. / 2 + 1. / 3 + 1. / 4 + 1. / 5;
        QVERIFY(near(engine.scores(0, 0, {0, 3}), {first / 5, (1. / 4 + 1. / 5) / 2}));
    }
    void chunksAddUpAndAreCutEach() {
        FakeEngine engine(randomModel(1, 1, 2, 1, 0.0), h2o(2, 1));
        QVERIFY(engine.acceptsStreaming());
        engine.prefill(5, 2);
        // {0,1}; rows 2 and 3 over {0..3}: 0 and 1 lead, 3 is recent; row 4 over {0,1,3,4}.
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 4"));
        QVERIFY(near(engine.scores(0, 0, {0, 1, 3, 4}),
                     {1 + .5 + 1. / 3 + .25 + .25, .5 + 1. / 3 + .25 + .25, .25 + .25, .25}));
    }
    void tuningActsAtTheNextStep() {
        FakeEngine engine(fixtureA(), h2o(3, 3));
        engine.prefill(8);
        engine.tune({{"heavy", std::int64_t{1}}, {"recent", std::int64_t{2}}});
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 7 8"));
        QCOMPARE(text(engine.budgets()), QByteArray("3"));
    }
    void tuningKeepsTheSums() {
        FakeEngine tuned(fixtureWithNextStep(), h2o(2, 2, "query-head"));
        tuned.prefill(8);
        tuned.tune({{"normalise", std::string("observers")}});
        tuned.tune({{"normalise", std::string("none")}});
        tuned.step();
        QVERIFY(near(tuned.scores(0, 0, {6}), {.5419529194}));
    }
    void forksHaveTheirOwnSums() {
        FakeEngine engine(fixtureWithNextStep(), h2o(2, 2, "query-head"));
        engine.prefill(8);
        FakeEngine fork = engine.fork();
        engine.step();
        engine.step();
        fork.step();
        QVERIFY(near(fork.scores(0, 0, {0, 6}), {3.7436752281, .5419529194}));
    }
    void sameAsTheComposition() {
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            const FakeModel model = randomModel(seed, 2, 4, 2);
            Choice choice;
            choice.scorer = {"h2o-mass", {}};
            choice.budget = {"uniform", {{"capacity", std::int64_t{7}}}};
            choice.recent = 3;
            choice.cutInterval = 1;
            FakeEngine named(model, h2o(4, 3), seed);
            FakeEngine composed(model, choice, seed + 100);
            named.prefill(15);
            composed.prefill(15);
            for (int i = 0; i < 5; ++i) {
                named.step();
                composed.step();
                QCOMPARE(text(named.kept(1, 0)), text(composed.kept(1, 0)));
            }
        }
    }
};

QTEST_GUILESS_MAIN(H2oTest)
#include "tests/plugins/h2o/policy_test.moc"
