// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <numeric>
#include <stdexcept>

#include "tests/plugins/check.h"

using namespace kvw::test;

namespace {

Choice weighted(std::int64_t capacity, const std::vector<std::int64_t>& weights, std::int64_t sinks = 0,
                std::int64_t recent = 0) {
    Choice choice;
    choice.scorer = {"tova", {}};
    choice.budget = {"weighted", {{"capacity", capacity}}};
    if (!weights.empty()) {
        choice.budget.parameters["weights"] = weights;
    }
    choice.sinks = sinks;
    choice.recent = recent;
    return choice;
}

}  // namespace

class WeightedTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void layersShareByWeight_data() {
        QTest::addColumn<std::vector<std::int64_t>>("weights");
        QTest::addColumn<int>("recent");
        QTest::addColumn<QByteArray>("budgets");
        QTest::newRow("auto is uniform") << std::vector<std::int64_t>{} << 0 << QByteArray("6 6 6");
        QTest::newRow("in proportion") << std::vector<std::int64_t>{3, 2, 1} << 0 << QByteArray("9 6 3");
        QTest::newRow("weights are relative") << std::vector<std::int64_t>{300, 200, 100} << 0 << QByteArray("9 6 3");
        QTest::newRow("protected tokens beside them") << std::vector<std::int64_t>{4, 1, 1} << 2 << QByteArray("10 4 4");
        // 18 / 7 * (5, 1, 1) = 12.86, 2.57, 2.57: the lost two go to the first layers.
        QTest::newRow("whole tokens") << std::vector<std::int64_t>{5, 1, 1} << 0 << QByteArray("13 3 2");
        // 17.96, 0.02, 0.02: a layer holds at least one token.
        QTest::newRow("at least one") << std::vector<std::int64_t>{1000, 1, 1} << 0 << QByteArray("18 1 1");
    }
    void layersShareByWeight() {
        QFETCH(std::vector<std::int64_t>, weights);
        QFETCH(int, recent);
        FakeEngine engine(randomModel(2, 3, 4, 2), weighted(6, weights, 0, recent));
        engine.prefill(20);
        QTEST(text(engine.budgets()), "budgets");
        for (std::int64_t layer = 0; layer < 3; ++layer) {
            const auto kept = static_cast<std::int64_t>(engine.kept(layer, 0).size());
            QVERIFY(kept >= 1 && kept <= 20);
            QCOMPARE(kept, engine.budgets()[static_cast<std::size_t>(layer)]);
        }
    }
    /// The first layer would get 29.9 of 30 tokens and takes the 12 of the prompt: 17 are shared by the others, and
    /// one that truncation lost goes to the first of them.
    void aLayerHoldsAtMostThePrompt() {
        FakeEngine engine(randomModel(2, 3, 4, 2), weighted(10, {1000, 1, 1}));
        engine.prefill(12);
        QCOMPARE(text(engine.budgets()), QByteArray("12 10 8"));
    }
    void allBudgetsTogetherAreTheNominalOnes() {
        FakeEngine engine(randomModel(2, 4, 4, 2), weighted(8, {7, 5, 3, 2}, 1, 2));
        engine.prefill(30);
        const auto& budgets = engine.budgets();
        QCOMPARE(std::accumulate(budgets.begin(), budgets.end(), std::int64_t{0}), std::int64_t{32});
    }
    void aShortPromptLeavesTheWeightsWithoutEffect() {
        FakeEngine engine(randomModel(2, 3, 4, 2), weighted(30, {3, 2, 1}));
        engine.prefill(12);
        QCOMPARE(text(engine.budgets()), QByteArray("30 30 30"));
        QCOMPARE(engine.warnings().front(),
                 std::string("the prompt is not longer than the capacity: the weights have no effect, every layer gets "
                             "the capacity"));
    }
    void anotherNumberOfWeightsIsRefused() {
        QVERIFY_EXCEPTION_THROWN(FakeEngine(randomModel(2, 3, 4, 2), weighted(6, {3, 2})).prefill(20),
                                 std::invalid_argument);
    }
    void budgetsHoldFromTheFirstChunk() {
        Choice choice = weighted(6, {3, 2, 1});
        choice.cutInterval = 1;
        FakeEngine engine(randomModel(2, 3, 4, 2), choice);
        QVERIFY(engine.acceptsStreaming());
        engine.prefill(20, 5);
        QCOMPARE(text(engine.budgets()), QByteArray("9 6 3"));
        QCOMPARE(engine.kept(2, 0).size(), std::size_t{3});
    }
};

QTEST_GUILESS_MAIN(WeightedTest)
#include "tests/plugins/weighted/policy_test.moc"
