// SPDX-License-Identifier: Apache-2.0
/// NLL, perplexity, KL, agreement, retained and evicted mass: golden numbers of METRICS.md section 2 and properties.
#include "core/metrics/quality.h"
#include "tests/core/metrics/fixture_a.h"

#include <QTest>
#include <limits>

using namespace kvw::metrics;
using Values = std::vector<double>;
using Logits = std::vector<float>;
using Tokens = std::vector<std::int64_t>;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

Logits logitsOf(const Values& probabilities) {
    Logits logits;
    for (const double p : probabilities) {
        logits.push_back(static_cast<float>(std::log(p)));
    }
    return logits;
}

}  // namespace

class QualityTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void nllGolden() {
        const Logits z = {2, 1, 0};
        KVW_NEAR(nll(z, 0), 0.4076060, 5.1e-8);
        KVW_NEAR(nll(z, 2), 2.4076060, 5.1e-8);
    }

    void nllSubtractsTheMaximum() {
        KVW_NEAR(nll(Logits{1002, 1001, 1000}, 0), 0.4076060, 5.1e-8);
        KVW_NEAR(nll(Logits{-1000, -1001, -1002}, 0), 0.4076060, 5.1e-8);
    }

    void nllCountsPaddingRows() { KVW_NEAR(nll(Logits(1000, 0.0F), 3), std::log(1000.0), 1e-12); }

    void nllUndefined() {
        QVERIFY(!nll(Logits{}, 0));
        QVERIFY(!nll(Logits{1, 2}, 2));
        QVERIFY(!nll(Logits{1, 2}, -1));
        QVERIFY(!nll(Logits{1, -kInfinity}, 1));
        QVERIFY(!nll(Logits{1, kInfinity}, 0));
        QVERIFY(!nll(Logits{1, std::numeric_limits<float>::quiet_NaN()}, 0));
    }

    void perplexityGolden() {
        RunningMean running;
        QVERIFY(!perplexity(running));
        const Values values = {1, 2, 3, 2};
        const Values expected = {2.718282, 4.481689, 7.389056, 7.389056};
        for (std::size_t i = 0; i < values.size(); ++i) {
            running.add(values[i]);
            KVW_NEAR(perplexity(running), expected[i], 5.1e-7);
        }
    }

    void perplexityWeighsTokens() {
        RunningMean longDocument;
        RunningMean all;
        all.add(5);
        for (int i = 0; i < 3; ++i) {
            longDocument.add(1);
        }
        all.merge(longDocument);
        QCOMPARE(all.count(), std::int64_t{4});
        KVW_NEAR(perplexity(all), std::exp(2.0), 1e-12);
    }

    void undefinedValuesDoNotCount() {
        RunningMean mean;
        mean.add(std::nullopt);
        QVERIFY(!mean.value());
        mean.add(4);
        KVW_NEAR(mean.value(), 4.0, 0.0);
    }

    void bits() { QCOMPARE(bitsPerToken(std::log(8.0)), 3.0); }

    void summaryCountsAfterThePrompt() {
        // Tokens 1 to 4; the prompt is tokens 0 to 2.
        KVW_NEAR(summaryPerplexity(Values{9, 9, 1, 3}, 1, 3), std::exp(2.0), 1e-12);
        QVERIFY(!summaryPerplexity(Values{9, 9}, 1, 3));
    }

    void nextTokenEntropyOfKnownDistributions() {
        KVW_NEAR(nextTokenEntropy(Logits(8, 3.0F)), std::log(8.0), 1e-12);
        KVW_NEAR(nextTokenEntropy(logitsOf({.5, .25, .25})), 1.0397208, 2e-7);
        KVW_NEAR(nextTokenEntropy(Logits{0, -kInfinity}), 0.0, 1e-15);
        QVERIFY(!nextTokenEntropy(Logits{}));
    }

    void klGolden_data() {
        QTest::addColumn<Values>("full");
        QTest::addColumn<Values>("policy");
        QTest::addColumn<double>("expected");
        QTest::newRow("full first") << Values{.5, .3, .2} << Values{.4, .4, .2} << 0.0252672;
        QTest::newRow("the reverse differs") << Values{.4, .4, .2} << Values{.5, .3, .2} << 0.0258154;
        QTest::newRow("terms with p_full = 0 are 0") << Values{1, 0} << Values{.5, .5} << 0.6931472;
        QTest::newRow("same") << Values{.5, .3, .2} << Values{.5, .3, .2} << 0.0;
        QTest::newRow("both exclude a token") << Values{.5, .5, 0} << Values{.5, .5, 0} << 0.0;
    }
    void klGolden() {
        QFETCH(Values, full);
        QFETCH(Values, policy);
        QFETCH(double, expected);
        KVW_NEAR(klToFull(logitsOf(full), logitsOf(policy)), expected, 1.1e-7);  // float logits
    }

    void klIgnoresAShift() {
        const Logits full = {1, 2, 3};
        const Logits policy = {3, 1, 0};
        const Logits shifted = {503, 501, 500};
        KVW_NEAR(klToFull(full, shifted), klToFull(full, policy).value(), 1e-12);
    }

    void klUndefined() {
        QVERIFY(!klToFull(Logits{}, Logits{}));
        QVERIFY(!klToFull(Logits{1, 2}, Logits{1, 2, 3}));
        QVERIFY(!klToFull(Logits{0, 0}, Logits{0, -kInfinity}));
    }

    void topOne() {
        QCOMPARE(argMax(Logits{1, 3, 3, 2}), std::optional<std::int64_t>(1));
        QCOMPARE(argMax(Logits{std::numeric_limits<float>::quiet_NaN(), -kInfinity, 1}),
                 std::optional<std::int64_t>(2));
        QVERIFY(!argMax(Logits{}));
        QCOMPARE(top1Agrees(Logits{1, 3, 3}, Logits{0, 9, 8}), std::optional(true));
        QCOMPARE(top1Agrees(Logits{1, 3, 3}, Logits{0, 8, 9}), std::optional(false));
        QVERIFY(!top1Agrees(Logits{}, Logits{1}));
        RunningMean agreement;
        agreement.add(*top1Agrees(Logits{1, 3}, Logits{0, 9}) ? 1 : 0);
        agreement.add(*top1Agrees(Logits{1, 3}, Logits{9, 0}) ? 1 : 0);
        KVW_NEAR(agreement.value(), 0.5, 0.0);
    }

    void retainedGolden() {
        KVW_NEAR(retainedMass(Values{.1, .2, .3, .4}, Tokens{1, 3}), 0.6, 1e-15);
        RunningMean layer;
        const Tokens held = {1, 4, 5, 6, 7};
        const Values expected = {0.6146789, 0.8372093};
        for (std::size_t head = 0; head < fixture::kHeads; ++head) {
            const auto row = fixture::row(0, head, 7);
            const auto mass = retainedMass(row, held);
            KVW_NEAR(mass, expected[head], 5.1e-8);
            KVW_NEAR(retainedMass(fixture::narrow(row), held), expected[head], 3e-7);
            layer.add(mass);
        }
        KVW_NEAR(layer.value(), 0.7259441, 5.1e-8);
    }

    void fullCacheRetainsEverything() {
        KVW_NEAR(retainedMass(fixture::row(1, 1, 7), Tokens{7, 6, 5, 4, 3, 2, 1, 0}), 1.0, 1e-14);
    }

    void retainedEdges() {
        KVW_NEAR(retainedMass(Values{.1, .9}, Tokens{-1, 1, -1}), 0.9, 0.0);
        KVW_NEAR(retainedMass(Values{.1, .9}, Tokens{}), 0.0, 0.0);
        QVERIFY(!retainedMass(Values{}, Tokens{}));
        QVERIFY(!retainedMass(Values{.1, .9}, Tokens{2}));
    }

    void evictedGolden() {
        const Logits row = {.2F, .1F, .4F, .1F, .2F};
        const Tokens tokens = {0, 1, 6, 7, 8};
        KVW_NEAR(evictedMass(row, tokens, Tokens{6}), 0.4, 1e-7);
        KVW_NEAR(evictedMass(row, tokens, Tokens{1, 8}), 0.3, 1e-7);
        KVW_NEAR(evictedMass(row, tokens, Tokens{}), 0.0, 0.0);
        KVW_NEAR(evictedMass(row, tokens, Tokens{3}), 0.0, 0.0);
        QVERIFY(!evictedMass(Logits{}, Tokens{}, Tokens{}));
    }
};

QTEST_GUILESS_MAIN(QualityTest)
#include "quality_test.moc"
