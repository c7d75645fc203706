// SPDX-License-Identifier: Apache-2.0
/// Entropy, variance, CAKE preference, effective context and overlap: golden numbers of METRICS.md section 1 and
/// properties.
#include "tests/core/metrics/fixture_a.h"

#include <QTest>
#include <algorithm>
#include <limits>

using namespace kvw::metrics;
using Values = std::vector<double>;
using Tokens = std::vector<std::int64_t>;

class AttentionShapeTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void entropyGolden_data() {
        QTest::addColumn<Values>("row");
        QTest::addColumn<double>("expected");
        QTest::addColumn<double>("tolerance");
        // Half a unit of the last decimal in the text; head 1 is cut off there, not rounded.
        QTest::newRow("uniform over 8") << Values(8, 0.125) << 2.0794415 << 5.1e-8;
        QTest::newRow("three entries") << Values{.5, .25, .25} << 1.0397208 << 5.1e-8;
        QTest::newRow("one-hot") << Values{0, 0, 1, 0} << -1e-10 << 1e-15;
        QTest::newRow("fixture A, layer 0, head 0") << fixture::row(0, 0, 7) << 1.6859201 << 5.1e-8;
        QTest::newRow("fixture A, layer 0, head 1") << fixture::row(0, 1, 7) << 1.2164525 << 1e-7;
    }
    void entropyGolden() {
        QFETCH(Values, row);
        QFETCH(double, expected);
        QFETCH(double, tolerance);
        KVW_NEAR(spatialEntropy(row), expected, tolerance);
        KVW_NEAR(spatialEntropy(fixture::narrow(row)), expected, tolerance + 3e-7);  // float input and logarithm
    }

    void entropyOfALayerGolden() {
        const auto mean = [](int layer) {
            return (spatialEntropy(fixture::row(layer, 0, 7)).value() +
                    spatialEntropy(fixture::row(layer, 1, 7)).value()) /
                   2;
        };
        KVW_NEAR(mean(0), 1.4511863, 5.1e-8);
        KVW_NEAR(mean(1), 1.7364603, 5.1e-8);
        KVW_NEAR(normalisedEntropy(mean(0), 8), 0.6978731, 5.1e-8);
        QVERIFY(!normalisedEntropy(0.0, 1));
        QVERIFY(!normalisedEntropy(std::nullopt, 8));
    }

    void floatEntropyFollowsTheDoubleOne() {
        for (const std::size_t size : {1U, 7U, 8U, 100U, 5003U}) {
            for (const double sharpness : {0.0, 1.0, 5.0, 20.0}) {
                const auto row = fixture::softmaxRow(m_random, size, sharpness);
                const Values wide(row.begin(), row.end());
                KVW_NEAR(spatialEntropy(row), spatialEntropy(wide).value(), 3e-7 * (1 + std::log(size)));
            }
        }
    }

    void entropyOrderDoesNotMatter() {
        auto row = fixture::softmaxRow(m_random, 257, 2);
        const double before = spatialEntropy(row).value();
        std::shuffle(row.begin(), row.end(), m_random);
        KVW_NEAR(spatialEntropy(row), before, 1e-12);
    }

    void cakeGolden_data() {
        QTest::addColumn<int>("layer");
        QTest::addColumn<double>("entropy");
        QTest::addColumn<double>("variance32");  // METRICS.md, made in fp32
        QTest::addColumn<double>("variance");    // POLICIES.md section 5, the exact fraction
        QTest::newRow("layer 0") << 0 << 5.4670978 << 0.0332956766 << 0.0332956747;
        QTest::newRow("layer 1") << 1 << 6.1170552 << 0.0158674356 << 0.0158674351;
    }
    void cakeGolden() {
        QFETCH(int, layer);
        QFETCH(double, entropy);
        QFETCH(double, variance32);
        QFETCH(double, variance);
        const auto window = fixture::window(layer);
        KVW_NEAR(cakeEntropy(fixture::block(window)), entropy, 5.1e-8);
        KVW_NEAR(temporalVariance(fixture::block(window)), variance, 5.1e-11);
        KVW_NEAR(temporalVariance(fixture::block(window)), variance32, 2e-9);
        const auto narrow = fixture::narrow(window);
        KVW_NEAR(cakeEntropy(fixture::block(narrow)), entropy, 1e-6);
        KVW_NEAR(temporalVariance(fixture::block(narrow)), variance, 5e-9);
    }

    void varianceGolden() {
        const Values two = {.1, .3};
        const Values three = {.2, .4, .6};
        KVW_NEAR(temporalVariance(RowBlock<double>{two, 1, 2, 1, 1}), 0.02, 1e-15);
        KVW_NEAR(temporalVariance(RowBlock<double>{three, 1, 3, 1, 1}), 0.04, 1e-15);
        QVERIFY(!temporalVariance(RowBlock<double>{three, 3, 1, 1, 1}));
        QVERIFY(!temporalVariance(RowBlock<double>{two, 1, 2, 1, 0}));
        QVERIFY(!cakeEntropy(RowBlock<double>{}));
    }

    void smallVariancesSurvive() {
        // Weights of 1/S differ by less than a 16-bit variance can hold (POLICIES.md 5.6).
        const std::vector<float> values = {1e-5F, 1.1e-5F};
        KVW_NEAR(temporalVariance(RowBlock<float>{values, 1, 2, 1, 1}), 5e-13, 1e-17);
    }

    void preferenceGolden_data() {
        QTest::addColumn<double>("tau1");
        QTest::addColumn<double>("tau2");
        QTest::addColumn<Values>("preferences");
        QTest::newRow("1, 1") << 1.0 << 1.0 << Values{0.1820307, 0.0970620};
        QTest::newRow("1.6, 0.4") << 1.6 << .4 << Values{5.848812e-4, 9.836846e-5};
        QTest::newRow("1.6, 0.6") << 1.6 << .6 << Values{9.963481e-3, 3.107661e-3};
    }
    void preferenceGolden() {
        QFETCH(double, tau1);
        QFETCH(double, tau2);
        QFETCH(Values, preferences);
        for (int layer = 0; layer < 2; ++layer) {
            const auto window = fixture::window(layer);
            const auto block = fixture::block(window);
            const auto preference =
                cakePreference(cakeEntropy(block).value(), temporalVariance(block).value(), tau1, tau2);
            const double expected = preferences[static_cast<std::size_t>(layer)];
            KVW_NEAR(preference, expected, 5.1e-7 * expected);
        }
    }

    void preferenceEdges() {
        KVW_NEAR(cakePreference(-1e-10, 0.5, 1.6, 1), 0.0, 0.0);
        QVERIFY(!cakePreference(1, 1, 0, 1));
        QVERIFY(!cakePreference(1, -1, 1, 1));
        QVERIFY(!cakePreference(std::numeric_limits<double>::quiet_NaN(), 1, 1, 1));
    }

    void effectiveTokensGolden_data() {
        QTest::addColumn<Values>("row");
        QTest::addColumn<double>("expected");
        QTest::newRow("uniform over 8") << Values(8, 0.125) << 8.0;
        QTest::newRow("three entries") << Values{.5, .25, .25} << 2.828427;
        QTest::newRow("fixture A, head 0") << fixture::row(0, 0, 7) << 5.397415;
        QTest::newRow("fixture A, head 1") << fixture::row(0, 1, 7) << 3.375193;
        QTest::newRow("row of five") << Values{.2, .1, .4, .1, .2} << 4.352753;
    }
    void effectiveTokensGolden() {
        QFETCH(Values, row);
        QFETCH(double, expected);
        KVW_NEAR(effectiveTokens(row), expected, 5.1e-7);
    }

    void distanceGolden() {
        const Values row = {.2, .1, .4, .1, .2};
        const Tokens tokens = {0, 1, 6, 7, 8};
        KVW_NEAR(meanDistance(row, tokens, 8), 3.2, 1e-14);
        const auto slots = Tokens{0, -1, 6, 7, 8};
        KVW_NEAR(meanDistance(row, slots, 8), 2.5, 1e-14);
        QVERIFY(!meanDistance(Values{}, Tokens{}, 8));
        QVERIFY(!meanDistance(Values{1}, Tokens{-1}, 8));
    }

    void spanGolden() {
        const Tokens tokens = {7, 0, -1, 6, 1, 8};
        QCOMPARE(contextSpan(tokens, 2, 8), std::optional<std::int64_t>(2));
        QCOMPARE(contextSpan(tokens, 0, 8), std::optional<std::int64_t>(8));
        QVERIFY(!contextSpan(Tokens{0, 1, -1}, 2, 8));
    }

    void overlap_data() {
        QTest::addColumn<Tokens>("a");
        QTest::addColumn<Tokens>("b");
        QTest::addColumn<double>("expected");
        QTest::newRow("golden") << Tokens{0, 1, 5} << Tokens{0, 5, 7} << 0.5;
        QTest::newRow("both empty") << Tokens{} << Tokens{} << 1.0;
        QTest::newRow("free slots only") << Tokens{-1} << Tokens{} << 1.0;
        QTest::newRow("one empty") << Tokens{3} << Tokens{} << 0.0;
        QTest::newRow("slot order") << Tokens{5, -1, 1, 0} << Tokens{7, 0, 5, -1} << 0.5;
        QTest::newRow("same") << Tokens{2, 1} << Tokens{1, 2} << 1.0;
    }
    void overlap() {
        QFETCH(Tokens, a);
        QFETCH(Tokens, b);
        QFETCH(double, expected);
        QCOMPARE(jaccard(a, b), expected);
        QCOMPARE(jaccard(b, a), expected);
    }

    void undefined() {
        QVERIFY(!spatialEntropy(std::vector<float>{}));
        QVERIFY(!effectiveTokens(Values{}));
        const float nan = std::numeric_limits<float>::quiet_NaN();
        QVERIFY(!spatialEntropy(std::vector<float>{0.5F, nan}));
        QVERIFY(!temporalVariance(RowBlock<float>{std::vector<float>{0.5F, nan}, 1, 2, 1, 1}));
    }

 private:
    std::mt19937 m_random{11};
};

QTEST_GUILESS_MAIN(AttentionShapeTest)
#include "attention_shape_test.moc"
