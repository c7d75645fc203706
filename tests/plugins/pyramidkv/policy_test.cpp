// SPDX-License-Identifier: Apache-2.0
/// PyramidKV: the pyramids' numbers are tested beside them (core/policy/kit); here the policy that uses them.
#include <QtTest>
#include <stdexcept>

#include "tests/plugins/check.h"

using namespace kvw::test;

namespace {

using Values = std::map<std::string, kvw::sdk::Value>;

std::string word(const char* text) {
    return text;
}

Choice named(const char* id, Values values, std::int64_t capacity, std::int64_t window) {
    values.insert({{"capacity", capacity}, {"window", window}, {"kernel", std::int64_t{3}}});
    Choice choice;
    choice.policy = {id, std::move(values)};
    return choice;
}

Choice pyramidkv(std::int64_t capacity, std::int64_t window, Values values = {}) {
    return named("pyramidkv", std::move(values), capacity, window);
}

FakeModel model(std::int64_t layers, double spread = 2.0) {
    return randomModel(5, layers, 4, 2, spread);
}

FakeEngine after(const FakeModel& model, const Choice& choice, std::int64_t prompt) {
    FakeEngine engine(model, choice);
    engine.prefill(prompt);
    return engine;
}

}  // namespace

class PyramidKvTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void budgets_data() {
        QTest::addColumn<int>("capacity");
        QTest::addColumn<int>("prompt");
        QTest::addColumn<QByteArray>("budgets");
        QTest::addColumn<QByteArray>("warning");
        // Window 4; base is the capacity without it, beta 6.
        QTest::newRow("ramp") << 16 << 40 << QByteArray("26 21 16 11 6") << QByteArray();
        QTest::newRow("ramp moved into the prompt") << 16 << 24 << QByteArray("24 20 16 12 8") << QByteArray();
        QTest::newRow("step rounded down")
            << 17 << 40 << QByteArray("28 23 18 13 8")
            << QByteArray(
                   "the step from layer to layer is rounded down: all budgets together are 90 tokens, 85 are nominal");
        QTest::newRow("shorter than twice the base")
            << 16 << 23 << QByteArray("16 16 16 16 16")
            << QByteArray(
                   "the prompt is shorter than twice the capacity without its window: no pyramid, every layer gets "
                   "the capacity");
        QTest::newRow("capacity within the window")
            << 4 << 40 << QByteArray("4 4 4 4 4")
            << QByteArray("the capacity is not above the window: the newest tokens stay, nothing is scored");
        QTest::newRow("capacity equal to the prompt")
            << 40 << 40 << QByteArray("40 40 40 40 40")
            << QByteArray("the capacity is not below the prompt: nothing is evicted");
        QTest::newRow("capacity above the prompt")
            << 60 << 40 << QByteArray("40 40 40 40 40")
            << QByteArray("the capacity is not below the prompt: nothing is evicted");
        QTest::newRow("one token to share among five layers")
            << 5 << 40 << QByteArray("6 6 6 6 6")
            << QByteArray(
                   "the step from layer to layer is rounded down: all budgets together are 30 tokens, 25 are nominal");
    }
    void budgets() {
        QFETCH(int, capacity);
        QFETCH(int, prompt);
        QFETCH(QByteArray, warning);
        const FakeEngine engine = after(model(5), pyramidkv(capacity, 4, {{"beta", 6.0}}), prompt);
        QTEST(text(engine.budgets()), "budgets");
        for (std::int64_t layer = 0; layer < 5; ++layer) {
            QCOMPARE(static_cast<std::int64_t>(engine.kept(layer, 1).size()),
                     engine.budgets()[static_cast<std::size_t>(layer)]);
        }
        QCOMPARE(engine.warnings().size(), std::size_t(warning.isEmpty() ? 0 : 1));
        if (!warning.isEmpty()) {
            QCOMPARE(QByteArray::fromStdString(engine.warnings().front()), warning);
        }
    }
    void everyLayerIsSnapKvWithItsBudget_data() {
        QTest::addColumn<QByteArray>("variant");
        QTest::addColumn<QByteArray>("granularity");
        for (const char* variant : {"factory", "kvpress"}) {
            for (const char* granularity : {"kv-head", "query-head"}) {
                QTest::newRow(qPrintable(QString(variant) + " " + granularity))
                    << QByteArray(variant) << QByteArray(granularity);
            }
        }
    }
    void everyLayerIsSnapKvWithItsBudget() {
        QFETCH(QByteArray, variant);
        QFETCH(QByteArray, granularity);
        const Values shared = {{"granularity", granularity.toStdString()}, {"pool", word("avg")}};
        Values values = shared;
        values.insert({{"variant", variant.toStdString()}, {"beta", 6.0}});
        const FakeEngine engine = after(model(4), pyramidkv(20, 3, values), 40);
        QVERIFY(engine.budgets().front() > engine.budgets().back());
        for (std::int64_t layer = 0; layer < 4; ++layer) {
            const std::int64_t budget = engine.budgets()[static_cast<std::size_t>(layer)];
            const FakeEngine snapkv = after(model(4), named("snapkv", shared, budget, 3), 40);
            for (std::int64_t unit = 0; unit < engine.units(); ++unit) {
                QCOMPARE(text(engine.kept(layer, unit)), text(snapkv.kept(layer, unit)));
            }
        }
    }
    void steepnessOneIsSnapKv() {
        for (const char* variant : {"factory", "kvpress"}) {
            const FakeEngine engine =
                after(model(3), pyramidkv(11, 3, {{"variant", word(variant)}, {"beta", 1.0}}), 40);
            const FakeEngine snapkv = after(model(3), named("snapkv", {}, 11, 3), 40);
            for (std::int64_t layer = 0; layer < 3; ++layer) {
                QCOMPARE(text(engine.kept(layer, 0)), text(snapkv.kept(layer, 0)));
            }
            QCOMPARE(engine.warnings(), std::vector<std::string>{"beta and capacity leave no step between the layers: "
                                                                 "every layer gets the same, which is SnapKV"});
        }
    }
    void sameAsTheComposition() {
        const FakeEngine engine = after(model(4), pyramidkv(15, 3), 40);
        Choice choice;
        choice.scorer = {"snapkv", {{"window", std::int64_t{3}}, {"kernel", std::int64_t{3}}}};
        choice.budget = {"pyramid", {{"capacity", std::int64_t{15}}}};
        choice.recent = 3;
        const FakeEngine composed = after(model(4), choice, 40);
        for (std::int64_t layer = 0; layer < 4; ++layer) {
            QCOMPARE(text(engine.kept(layer, 1)), text(composed.kept(layer, 1)));
        }
    }
    void kvpress_data() {
        QTest::addColumn<int>("capacity");
        QTest::addColumn<double>("removed");
        QTest::addColumn<QByteArray>("budgets");
        QTest::addColumn<bool>("warns");
        // Window 4, beta 5, prompt 60: the public case's shape.
        QTest::newRow("fraction") << 0 << .6 << QByteArray("43 30 18 5") << false;
        QTest::newRow("the real number, not its integer part") << 0 << .61 << QByteArray("42 30 17 5") << false;
        QTest::newRow("capacity") << 24 << .9 << QByteArray("43 30 18 5") << false;
        QTest::newRow("smallest below the window: uniform") << 0 << .7 << QByteArray("18 18 18 18") << true;
        QTest::newRow("uniform within the window") << 3 << .5 << QByteArray("3 3 3 3") << true;
        QTest::newRow("at least one token") << 0 << .999 << QByteArray("1 1 1 1") << true;
        QTest::newRow("nothing removed") << 0 << .0 << QByteArray("60 60 60 60") << true;
        QTest::newRow("capacity above the prompt") << 70 << .5 << QByteArray("60 60 60 60") << true;
    }
    void kvpress() {
        QFETCH(int, capacity);
        QFETCH(double, removed);
        QFETCH(bool, warns);
        const FakeEngine engine = after(
            model(4), pyramidkv(capacity, 4, {{"variant", word("kvpress")}, {"beta", 5.0}, {"removed", removed}}), 60);
        QTEST(text(engine.budgets()), "budgets");
        QCOMPARE(engine.warnings().empty(), !warns);
        for (std::int64_t layer = 0; layer < 4; ++layer) {
            QCOMPARE(static_cast<std::int64_t>(engine.kept(layer, 0).size()),
                     engine.budgets()[static_cast<std::size_t>(layer)]);
        }
    }
    void oneLayerGetsTheCapacity() {
        for (const char* variant : {"factory", "kvpress"}) {
            const FakeEngine engine = after(model(1), pyramidkv(12, 4, {{"variant", word(variant)}}), 40);
            QCOMPARE(text(engine.budgets()), QByteArray("12"));
            QCOMPARE(engine.warnings().front(),
                     std::string("the model has one layer: no pyramid, it gets the capacity"));
        }
    }
    void factoryTakesNoFractionOfSteepness() {
        QVERIFY_EXCEPTION_THROWN(FakeEngine(model(2), pyramidkv(12, 4, {{"beta", 2.5}})), std::invalid_argument);
        QVERIFY(
            after(model(2), pyramidkv(12, 4, {{"beta", 2.5}, {"variant", word("kvpress")}}), 40).warnings().empty());
    }
    void steepnessBeyondAnyInteger() {
        const FakeEngine engine = after(model(3), pyramidkv(12, 4, {{"beta", 1e300}}), 40);
        QCOMPARE(text(engine.budgets()), QByteArray("20 12 4"));
    }
    void removedFraction() {
        // int(40 (1 - .6)) = 16.
        QCOMPARE(text(after(model(5), pyramidkv(0, 4, {{"beta", 6.0}, {"removed", .6}}), 40).budgets()),
                 QByteArray("26 21 16 11 6"));
        QCOMPARE(after(model(5), pyramidkv(0, 4, {{"beta", 6.0}, {"removed", .99}}), 40).warnings().front(),
                 std::string("the fraction removed would leave no token: the budget is 1"));
    }
    void notesNameFirstLastAndSum() {
        const FakeEngine engine = after(model(5), pyramidkv(17, 4, {{"beta", 6.0}}), 40);
        QCOMPARE(engine.notes().front(),
                 std::string("from 28 tokens in the first layer to 8 in the last; all budgets together are 90 tokens, "
                             "85 are nominal"));
    }
    void promptOfOneToken() {
        const FakeEngine engine = after(model(3), pyramidkv(1, 4), 1);
        QCOMPARE(text(engine.kept(2, 0)), QByteArray("0"));
    }
    void windowAboveThePrompt() {
        const FakeEngine engine = after(model(3), pyramidkv(5, 32), 9);
        QCOMPARE(text(engine.kept(2, 0)), QByteArray("4 5 6 7 8"));
    }
    void growsAfterThePrompt() {
        FakeEngine engine = after(model(2), pyramidkv(8, 3), 40);
        const Tokens kept = engine.kept(0, 0);
        const int edits = engine.edits();
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), text(joined(kept, {40})));
        QCOMPARE(engine.edits(), edits);
    }
    void refusesStreamingPrefill() { QVERIFY(!FakeEngine(model(2), pyramidkv(8, 3)).acceptsStreaming()); }
};

QTEST_GUILESS_MAIN(PyramidKvTest)
#include "tests/plugins/pyramidkv/policy_test.moc"
