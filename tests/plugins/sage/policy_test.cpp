// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <random>

#include "tests/plugins/check.h"

using namespace kvw::test;

namespace {

struct Setting {
    std::int64_t sinks = 1, topK = 2, recent = 2;
    std::string granularity = "kv-head", groupScore = "sum-probs", query = "last-prompt", decode = "slide";
    std::int64_t skipLayers = 0;
    bool lastApart = false;

    [[nodiscard]] std::int64_t newest() const { return recent + (lastApart ? 1 : 0); }
    [[nodiscard]] std::int64_t total() const { return sinks + topK + newest(); }
};

Choice sage(const Setting& s) {
    Choice choice;
    choice.policy = {"sage",
                     {{"sinks", s.sinks},
                      {"top-k", s.topK},
                      {"recent", s.recent},
                      {"granularity", s.granularity},
                      {"group-score", s.groupScore},
                      {"query", s.query},
                      {"decode", s.decode},
                      {"skip-layers", s.skipLayers},
                      {"last-token", std::string(s.lastApart ? "apart" : "recent")}}};
    return choice;
}

Setting perQueryHead() {
    Setting setting;
    setting.granularity = "query-head";
    return setting;
}

/// Returns the tokens that one unit holds after `steps` decode steps, from full rows in double.
Tokens expected(const Setting& s, const FakeModel& model, std::int64_t layer, const Tokens& heads, std::int64_t prompt,
                std::int64_t steps) {
    const bool late = s.query == "first-generated";
    const std::int64_t length = prompt + (late ? 1 : 0);
    const std::int64_t end = prompt + steps;
    if (length <= s.total() || layer < s.skipLayers || end < length) {
        return range(0, end);
    }
    std::vector<double> scores(static_cast<std::size_t>(length), 0.0);
    const bool logits = s.groupScore == "sum-logits" || s.granularity == "query-head";
    for (const std::int64_t head : heads) {
        double total = 0;
        for (std::int64_t key = 0; key < length; ++key) {
            total += std::exp(model.logit(layer, head, length - 1, key));
        }
        for (std::int64_t key = 0; key < length; ++key) {
            const double logit = model.logit(layer, head, length - 1, key);
            scores[static_cast<std::size_t>(key)] += logits ? logit : std::exp(logit) / total;
        }
    }
    Tokens middle = range(s.sinks, length - s.newest());
    std::stable_sort(middle.begin(), middle.end(), [&](std::int64_t a, std::int64_t b) {
        return scores[static_cast<std::size_t>(a)] > scores[static_cast<std::size_t>(b)];
    });
    middle.resize(static_cast<std::size_t>(s.topK));
    std::sort(middle.begin(), middle.end());
    const std::int64_t recent = s.decode == "grow" ? length - s.newest() : end - s.newest();
    return joined(joined(range(0, s.sinks), middle), range(recent, end));
}

}  // namespace

class SageTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void goldenPerQueryHead() {
        FakeEngine engine(fixtureA(), sage(perQueryHead()));
        engine.prefill(8);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 5 6 7"));
        QCOMPARE(text(engine.kept(0, 1)), QByteArray("0 2 5 6 7"));
        QVERIFY(near(engine.scores(0, 0, {1, 5}), {2 * std::log(9.), 2 * std::log(8.)}));
    }
    void goldenSumOfLogits() {
        Setting setting;
        setting.groupScore = "sum-logits";
        FakeEngine engine(fixtureA(), sage(setting));
        engine.prefill(8);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 4 5 6 7"));
        QVERIFY(near(engine.scores(0, 0, range(0, 8)),
                     {4.605170, 4.394449, 2.772589, 4.605170, 5.780744, 8.553332, 2.772589, 4.158883}));
    }
    void goldenSumOfProbabilities() {
        FakeEngine engine(fixtureA(), sage({}));
        engine.prefill(8);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 5 6 7"));
        QVERIFY(near(engine.scores(0, 0, {1, 5}), {81. / 327 + 1. / 129, 64. / 327 + 81. / 129}));
    }
    void goldenSlide() {
        FakeEngine engine(fixtureA(), sage(perQueryHead()));
        engine.prefill(8);
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 5 7 8"));
        for (int i = 0; i < 4; ++i) {
            engine.step();
        }
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 5 11 12"));
        QCOMPARE(text(engine.kept(0, 1)), QByteArray("0 2 5 11 12"));
    }
    void theLastTokenMayBeAPartOfItsOwn() {
        Setting setting = perQueryHead();
        setting.lastApart = true;
        setting.recent = 1;
        FakeEngine engine(fixtureA(), sage(setting));
        engine.prefill(8);
        // Sink 0, the best two of 1 ... 5, recent 6, last 7.
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 5 6 7"));
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 5 7 8"));
        QCOMPARE(text(engine.budgets()), QByteArray("5"));
    }
    void growingKeepsWhatComes() {
        Setting setting = perQueryHead();
        setting.decode = "grow";
        FakeEngine engine(fixtureA(), sage(setting));
        engine.prefill(8);
        engine.step();
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 5 6 7 8 9"));
        QCOMPARE(engine.edits(), 1);
    }
    void tunedToSlideDropsWhatGrew() {
        Setting setting = perQueryHead();
        setting.decode = "grow";
        FakeEngine engine(fixtureA(), sage(setting));
        engine.prefill(8);
        for (int i = 0; i < 3; ++i) {
            engine.step();
        }
        FakeEngine fork = engine.fork();
        engine.tune({{"decode", std::string("slide")}});
        engine.step();
        fork.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 5 10 11"));
        QCOMPARE(text(fork.kept(0, 0)), QByteArray("0 1 5 6 7 8 9 10 11"));
        engine.tune({{"decode", std::string("grow")}});
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 5 10 11 12"));
    }
    void firstGeneratedSelectsInTheFirstStep() {
        Setting setting;
        setting.query = "first-generated";
        FakeModel model = fixtureA();
        const auto logit = model.logit;
        // Query 8 prefers tokens 2 and 6; 6 is not recent any more, 7 and 8 are.
        model.logit = [logit](std::int64_t layer, std::int64_t head, std::int64_t query, std::int64_t key) {
            return query == 8 ? (key == 2 || key == 6 ? 3.0 : 0.0) : logit(layer, head, query, key);
        };
        for (const char* score : {"sum-probs", "sum-logits"}) {
            setting.groupScore = score;
            FakeEngine engine(model, sage(setting));
            engine.prefill(8);
            QCOMPARE(engine.edits(), 0);
            engine.step();
            QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 2 6 7 8"));
            engine.step();
            QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 2 6 8 9"));
        }
    }
    void inactiveAtExactlyTheTotal_data() {
        QTest::addColumn<QByteArray>("query");
        QTest::addColumn<int>("prompt");
        QTest::addColumn<bool>("active");
        QTest::newRow("last prompt, 5") << QByteArray("last-prompt") << 5 << false;
        QTest::newRow("last prompt, 6") << QByteArray("last-prompt") << 6 << true;
        QTest::newRow("first generated, 4") << QByteArray("first-generated") << 4 << false;
        QTest::newRow("first generated, 5") << QByteArray("first-generated") << 5 << true;
        QTest::newRow("one token") << QByteArray("first-generated") << 1 << false;
    }
    void inactiveAtExactlyTheTotal() {
        QFETCH(QByteArray, query);
        QFETCH(int, prompt);
        QFETCH(bool, active);
        Setting setting;
        setting.query = query.toStdString();
        FakeEngine engine(randomModel(1, 2, 2, 1), sage(setting));
        engine.prefill(prompt);
        for (int i = 0; i < 5; ++i) {
            engine.step();
        }
        QCOMPARE(engine.kept(1, 0).size(), active ? std::size_t(5) : static_cast<std::size_t>(prompt + 5));
        QCOMPARE(engine.edits() > 0, active);
        QCOMPARE(engine.warnings().size(), std::size_t(active ? 0 : 1));
    }
    void skippedLayersStayFull() {
        Setting setting;
        setting.skipLayers = 1;
        FakeEngine engine(randomModel(1, 3, 2, 1), sage(setting));
        engine.prefill(9);
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), text(range(0, 10)));
        QCOMPARE(engine.kept(1, 0).size(), std::size_t(5));
        QCOMPARE(engine.kept(2, 0).size(), std::size_t(5));
        QCOMPARE(text(engine.budgets()), QByteArray("9 5 5"));
    }
    void tiesAreOlderFirst() {
        FakeEngine engine(randomModel(1, 1, 4, 2, 0.0), sage({2, 3, 2}));
        engine.prefill(12);
        QCOMPARE(text(engine.kept(0, 1)), QByteArray("0 1 2 3 4 10 11"));
    }
    void withoutTopK() {
        Setting setting{2, 0, 3};
        FakeEngine engine(randomModel(1, 1, 2, 1), sage(setting));
        engine.prefill(9);
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 7 8 9"));
        QCOMPARE(engine.warnings().size(), std::size_t(1));
    }
    void followsTheRuleFromFullRows() {
        std::mt19937_64 random(31);
        const auto below = [&](std::uint64_t n) { return static_cast<std::int64_t>(random() % n); };
        for (int draw = 0; draw < 120; ++draw) {
            Setting s{below(4), below(5), 1 + below(5)};
            s.granularity = below(2) == 0 ? "kv-head" : "query-head";
            s.groupScore = below(2) == 0 ? "sum-probs" : "sum-logits";
            s.query = below(2) == 0 ? "last-prompt" : "first-generated";
            s.decode = below(2) == 0 ? "slide" : "grow";
            s.skipLayers = below(3);
            s.lastApart = below(2) == 0;
            const FakeModel model = randomModel(random(), 2, 4, 2);
            FakeEngine engine(model, sage(s), random());
            const std::int64_t prompt = 1 + below(20);
            engine.prefill(prompt);
            for (std::int64_t step = 0; step < 6; ++step) {
                for (std::int64_t unit = 0; unit < engine.units(); ++unit) {
                    const Tokens heads = engine.units() == 4 ? Tokens{unit} : Tokens{2 * unit, 2 * unit + 1};
                    QCOMPARE(text(engine.kept(1, unit)), text(expected(s, model, 1, heads, prompt, step)));
                }
                engine.step();
            }
        }
    }
    void inertKnobsAreReported() {
        Setting skipped;
        skipped.skipLayers = 2;
        const auto warningsOf = [](const Setting& setting, const FakeModel& model) {
            FakeEngine engine(model, sage(setting));
            engine.prefill(9);
            return engine.warnings();
        };
        QVERIFY(warningsOf({}, randomModel(1, 2, 4, 2)).empty());
        const auto all = warningsOf(skipped, randomModel(1, 2, 4, 2));
        QCOMPARE(all.size(), std::size_t(1));
        QCOMPARE(all.front(), std::string("skip-layers covers all 2 layers: nothing is evicted"));
    }
    void memoryOfQueryHeadsIsNoted() {
        FakeEngine engine(randomModel(1, 1, 4, 2), sage(perQueryHead()));
        engine.prefill(9);
        QCOMPARE(engine.notes().front(), std::string("one set per query head: keys and values are stored 2 times"));
    }
    void needsTheWholePrompt() {
        const FakeEngine engine(fixtureA(), sage({}));
        QVERIFY(!engine.acceptsStreaming());
    }
};

QTEST_GUILESS_MAIN(SageTest)
#include "tests/plugins/sage/policy_test.moc"
