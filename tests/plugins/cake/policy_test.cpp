// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>

#include "tests/plugins/cake/settings.h"

using namespace kvw::test;

namespace {

/// Fixture A, two layers, window 2, pooling 3, capacity 5.
Values fixture(Values more = {}) {
    return settings(5, 2, 3, std::move(more));
}

/// Fixture A, then token 8 with the row of the golden, in both heads of layer 0.
FakeModel fixtureWithNextStep() {
    FakeModel model = fixtureA(2);
    const auto logit = model.logit;
    model.logit = [logit](std::int64_t layer, std::int64_t head, std::int64_t query, std::int64_t key) {
        if (query < 8) {
            return logit(layer, head, query, key);
        }
        // Memory order 4 5 3 1 6 7, then 8: .02 .28 .20 .05 .05 .15 .25
        static constexpr double kRow[] = {1e-9, .05, 1e-9, .20, .02, .28, .05, .15, .25};
        return std::log(key < 9 ? kRow[key] : 1e-9);
    };
    return model;
}

/// Softmax row of a query over the tokens up to itself, in double.
std::vector<double> rowOf(const FakeModel& model, std::int64_t layer, std::int64_t head, std::int64_t query) {
    std::vector<double> row;
    double total = 0;
    for (std::int64_t key = 0; key <= query; ++key) {
        row.push_back(std::exp(model.logit(layer, head, query, key)));
        total += row.back();
    }
    for (double& weight : row) {
        weight /= total;
    }
    return row;
}

struct Moments {
    std::vector<double> mean, variance;
};

/// Per token over those of the last `window` prompt rows that can see it; the variance is unbiased, 0 of one row.
Moments windowOf(const FakeModel& model, std::int64_t layer, std::int64_t head, std::int64_t prompt,
                 std::int64_t window) {
    std::vector<std::vector<double>> seen(static_cast<std::size_t>(prompt));
    for (std::int64_t query = prompt - window; query < prompt; ++query) {
        const std::vector<double> row = rowOf(model, layer, head, query);
        for (std::size_t t = 0; t < row.size(); ++t) {
            seen[t].push_back(row[t]);
        }
    }
    Moments moments;
    for (const std::vector<double>& rows : seen) {
        const auto n = static_cast<double>(rows.size());
        double mean = 0, squares = 0;
        for (const double a : rows) {
            mean += a / n;
        }
        for (const double a : rows) {
            squares += (a - mean) * (a - mean);
        }
        moments.mean.push_back(mean);
        moments.variance.push_back(n > 1 ? squares / (n - 1) : 0);
    }
    return moments;
}

double combined(const QString& indicator, double mean, double variance, double gamma) {
    return indicator == "mean"       ? mean
           : indicator == "variance" ? variance
           : indicator == "product"  ? mean * variance
                                     : mean + gamma * variance;
}

}  // namespace

class CakeTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void goldenPreferenceAndBudgets() {
        FakeEngine engine(fixtureA(2), cake(fixture()));
        engine.prefill(8);
        QVERIFY(near(engine.preference(), {5.467097817 * .0332956747, 6.117055150 * .0158674351}));
        QVERIFY(near(engine.preference(), {.1820307104, .0970619756}));
        QCOMPARE(text(engine.budgets()), QByteArray("4 2"));
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("1 3 4 5 6 7"));
        QCOMPARE(text(engine.kept(1, 0)), QByteArray("0 1 6 7"));
        // After layer 0 its budget is the whole prefix, so nothing leaves before layer 1 has come.
        QCOMPARE(engine.edits(), 2);
        QVERIFY(engine.warnings().empty());
        QVERIFY(says(engine.notes(), "beside the window: 2 to 4 tokens per layer, together 6, nominal 6"));
    }
    void goldenIndicator() {
        FakeEngine engine(fixtureA(2), cake(fixture()));
        engine.prefill(8);
        QVERIFY(near(engine.scores(0, 0, range(0, 6)),
                     {.2591689511, .3679525408, .3243291237, .3725641113, 1.0474376712, .9256614658}));
        QVERIFY(near(engine.scores(1, 0, range(0, 6)),
                     {.4883526443, .5597327847, .3701189601, .2391662098, .2634354094, .1842999053}));
    }
    void goldenTemperatures() {
        FakeEngine engine(fixtureA(2), cake(fixture({{"tau1", 1.6}, {"tau2", .6}})));
        engine.prefill(8);
        QCOMPARE(text(engine.budgets()), QByteArray("5 1"));
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("1 2 3 4 5 6 7"));
        QCOMPARE(text(engine.kept(1, 0)), QByteArray("1 6 7"));
    }
    void goldenWithoutVariance() {
        FakeEngine engine(fixtureA(2), cake(fixture({{"gamma", 0.0}})));
        engine.prefill(8);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("1 2 4 5 6 7"));
        QCOMPARE(text(engine.kept(1, 0)), QByteArray("1 4 6 7"));
    }
    void goldenDecodeAlongMemoryOrder() {
        FakeEngine engine(fixtureWithNextStep(), cake(fixture()));
        engine.prefill(8);
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("1 3 4 5 7 8"));
        QVERIFY(near(engine.scores(0, 0, {4, 5, 3, 1, 6}), {.1, .5 / 3, .53 / 3, .1, .1 / 3}));
    }
    void goldenDecodeAlongTheText() {
        FakeEngine engine(fixtureWithNextStep(), cake(fixture({{"pool-order", std::string("position")}})));
        engine.prefill(8);
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("3 4 5 6 7 8"));
        QVERIFY(near(engine.scores(0, 0, {1, 3, 4, 5, 6}), {.25 / 3, .09, .5 / 3, .35 / 3, .11}));
    }
    void poolOrderActsAtTheNextStep() {
        FakeEngine engine(fixtureWithNextStep(), cake(fixture()));
        engine.prefill(8);
        engine.tune({{"pool-order", std::string("position")}});
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("3 4 5 6 7 8"));
    }
    void ranksAreKeptWhilePoolingFollowsTheText() {
        // Two steps by position, then memory: as if the order of the last cut had always been known.
        const FakeModel model = randomModel(5, 2, 4, 2, 4.0);
        FakeEngine engine(model, cake(settings(9, 3, 3, {{"pool-order", std::string("position")}})), 3);
        engine.prefill(20);
        engine.step();
        engine.step();
        FakeEngine other = engine.fork();
        other.tune({{"pool-order", std::string("memory")}});
        engine.step();
        other.step();
        QVERIFY(engine.scores(0, 0, other.kept(0, 0)) != other.scores(0, 0, other.kept(0, 0)));
    }
    void withoutDecodeEvictionTheCacheGrows() {
        FakeEngine engine(fixtureWithNextStep(), cake(fixture({{"decode-eviction", false}})));
        engine.prefill(8);
        for (int i = 0; i < 3; ++i) {
            engine.step();
        }
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("1 3 4 5 6 7 8 9 10"));
        engine.tune({{"decode-eviction", true}});
        engine.step();
        QCOMPARE(engine.kept(0, 0).size(), std::size_t(6));
        QCOMPARE(text(engine.kept(0, 0)).right(5), QByteArray("10 11"));
        QCOMPARE(engine.kept(1, 0).size(), std::size_t(4));
    }
    void guardKeepsThePromptAndDecodesDownToTheCapacity_data() {
        QTest::addColumn<QString>("accounting");
        QTest::addColumn<int>("prompt");
        QTest::addColumn<bool>("guarded");
        QTest::newRow("code, at the guard") << "code" << 11 << true;
        QTest::newRow("code, above") << "code" << 12 << false;
        QTest::newRow("paper, at the guard") << "paper" << 8 << true;
        QTest::newRow("paper, above") << "paper" << 9 << false;
        QTest::newRow("all window") << "code" << 3 << true;
        QTest::newRow("one token") << "paper" << 1 << true;
    }
    void guardKeepsThePromptAndDecodesDownToTheCapacity() {
        QFETCH(QString, accounting);
        QFETCH(int, prompt);
        QFETCH(bool, guarded);
        const Values values = settings(8, 3, 3, {{"accounting", accounting.toStdString()}});
        FakeEngine engine(randomModel(1, 2, 2, 1), cake(values));
        engine.prefill(prompt);
        QCOMPARE(engine.edits() == 0, guarded);
        QCOMPARE(engine.preference().empty(), guarded);
        QCOMPARE(says(engine.warnings(), "nothing is evicted from it"), guarded);
        if (guarded) {
            QCOMPARE(text(engine.budgets()), QByteArray("5 5"));
            for (int i = 0; i < 12; ++i) {
                engine.step();
                QVERIFY(engine.kept(1, 0).size() <= 8);
                QCOMPARE(engine.kept(1, 0).back(), prompt + i);
            }
            QCOMPARE(engine.kept(0, 0).size(), std::size_t(8));
        }
    }
    void guardedMemoryOrderIsTokenOrder() {
        // Uniform attention over 9 tokens with w 2 and k 3: the ends are under-scored and the younger one leaves.
        FakeEngine engine(randomModel(1, 1, 2, 1, 0.0), cake(settings(8, 2, 3)), 7);
        engine.prefill(8);
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 2 3 4 5 7 8"));
        const double third = 1.0 / 27;
        QVERIFY(near(engine.scores(0, 0, range(0, 7)),
                     {2 * third, 3 * third, 3 * third, 3 * third, 3 * third, 3 * third, 2 * third}));
        // Now 1 2 3 4 5 0 by score, then 6 is gone and 7 has left the window: 1 and 7 are the ends.
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 2 3 4 5 8 9"));
    }
    void capacityWithinTheWindowLeavesTheWindow_data() {
        QTest::addColumn<QString>("accounting");
        QTest::addColumn<QString>("allocation");
        for (const char* accounting : {"code", "paper"}) {
            for (const char* allocation : {"cake", "uniform", "pyramid"}) {
                QTest::addRow("%s, %s", accounting, allocation) << accounting << allocation;
            }
        }
    }
    void capacityWithinTheWindowLeavesTheWindow() {
        QFETCH(QString, accounting);
        QFETCH(QString, allocation);
        FakeEngine engine(
            randomModel(1, 3, 2, 1),
            cake(settings(1, 4, 5,
                          {{"accounting", accounting.toStdString()}, {"allocation", allocation.toStdString()}})));
        engine.prefill(12);
        QCOMPARE(text(engine.budgets()), QByteArray("0 0 0"));
        QCOMPARE(text(engine.kept(2, 0)), QByteArray("8 9 10 11"));
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("9 10 11 12"));
        QVERIFY(says(engine.warnings(), "the window alone stays"));
    }
    void withoutVarianceItRanksLikeSnapkv() {
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            const FakeModel model = randomModel(seed, 2, 4, 2, 3.0);
            FakeEngine one(model, cake(settings(9, 3, 5, {{"gamma", 0.0}, {"allocation", std::string("uniform")}})),
                           seed);
            Choice snapkv;
            snapkv.policy = {"snapkv",
                             {{"capacity", std::int64_t{9}},
                              {"window", std::int64_t{3}},
                              {"kernel", std::int64_t{5}},
                              {"pool", std::string("avg")}}};
            FakeEngine other(model, snapkv, seed + 50);
            one.prefill(24);
            other.prefill(24);
            QCOMPARE(text(one.kept(1, 0)), text(other.kept(1, 0)));
            QCOMPARE(text(one.kept(0, 1)), text(other.kept(0, 1)));
        }
    }
    void indicatorsOfTheAblation_data() {
        QTest::addColumn<QString>("indicator");
        for (const char* indicator : {"sum", "mean", "variance", "product"}) {
            QTest::newRow(indicator) << indicator;
        }
    }
    /// From full rows in double; tokens of layer 1, KV head 1.
    void indicatorsOfTheAblation() {
        QFETCH(QString, indicator);
        const FakeModel model = randomModel(17, 2, 4, 2, 3.0);
        FakeEngine engine(
            model,
            cake(settings(
                6, 3, 3,
                {{"indicator", indicator.toStdString()}, {"allocation", std::string("uniform")}, {"gamma", 50.0}})));
        engine.prefill(14);
        std::vector<double> expected(11, 0.0);
        for (const std::int64_t head : {2, 3}) {
            const auto [mean, variance] = windowOf(model, 1, head, 14, 3);
            std::vector<double> values;
            for (std::size_t t = 0; t < expected.size(); ++t) {
                values.push_back(combined(indicator, mean[t], variance[t], 50));
            }
            for (std::size_t t = 0; t < expected.size(); ++t) {
                const double left = t > 0 ? values[t - 1] : 0, right = t + 1 < values.size() ? values[t + 1] : 0;
                expected[t] += (left + values[t] + right) / 6;
            }
        }
        QVERIFY(near(engine.scores(1, 1, range(0, 11)), expected));
    }
    void storedMomentsDecide_data() { indicatorsOfTheAblation_data(); }
    /// Where nothing is evicted before, the stored moments of a step are those of the last w rows exactly as long as a
    /// token has not seen more of them; older tokens fade by the rule.
    void storedMomentsDecide() {
        QFETCH(QString, indicator);
        const std::int64_t window = 4, prompt = 12;
        const FakeModel model = randomModel(23, 2, 4, 2, 3.0);
        FakeEngine engine(model, cake(settings(prompt, window, 1,
                                               {{"indicator", indicator.toStdString()},
                                                {"decode-score", std::string("stored")},
                                                {"accounting", std::string("paper")},
                                                {"gamma", 50.0}})));
        engine.prefill(prompt);  // the capacity: nothing is evicted before the first step
        engine.step();
        std::vector<double> expected(prompt + 1 - window, 0.0);
        std::vector<double> means(expected.size(), 0.0), variances(expected.size(), 0.0), rows(expected.size(), 0.0);
        for (const std::int64_t head : {0, 1}) {
            const auto [mean, variance] = windowOf(model, 0, head, prompt, window);
            const auto row = rowOf(model, 0, head, prompt);
            for (std::size_t t = 0; t < expected.size(); ++t) {
                means[t] += mean[t] / 2;
                variances[t] += variance[t] / 2;
                rows[t] += row[t] / 2;
            }
        }
        for (std::size_t t = 0; t < expected.size(); ++t) {
            const double n = std::min<double>(window, static_cast<double>(prompt + 1) - static_cast<double>(t));
            const double d = rows[t] - means[t];
            expected[t] = combined(indicator, means[t] + d / n, (n - 2) / (n - 1) * variances[t] + d * d / n, 50);
        }
        QVERIFY(near(engine.scores(0, 0, range(0, static_cast<std::int64_t>(expected.size()))), expected));
        std::size_t worst = 0;
        for (std::size_t t = 0; t < expected.size(); ++t) {
            worst = expected[t] < expected[worst] ? t : worst;
        }
        Tokens kept = range(0, prompt + 1);
        kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(worst));
        QCOMPARE(text(engine.kept(0, 0)), text(kept));
    }
    void storedMomentsTravelWithTheSlots() {
        for (std::uint64_t seed = 0; seed < 10; ++seed) {
            const FakeModel model = randomModel(seed, 3, 4, 2, 3.0);
            const Values values = settings(9, 3, 3,
                                           {{"decode-score", std::string("stored")},
                                            {"pool-order", std::string(seed % 2 == 0 ? "memory" : "position")}});
            FakeEngine one(model, cake(values), 1, 32);
            FakeEngine other(model, cake(values), 2, 41);
            one.prefill(20);
            other.prefill(20);
            FakeEngine fork = other.fork();
            for (int step = 0; step < 6; ++step) {
                one.step();
                other.step();
                fork.step();
                for (std::int64_t layer = 0; layer < 3; ++layer) {
                    QCOMPARE(text(one.kept(layer, 1)), text(other.kept(layer, 1)));
                    QCOMPARE(text(fork.kept(layer, 0)), text(other.kept(layer, 0)));
                }
            }
        }
    }
    void decodingByRoundingIsAFinding() {
        const auto decoded = [](double spread, const char* order) {
            FakeEngine engine(randomModel(3, 1, 2, 1, spread),
                              cake(settings(8, 2, 3, {{"pool-order", std::string(order)}})));
            engine.prefill(12);
            engine.step();
            engine.step();
            return engine;
        };
        // Uniform attention: the inner scores are equal.
        const FakeEngine equal = decoded(0.0, "memory");
        QVERIFY(says(equal.warnings(), "rounding decides the order in memory"));
        QVERIFY(says(equal.notes(), "decode cuts of single heads"));
        QVERIFY(says(decoded(0.0, "position").warnings(), "rounding decides which token leaves"));
        QVERIFY(decoded(3.0, "memory").warnings().empty());
    }
    void guardOfTheListingMayCutAPromptThatFits() {
        const Values values =
            settings(12, 3, 3, {{"accounting", std::string("paper")}, {"guard", std::string("listing")}});
        FakeEngine fits(randomModel(1, 2, 2, 1), cake(values));
        fits.prefill(9);
        QCOMPARE(fits.edits(), 0);
        QVERIFY(says(fits.warnings(), "the capacity less the window"));
        FakeEngine cut(randomModel(1, 2, 2, 1), cake(values));
        cut.prefill(12);
        QVERIFY(!cut.preference().empty());
        QVERIFY(cut.warnings().empty());
    }
    void slotOrderDoesNotMatter() {
        std::mt19937_64 random(12);
        for (int round = 0; round < 30; ++round) {
            const FakeModel model = randomModel(random(), 3, 4, 2, round % 3 == 0 ? 0.0 : 3.0);
            const Values values = settings(whole(random, 3, 12), whole(random, 2, 4), 2 * whole(random, 0, 3) + 1,
                                           {{"pool-order", std::string(round % 2 == 0 ? "memory" : "position")}});
            FakeEngine one(model, cake(values), 1, 32);
            FakeEngine other(model, cake(values), 2, 41);
            one.prefill(20);
            other.prefill(20);
            for (int step = 0; step < 5; ++step) {
                for (std::int64_t layer = 0; layer < 3; ++layer) {
                    QCOMPARE(text(one.kept(layer, 1)), text(other.kept(layer, 1)));
                    QCOMPARE(static_cast<std::int64_t>(one.kept(layer, 0).back()), 19 + step);
                }
                one.step();
                other.step();
            }
        }
    }
    void forksHaveTheirOwnOrder() {
        const FakeModel model = randomModel(9, 2, 4, 2, 4.0);
        FakeEngine engine(model, cake(settings(9, 3, 3)), 3);
        engine.prefill(20);
        engine.step();
        FakeEngine fork = engine.fork();
        FakeEngine twin = engine.fork();
        for (int i = 0; i < 3; ++i) {
            engine.step();
        }
        for (int i = 0; i < 3; ++i) {
            fork.step();
            twin.step();
            QCOMPARE(text(fork.kept(1, 1)), text(twin.kept(1, 1)));
        }
        QCOMPARE(text(fork.kept(1, 1)), text(engine.kept(1, 1)));
        QCOMPARE(text(fork.kept(0, 0)), text(engine.kept(0, 0)));
    }
    void fallbacksAreNamed() {
        const auto warned = [](const Values& values, std::int64_t prompt = 20) {
            FakeEngine engine(randomModel(1, 2, 2, 1), cake(values));
            engine.prefill(prompt);
            return engine.warnings();
        };
        QVERIFY(warned(settings(9, 3, 5)).empty());
        QVERIFY(says(warned(settings(16, 3, 5, {{"allocation", std::string("pyramid")}})), "falls back"));
        QVERIFY(says(warned(settings(9, 20, 5)), "the window: nothing is evicted"));
        QVERIFY(says(warned(settings(20, 3, 5, {{"accounting", std::string("paper")}})), "nothing is evicted from it"));
    }
    void refusesStreamingPrefill() { QVERIFY(!FakeEngine(fixtureA(), cake({})).acceptsStreaming()); }
};

QTEST_GUILESS_MAIN(CakeTest)
#include "tests/plugins/cake/policy_test.moc"
