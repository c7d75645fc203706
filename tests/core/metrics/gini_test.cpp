// SPDX-License-Identifier: Apache-2.0
/// Gini: golden numbers of METRICS.md section 1, and its properties.
#include "core/metrics/lorenz.h"
#include "tests/core/metrics/fixture_a.h"

#include <QTest>
#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>

using namespace kvw::metrics;
using Values = std::vector<double>;

class GiniTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void golden_data() {
        QTest::addColumn<Values>("values");
        QTest::addColumn<double>("expected");
        QTest::addColumn<double>("tolerance");
        QTest::newRow("equal") << Values{1, 1, 1, 1} << 0.0 << 1e-15;
        QTest::newRow("one-hot of 4") << Values{0, 0, 0, 1} << 0.75 << 1e-15;
        QTest::newRow("ramp") << Values{1, 2, 3, 4} << 0.25 << 1e-15;
        QTest::newRow("row of five") << Values{.2, .1, .4, .1, .2} << 0.28 << 1e-15;
        QTest::newRow("one-hot of 8") << Values{0, 0, 0, 0, 0, 1, 0, 0} << 0.875 << 1e-15;
        QTest::newRow("all zero") << Values{0, 0, 0} << 0.0 << 0.0;
        QTest::newRow("one entry") << Values{0.3} << 0.0 << 0.0;
        for (int layer = 0; layer < 2; ++layer) {
            Values mean(fixture::kTokens, 0.0);
            for (std::size_t head = 0; head < fixture::kHeads; ++head) {
                const auto row = fixture::row(layer, head, 7);
                std::transform(row.begin(), row.end(), mean.begin(), mean.begin(),
                               [](double a, double b) { return a / 2 + b; });
            }
            QTest::addRow("fixture A, live, layer %d", layer) << mean << (layer == 0 ? 0.4267389 : 0.2613008) << 5e-8;
        }
    }
    void golden() {
        QFETCH(Values, values);
        QFETCH(double, expected);
        QFETCH(double, tolerance);
        KVW_NEAR(gini(values, m_scratch), expected, tolerance);
        KVW_NEAR(gini(fixture::narrow(values), m_scratch), expected, tolerance + 2e-7);  // float input
    }

    void rowsOfAnyOrderGiveTheGiniOfTheirPairs_data() {
        QTest::addColumn<std::vector<float>>("values");
        const auto ramp = [](std::size_t count, float first, float step) {
            std::vector<float> values(count);
            for (std::size_t i = 0; i < count; ++i) {
                values[i] = first + step * static_cast<float>(i);
            }
            return values;
        };
        for (const std::size_t count : {1U, 2U, 63U, 64U, 700U, 3000U}) {
            QTest::addRow("softmax of %zu", count) << fixture::softmaxRow(m_random, count, 3.0);
            QTest::addRow("descending, %zu", count) << ramp(count, 0.5F * static_cast<float>(count), -0.5F);
            std::vector<float> close = ramp(count, 1, -1e-7F);
            close.back() = 1e4F;
            QTest::addRow("close together, %zu", count) << close;
            QTest::addRow("equal, %zu", count) << std::vector<float>(count, 0.25F);
        }
    }
    /// Computes Gini from its definition by pairs: sum |a_i - a_j| / (2 n sum a).
    void rowsOfAnyOrderGiveTheGiniOfTheirPairs() {
        QFETCH(std::vector<float>, values);
        double pairs = 0, sum = 0;
        for (const float a : values) {
            sum += static_cast<double>(a);
            for (const float b : values) {
                pairs += std::abs(static_cast<double>(a) - static_cast<double>(b));
            }
        }
        const double expected = pairs / (2 * static_cast<double>(values.size()) * sum);
        const std::vector<double> wide(values.begin(), values.end());
        KVW_NEAR(gini(std::span<const float>(values), m_scratch), expected, 1e-12);
        KVW_NEAR(gini(std::span<const double>(wide), m_scratch), expected, 1e-12);
    }

    void theLorenzCurveEnclosesTheGini_data() {
        QTest::addColumn<std::vector<float>>("values");
        QTest::newRow("one") << std::vector<float>{0.3F};
        QTest::newRow("ramp") << std::vector<float>{4, 1, 3, 2};
        QTest::newRow("one-hot") << std::vector<float>{0, 0, 1, 0};
        QTest::newRow("all zero") << std::vector<float>{0, 0, 0};
        QTest::newRow("a long row") << fixture::softmaxRow(m_random, 500, 3.0);
    }
    void theLorenzCurveEnclosesTheGini() {
        QFETCH(std::vector<float>, values);
        const std::vector<double> curve = lorenz(values, m_scratch);
        QCOMPARE(curve.size(), values.size() + 1);
        QCOMPARE(curve.front(), 0.0);
        QCOMPARE(curve.back(), 1.0);
        double area = 0;
        for (std::size_t k = 1; k < curve.size(); ++k) {
            QVERIFY(curve[k] >= curve[k - 1]);
            area += (curve[k] + curve[k - 1]) / 2 / static_cast<double>(values.size());
        }
        KVW_NEAR(gini(std::span<const float>(values), m_scratch), 1 - 2 * area, 1e-12);
    }
    void theLorenzCurveOfARamp() {
        const std::vector<double> curve = lorenz(std::vector<float>{4, 1, 3, 2}, m_scratch);
        QCOMPARE(curve, (std::vector<double>{0, 0.1, 0.1 + 0.2, 0.1 + 0.2 + 0.3, 1}));
        QVERIFY(lorenz(std::vector<float>{}, m_scratch).empty());
        QVERIFY(lorenz(std::vector<float>{1, std::numeric_limits<float>::quiet_NaN()}, m_scratch).empty());
    }

    void scaleDoesNotMatter() {
        auto values = fixture::softmaxRow(m_random, 300, 2);
        const double exact = gini(values, m_scratch).value();
        for (float& value : values) {
            value *= 1.0F / 1024;
        }
        KVW_NEAR(gini(values, m_scratch), exact, 1e-12);
    }

    void floatsAndDoublesGiveTheSameBits_data() {
        QTest::addColumn<int>("size");
        QTest::addColumn<double>("sharpness");
        for (const int size : {1, 2, 95, 96, 97, 500, 3000}) {
            for (const double sharpness : {0.0, 0.1, 2.0, 8.0, 30.0}) {
                QTest::addRow("%d values, sharpness %g", size, sharpness) << size << sharpness;
            }
        }
    }
    void floatsAndDoublesGiveTheSameBits() {
        QFETCH(int, size);
        QFETCH(double, sharpness);
        auto values = fixture::softmaxRow(m_random, static_cast<std::size_t>(size), sharpness);
        values[0] = 0;
        values[values.size() / 2] = -0.0F;
        const std::vector<double> wide(values.begin(), values.end());
        QVERIFY(gini(std::span<const float>(values), m_scratch) == gini(std::span<const double>(wide), m_scratch));
        QVERIFY(std::is_sorted(m_scratch.floats.begin(), m_scratch.floats.end()) || size < 3);
    }
    void orderDoesNotMatter() {
        auto values = fixture::softmaxRow(m_random, 301, 2);
        const double exact = gini(values, m_scratch).value();
        std::shuffle(values.begin(), values.end(), m_random);
        KVW_NEAR(gini(values, m_scratch), exact, 1e-12);
    }

    void pairwiseDefinition() {
        // The textbook form: mean absolute difference over twice the mean.
        const auto values = fixture::softmaxRow(m_random, 64, 1.5);
        double differences = 0;
        double sum = 0;
        for (const float a : values) {
            sum += static_cast<double>(a);
            for (const float b : values) {
                differences += std::abs(static_cast<double>(a) - static_cast<double>(b));
            }
        }
        KVW_NEAR(gini(values, m_scratch), differences / (2 * 64 * sum), 1e-12);
    }

    void undefined() {
        QVERIFY(!gini(std::vector<float>{}, m_scratch));
        const float nan = std::numeric_limits<float>::quiet_NaN();
        QVERIFY(!gini(std::vector<float>{1, nan, 2}, m_scratch));
    }

    void scratchKeepsItsMemory() {
        const auto values = fixture::softmaxRow(m_random, 500, 1);
        GiniScratch scratch;
        QVERIFY(gini(values, scratch));
        const float* const storage = scratch.floats.data();
        QVERIFY(gini(std::span(values).first(300), scratch));
        QVERIFY(gini(values, scratch));
        QCOMPARE(scratch.floats.data(), storage);
    }

 private:
    GiniScratch m_scratch;
    std::mt19937 m_random{7};
};

QTEST_GUILESS_MAIN(GiniTest)
#include "gini_test.moc"
