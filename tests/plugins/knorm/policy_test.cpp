// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>
#include <stdexcept>

#include "tests/plugins/check.h"
#include "tests/plugins/vectors.h"

using namespace kvw::test;

namespace {

using Given = std::map<std::string, kvw::sdk::Value>;

Choice knorm(Given given) {
    Choice choice;
    choice.policy = {"knorm", std::move(given)};
    return choice;
}

Choice cut(std::int64_t capacity, std::int64_t skip = 0) {
    return knorm({{"capacity", capacity}, {"skip-layers", skip}});
}

Choice everyStep(std::int64_t capacity, std::int64_t sinks = 0, std::int64_t recent = 0, std::int64_t skip = 0) {
    return knorm({{"capacity", capacity},
                  {"schedule", std::string("every-step")},
                  {"sinks", sinks},
                  {"recent", recent},
                  {"skip-layers", skip}});
}

double score(const FakeModel& model, std::int64_t layer, std::int64_t head, std::int64_t token) {
    double squares = 0;
    for (const double channel : model.rawKey(layer, head, token)) {
        squares += channel * channel;
    }
    return -std::sqrt(squares);
}

/// The kept tokens of one head under every-step, pass by pass, by the rule itself.
class Simulated {
 public:
    Simulated(FakeModel model, std::int64_t layer, std::int64_t head, std::int64_t capacity, std::int64_t sinks,
              std::int64_t recent)
        : m_model(std::move(model)),
          m_layer(layer),
          m_head(head),
          m_capacity(capacity),
          m_sinks(sinks),
          m_recent(recent) {}
    void pass(std::int64_t tokens) {
        std::vector<double> scores;
        for (std::int64_t t = 0; t < tokens; ++t) {
            m_held.push_back(m_next++);
        }
        for (const std::int64_t token : m_held) {
            scores.push_back(score(m_model, m_layer, m_head, token));
        }
        m_held = keptByRule(m_held, scores, m_capacity, m_sinks, m_recent);
    }
    [[nodiscard]] const Tokens& held() const { return m_held; }

 private:
    FakeModel m_model;
    std::int64_t m_layer, m_head, m_capacity, m_sinks, m_recent;
    std::int64_t m_next = 0;
    Tokens m_held;
};

}  // namespace

class KnormTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void goldenScores() {
        FakeEngine engine(fixtureK5(), cut(3));
        engine.prefill(5);
        QVERIFY(near(engine.scores(0, 0, range(0, 5)), {-5, -1, -2, -1, -2.828427}));
    }
    void goldenSets_data() {
        QTest::addColumn<int>("capacity");
        QTest::addColumn<QByteArray>("kept");
        QTest::newRow("3") << 3 << QByteArray("1 2 3");
        QTest::newRow("4") << 4 << QByteArray("1 2 3 4");
        QTest::newRow("1, the older of the equal ones") << 1 << QByteArray("1");
        QTest::newRow("2") << 2 << QByteArray("1 3");
        QTest::newRow("5 is everything") << 5 << QByteArray("0 1 2 3 4");
    }
    void goldenSets() {
        QFETCH(int, capacity);
        FakeEngine engine(fixtureK5(), cut(capacity));
        engine.prefill(5);
        QTEST(text(engine.kept(0, 0)), "kept");
    }
    void normsAreThoseBeforeRotation() {
        FakeModel model = fixtureK5();
        model.rawKey = model.key;
        model.key = fromTable({{1, 0}, {9, 0}, {9, 0}, {9, 0}, {9, 0}});
        FakeEngine engine(model, cut(3));
        engine.prefill(5);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("1 2 3"));
    }
    void repeatedKeysTieWhereverTheyLie_data() {
        QTest::addColumn<int>("headDim");
        for (const int headDim : {2, 3, 6, 16, 67, 80, 128}) {
            QTest::addRow("%d channels", headDim) << headDim;
        }
    }
    void repeatedKeysTieWhereverTheyLie() {
        QFETCH(int, headDim);
        // Three different keys in turn: of equal norms the oldest stay, in any slot and pass.
        FakeModel model = hashedModel(9, 1, 1, 1, headDim);
        const auto key = model.rawKey;
        model.rawKey = [key](std::int64_t layer, std::int64_t head, std::int64_t token) {
            return key(layer, head, token % 3);
        };
        FakeEngine once(model, cut(11), 3, 80);
        FakeEngine stepped(model, everyStep(11), 4, 80);
        once.prefill(61);
        stepped.prefill(61, 7);
        std::vector<double> scores;
        for (std::int64_t token = 0; token < 61; ++token) {
            scores.push_back(score(model, 0, 0, token % 3));
        }
        const Tokens expected = keptByRule(range(0, 61), scores, 11, 0, 0);
        QCOMPARE(text(once.kept(0, 0)), text(expected));
        QCOMPARE(text(stepped.kept(0, 0)), text(expected));
    }
    void firstLayersStayFull() {
        FakeEngine engine(hashedModel(2, 4, 4, 2, 4), knorm({{"capacity", std::int64_t{3}}}));
        engine.prefill(9);
        engine.step();
        QCOMPARE(text(engine.kept(0, 1)), text(range(0, 10)));
        QCOMPARE(text(engine.kept(1, 0)), text(range(0, 10)));
        QCOMPARE(engine.kept(2, 0).size(), std::size_t(4));
        QCOMPARE(engine.kept(3, 1).size(), std::size_t(4));
        QCOMPARE(text(engine.budgets()), QByteArray("9 9 3 3"));
        QVERIFY(engine.warnings().empty());
    }
    void firstLayersStayFullAtEveryStep() {
        FakeEngine engine(hashedModel(2, 3, 4, 2, 4), everyStep(3, 0, 0, 2));
        engine.prefill(9, 4);
        engine.step();
        engine.step();
        QCOMPARE(text(engine.kept(0, 1)), text(range(0, 11)));
        QCOMPARE(text(engine.kept(1, 0)), text(range(0, 11)));
        QCOMPARE(engine.kept(2, 0).size(), std::size_t(3));
        QCOMPARE(text(engine.budgets()), QByteArray("11 11 3"));
    }
    void everyLayerSkippedIsReported() {
        FakeEngine engine(hashedModel(2, 2, 1, 1, 4), knorm({{"capacity", std::int64_t{3}}}));
        engine.prefill(9);
        QCOMPARE(engine.edits(), 0);
        QCOMPARE(engine.warnings(), std::vector<std::string>{"skip-layers covers every layer: nothing is evicted"});
    }
    void fractionRemoved_data() {
        QTest::addColumn<int>("prompt");
        QTest::addColumn<double>("removed");
        QTest::addColumn<int>("held");
        QTest::addColumn<QByteArray>("warning");
        QTest::newRow("10 / .7") << 10 << .7 << 3 << QByteArray();
        QTest::newRow("10 / .9 in double")
            << 10 << .9 << 1 << QByteArray("the fraction removed would leave no token: the budget is 1");
        QTest::newRow("one token") << 1 << .5 << 1
                                   << QByteArray("the fraction removed would leave no token: the budget is 1");
        QTest::newRow("nothing") << 6 << 0.0 << 6 << QByteArray();
    }
    void fractionRemoved() {
        QFETCH(int, prompt);
        QFETCH(double, removed);
        FakeEngine engine(hashedModel(3, 1, 1, 1, 4), knorm({{"removed", removed}, {"skip-layers", std::int64_t{0}}}));
        engine.prefill(prompt);
        QTEST(static_cast<int>(engine.kept(0, 0).size()), "held");
        QTEST(QByteArray::fromStdString(engine.warnings().empty() ? "" : engine.warnings().front()), "warning");
    }
    void capacityAboveThePromptIsReported() {
        FakeEngine engine(hashedModel(3, 1, 1, 1, 4), cut(50));
        engine.prefill(8);
        QCOMPARE(engine.edits(), 0);
        QCOMPARE(text(engine.budgets()), QByteArray("8"));
        QCOMPARE(engine.warnings(), std::vector<std::string>{"the capacity exceeds the prompt: nothing is evicted"});
    }
    void protectedTokensComeFirst_data() {
        QTest::addColumn<int>("capacity");
        QTest::addColumn<QByteArray>("kept");
        QTest::addColumn<bool>("reported");
        QTest::newRow("recent before sinks") << 2 << QByteArray("3 4") << true;
        QTest::newRow("both, nothing else") << 3 << QByteArray("0 3 4") << true;
        QTest::newRow("both, and the best") << 4 << QByteArray("0 1 3 4") << false;
    }
    void protectedTokensComeFirst() {
        QFETCH(int, capacity);
        FakeEngine engine(fixtureK5(), knorm({{"capacity", std::int64_t{capacity}},
                                              {"sinks", std::int64_t{1}},
                                              {"recent", std::int64_t{2}},
                                              {"skip-layers", std::int64_t{0}}}));
        engine.prefill(5);
        QTEST(text(engine.kept(0, 0)), "kept");
        QTEST(!engine.warnings().empty(), "reported");
    }
    void everyStepFollowsTheRule() {
        for (std::uint64_t draw = 0; draw < 40; ++draw) {
            const FakeModel model = hashedModel(draw, 2, 4, 2, 6);
            const auto capacity = static_cast<std::int64_t>(1 + draw % 9);
            const auto sinks = static_cast<std::int64_t>(draw % 3);
            const auto recent = static_cast<std::int64_t>(draw % 4);
            const auto chunk = static_cast<std::int64_t>(draw % 2 == 0 ? 0 : 1 + draw % 7);
            FakeEngine engine(model, everyStep(capacity, sinks, recent), draw);
            Simulated expected(model, 1, 1, capacity, sinks, recent);
            engine.prefill(17, chunk);
            for (std::int64_t first = 0; first < 17; first += chunk == 0 ? 17 : chunk) {
                expected.pass(std::min<std::int64_t>(chunk == 0 ? 17 : chunk, 17 - first));
            }
            for (int step = 0; step < 5; ++step) {
                QCOMPARE(text(engine.kept(1, 1)), text(expected.held()));
                engine.step();
                expected.pass(1);
            }
        }
    }
    void cacheFillsUpToTheCapacity() {
        FakeEngine engine(hashedModel(4, 1, 1, 1, 4), everyStep(6));
        engine.prefill(4);
        for (int step = 0; step < 4; ++step) {
            engine.step();
        }
        QCOMPARE(engine.kept(0, 0).size(), std::size_t(6));
        QCOMPARE(engine.edits(), 2);
        QVERIFY(engine.warnings().empty());
    }
    void onceLeavesDecodingAlone() {
        FakeEngine engine(hashedModel(4, 1, 1, 1, 4), cut(3));
        QVERIFY(!engine.acceptsStreaming());
        engine.prefill(9);
        const Tokens kept = engine.kept(0, 0);
        engine.step();
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), text(joined(kept, {9, 10})));
        QCOMPARE(engine.edits(), 1);
    }
    void everyStepNeedsACapacity() {
        try {
            const FakeEngine engine(fixtureK5(), knorm({{"schedule", std::string("every-step")}}));
            QFAIL("expected a refusal");
        } catch (const std::invalid_argument& refusal) {
            QCOMPARE(refusal.what(), "the schedule every-step needs a capacity above 0, found 0");
        }
    }
    void everyStepIsLive() {
        const FakeModel model = hashedModel(5, 1, 2, 1, 4);
        FakeEngine engine(model, everyStep(6));
        QVERIFY(engine.acceptsStreaming());
        engine.prefill(12);
        engine.tune({{"capacity", std::int64_t{3}}, {"recent", std::int64_t{1}}});
        QCOMPARE(engine.kept(0, 0).size(), std::size_t(6));
        engine.step();
        const Tokens kept = engine.kept(0, 0);
        QCOMPARE(kept.size(), std::size_t(3));
        QCOMPARE(kept.back(), std::int64_t{12});
        QCOMPARE(text(engine.budgets()), QByteArray("3"));
        engine.tune({{"capacity", std::int64_t{4}}, {"recent", std::int64_t{0}}});
        engine.step();
        QCOMPARE(engine.kept(0, 0).size(), std::size_t(4));
        QVERIFY_EXCEPTION_THROWN(engine.tune({{"capacity", std::int64_t{0}}}), std::invalid_argument);
        QCOMPARE(text(engine.budgets()), QByteArray("4"));
    }
    void onceIsNotLive() {
        FakeEngine engine(fixtureK5(), cut(3));
        engine.prefill(5);
        QVERIFY_EXCEPTION_THROWN(engine.tune({{"capacity", std::int64_t{2}}}), std::invalid_argument);
    }
    void forksKeepTheNorms() {
        const FakeModel model = hashedModel(6, 2, 2, 2, 4);
        FakeEngine engine(model, everyStep(5));
        engine.prefill(11);
        FakeEngine fork = engine.fork();
        FakeEngine lonely(model, everyStep(5), 9);
        lonely.prefill(11);
        engine.step();
        engine.step();
        fork.step();
        lonely.step();
        QCOMPARE(text(fork.kept(1, 1)), text(lonely.kept(1, 1)));
    }
    void sameAsTheComposition() {
        for (std::uint64_t draw = 0; draw < 20; ++draw) {
            const FakeModel model = hashedModel(draw, 2, 4, 2, 5);
            Choice composed;
            composed.scorer = {"knorm", {}};
            composed.budget = {"uniform", {{"capacity", std::int64_t{6}}}};
            composed.sinks = 1;
            composed.recent = 2;
            composed.cutInterval = 1;
            FakeEngine one(model, everyStep(6, 1, 2), draw);
            FakeEngine other(model, composed, draw + 50);
            one.prefill(13);
            other.prefill(13);
            for (int step = 0; step < 4; ++step) {
                QCOMPARE(text(one.kept(0, 1)), text(other.kept(0, 1)));
                one.step();
                other.step();
            }
        }
    }
};

QTEST_GUILESS_MAIN(KnormTest)
#include "tests/plugins/knorm/policy_test.moc"
