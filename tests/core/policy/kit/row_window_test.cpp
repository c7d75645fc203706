// SPDX-License-Identifier: Apache-2.0
#include "core/policy/kit/row_window.h"

#include <ATen/ATen.h>

#include <QtTest>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "core/policy/kit/on_host.h"

using namespace kvw::sdk;

namespace {

/// The rows of the last queries of a layer whose first `prefix` tokens are older than the last `window` queries.
Observation layerOf(const at::Tensor& rows, std::int64_t window, std::int64_t prefix) {
    Observation layer;
    layer.rows = rows;
    layer.tokens = at::arange(rows.size(3), at::kLong).view({1, 1, -1});
    layer.seen = prefix + window;
    return layer;
}

std::int64_t whole(std::mt19937_64& random, std::int64_t first, std::int64_t last) {
    return first + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(last - first + 1));
}

float weight(std::mt19937_64& random) {
    return static_cast<float>(random() >> 40U) * 0x1p-24F;
}

struct Sums {
    double entropy, variance;
};

Sums sumsOf(const at::Tensor& rows, std::int64_t prefix, bool byTensors) {
    const TensorOperations alone(byTensors);
    const Observation layer = layerOf(rows, rows.size(2), prefix);
    const RowWindow window(layer, rows.size(2));
    return {window.entropy(1e-10), window.varianceSum()};
}

bool near(double a, double b) {
    return std::abs(a - b) <= 1e-13 * std::max(1.0, std::abs(b));
}

}  // namespace

class RowWindowTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void logarithmsAreThose() {
        std::mt19937_64 random(7);
        std::vector<double> numbers{1e-10,
                                    1,
                                    1 + 1e-10,
                                    0.5,
                                    2,
                                    std::sqrt(0.5),
                                    std::nextafter(std::sqrt(0.5), 0),
                                    std::nextafter(1.0, 0),
                                    std::nextafter(1.0, 2),
                                    1e-300,
                                    1e300};
        for (int i = 0; i < 20000; ++i) {
            const double mantissa = 1 + static_cast<double>(random() >> 12U) * 0x1p-52;
            numbers.push_back(std::ldexp(mantissa, static_cast<int>(whole(random, -40, 3))));
            numbers.push_back(1 + std::ldexp(mantissa, static_cast<int>(whole(random, -50, -1))));
        }
        std::vector<double> found = numbers;
        natural_logarithms(found.data(), static_cast<std::int64_t>(found.size()));
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const double expected = std::log(numbers[i]);
            QVERIFY2(std::abs(found[i] - expected) <= 2 * 0x1p-52 * std::abs(expected),
                     qPrintable(QString::number(numbers[i], 'g', 17) + ": " + QString::number(found[i], 'g', 17)));
        }
    }

    void sumsAgreeInBothForms() {
        std::mt19937_64 random(5);
        for (int round = 0; round < 40; ++round) {
            const std::int64_t heads = whole(random, 1, 4), w = whole(random, 1, 9), slots = whole(random, 2, 600);
            const at::Tensor rows = at::zeros({1, heads, w, slots}, at::kFloat);
            for (std::int64_t i = 0; i < rows.numel(); ++i) {
                // Among them exact zeros, and rows that are one token's alone.
                const bool nothing = round % 5 == 4 ? i % slots != 0 : random() % 7 == 0;
                rows.mutable_data_ptr<float>()[i] = nothing ? 0.0F : round % 5 == 4 ? 1.0F : weight(random);
            }
            const std::int64_t prefix = whole(random, 1, slots - 1);
            const Sums host = sumsOf(rows, prefix, false), tensors = sumsOf(rows, prefix, true);
            QVERIFY(near(host.entropy, tensors.entropy));
            QVERIFY(near(host.variance, tensors.variance));
        }
        const at::Tensor rows = at::full({1, 1, 2, 20}, 0.1F, at::kFloat);
        rows.mutable_data_ptr<float>()[7] = std::numeric_limits<float>::quiet_NaN();
        QVERIFY(std::isnan(sumsOf(rows, 15, false).entropy));
    }

    void momentsAreTheSameBits() {
        std::mt19937_64 random(7);
        for (int round = 0; round < 60; ++round) {
            const std::int64_t heads = whole(random, 1, 6), w = whole(random, 2, 40), slots = whole(random, 1, 300);
            const at::Tensor rows = at::zeros({1, heads, w + whole(random, 0, 3), slots}, at::kFloat);
            for (std::int64_t i = 0; i < rows.numel(); ++i) {
                rows.mutable_data_ptr<float>()[i] = weight(random);
            }
            const Observation layer = layerOf(rows, w, slots);
            const RowWindow host(layer, w), tensors(layer, w);
            QCOMPARE(host.size(), w);
            QCOMPARE(host.mean().sizes().vec(), (std::vector<std::int64_t>{1, heads, slots}));
            const TensorOperations alone;
            QVERIFY(tensors.mean().equal(host.mean()));
            QVERIFY(tensors.variance().equal(host.variance()));
        }
    }
};

QTEST_APPLESS_MAIN(RowWindowTest)
#include "row_window_test.moc"
