// SPDX-License-Identifier: Apache-2.0
/// Running means, perplexity and evicted mass: golden numbers of METRICS.md section 2 and properties.
#include "core/metrics/quality.h"
#include "tests/core/metrics/fixture_a.h"

#include <QTest>

using namespace kvw::metrics;
using Values = std::vector<double>;
using Logits = std::vector<float>;
using Tokens = std::vector<std::int64_t>;

class QualityTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
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
