// SPDX-License-Identifier: Apache-2.0
/// The budget `uniform`, and what all compositions share: schedule, protection, report.
#include <QtTest>
#include <stdexcept>

#include "tests/plugins/check.h"

using namespace kvw::test;

namespace {

Choice composition(const std::string& scorer, std::int64_t capacity, std::int64_t sinks, std::int64_t recent,
                   std::int64_t cutInterval) {
    Choice choice;
    choice.scorer = {scorer, {}};
    choice.budget = {"uniform", {{"capacity", capacity}}};
    choice.sinks = sinks;
    choice.recent = recent;
    choice.cutInterval = cutInterval;
    return choice;
}

}  // namespace

class UniformTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void sameBudgetInEveryLayer() {
        FakeEngine engine(randomModel(2, 3, 4, 2), composition("h2o-mass", 5, 0, 0, 0));
        engine.prefill(12);
        QCOMPARE(text(engine.budgets()), QByteArray("5 5 5"));
        for (std::int64_t layer = 0; layer < 3; ++layer) {
            QCOMPARE(engine.kept(layer, 1).size(), std::size_t(5));
        }
    }
    void reportedBudgetIsNotLimitedToThePrompt() {
        FakeEngine engine(randomModel(2, 2, 2, 2), composition("tova", 50, 0, 0, 0));
        engine.prefill(12);
        QCOMPARE(text(engine.budgets()), QByteArray("50 50"));
        QCOMPARE(engine.warnings().front(), std::string("the capacity exceeds the prompt: nothing is evicted"));
    }
    void onceCutsOnlyThePrompt() {
        FakeEngine engine(randomModel(3, 1, 2, 1), composition("tova", 4, 0, 0, 0));
        engine.prefill(9);
        QCOMPARE(engine.kept(0, 0).size(), std::size_t(4));
        engine.step();
        engine.step();
        QCOMPARE(engine.kept(0, 0).size(), std::size_t(6));
    }
    void everyRWaitsForBudgetPlusR() {
        FakeEngine engine(randomModel(3, 1, 2, 1), composition("tova", 4, 0, 0, 3));
        engine.prefill(5);
        Tokens lengths;
        for (int i = 0; i < 7; ++i) {
            lengths.push_back(static_cast<std::int64_t>(engine.kept(0, 0).size()));
            engine.step();
        }
        QCOMPARE(text(lengths), QByteArray("4 5 6 4 5 6 4"));
    }
    void protectedTokensNeverBreakTheBudget_data() {
        QTest::addColumn<int>("capacity");
        QTest::addColumn<QByteArray>("kept");
        QTest::newRow("recent first") << 2 << QByteArray("8 9");
        QTest::newRow("all recent") << 3 << QByteArray("7 8 9");
        QTest::newRow("then the oldest sinks") << 5 << QByteArray("0 1 7 8 9");
        QTest::newRow("then the best of the rest") << 7 << QByteArray("0 1 2 3 7 8 9");
    }
    void protectedTokensNeverBreakTheBudget() {
        QFETCH(int, capacity);
        FakeEngine engine(randomModel(3, 1, 1, 1, 0.0), composition("tova", capacity, 3, 3, 1));
        engine.prefill(10);
        QTEST(text(engine.kept(0, 0)), "kept");
    }
    void streamingChunksWaitForTheirInterval() {
        FakeEngine engine(randomModel(3, 1, 1, 1, 0.0), composition("recency", 3, 1, 0, 4));
        QVERIFY(engine.acceptsStreaming());
        // 2, 4, 6 (below 3 + 4), and the last chunk is cut always.
        engine.prefill(6, 2);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 4 5"));
        QCOMPARE(engine.edits(), 1);
    }
    void onceRefusesStreaming() {
        QVERIFY(!FakeEngine(randomModel(3, 1, 1, 1), composition("tova", 3, 0, 0, 0)).acceptsStreaming());
        QVERIFY(!FakeEngine(randomModel(3, 1, 1, 1), composition("snapkv", 3, 0, 0, 1)).acceptsStreaming());
    }
    void forksAreIndependent() {
        const FakeModel model = randomModel(3, 2, 4, 2);
        FakeEngine engine(model, composition("h2o-mass", 5, 1, 1, 1));
        engine.prefill(9);
        FakeEngine fork = engine.fork();
        FakeEngine lonely(model, composition("h2o-mass", 5, 1, 1, 1), 99);
        lonely.prefill(9);
        for (int i = 0; i < 4; ++i) {
            engine.step();
        }
        fork.step();
        lonely.step();
        QCOMPARE(text(fork.kept(1, 1)), text(lonely.kept(1, 1)));
    }
    void negativeScheduleIsRefused() {
        QVERIFY_EXCEPTION_THROWN(FakeEngine(randomModel(3, 1, 1, 1), composition("tova", 3, 0, 0, -1)),
                                 std::invalid_argument);
    }
};

QTEST_GUILESS_MAIN(UniformTest)
#include "tests/plugins/uniform/policy_test.moc"
