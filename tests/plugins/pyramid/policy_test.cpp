// SPDX-License-Identifier: Apache-2.0
/// The budget `pyramid` of compositions.
#include <QtTest>

#include "tests/plugins/check.h"

using namespace kvw::test;

namespace {

Choice composition(const char* scorer, std::int64_t capacity, std::int64_t beta, std::int64_t sinks,
                   std::int64_t recent, std::int64_t cutInterval) {
    Choice choice;
    choice.scorer = {scorer, {}};
    choice.budget = {"pyramid", {{"capacity", capacity}, {"beta", beta}}};
    choice.sinks = sinks;
    choice.recent = recent;
    choice.cutInterval = cutInterval;
    return choice;
}

FakeModel model(std::int64_t layers) {
    return randomModel(3, layers, 2, 1);
}

}  // namespace

class PyramidBudgetTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void budgets_data() {
        QTest::addColumn<int>("capacity");
        QTest::addColumn<int>("layers");
        QTest::addColumn<int>("prompt");
        QTest::addColumn<QByteArray>("budgets");
        QTest::addColumn<QByteArray>("warning");
        // One sink and two recent tokens, beta 8.
        QTest::newRow("ramp") << 11 << 4 << 40 << QByteArray("18 14 10 6")
                              << QByteArray(
                                     "the step from layer to layer is rounded down: all budgets together are 48 "
                                     "tokens, 44 are nominal");
        QTest::newRow("as long as twice the base: moved into the prompt")
            << 11 << 4 << 16 << QByteArray("16 13 10 7")
            << QByteArray(
                   "the step from layer to layer is rounded down: all budgets together are 46 tokens, 44 are "
                   "nominal");
        QTest::newRow("shorter") << 11 << 3 << 15 << QByteArray("11 11 11")
                                 << QByteArray(
                                        "the prompt is shorter than twice the capacity without the protected "
                                        "tokens: no pyramid, every layer gets the capacity");
        QTest::newRow("protected tokens only") << 3 << 3 << 20 << QByteArray("3 3 3")
                                               << QByteArray(
                                                      "the capacity is not above the protected tokens: no "
                                                      "pyramid, every layer gets the capacity");
        QTest::newRow("as long as the capacity") << 11 << 3 << 11 << QByteArray("11 11 11")
                                                 << QByteArray(
                                                        "the prompt is not longer than the capacity: no "
                                                        "pyramid, every layer gets the capacity");
        QTest::newRow("not limited to the prompt") << 11 << 3 << 5 << QByteArray("11 11 11")
                                                   << QByteArray(
                                                          "the prompt is not longer than the capacity: no "
                                                          "pyramid, every layer gets the capacity");
        QTest::newRow("one layer") << 11 << 1 << 40 << QByteArray("11")
                                   << QByteArray("the model has one layer: no pyramid, every layer gets the capacity");
    }
    void budgets() {
        QFETCH(int, capacity);
        QFETCH(int, layers);
        QFETCH(int, prompt);
        QFETCH(QByteArray, warning);
        FakeEngine engine(model(layers), composition("h2o-mass", capacity, 8, 1, 2, 1));
        engine.prefill(prompt);
        QTEST(text(engine.budgets()), "budgets");
        QCOMPARE(QByteArray::fromStdString(engine.warnings().front()), warning);
        QCOMPARE(engine.warnings().size(), std::size_t(1));
        for (std::int64_t layer = 0; layer < layers; ++layer) {
            const std::int64_t budget = engine.budgets()[static_cast<std::size_t>(layer)];
            QCOMPARE(static_cast<std::int64_t>(engine.kept(layer, 0).size()), std::min<std::int64_t>(budget, prompt));
        }
    }
    void budgetsStayWhileDecoding() {
        FakeEngine engine(model(4), composition("h2o-mass", 11, 8, 1, 2, 1));
        engine.prefill(40);
        const Tokens before = engine.budgets();
        for (int i = 0; i < 5; ++i) {
            engine.step();
        }
        QCOMPARE(text(engine.budgets()), text(before));
        QCOMPARE(engine.kept(0, 0).size(), std::size_t(18));
        QCOMPARE(engine.kept(3, 0).size(), std::size_t(6));
    }
    void everyLayerKeepsAToken() {
        // Nothing protected, base 1: 2, 1 and 0 entries.
        FakeEngine engine(model(3), composition("tova", 1, 20, 0, 0, 1));
        engine.prefill(12);
        QCOMPARE(text(engine.budgets()), QByteArray("2 1 1"));
        QCOMPARE(engine.kept(2, 0).size(), std::size_t(1));
    }
    void steepnessOneIsUniform() {
        FakeEngine engine(model(3), composition("h2o-mass", 9, 1, 1, 2, 0));
        engine.prefill(30);
        QCOMPARE(text(engine.budgets()), QByteArray("9 9 9"));
        QCOMPARE(engine.warnings(), std::vector<std::string>{"beta and capacity leave no step between the layers: "
                                                             "every layer gets the same"});
    }
    void budgetsInChunksAreThoseOfTheWholePrompt() {
        FakeEngine engine(model(4), composition("recency", 11, 8, 1, 2, 1));
        QVERIFY(engine.acceptsStreaming());
        engine.prefill(40, 7);
        QCOMPARE(text(engine.budgets()), QByteArray("18 14 10 6"));
        QCOMPARE(text(engine.kept(3, 0)), QByteArray("0 35 36 37 38 39"));
        QCOMPARE(text(engine.kept(2, 0)), text(joined({0}, range(31, 40))));
    }
    void notesNameFirstLastAndSum() {
        FakeEngine engine(model(4), composition("recency", 11, 8, 1, 2, 0));
        engine.prefill(40);
        QCOMPARE(engine.notes().front(),
                 std::string("from 18 tokens in the first layer to 6 in the last; all budgets together are 48 tokens, "
                             "44 are nominal"));
    }
};

QTEST_GUILESS_MAIN(PyramidBudgetTest)
#include "tests/plugins/pyramid/policy_test.moc"
