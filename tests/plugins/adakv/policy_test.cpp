// SPDX-License-Identifier: Apache-2.0
/// AdaKV: counts and caps are tested beside them (core/policy/kit); here the policy that uses them.
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/policy/kit/nominal.h"
#include "tests/plugins/check.h"

using namespace kvw::test;

namespace {

using Values = std::map<std::string, kvw::sdk::Value>;
using Rows = std::vector<std::vector<double>>;

std::string word(const char* text) {
    return text;
}

Choice named(const char* id, std::int64_t capacity, std::int64_t window, Values values) {
    values.insert({{"capacity", capacity}, {"window", window}, {"kernel", std::int64_t{3}}});
    Choice choice;
    choice.policy = {id, std::move(values)};
    return choice;
}

Choice adakv(std::int64_t capacity, std::int64_t window, Values values = {}) {
    return named("adakv", capacity, window, std::move(values));
}

/// Returns the settings with which SnapKV scores as AdaKV does.
Choice snapkv(std::int64_t capacity, std::int64_t window, Values values = {}) {
    values.insert({{"rows", word("mean")}, {"group-order", word("reduce-then-pool")}});
    return named("snapkv", capacity, window, std::move(values));
}

FakeEngine after(const FakeModel& model, const Choice& choice, std::int64_t prompt) {
    FakeEngine engine(model, choice);
    engine.prefill(prompt);
    return engine;
}

/// Heads whose last row of attention is a quarter of the given scores; the rest is the newest token's own.
FakeModel withScores(const Rows& rows) {
    FakeModel model;
    model.queryHeads = model.kvHeads = static_cast<std::int64_t>(rows.size());
    model.logit = [rows](std::int64_t, std::int64_t head, std::int64_t query, std::int64_t key) {
        const std::vector<double>& row = rows[static_cast<std::size_t>(head)];
        const auto last = static_cast<std::int64_t>(row.size());
        double rest = 1;
        for (const double score : row) {
            rest -= score / 4;
        }
        return query != last ? 0.0 : std::log(key == last ? rest : row[static_cast<std::size_t>(key)] / 4);
    };
    return model;
}

Rows goldenRows() {
    return {{.30, .25, .20, .15, .12, .11, .10, .09}, {.08, .07, .06, .05, .04, .03, .02, .01}};
}

/// No pooling, one row.
Choice plain(std::int64_t capacity, double floor, Values values = {}) {
    values.insert({{"floor", floor}});
    values["kernel"] = std::int64_t{1};
    return adakv(capacity, 1, std::move(values));
}

std::int64_t held(const FakeEngine& engine, std::int64_t layer) {
    std::int64_t sum = 0;
    for (std::int64_t unit = 0; unit < engine.units(); ++unit) {
        sum += static_cast<std::int64_t>(engine.kept(layer, unit).size());
    }
    return sum;
}

}  // namespace

class AdaKvTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void golden_data() {
        QTest::addColumn<int>("base");
        QTest::addColumn<double>("floor");
        QTest::addColumn<double>("best");
        QTest::addColumn<QByteArray>("first");
        QTest::addColumn<QByteArray>("second");
        QTest::newRow("caps 6 and 3") << 5 << .5 << .08 << QByteArray("0 1 2 3 4 5 8") << QByteArray("0 1 2 8");
        QTest::newRow("caps 6 and 0") << 4 << .2 << .08 << QByteArray("0 1 2 3 4 5 8") << QByteArray("8");
        QTest::newRow("caps 7 and 3") << 5 << .2 << .085 << QByteArray("0 1 2 3 4 5 6 8") << QByteArray("0 1 2 8");
        QTest::newRow("floor 1 is uniform")
            << 5 << 1.0 << .08 << QByteArray("0 1 2 3 4 8") << QByteArray("0 1 2 3 4 8");
    }
    void golden() {
        QFETCH(int, base);
        QFETCH(double, floor);
        QFETCH(double, best);
        Rows rows = goldenRows();
        rows[1][0] = best;
        const FakeEngine engine = after(withScores(rows), plain(base + 1, floor), 9);
        QTEST(text(engine.kept(0, 0)), "first");
        QTEST(text(engine.kept(0, 1)), "second");
        QCOMPARE(text(engine.budgets()), text({static_cast<std::int64_t>(engine.kept(0, 0).size()),
                                               static_cast<std::int64_t>(engine.kept(0, 1).size())}));
    }
    void kvpressKeepsTheSafeAndTheSum() {
        Rows rows = goldenRows();
        rows[0].insert(rows[0].end(), {.55, .5});
        rows[1].insert(rows[1].end(), {.045, .035});
        // 6 tokens of which int(6 / 2) are safe, the window first: 2 of each head's 10, then 6 of the pool.
        const FakeEngine engine = after(withScores(rows), plain(6, .5, {{"variant", word("kvpress")}}), 11);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 2 3 4 5 8 9 10"));
        QCOMPARE(text(engine.kept(0, 1)), QByteArray("0 1 10"));
        QCOMPARE(text(engine.budgets()), QByteArray("9 3"));
        QVERIFY(engine.warnings().empty());
    }
    void kvpressWithoutFloorIsThePoolAlone() {
        const FakeEngine engine = after(withScores(goldenRows()), plain(5, 0.0, {{"variant", word("kvpress")}}), 9);
        QCOMPARE(text(engine.budgets()), QByteArray("9 1"));
    }
    void everyHeadIsSnapKvWithItsBudget_data() {
        QTest::addColumn<QByteArray>("variant");
        QTest::addColumn<QByteArray>("granularity");
        QTest::addColumn<bool>("normalise");
        for (const char* granularity : {"kv-head", "query-head"}) {
            for (const char* variant : {"repo", "kvpress", "normalised"}) {
                QTest::newRow(qPrintable(QString(variant) + " " + granularity))
                    << QByteArray(variant == QByteArray("kvpress") ? "kvpress" : "repo") << QByteArray(granularity)
                    << (variant == QByteArray("normalised"));
            }
        }
    }
    void everyHeadIsSnapKvWithItsBudget() {
        QFETCH(QByteArray, variant);
        QFETCH(QByteArray, granularity);
        QFETCH(bool, normalise);
        for (std::uint64_t seed = 0; seed < 3; ++seed) {
            const FakeModel model = randomModel(seed, 2, 6, 3, seed == 2 ? 0.0 : 2.0);
            const Values shared = {{"granularity", granularity.toStdString()},
                                   {"pool", word(seed % 2 == 0 ? "avg" : "max")}};
            Values values = shared;
            values.insert({{"variant", variant.toStdString()}, {"normalise", normalise}, {"floor", .3}});
            const FakeEngine engine = after(model, adakv(12, 3, values), 22);
            const auto units = static_cast<std::size_t>(engine.units());
            QCOMPARE(engine.budgets().size(), 2 * units);
            for (std::size_t unit = 0; unit < units; ++unit) {
                for (std::size_t layer = 0; layer < 2; ++layer) {
                    const std::int64_t budget = engine.budgets()[layer * units + unit];
                    const FakeEngine alone = after(model, snapkv(budget, 3, shared), 22);
                    const auto l = static_cast<std::int64_t>(layer);
                    const auto u = static_cast<std::int64_t>(unit);
                    QCOMPARE(text(engine.kept(l, u)), text(alone.kept(l, u)));
                    if (budget < 22) {
                        QVERIFY(near(engine.scores(l, u, range(0, 19)), alone.scores(l, u, range(0, 19))));
                    }
                }
            }
        }
    }
    void floorOneIsSnapKv() {
        for (const char* variant : {"repo", "kvpress"}) {
            const FakeModel model = randomModel(9, 2, 4, 2);
            const FakeEngine engine = after(model, adakv(11, 2, {{"floor", 1.0}, {"variant", word(variant)}}), 30);
            const FakeEngine uniform = after(model, snapkv(11, 2), 30);
            QCOMPARE(text(engine.kept(0, 0)), text(uniform.kept(0, 0)));
            QCOMPARE(text(engine.kept(1, 1)), text(uniform.kept(1, 1)));
            QVERIFY(engine.warnings().empty());
        }
    }
    void sameAsTheComposition() {
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            const FakeModel model = randomModel(seed, 2, 6, 3, seed == 4 ? 0.0 : 2.0);
            FakeEngine engine = after(model, adakv(10, 2, {{"floor", .4}}), 30);
            Choice choice;
            choice.scorer = {
                "snapkv",
                {{"window", std::int64_t{2}}, {"kernel", std::int64_t{3}}, {"group-order", word("reduce-then-pool")}}};
            choice.budget = {"adakv-headwise", {{"capacity", std::int64_t{10}}, {"floor", .4}}};
            choice.recent = 2;
            FakeEngine composed(model, choice, 99);
            composed.prefill(30);
            QCOMPARE(text(engine.budgets()), text(composed.budgets()));
            for (std::int64_t unit = 0; unit < 3; ++unit) {
                QCOMPARE(text(engine.kept(1, unit)), text(composed.kept(1, unit)));
            }
        }
    }
    void normalisedCountsFavourConcentratedHeads() {
        // The second head has more of the best 4, but its own best hold less of its sum.
        const Rows rows = {{.9, .3, .01, .01, .01, .01}, {.4, .39, .38, .37, .36, .35}};
        QCOMPARE(text(after(withScores(rows), plain(3, 0.0), 7).budgets()), QByteArray("2 4"));
        const FakeEngine engine = after(withScores(rows), plain(3, 0.0, {{"normalise", true}}), 7);
        QCOMPARE(text(engine.budgets()), QByteArray("3 3"));
        QCOMPARE(text(engine.kept(0, 1)), QByteArray("0 1 6"));
        // The recorded score is the policy's, not the one that the counts were taken from.
        QVERIFY(near(engine.scores(0, 1, {0, 1}), {.1, .0975}));
    }
    void normaliseIsInertUnderKvpress() {
        const FakeEngine engine =
            after(randomModel(1, 2, 4, 2), adakv(10, 2, {{"variant", word("kvpress")}, {"normalise", true}}), 30);
        const FakeEngine without = after(randomModel(1, 2, 4, 2), adakv(10, 2, {{"variant", word("kvpress")}}), 30);
        QCOMPARE(text(engine.kept(1, 1)), text(without.kept(1, 1)));
    }
    void driftOfTheSumIsTold() {
        const FakeEngine engine = after(withScores(goldenRows()), plain(6, .5), 9);
        const std::string sentence = "all budgets together are 11 tokens, 12 are nominal";
        QCOMPARE(engine.notes().front(), sentence);
        QCOMPARE(engine.warnings().front(), "the heads' shares are rounded: " + sentence);
    }
    void equalScoresGoToTheLowerHead() {
        // One row, no pooling, uniform attention: every score is equal, so the first head takes all it has.
        const FakeEngine engine = after(randomModel(1, 1, 3, 3, 0.0), plain(5, 0.0), 9);
        QCOMPARE(text(engine.budgets()), QByteArray("9 5 1"));
        QCOMPARE(text(engine.kept(0, 1)), QByteArray("0 1 2 3 8"));
    }
    void oneHeadHasNobodyToShareWith() {
        const FakeEngine engine = after(randomModel(1, 2, 4, 1), adakv(10, 2, {{"variant", word("kvpress")}}), 30);
        QCOMPARE(text(engine.budgets()), QByteArray("10 10"));
    }
    void capacityEqualToThePromptIsTheIdentity() {
        for (const std::int64_t capacity : {8, 20}) {
            const FakeEngine engine = after(randomModel(1, 2, 4, 2), adakv(capacity, 2), 8);
            QCOMPARE(engine.edits(), 0);
            QVERIFY(engine.budgets().empty());
            QCOMPARE(engine.warnings().front(),
                     std::string("the capacity is not below the prompt: nothing is evicted"));
        }
    }
    void capacityWithinTheWindowKeepsTheNewest() {
        const FakeEngine engine = after(randomModel(1, 2, 4, 2), adakv(3, 3), 9);
        QCOMPARE(text(engine.kept(1, 0)), QByteArray("6 7 8"));
        QCOMPARE(text(engine.budgets()), QByteArray("3 3 3 3"));
        QVERIFY(std::isnan(engine.scores(0, 0, {0}).front()));
        QCOMPARE(engine.warnings().size(), std::size_t(1));
    }
    void windowAboveThePrompt() {
        QCOMPARE(text(after(randomModel(1, 2, 4, 2), adakv(5, 32), 9).kept(0, 1)), QByteArray("4 5 6 7 8"));
    }
    void removedFraction() {
        // int(30 (1 - .6)) = 12; the sum of kvpress' division is exact.
        const FakeEngine engine =
            after(randomModel(2, 1, 4, 2), adakv(0, 2, {{"removed", .6}, {"variant", word("kvpress")}}), 30);
        QCOMPARE(held(engine, 0), 24);
        const FakeEngine least = after(randomModel(2, 1, 2, 2), adakv(0, 4, {{"removed", .99}}), 30);
        QCOMPARE(text(least.kept(0, 1)), QByteArray("29"));
        QCOMPARE(least.warnings().front(), std::string("the fraction removed would leave no token: the budget is 1"));
    }
    void theSumStaysNearTheBudget() {
        for (std::uint64_t seed = 0; seed < 8; ++seed) {
            const FakeEngine engine = after(randomModel(seed, 1, 4, 4), adakv(9, 2), 25);
            QCOMPARE(held(engine, 0), kvw::sdk::total_of(engine.budgets()));
            QVERIFY(std::abs(held(engine, 0) - 36) <= 4);
        }
    }
    void orderOfQueryHeadsInsideAGroupDoesNotMatter() {
        const FakeModel model = randomModel(7, 1, 4, 2);
        FakeModel swapped = model;
        swapped.logit = [&](std::int64_t layer, std::int64_t head, std::int64_t query, std::int64_t key) {
            return model.logit(layer, head ^ 1, query, key);
        };
        const FakeEngine one = after(model, adakv(10, 2), 30);
        const FakeEngine other = after(swapped, adakv(10, 2), 30);
        QCOMPARE(text(one.kept(0, 0)), text(other.kept(0, 0)));
        QCOMPARE(text(one.kept(0, 1)), text(other.kept(0, 1)));
    }
    void headsGrowAfterThePrompt() {
        FakeEngine engine = after(withScores(goldenRows()), plain(5, .2), 9);
        engine.step();
        QCOMPARE(text(engine.kept(0, 1)), QByteArray("8 9"));
        QCOMPARE(engine.kept(0, 0).size(), std::size_t(8));
        FakeEngine fork = engine.fork();
        fork.step();
        QCOMPARE(text(fork.kept(0, 1)), QByteArray("8 9 10"));
        QCOMPARE(text(fork.budgets()), text(engine.budgets()));
    }
    void promptOfOneToken() {
        const FakeEngine engine = after(randomModel(1, 2, 4, 2), adakv(1, 32), 1);
        QCOMPARE(text(engine.kept(1, 1)), QByteArray("0"));
        QCOMPARE(engine.edits(), 0);
    }
    void refusesStreamingPrefill() { QVERIFY(!FakeEngine(randomModel(1, 2, 4, 2), adakv(8, 3)).acceptsStreaming()); }
};

QTEST_GUILESS_MAIN(AdaKvTest)
#include "tests/plugins/adakv/policy_test.moc"
