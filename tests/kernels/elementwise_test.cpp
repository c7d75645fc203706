// SPDX-License-Identifier: Apache-2.0
#include "kernels/elementwise.h"

#include <QtTest>
#include <cmath>
#include <numbers>
#include <vector>

#include "tests/kernels/support.h"

using namespace kvw;
using namespace kvw::test;

namespace {

constexpr std::size_t kCounts[] = {1, 3, 15, 16, 17, 64, 100, 192};
constexpr float kInfinity = std::numeric_limits<float>::infinity();

struct Reference {
    double logSumExp = 0;
    double entropy = 0;
};

Reference softmaxReference(const std::vector<float>& logits) {
    const double most = *std::max_element(logits.begin(), logits.end());
    double sum = 0;
    double weighted = 0;
    for (const float logit : logits) {
        const double d = logit - most;
        sum += std::exp(d);
        weighted += std::exp(d) > 0 ? std::exp(d) * d : 0;
    }
    return {most + std::log(sum), std::log(sum) - weighted / sum};
}

}  // namespace

class ElementwiseTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void rmsNormMatchesDouble_data() { addIsaRows(); }
    void rmsNormMatchesDouble() {
        KVW_USE_ISA();
        for (const std::size_t count : kCounts) {
            const std::vector<float> x = Numbers(1).take(count, 3);
            const std::vector<float> w = Numbers(2).take(count);
            double squares = 0;
            for (const float v : x) {
                squares += static_cast<double>(v) * v;
            }
            std::vector<double> expected(count);
            for (std::size_t i = 0; i < count; ++i) {
                expected[i] = static_cast<double>(x[i]) * w[i] / std::sqrt(squares / static_cast<double>(count) + 1e-5);
            }
            std::vector<float> out(count);
            rmsNorm(x.data(), w.data(), 1e-5F, out.data(), count);
            QVERIFY(relativeError(out, expected) < 3e-7);
        }
    }

    void siluMultiplyMatchesDouble_data() { addIsaRows(); }
    void siluMultiplyMatchesDouble() {
        KVW_USE_ISA();
        for (const std::size_t count : kCounts) {
            std::vector<float> gate = Numbers(3).take(count, 20);
            const std::vector<float> up = Numbers(4).take(count);
            std::vector<double> expected(count);
            for (std::size_t i = 0; i < count; ++i) {
                expected[i] = gate[i] / (1.0 + std::exp(-static_cast<double>(gate[i]))) * up[i];
            }
            siluMultiply(gate.data(), up.data(), count);
            for (std::size_t i = 0; i < count; ++i) {
                QVERIFY(std::abs(gate[i] - expected[i]) <= 4e-7 * std::abs(expected[i]));
            }
        }
    }

    void siluAtTheEdges_data() { addIsaRows(); }
    void siluAtTheEdges() {
        KVW_USE_ISA();
        std::vector<float> gate{0.0F, -200.0F, 200.0F, 1e30F, std::nanf("")};
        const std::vector<float> up(gate.size(), 1.0F);
        siluMultiply(gate.data(), up.data(), gate.size());
        QCOMPARE(gate[0], 0.0F);
        QCOMPARE(gate[1], 0.0F);
        QCOMPARE(gate[2], 200.0F);
        QCOMPARE(gate[3], 1e30F);
        QVERIFY(std::isnan(gate[4]));
    }

    void layerNormMatchesDouble_data() { addIsaRows(); }
    void layerNormMatchesDouble() {
        KVW_USE_ISA();
        for (const std::size_t count : kCounts) {
            std::vector<float> x = Numbers(21).take(count, 3);
            for (float& v : x) {
                v += 5;  // a mean that is not small beside the deviation
            }
            const std::vector<float> w = Numbers(22).take(count);
            const std::vector<float> b = Numbers(23).take(count);
            double mean = 0;
            for (const float v : x) {
                mean += static_cast<double>(v) / static_cast<double>(count);
            }
            double variance = 0;
            for (const float v : x) {
                variance +=
                    (static_cast<double>(v) - mean) * (static_cast<double>(v) - mean) / static_cast<double>(count);
            }
            std::vector<double> expected(count);
            for (std::size_t i = 0; i < count; ++i) {
                expected[i] =
                    (static_cast<double>(x[i]) - mean) / std::sqrt(variance + 1e-5) * static_cast<double>(w[i]) +
                    static_cast<double>(b[i]);
            }
            std::vector<float> out(count);
            layerNorm(x.data(), w.data(), b.data(), 1e-5F, out.data(), count);
            QVERIFY(relativeError(out, expected) < (count == 1 ? 1e-4 : 1e-6));
        }
    }

    void geluMatchesDouble_data() { addIsaRows(); }
    void geluMatchesDouble() {
        KVW_USE_ISA();
        std::vector<float> points;
        for (int i = -1200; i <= 1200; ++i) {
            points.push_back(static_cast<float>(i) * 0.01F);
        }
        for (const bool exact : {true, false}) {
            std::vector<float> found = points;
            geluMultiply(exact ? Gelu::Exact : Gelu::Tanh, found.data(), nullptr, found.size());
            for (std::size_t i = 0; i < points.size(); ++i) {
                const auto x = static_cast<double>(points[i]);
                const double inner = std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x);
                const double expected =
                    exact ? 0.5 * x * std::erfc(-x / std::numbers::sqrt2) : x / (1 + std::exp(-2 * inner));
                QVERIFY2(
                    std::abs(static_cast<double>(found[i]) - expected) <= 2e-7 * std::abs(x),
                    qPrintable(QString("%1 at %2 for %3").arg(static_cast<double>(found[i])).arg(x).arg(expected)));
            }
        }
        // With a second factor, and at the edges.
        std::vector<float> gate{1.0F, -200.0F, 200.0F, 0.0F, std::nanf("")};
        const std::vector<float> up{3.0F, 1.0F, 2.0F, 1.0F, 1.0F};
        for (const Gelu form : {Gelu::Exact, Gelu::Tanh}) {
            std::vector<float> x = gate;
            geluMultiply(form, x.data(), up.data(), x.size());
            QVERIFY(std::abs(x[0] - (form == Gelu::Exact ? 2.5240343F : 2.5235760F)) < 1e-6F);
            QCOMPARE(x[1], 0.0F);
            QCOMPARE(x[2], 400.0F);
            QCOMPARE(x[3], 0.0F);
            QVERIFY(std::isnan(x[4]));
        }
    }

    void softCapMatchesDouble_data() { addIsaRows(); }
    void softCapMatchesDouble() {
        KVW_USE_ISA();
        std::vector<float> row;
        for (int i = -2000; i <= 2000; ++i) {
            row.push_back(static_cast<float>(i) * 0.13F);
        }
        std::vector<float> capped = row;
        softCap(capped.data(), 50.0F, capped.size());
        for (std::size_t i = 0; i < row.size(); ++i) {
            const double expected = 50 * std::tanh(static_cast<double>(row[i]) / 50);
            QVERIFY(std::abs(static_cast<double>(capped[i]) - expected) <= 3e-7 * std::abs(expected));
        }
        float edges[] = {-kInfinity, kInfinity, 0.0F, -3e37F};
        softCap(edges, 30.0F, 4);
        QCOMPARE(edges[0], -kInfinity);
        QCOMPARE(edges[1], 30.0F);
        QCOMPARE(edges[2], 0.0F);
        QCOMPARE(edges[3], -30.0F);
    }

    void addToAdds_data() { addIsaRows(); }
    void addToAdds() {
        KVW_USE_ISA();
        for (const std::size_t count : kCounts) {
            std::vector<float> x = Numbers(5).take(count);
            const std::vector<float> y = Numbers(6).take(count);
            std::vector<float> expected(count);
            for (std::size_t i = 0; i < count; ++i) {
                expected[i] = x[i] + y[i];
            }
            addTo(x.data(), y.data(), count);
            QVERIFY(sameBits(x, expected));
        }
    }

    void rotateTurnsEveryPlane_data() { addIsaRows(); }
    void rotateTurnsEveryPlane() {
        KVW_USE_ISA();
        const std::size_t headDim = 80;
        for (const std::size_t rotaryDim : {std::size_t{0}, std::size_t{20}, std::size_t{64}, std::size_t{80}}) {
            for (const bool halfSplit : {true, false}) {
                const std::vector<float> before = Numbers(7).take(headDim);
                const std::size_t planes = rotaryDim / 2;
                std::vector<float> cosines(planes);
                std::vector<float> sines(planes);
                std::vector<double> expected(before.begin(), before.end());
                for (std::size_t i = 0; i < planes; ++i) {
                    cosines[i] = std::cos(static_cast<float>(i) * 0.37F);
                    sines[i] = std::sin(static_cast<float>(i) * 0.37F);
                    const std::size_t a = halfSplit ? i : 2 * i;
                    const std::size_t b = halfSplit ? i + planes : 2 * i + 1;
                    expected[a] =
                        static_cast<double>(before[a]) * cosines[i] - static_cast<double>(before[b]) * sines[i];
                    expected[b] =
                        static_cast<double>(before[b]) * cosines[i] + static_cast<double>(before[a]) * sines[i];
                }
                std::vector<float> head = before;
                rotate(head.data(), cosines.data(), sines.data(), rotaryDim, halfSplit);
                QVERIFY(relativeError(head, expected) < 2e-7);
                for (std::size_t c = rotaryDim; c < headDim; ++c) {
                    QCOMPARE(head[c], before[c]);
                }
            }
        }
    }

    void exponentialIsAccurate_data() { addIsaRows(); }
    void exponentialIsAccurate() {
        KVW_USE_ISA();
        // Weight i over weight 0 is e^x; the common factor and the quotient add about one rounding to the
        // exponential's.
        for (float x = -87.0F; x < 0; x += 0.0137F) {
            float row[] = {0.0F, x};
            softmaxPrefix(row, 2, 2);
            const double ratio = static_cast<double>(row[1]) / static_cast<double>(row[0]);
            const double expected = std::exp(static_cast<double>(x));
            if (expected > 1e-36) {
                QVERIFY2(std::abs(ratio / expected - 1) < 2.5e-7, qPrintable(QString::number(double(x))));
            }
        }
    }

    void softmaxPrefixSumsToOneAndClearsTheRest_data() { addIsaRows(); }
    void softmaxPrefixSumsToOneAndClearsTheRest() {
        KVW_USE_ISA();
        for (const std::size_t count : kCounts) {
            for (const std::size_t visible : {std::size_t{0}, count / 2, count}) {
                std::vector<float> row = Numbers(8).take(count, 50);
                const std::vector<float> logits(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(visible));
                std::fill(row.begin() + static_cast<std::ptrdiff_t>(visible), row.end(), std::nanf(""));
                softmaxPrefix(row.data(), visible, count);
                for (std::size_t i = 0; i < count; ++i) {
                    const double expected =
                        i < visible ? std::exp(logits[i] - softmaxReference(logits).logSumExp) : 0.0;
                    // A difference near 100 is rounded to 4e-6, and so is its exponential.
                    QVERIFY(std::abs(row[i] - expected) <= 6e-6 * expected + 1e-37);
                }
            }
        }
    }

    void softmaxOfEqualEntriesIsEqual_data() { addIsaRows(); }
    void softmaxOfEqualEntriesIsEqual() {
        KVW_USE_ISA();
        std::vector<float> row(37, -3.25F);
        row[5] = 1.5F;
        softmaxPrefix(row.data(), row.size(), row.size());
        for (std::size_t i = 0; i < row.size(); ++i) {
            QVERIFY(i == 5 || row[i] == row[0]);
        }
    }

    void logitStatisticsMatchDouble_data() { addIsaRows(); }
    void logitStatisticsMatchDouble() {
        KVW_USE_ISA();
        for (const std::size_t count : {std::size_t{1}, std::size_t{17}, std::size_t{2048}, std::size_t{32003}}) {
            const std::vector<float> logits = Numbers(9).take(count, 12);
            const Reference expected = softmaxReference(logits);
            const LogitStatistics actual = logitStatistics(logits.data(), count);
            QVERIFY(std::abs(actual.logSumExp - expected.logSumExp) < 1e-7);
            QVERIFY(std::abs(actual.entropy - expected.entropy) < 1e-6);
            QCOMPARE(actual.argMax,
                     static_cast<std::size_t>(std::max_element(logits.begin(), logits.end()) - logits.begin()));
        }
    }

    void argMaxTiesTakeTheLowestIndex_data() { addIsaRows(); }
    void argMaxTiesTakeTheLowestIndex() {
        KVW_USE_ISA();
        std::vector<float> logits(50, 0.0F);
        logits[21] = logits[22] = logits[49] = 4.0F;
        QCOMPARE(logitStatistics(logits.data(), logits.size()).argMax, std::size_t{21});
    }

    void maskedLogitsHaveNoWeight_data() { addIsaRows(); }
    void maskedLogitsHaveNoWeight() {
        KVW_USE_ISA();
        const std::vector<float> logits{-kInfinity, 2.0F, -kInfinity, 2.0F};
        const LogitStatistics statistics = logitStatistics(logits.data(), logits.size());
        QVERIFY(std::abs(statistics.logSumExp - (2.0 + std::log(2.0))) < 1e-12);
        QVERIFY(std::abs(statistics.entropy - std::log(2.0)) < 1e-12);
        QCOMPARE(statistics.argMax, std::size_t{1});
    }

    void divergenceOfARowFromItselfIsZero() {
        const std::vector<float> logits = Numbers(10).take(2048, 9);
        QCOMPARE(klDivergence(logits.data(), logits.data(), logits.size()), 0.0);
    }

    void divergenceMatchesItsClosedForm() {
        // p = (3/4, 1/4), q = (1/2, 1/2): KL = 3/4 ln 3/2 + 1/4 ln 1/2. A constant added to logits changes nothing.
        const float p[] = {std::log(3.0F) + 5, 5.0F};
        const float q[] = {-2.0F, -2.0F};
        QVERIFY(std::abs(klDivergence(p, q, 2) - (0.75 * std::log(1.5) + 0.25 * std::log(0.5))) < 1e-6);
    }

    void divergenceIgnoresWhatTheFullLaneRulesOut() {
        const float p[] = {1.0F, -kInfinity};
        const float q[] = {1.0F, 1.0F};
        QVERIFY(std::abs(klDivergence(p, q, 2) - std::log(2.0)) < 1e-12);
    }
};

QTEST_GUILESS_MAIN(ElementwiseTest)
#include "elementwise_test.moc"
