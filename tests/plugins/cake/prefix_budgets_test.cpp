// SPDX-License-Identifier: Apache-2.0
/// Budgets of the layers, cascading, and the scorer and the budget of compositions.
#include <QtTest>
#include <cmath>
#include <limits>

#include "plugins/cake/prefix_budgets.h"
#include "tests/plugins/cake/settings.h"

using namespace kvw::test;
using kvw::cake::BudgetPlan;

namespace {

BudgetPlan plan(std::int64_t capacity, std::int64_t window, std::int64_t prompt, std::int64_t layers,
                const std::string& allocation = "cake", bool windowInside = false) {
    BudgetPlan made;
    made.capacity = capacity;
    made.window = window;
    made.allocation = allocation;
    made.windowInside = windowInside;
    made.promptTokens = prompt;
    made.layers = layers;
    return made;
}

}  // namespace

class CakePrefixBudgetsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void uniformAttentionGivesEqualBudgets() {
        // Every layer the same rows: V and P agree, whatever the number of layers.
        for (const std::int64_t layers : {1, 2, 3, 5, 7, 8}) {
            FakeEngine engine(randomModel(1, layers, 2, 1, 0.0), cake(settings(9, 3, 5)), 4);
            engine.prefill(20);
            QCOMPARE(engine.budgets(), Tokens(static_cast<std::size_t>(layers), 6));
            // Interior tokens tie, the older ones stay.
            QCOMPARE(text(engine.kept(0, 0)), QByteArray("2 3 4 5 6 7 17 18 19"));
        }
    }
    void preferencesWithoutASumAreEqual() {
        // Temperatures so small that the powers overflow.
        FakeEngine engine(randomModel(1, 3, 2, 1), cake(settings(9, 3, 5, {{"tau1", 1e-6}, {"tau2", 1e6}})));
        engine.prefill(20);
        QVERIFY(std::isinf(engine.preference().front()));
        QCOMPARE(text(engine.budgets()), QByteArray("6 6 6"));
        QVERIFY(says(engine.warnings(), "every layer gets the same share"));
    }
    void plans() {
        // Code: (C - w) L shared, at most S - w. Paper: C L shared, at most S, and the window comes out of it.
        QCOMPARE(text(plan(5, 2, 8, 2).budgets({.1820307104, .0970619756})), QByteArray("4 2"));
        QCOMPARE(text(plan(5, 2, 8, 2).budgets({.1820307104})), QByteArray("6"));
        QCOMPARE(text(plan(5, 2, 8, 2, "cake", true).budgets({.1820307104, .0970619756})), QByteArray("5 1"));
        QCOMPARE(text(plan(4, 3, 20, 2, "cake", true).budgets({9, 1})), QByteArray("5 0"));
        QCOMPARE(text(plan(4, 3, 20, 2, "uniform", true).budgets({9, 1})), QByteArray("1 1"));
        QCOMPARE(text(plan(20, 4, 50, 4, "pyramid").budgets({1, 1, 1, 1})), QByteArray("32 22 12 2"));
        QCOMPARE(text(plan(20, 4, 50, 4, "pyramid").budgets({1, 1})), QByteArray("32 22"));
        QVERIFY(!plan(20, 4, 50, 4, "pyramid").pyramidIsUniform());
        QVERIFY(plan(20, 4, 31, 4, "pyramid").pyramidIsUniform());
        QVERIFY(plan(20, 4, 50, 1, "pyramid").pyramidIsUniform());
        const std::int64_t largest = 9007199254740991;
        QVERIFY(plan(largest, largest, 50, 4).guarded());
        QVERIFY(plan(largest, 2, 50, 4, "cake", true).guarded());
        QVERIFY(!kvw::cake::decisive({0, 0}));
        QVERIFY(!kvw::cake::decisive({std::numeric_limits<double>::quiet_NaN(), 1}));
    }
    void budgetsMayRiseAgain() {
        // The published counter-example: layer 1 goes from 1 to 2 although layer 2 takes its share.
        const BudgetPlan example = plan(4, 1, 12, 3);
        QCOMPARE(text(example.budgets({3.81, 1.04})), QByteArray("8 1"));
        QCOMPARE(text(example.budgets({3.81, 1.04, .055})), QByteArray("7 2 0"));
    }
    void truncatedSharesNeverRise() {
        BudgetPlan example = plan(4, 1, 12, 3);
        example.integerStep = false;
        QCOMPARE(text(example.budgets({3.81, 1.04})), QByteArray("7 1"));
        QCOMPARE(text(example.budgets({3.81, 1.04, .055})), QByteArray("6 1 0"));
        std::mt19937_64 random(8);
        for (int round = 0; round < 500; ++round) {
            BudgetPlan any =
                plan(whole(random, 3, 20), 2, whole(random, 12, 40), whole(random, 2, 8), "cake", round % 2 == 0);
            any.integerStep = false;
            std::vector<double> known;
            Tokens before;
            for (std::int64_t l = 0; l < any.layers; ++l) {
                known.push_back(static_cast<double>(whole(random, 1, 1000)));
                const Tokens now = any.budgets(known);
                for (std::size_t i = 0; i < before.size(); ++i) {
                    QVERIFY(now[i] <= before[i]);
                }
                before = now;
            }
        }
    }
    /// The theorem of the paper, which holds without the integer step.
    void cascadingChangesNothingWithoutTheIntegerStep() {
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            const FakeModel model = randomModel(seed, 4, 4, 2, 5.0);
            Values values = settings(
                8, 3, 3,
                {{"integer-step", std::string("none")}, {"accounting", std::string(seed % 2 == 0 ? "paper" : "code")}});
            FakeEngine one(model, cake(values), seed);
            values["cascading"] = false;
            FakeEngine other(model, cake(values), seed + 50);
            one.prefill(24);
            other.prefill(24);
            for (std::int64_t layer = 0; layer < 4; ++layer) {
                QCOMPARE(text(one.kept(layer, 0)), text(other.kept(layer, 0)));
                QCOMPARE(text(one.kept(layer, 1)), text(other.kept(layer, 1)));
            }
        }
    }
    void onePartOfThePreferenceAlone() {
        for (const auto& [allocation, expected] :
             {std::pair{"entropy", std::vector{std::pow(5.467097817, 1 / 1.6), std::pow(6.117055150, 1 / 1.6)}},
              std::pair{"variance", std::vector{std::pow(.0332956747, 1 / .6), std::pow(.0158674351, 1 / .6)}}}) {
            FakeEngine engine(
                fixtureA(2),
                cake(settings(5, 2, 3, {{"allocation", std::string(allocation)}, {"tau1", 1.6}, {"tau2", .6}})));
            engine.prefill(8);
            QVERIFY(near(engine.preference(), expected));
            QCOMPARE(engine.budgets(), plan(5, 2, 8, 2).budgets(expected));
        }
    }
    void guardOfTheListing() {
        BudgetPlan listing = plan(8, 3, 5, 2, "cake", true);
        listing.listingGuard = true;
        listing.integerStep = false;  // which would spread what is clipped
        QVERIFY(listing.guarded());
        listing.promptTokens = 6;
        QVERIFY(!listing.guarded());  // though the capacity is not below the prompt
        QCOMPARE(text(listing.budgets({9, 1})), QByteArray("3 0"));
        listing.promptTokens = 3;
        QVERIFY(listing.guarded());  // all of it is window
    }
    void cascadingLeavesTheLeastOfAllBudgets() {
        std::mt19937_64 random(21);
        int below = 0;
        for (int round = 0; round < 60; ++round) {
            const std::int64_t layers = whole(random, 2, 6), window = whole(random, 2, 4);
            const std::int64_t prompt = whole(random, 14, 24), capacity = whole(random, window, prompt - window);
            const bool paper = round % 2 == 0;
            const FakeModel model = randomModel(random(), layers, 4, 2, 5.0);
            const Values values =
                settings(capacity, window, 3, {{"accounting", std::string(paper ? "paper" : "code")}, {"tau2", .7}});
            FakeEngine engine(model, cake(values), random());
            engine.prefill(prompt);
            const BudgetPlan shared = plan(capacity, window, prompt, layers, "cake", paper);
            if (shared.guarded()) {
                continue;
            }
            std::vector<double> known;
            Tokens least(static_cast<std::size_t>(layers), prompt - window);
            for (const double preference : engine.preference()) {
                known.push_back(preference);
                const Tokens budgets = shared.budgets(known);
                for (std::size_t l = 0; l < budgets.size(); ++l) {
                    least[l] = std::min(least[l], budgets[l]);
                }
            }
            bool rose = false;
            for (std::size_t l = 0; l < least.size(); ++l) {
                QCOMPARE(static_cast<std::int64_t>(engine.kept(static_cast<std::int64_t>(l), 1).size()),
                         least[l] + window);
                rose = rose || least[l] < engine.budgets()[l];
            }
            below += rose ? 1 : 0;
            QCOMPARE(says(engine.notes(), "grow back") || says(engine.notes(), "grows back"), rose);
            // Decoding fills every layer up to its last budget and stays there.
            for (int i = 0; i < 8; ++i) {
                engine.step();
            }
            for (std::int64_t l = 0; l < layers; ++l) {
                const std::int64_t limit = engine.budgets()[static_cast<std::size_t>(l)] + window;
                const auto held = static_cast<std::int64_t>(engine.kept(l, 0).size());
                QCOMPARE(held, std::min(limit, least[static_cast<std::size_t>(l)] + window + 8));
            }
        }
        QVERIFY(below > 0);
    }
    void allocationsWithoutPreferenceDoNotDependOnCascading_data() {
        QTest::addColumn<QString>("allocation");
        QTest::newRow("uniform") << "uniform";
        QTest::newRow("pyramid") << "pyramid";
    }
    void allocationsWithoutPreferenceDoNotDependOnCascading() {
        QFETCH(QString, allocation);
        for (std::uint64_t seed = 0; seed < 10; ++seed) {
            const FakeModel model = randomModel(seed, 3, 4, 2, 4.0);
            Values values = settings(8, 3, 3, {{"allocation", allocation.toStdString()}});
            FakeEngine one(model, cake(values), seed);
            values["cascading"] = false;
            FakeEngine other(model, cake(values), seed + 50);
            one.prefill(24);
            other.prefill(24);
            for (int step = 0; step < 6; ++step) {
                for (std::int64_t layer = 0; layer < 3; ++layer) {
                    QCOMPARE(text(one.kept(layer, 1)), text(other.kept(layer, 1)));
                }
                one.step();
                other.step();
            }
        }
    }
    void indicatorWithoutVarianceIsSnapkvsVote() {
        for (std::uint64_t seed = 0; seed < 10; ++seed) {
            const FakeModel model = randomModel(seed, 2, 4, 2);
            Choice choice;
            choice.scorer = {"cake-indicator",
                             {{"window", std::int64_t{4}}, {"gamma", 0.0}, {"kernel", std::int64_t{3}}}};
            choice.budget = {"uniform", {{"capacity", std::int64_t{8}}}};
            choice.recent = 2;
            choice.cutInterval = 2;
            Choice other = choice;
            other.scorer = {"snapkv",
                            {{"window", std::int64_t{4}}, {"kernel", std::int64_t{3}}, {"pool", std::string("avg")}}};
            FakeEngine one(model, choice, seed);
            FakeEngine two(model, other, seed + 9);
            one.prefill(20);
            two.prefill(20);
            for (int step = 0; step < 5; ++step) {
                QCOMPARE(text(one.kept(1, 1)), text(two.kept(1, 1)));
                one.step();
                two.step();
            }
        }
    }
    void indicatorIsThePolicysScore() {
        Choice choice;
        choice.scorer = {"cake-indicator", {{"window", std::int64_t{2}}, {"kernel", std::int64_t{3}}}};
        choice.budget = {"cake-preference", {{"capacity", std::int64_t{5}}, {"window", std::int64_t{2}}}};
        choice.recent = 2;
        FakeEngine engine(fixtureA(2), choice);
        engine.prefill(8);
        QVERIFY(near(engine.preference(), {.1820307104, .0970619756}));
        QCOMPARE(text(engine.budgets()), QByteArray("6 4"));
        QVERIFY(near(engine.scores(0, 0, range(0, 6)),
                     {.2591689511, .3679525408, .3243291237, .3725641113, 1.0474376712, .9256614658}));
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("1 3 4 5 6 7"));
        QCOMPARE(text(engine.kept(1, 0)), QByteArray("0 1 6 7"));
    }
    void preferenceOfOneRowIsZeroAndShared() {
        // One row has no variance, so P is 0 everywhere.
        Choice choice;
        choice.scorer = {"recency", {}};
        choice.budget = {"cake-preference", {{"capacity", std::int64_t{6}}, {"window", std::int64_t{1}}}};
        choice.sinks = 1;
        FakeEngine engine(randomModel(3, 3, 2, 1), choice);
        engine.prefill(12);
        QVERIFY(near(engine.preference(), {0, 0, 0}));
        QCOMPARE(text(engine.budgets()), QByteArray("6 6 6"));
        QVERIFY(says(engine.warnings(), "every layer gets the same share"));
    }
    void capacityAloneDecides_data() { addUniformCases(); }
    void capacityAloneDecides() {
        QFETCH(int, capacity);
        QFETCH(int, prompt);
        Choice choice;
        choice.scorer = {"cake-indicator", {}};
        choice.budget = {"cake-preference", {{"capacity", std::int64_t{capacity}}}};
        choice.sinks = 1;
        choice.recent = 2;
        FakeEngine engine(randomModel(3, 2, 2, 1), choice);
        engine.prefill(prompt);
        QVERIFY(engine.preference().empty());
        QCOMPARE(engine.budgets(), (Tokens{capacity, capacity}));
        QCOMPARE(static_cast<int>(engine.kept(0, 0).size()), std::min(capacity, prompt));
    }
};

QTEST_GUILESS_MAIN(CakePrefixBudgetsTest)
#include "prefix_budgets_test.moc"
