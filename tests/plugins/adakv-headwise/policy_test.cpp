// SPDX-License-Identifier: Apache-2.0
/// The budget `adakv-headwise` of compositions.
#include <QtTest>
#include <stdexcept>

#include "core/policy/kit/headwise.h"
#include "core/policy/kit/nominal.h"
#include "tests/plugins/check.h"

using namespace kvw::test;

namespace {

Choice composition(const char* scorer, std::int64_t capacity, double floor, std::int64_t sinks, std::int64_t recent,
                   std::int64_t cutInterval = 0) {
    Choice choice;
    choice.scorer = {scorer, {}};
    if (choice.scorer.id == "snapkv") {
        choice.scorer.parameters = {{"window", std::int64_t{1}}, {"kernel", std::int64_t{1}}};
    }
    choice.budget = {"adakv-headwise", {{"capacity", capacity}, {"floor", floor}}};
    choice.sinks = sinks;
    choice.recent = recent;
    choice.cutInterval = cutInterval;
    return choice;
}

}  // namespace

class AdaKvHeadwiseTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void countsAreTakenOverTheTokensThatAreNotProtected() {
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            FakeEngine engine(randomModel(seed, 2, 6, 3, seed == 19 ? 0.0 : 3.0), composition("h2o-mass", 9, .25, 2, 3),
                              seed);
            engine.prefill(20);
            kvw::sdk::HeadScores<double> scores;
            for (std::int64_t unit = 0; unit < 3; ++unit) {
                scores.push_back(engine.scores(1, unit, range(2, 17)));
            }
            Tokens expected;
            for (const std::int64_t entries : kvw::sdk::floored_entries(scores, 4, .25)) {
                expected.push_back(5 + entries);
            }
            const Tokens budgets = engine.budgets();
            QCOMPARE(text(Tokens(budgets.begin() + 3, budgets.end())), text(expected));
            for (std::int64_t unit = 0; unit < 3; ++unit) {
                const Tokens kept = engine.kept(1, unit);
                QCOMPARE(static_cast<std::int64_t>(kept.size()), expected[static_cast<std::size_t>(unit)]);
                QCOMPARE(text(Tokens(kept.begin(), kept.begin() + 2)), QByteArray("0 1"));
                QCOMPARE(text(Tokens(kept.end() - 3, kept.end())), QByteArray("17 18 19"));
            }
        }
    }
    void everyHeadKeepsAToken() {
        // The first head looks at four tokens, the second one at all: the pool of 4 is the first head's.
        FakeModel model;
        model.queryHeads = model.kvHeads = 2;
        model.logit = [](std::int64_t, std::int64_t head, std::int64_t, std::int64_t key) {
            return head == 0 && key < 4 ? 3.0 : 0.0;
        };
        FakeEngine engine(model, composition("snapkv", 2, 0.0, 0, 0));
        engine.prefill(9);
        QCOMPARE(text(engine.budgets()), QByteArray("4 1"));
        QCOMPARE(text(engine.kept(0, 1)), QByteArray("0"));
    }
    void floorOneIsUniform() {
        FakeEngine engine(randomModel(1, 2, 4, 2), composition("h2o-mass", 7, 1.0, 1, 2));
        engine.prefill(20);
        QCOMPARE(text(engine.budgets()), QByteArray("7 7 7 7"));
        QVERIFY(engine.warnings().empty());
    }
    void nothingToShare_data() {
        QTest::addColumn<int>("capacity");
        QTest::addColumn<int>("prompt");
        QTest::newRow("prompt below the capacity") << 30 << 20;
        QTest::newRow("prompt equal to the capacity") << 20 << 20;
        QTest::newRow("as many protected tokens as the capacity") << 3 << 20;
        QTest::newRow("more protected tokens than the capacity") << 2 << 20;
    }
    void nothingToShare() {
        QFETCH(int, capacity);
        QFETCH(int, prompt);
        FakeEngine engine(randomModel(1, 2, 4, 2), composition("h2o-mass", capacity, .2, 1, 2));
        engine.prefill(prompt);
        QCOMPARE(text(engine.budgets()), text(Tokens(4, capacity)));
        QCOMPARE(static_cast<int>(engine.kept(1, 1).size()), std::min(capacity, prompt));
        QCOMPARE(engine.warnings().front(), std::string("the capacity is not below the prompt or not above the "
                                                        "protected tokens: every head gets the capacity"));
    }
    void headsStayRaggedWhileDecoding() {
        // The second KV head looks at every fifth token.
        FakeModel model{2, 4, 2, [](std::int64_t, std::int64_t head, std::int64_t, std::int64_t key) {
                            return head >= 2 && key % 5 == 0 ? 4.0 : 0.0;
                        }};
        FakeEngine engine(model, composition("h2o-mass", 9, .2, 1, 2, 1));
        engine.prefill(24);
        const Tokens budgets = engine.budgets();
        QVERIFY(budgets[0] != budgets[1]);
        for (int i = 0; i < 4; ++i) {
            engine.step();
            for (std::int64_t layer = 0; layer < 2; ++layer) {
                for (std::int64_t unit = 0; unit < 2; ++unit) {
                    QCOMPARE(static_cast<std::int64_t>(engine.kept(layer, unit).size()),
                             budgets[static_cast<std::size_t>(2 * layer + unit)]);
                }
            }
        }
        QCOMPARE(text(engine.budgets()), text(budgets));
    }
    void driftOfTheSumIsTold() {
        FakeEngine engine(randomModel(2, 2, 4, 2), composition("h2o-mass", 9, .2, 1, 2));
        engine.prefill(24);
        const std::int64_t sum = kvw::sdk::total_of(engine.budgets());
        const std::string sentence = "all budgets together are " + std::to_string(sum) + " tokens, 36 are nominal";
        QCOMPARE(engine.notes().front(), sentence);
        QCOMPARE(engine.warnings().empty(), sum == 36);
    }
    void scorersPerLayerAreRefused() {
        for (const char* scorer : {"tova", "recency"}) {
            QVERIFY_EXCEPTION_THROWN(FakeEngine(randomModel(1, 1, 2, 1), composition(scorer, 4, .2, 0, 0)),
                                     std::invalid_argument);
        }
    }
    void refusesStreamingPrefill() {
        QVERIFY(!FakeEngine(randomModel(1, 1, 2, 1), composition("h2o-mass", 4, .2, 0, 0, 1)).acceptsStreaming());
    }
    void forksAreIndependent() {
        FakeEngine engine(randomModel(2, 2, 4, 2), composition("h2o-mass", 9, .2, 1, 2, 1));
        engine.prefill(24);
        FakeEngine fork = engine.fork();
        engine.step();
        fork.step();
        QCOMPARE(text(fork.kept(1, 1)), text(engine.kept(1, 1)));
        QCOMPARE(text(fork.budgets()), text(engine.budgets()));
    }
};

QTEST_GUILESS_MAIN(AdaKvHeadwiseTest)
#include "tests/plugins/adakv-headwise/policy_test.moc"
