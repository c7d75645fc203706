// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <random>

#include "core/policy/kit/gini_shares.h"
#include "plugins/adap-kv/shares.h"
#include "tests/plugins/adap-kv/policy_tensors.h"
#include "tests/plugins/check.h"

using namespace kvw::test;
using namespace kvw::adap;
using kvw::sdk::gini_shares;
using kvw::sdk::shared_as_coded;
using kvw::sdk::shared_as_written;
using kvw::sdk::whole_tokens;

namespace {

using Values = std::map<std::string, kvw::sdk::Value>;
using Numbers = std::vector<double>;

Choice adap(const Values& values) {
    Choice choice;
    choice.policy = {"adap-kv", values};
    return choice;
}

Choice asCoded(double removed, Values more = {}) {
    more.insert({{"variant", std::string("code")}, {"removed", removed}, {"gini-window", std::int64_t{2}}});
    return adap(more);
}

/// Gini budgets over recency: which tokens stay is plain to see.
Choice shared(std::int64_t capacity, const std::string& direction, std::int64_t window = 2) {
    Choice choice;
    choice.scorer = {"recency", {}};
    choice.budget = {"adap-gini", {{"capacity", capacity}, {"direction", direction}, {"window", window}}};
    return choice;
}

/// Each layer has one row for every query: weight i on token i, 1 beyond.
FakeModel weighted(const std::vector<Numbers>& layers) {
    FakeModel model{static_cast<std::int64_t>(layers.size()), 1, 1, {}};
    model.logit = [layers](std::int64_t layer, std::int64_t, std::int64_t, std::int64_t key) {
        const Numbers& weights = layers[static_cast<std::size_t>(layer)];
        return std::log(static_cast<std::size_t>(key) < weights.size() ? weights[static_cast<std::size_t>(key)] : 1.0);
    };
    return model;
}

/// Keys of the vector fixture K5, in the first two channels.
FakeModel k5(std::int64_t layers = 1) {
    FakeModel model = randomModel(1, layers, 2, 1, 0.0);
    model.key = [](std::int64_t, std::int64_t, std::int64_t token) {
        static const std::vector<Numbers> keys{{3, 4, 0, 0}, {1, 0, 0, 0}, {0, 2, 0, 0}, {-1, 0, 0, 0}, {2, 2, 0, 0}};
        return keys[static_cast<std::size_t>(token) % keys.size()];
    };
    return model;
}

bool says(const std::vector<std::string>& sentences, const std::string& part) {
    return std::any_of(sentences.begin(), sentences.end(),
                       [&](const std::string& sentence) { return sentence.find(part) != std::string::npos; });
}

}  // namespace

class AdapKvTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void goldenGini_data() {
        QTest::addColumn<QList<double>>("weights");
        QTest::addColumn<double>("expected");
        QTest::newRow("equal") << QList<double>{1, 1, 1, 1} << 0.0;
        QTest::newRow("one has all") << QList<double>{0, 0, 0, 1} << .75;
        QTest::newRow("ramp") << QList<double>{1, 2, 3, 4} << .25;
        QTest::newRow("ramp, other order and scale") << QList<double>{30, 10, 40, 20} << .25;
        QTest::newRow("alone") << QList<double>{1} << 0.0;
    }
    void goldenGini() {
        QFETCH(QList<double>, weights);
        QFETCH(double, expected);
        // The row of the first decode step, over everything held and itself; the table has free slots beside them.
        FakeEngine engine(weighted({{weights.begin(), weights.end()}}), adap({}));
        engine.prefill(std::max<std::int64_t>(1, weights.size() - 1));
        if (weights.size() > 1) {
            engine.step();
            QVERIFY(near(engine.gini(), {expected}));
        } else {
            QVERIFY(engine.gini().empty());
        }
    }
    void goldenGiniOfFixtureA() {
        FakeEngine last(fixtureA(), adap({}));
        last.prefill(7);
        last.step();
        QVERIFY(near(last.gini(), {.4267389}));
        // Rows 6 and 7 over tokens 0 ... 5, flattened; units keep tokens in other slots than the layer does.
        FakeModel keys = fixtureA();
        keys.key = k5().key;
        FakeEngine window(keys, asCoded(.5));
        window.prefill(8);
        QVERIFY(near(window.gini(), {.3126733}));
    }
    void manyAreSorted_data() {
        QTest::addColumn<double>("spread");
        QTest::newRow("over many magnitudes") << 60.0;
        QTest::newRow("some equal, some apart in the last bits") << 1e-14;
        QTest::newRow("all equal") << 0.0;
    }
    /// Enough of them for the radix sort, a few zeros among them.
    void manyAreSorted() {
        QFETCH(double, spread);
        constexpr std::size_t kWidth = 10'000;
        std::mt19937_64 random(7);
        std::uniform_real_distribution<double> uniform(0.0, 1.0);
        Numbers values(2 * kWidth);
        for (double& value : values) {
            value = random() % 50 == 0 ? 0.0 : 0.25 * std::exp(-spread * uniform(random));
        }
        const std::vector<float> singles(values.begin(), values.end());
        const auto expected = [](Numbers rows) {
            std::sort(rows.begin(), rows.begin() + kWidth);
            std::sort(rows.begin() + kWidth, rows.end());
            return rows;
        };
        QVERIFY(ascendingRows(values, kWidth) == expected(values));
        QVERIFY(ascendingRows(singles, kWidth) == expected({singles.begin(), singles.end()}));
    }
    void goldenShares() {
        QVERIFY(near(gini_shares({0, 1}), {1.4621171573, .5378828427}));
        QVERIFY(near(gini_shares({.2, .5, .9}), {1.3408397, .9933194, .6658409}));
        QVERIFY(near({100 * .5 * gini_shares({0, 1})[0], 100 * .5 * gini_shares({0, 1})[1]}, {73.105858, 26.894142}));
        Numbers extreme(32, 1.0);
        extreme[0] = 0;
        QVERIFY(near({gini_shares(extreme)[0]}, {2.5797615}));
        QVERIFY(gini_shares({}).empty());
        // A temperature of 1 is the source's, to the bit; half of it doubles the differences.
        QCOMPARE(gini_shares({.2, .5, .9}, 1), gini_shares({.2, .5, .9}));
        QVERIFY(near(gini_shares({.1, .25, .45}, .5), {1.3408397, .9933194, .6658409}));
        QVERIFY(near(gini_shares({0, 1}, 1e-300), {2, 0}));
        QVERIFY(near(gini_shares({0, 1}, 1e300), {1, 1}));
    }
    void goldenKept() {
        const Numbers two = gini_shares({0, 1});
        QCOMPARE(kept_as_written(two[0], .5, 100), 73.0);
        QCOMPARE(kept_as_written(two[1], .5, 100), 27.0);
        QCOMPARE(kept_as_coded(two[0], .5, 100), 26.0);
        QCOMPARE(kept_as_coded(two[1], .5, 100), 73.0);
        const Numbers three = gini_shares({.2, .5, .9});
        const double written[] = {67, 50, 33};
        const double coded[] = {32, 50, 66};
        for (std::size_t l = 0; l < 3; ++l) {
            QCOMPARE(kept_as_written(three[l], .5, 100), written[l]);
            QCOMPARE(kept_as_coded(three[l], .5, 100), coded[l]);
        }
    }
    void roundingIsHalfToEvenAndTruncationIsInDouble() {
        QCOMPARE(kept_as_written(1, .5, 5), 2.0);
        QCOMPARE(kept_as_written(1, .5, 7), 4.0);
        QCOMPARE(kept_as_coded(1, .9, 10), 0.0);
        QCOMPARE(kept_as_coded(1, .9, 100), 9.0);
        QCOMPARE(kept_as_coded(2.5, .5, 10), -2.0);
    }
    void equalGiniIsUniform() {
        for (std::size_t layers = 1; layers < 80; ++layers) {
            for (const double g : {0.0, .3126733, .9}) {
                for (const double share : gini_shares(Numbers(layers, g))) {
                    QCOMPARE(shared_as_coded(share, 37, 100), 37.0);
                    QCOMPARE(shared_as_written(share, 37), 37.0);
                }
            }
        }
    }
    void clamps() {
        QCOMPARE(whole_tokens(-3, 0, 10), std::int64_t{1});
        QCOMPARE(whole_tokens(2, 5, 10), std::int64_t{5});
        QCOMPARE(whole_tokens(2, 50, 10), std::int64_t{10});
        QCOMPARE(whole_tokens(27, 0, 10), std::int64_t{10});
        QCOMPARE(whole_tokens(7, 5, 10), std::int64_t{7});
    }

    void thesisLeavesThePromptAlone() {
        FakeEngine engine(randomModel(1, 3, 4, 2, 4.0), adap({{"removed", .9}}));
        engine.prefill(20);
        QCOMPARE(engine.edits(), 0);
        QVERIFY(engine.budgets().empty());
        QCOMPARE(engine.units(), std::int64_t{1});
    }
    void thesisKeepsByTheCurrentRow() {
        // Diffuse layer 0 keeps more than layer 1, which looks at one token.
        FakeEngine engine(weighted({{1, 1, 1, 1, 1, 1, 1}, {0, 0, 1, 0, 0, 0, 0, 0}}), adap({}));
        engine.prefill(7);
        engine.step();
        const Numbers gini{0, .875};
        QVERIFY(near(engine.gini(), gini));
        const double first = gini_shares(gini)[0] * .5 * 8;
        QCOMPARE(engine.budgets(), (Tokens{static_cast<std::int64_t>(std::nearbyint(first)),
                                           static_cast<std::int64_t>(std::nearbyint(8 - first))}));
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 2 3 4 5"));
        QCOMPARE(text(engine.kept(1, 0)), QByteArray("0 2"));
        QVERIFY(near(engine.scores(1, 0, {2, 3, 7}), {1, 0, 0}));
        QVERIFY(says(engine.notes(), "all layers together: 8 tokens, nominal 8"));
    }
    void thesisCountsTokensSeen() {
        // Half of the tokens seen, not half of those held: 6 of 11, 6 of 12, 6 of 13 ...
        FakeEngine engine(randomModel(1, 1, 2, 1, 0.0), adap({}));
        engine.prefill(10);
        for (const std::int64_t kept : {6, 6, 6, 7, 8, 8}) {
            engine.step();
            QCOMPARE(engine.budgets().front(), kept);
            QCOMPARE(static_cast<std::int64_t>(engine.kept(0, 0).size()), kept);
        }
    }
    void thesisLayersThatHoldFewerKeepAll() {
        FakeEngine engine(randomModel(1, 1, 2, 1, 0.0), adap({{"removed", .8}}));
        engine.prefill(20);
        engine.step();
        QCOMPARE(engine.kept(0, 0).size(), std::size_t(4));
        engine.tune({{"removed", .1}});
        const int edits = engine.edits();
        engine.step();
        QCOMPARE(engine.edits(), edits);
        QCOMPARE(engine.kept(0, 0).size(), std::size_t(5));
        QCOMPARE(engine.budgets().front(), std::int64_t{20});
    }
    void thesisProtection() {
        FakeEngine engine(randomModel(4, 2, 4, 2, 4.0),
                          adap({{"removed", .9}, {"sinks", std::int64_t{2}}, {"recent", std::int64_t{3}}}));
        engine.prefill(15);
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 13 14 15"));
        engine.tune({{"sinks", std::int64_t{0}}, {"recent", std::int64_t{1}}});
        engine.step();
        QVERIFY(engine.kept(0, 0).size() < 5);
        QCOMPARE(engine.kept(0, 0).back(), std::int64_t{16});
    }
    void thesisWithOneToken() {
        FakeEngine engine(randomModel(4, 3, 2, 1), adap({{"removed", .99}}));
        engine.prefill(1);
        engine.step();
        for (std::int64_t layer = 0; layer < 3; ++layer) {
            QCOMPARE(engine.kept(layer, 0).size(), std::size_t(1));
        }
        QVERIFY(says(engine.warnings(), "it keeps the least allowed"));
    }
    void thesisIsTheSameInAnySlots() {
        for (std::uint64_t seed = 0; seed < 15; ++seed) {
            const FakeModel model = randomModel(seed, 3, 4, 2, seed % 3 == 0 ? 0.0 : 5.0);
            FakeEngine one(model, adap({}), 1, 32);
            FakeEngine other(model, adap({}), 2, 45);
            one.prefill(16);
            other.prefill(16);
            FakeEngine fork = other.fork();
            for (int step = 0; step < 5; ++step) {
                one.step();
                other.step();
                fork.step();
                for (std::int64_t layer = 0; layer < 3; ++layer) {
                    QCOMPARE(text(one.kept(layer, 0)), text(other.kept(layer, 0)));
                    QCOMPARE(text(fork.kept(layer, 0)), text(other.kept(layer, 0)));
                }
            }
        }
    }

    void codeKeepsSmallKeys() {
        FakeEngine engine(k5(), asCoded(.4));
        engine.prefill(5);
        QVERIFY(near(engine.scores(0, 0, range(0, 5)), {-5, -1, -2, -1, -std::sqrt(8.0)}));
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("1 2 3"));
        QCOMPARE(text(engine.budgets()), QByteArray("3"));
        engine.step();
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("1 2 3 5 6"));
    }
    void codeBreaksTiesByAge() {
        FakeEngine engine(k5(), asCoded(.9));
        engine.prefill(15);
        // Norm 1 at tokens 1, 3, 6, 8, 11, 13; int(15 * 0.1) = 1.
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("1"));
    }
    void codePrunesDiffuseLayersMore() {
        FakeModel model = weighted({{1, 1, 1, 1, 1, 1}, {1, 0, 0, 0, 0, 0}});
        model.key = k5().key;
        FakeEngine engine(model, asCoded(.5));
        engine.prefill(10);
        QVERIFY(engine.gini()[0] < engine.gini()[1]);
        QVERIFY(engine.budgets()[0] < engine.budgets()[1]);
        const Numbers both = gini_shares(engine.gini());
        QCOMPARE(engine.budgets()[1], static_cast<std::int64_t>(10 * (1 - .5 * both[1])));
    }
    void codeKeepsAtLeastOneTokenAndTheProtected() {
        FakeModel model = weighted({{1, 1, 1, 1, 1, 1, 1, 1}, {1, 0, 0, 0, 0, 0, 0, 0}});
        model.key = k5().key;
        FakeEngine engine(model, asCoded(.9));
        engine.prefill(10);
        QCOMPARE(engine.budgets()[0], std::int64_t{1});
        QVERIFY(says(engine.warnings(), "it keeps the least allowed"));
        FakeEngine safe(model, asCoded(.9, {{"sinks", std::int64_t{1}}, {"recent", std::int64_t{2}}}));
        safe.prefill(10);
        QCOMPARE(text(safe.kept(0, 0)), QByteArray("0 8 9"));
    }
    void codeWithOneToken() {
        FakeEngine engine(k5(2), asCoded(.5));
        engine.prefill(1);
        QCOMPARE(engine.edits(), 0);
        QCOMPARE(text(engine.budgets()), QByteArray("1 1"));
        QVERIFY(near(engine.gini(), {0, 0}));
    }
    void codeIsDecidedOnce() {
        FakeEngine engine(k5(), asCoded(.4));
        engine.prefill(10);
        const Tokens kept = engine.kept(0, 0);
        engine.tune({{"removed", .9}, {"recent", std::int64_t{4}}});
        engine.step();
        QCOMPARE(text(engine.kept(0, 0)), text(joined(kept, {10})));
        QVERIFY(says(engine.warnings(), "have no effect"));
    }
    void thesisSharesTheBaseThatIsNamed() {
        const auto kept = [](const char* base, std::int64_t context) {
            FakeEngine engine(randomModel(1, 1, 2, 1, 0.0), adap({{"base", std::string(base)}, {"context", context}}));
            engine.prefill(10);
            Tokens counts;
            for (int i = 0; i < 4; ++i) {
                engine.step();
                counts.push_back(static_cast<std::int64_t>(engine.kept(0, 0).size()));
            }
            return counts;
        };
        QCOMPARE(kept("seen", 0), (Tokens{6, 6, 6, 7}));
        QCOMPARE(kept("prompt", 0), (Tokens{5, 5, 5, 5}));
        QCOMPARE(kept("context", 8), (Tokens{4, 4, 4, 4}));
        QCOMPARE(kept("context", 16), (Tokens{8, 8, 8, 8}));
        QCOMPARE(kept("context", 24), (Tokens{11, 12, 12, 12}));
    }
    void thesisSaysWhatItShares() {
        FakeEngine engine(randomModel(1, 1, 2, 1, 0.0),
                          adap({{"base", std::string("context")}, {"context", std::int64_t{4096}}}));
        engine.prefill(10);
        engine.step();
        QVERIFY(says(engine.notes(), "a context window of 4096 tokens"));
        QVERIFY(says(engine.notes(), "nothing is evicted"));
        FakeEngine unknown(randomModel(1, 1, 2, 1), adap({{"base", std::string("context")}}));
        unknown.prefill(10);
        try {
            unknown.step();
            QFAIL("accepted");
        } catch (const std::invalid_argument& refused) {
            QVERIFY(QByteArray(refused.what()).contains("give context=N"));
        }
    }
    void thesisEvictsByCumulativeAttention() {
        // Tokens 1 and 2 of 0 ... 4: the rows of the prompt looked at 1, the current row looks at 2.
        FakeModel model{1, 1, 1, {}};
        model.logit = [](std::int64_t, std::int64_t, std::int64_t query, std::int64_t key) {
            return key == (query < 4 ? 1 : 2) ? 3.0 : 0.0;
        };
        const auto scores = [&](const char* by) {
            FakeEngine engine(model, adap({{"removed", .8}, {"evict-by", std::string(by)}}));
            engine.prefill(4);
            engine.step();
            return std::pair{text(engine.kept(0, 0)), engine.scores(0, 0, {1, 2})};
        };
        const double e = std::exp(3.0);
        const double sumOfOne = e / (e + 1) + e / (e + 2) + e / (e + 3) + 1 / (e + 4);
        const double sumOfTwo = 1 / (e + 2) + 1 / (e + 3) + e / (e + 4);
        QCOMPARE(scores("current").first, QByteArray("2"));
        QVERIFY(near(scores("current").second, {1 / (e + 4), e / (e + 4)}));
        QCOMPARE(scores("cumulative").first, QByteArray("1"));
        QVERIFY(near(scores("cumulative").second, {sumOfOne, sumOfTwo}));
        QVERIFY(near(scores("mixed").second, {(1 / (e + 4) + sumOfOne / 4) / 2, (e / (e + 4) + sumOfTwo / 3) / 2}));
    }
    void thesisInChunks() {
        // Every chunk is cut by its last row; a chunk that is the whole prompt, too.
        FakeEngine engine(randomModel(1, 1, 2, 1, 0.0), adap({}));
        engine.prefill(12, 4);
        QCOMPARE(engine.edits(), 3);
        QCOMPARE(text(engine.kept(0, 0)), QByteArray("0 1 4 5 8 9"));
        FakeEngine whole(randomModel(1, 1, 2, 1, 0.0), adap({}));
        whole.prefill(12, 12);
        QCOMPARE(whole.kept(0, 0).size(), std::size_t(6));
        FakeEngine major(randomModel(1, 1, 2, 1, 0.0), adap({}));
        major.prefill(12);
        QCOMPARE(major.edits(), 0);
    }
    void entropyMeasuresInequality() {
        const auto measured = [](const Numbers& weights, const char* variant) {
            FakeModel model = weighted({weights, {1, 1, 1, 1, 1, 1, 1, 1}});
            model.key = k5().key;
            Choice choice = adap({{"metric", std::string("entropy")},
                                  {"variant", std::string(variant)},
                                  {"gini-window", std::int64_t{1}}});
            FakeEngine engine(model, choice);
            engine.prefill(variant == std::string("code") ? 5 : 3);
            engine.step();
            return engine.gini();
        };
        // Four tokens with weights 1 1 2 4: p = 1/8 1/8 1/4 1/2, H = 1.75 ln 2 of 2 ln 2.
        QVERIFY(near(measured({1, 1, 2, 4}, "thesis"), {.125, 0}));
        QVERIFY(near(measured({1, 1, 2, 4}, "code"), {.125, 0}));
        QVERIFY(near(measured({0, 0, 1, 0}, "thesis"), {1, 0}));
        QVERIFY(near(measured({0, 0, 0, 0}, "code"), {0, 0}));
    }
    void refusesStreamingPrefill() {
        QVERIFY(FakeEngine(fixtureA(), adap({})).acceptsStreaming());
        QVERIFY(!FakeEngine(fixtureA(), asCoded(.5)).acceptsStreaming());
    }

    void budgetsFollowTheDirection_data() {
        QTest::addColumn<QString>("direction");
        QTest::newRow("thesis") << "thesis";
        QTest::newRow("code") << "code";
    }
    void budgetsFollowTheDirection() {
        QFETCH(QString, direction);
        FakeEngine engine(fixtureA(2), shared(4, direction.toStdString()));
        engine.prefill(8);
        QVERIFY(near({engine.gini()[0]}, {.3126733}));
        const Numbers both = gini_shares(engine.gini());
        for (std::size_t l = 0; l < 2; ++l) {
            const double kept = direction == "code" ? std::trunc(8 - 4 * both[l]) : std::nearbyint(4 * both[l]);
            QCOMPARE(engine.budgets()[l], static_cast<std::int64_t>(kept));
            QCOMPARE(static_cast<std::int64_t>(engine.kept(static_cast<std::int64_t>(l), 0).size()),
                     engine.budgets()[l]);
        }
    }
    void aLowTemperatureMovesMore() {
        const auto spread = [](double temperature) {
            Choice choice = shared(4, "thesis");
            choice.budget.parameters["temperature"] = temperature;
            FakeEngine engine(fixtureA(2), choice);
            engine.prefill(8);
            const Numbers both = gini_shares(engine.gini(), temperature);
            for (std::size_t l = 0; l < 2; ++l) {
                const auto kept = static_cast<std::int64_t>(std::nearbyint(4 * both[l]));
                QTest::qVerify(engine.budgets()[l] == std::clamp<std::int64_t>(kept, 1, 8), "budget", "", __FILE__,
                               __LINE__);
            }
            return std::abs(engine.budgets()[0] - engine.budgets()[1]);
        };
        QVERIFY(spread(.02) > spread(1));
        QCOMPARE(spread(1000), 0);
    }
    void budgetsOfEqualLayersAreTheCapacity() {
        for (const std::int64_t layers : {1, 3, 7, 49}) {
            for (const char* direction : {"thesis", "code"}) {
                FakeEngine engine(randomModel(1, layers, 2, 1, 0.0), shared(7, direction, 64), 3, 24);
                engine.prefill(20);
                QCOMPARE(engine.budgets(), Tokens(static_cast<std::size_t>(layers), 7));
            }
        }
    }
    void budgetsOfHeadsInOtherSlots() {
        // With sets per KV head a column of the head mean is a token, not a slot.
        FakeModel model = randomModel(7, 2, 4, 2, 5.0);
        Choice perHead = shared(6, "thesis", 4);
        perHead.scorer = {"h2o-mass", {}};
        FakeEngine heads(model, perHead, 3);
        FakeEngine layer(model, shared(6, "thesis", 4), 4);
        heads.prefill(16);
        layer.prefill(16);
        QVERIFY(near(heads.gini(), layer.gini()));
        QCOMPARE(text(heads.budgets()), text(layer.budgets()));
    }
    void budgetsAreAtLeastTheProtected() {
        Choice choice = shared(6, "thesis");
        choice.sinks = 2;
        choice.recent = 3;
        FakeEngine engine(weighted({{1, 1, 1, 1, 1, 1, 1, 1}, {1, 0, 0, 0, 0, 0, 0, 0}}), choice);
        engine.prefill(12);
        QCOMPARE(engine.budgets()[1], std::int64_t{5});
        QVERIFY(engine.budgets()[0] > 6);
    }
    void capacityAloneDecides_data() { addUniformCases(); }
    void capacityAloneDecides() {
        QFETCH(int, capacity);
        QFETCH(int, prompt);
        Choice choice = shared(capacity, "code");
        choice.recent = 3;
        FakeEngine engine(randomModel(3, 2, 2, 1), choice);
        engine.prefill(prompt);
        QVERIFY(engine.gini().empty());
        QCOMPARE(engine.budgets(), (Tokens{capacity, capacity}));
        QCOMPARE(static_cast<int>(engine.kept(0, 0).size()), std::min(capacity, prompt));
    }
};

QTEST_GUILESS_MAIN(AdapKvTest)
#include "tests/plugins/adap-kv/policy_test.moc"
