// SPDX-License-Identifier: Apache-2.0
/// Fixture A (POLICIES.md 0.7): attention rows from integer weights, and small helpers shared by the metric tests.
#pragma once

#include "core/metrics/attention_shape.h"

#include <QTest>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

namespace fixture {

constexpr std::size_t kTokens = 8;
constexpr std::size_t kHeads = 2;
constexpr std::size_t kWindow = 2;
constexpr std::size_t kPrefix = kTokens - kWindow;

/// A[h, i, j] = n_j^q_i / sum_{t <= i} n_t^q_i, causal, q = 1 but for the last row, where it is 2.
inline std::vector<double> row(int layer, std::size_t head, std::size_t query) {
    static constexpr std::array<std::array<std::array<int, kTokens>, kHeads>, 2> kWeights = {{
        {{{10, 9, 1, 5, 6, 8, 4, 2}, {1, 1, 4, 2, 3, 9, 1, 4}}},
        {{{9, 4, 5, 4, 4, 6, 2, 5}, {2, 8, 2, 6, 4, 7, 5, 1}}},
    }};
    std::vector<double> values(kTokens, 0.0);
    double sum = 0;
    for (std::size_t j = 0; j <= query; ++j) {
        values[j] = std::pow(kWeights[static_cast<std::size_t>(layer)][head][j], query == kTokens - 1 ? 2 : 1);
        sum += values[j];
    }
    for (double& value : values) {
        value /= sum;
    }
    return values;
}

/// The last w rows of both heads, [heads, w, tokens].
inline std::vector<double> window(int layer) {
    std::vector<double> values;
    for (std::size_t head = 0; head < kHeads; ++head) {
        for (std::size_t query = kPrefix; query < kTokens; ++query) {
            const auto one = row(layer, head, query);
            values.insert(values.end(), one.begin(), one.end());
        }
    }
    return values;
}

template <class T>
kvw::metrics::RowBlock<T> block(const std::vector<T>& window) {
    return {window, kHeads, kWindow, kTokens, kPrefix};
}

/// Softmax of normal scores times `sharpness`, as attention rows are.
inline std::vector<float> softmaxRow(std::mt19937& random, std::size_t size, double sharpness) {
    std::normal_distribution<double> normal;
    std::vector<double> weights(size);
    double sum = 0;
    for (double& weight : weights) {
        weight = std::exp(sharpness * normal(random));
        sum += weight;
    }
    std::vector<float> values;
    for (const double weight : weights) {
        values.push_back(static_cast<float>(weight / sum));
    }
    return values;
}

inline std::vector<float> narrow(const std::vector<double>& values) {
    std::vector<float> result;
    for (const double value : values) {
        result.push_back(static_cast<float>(value));
    }
    return result;
}

}  // namespace fixture

#define KVW_NEAR(actual, expected, tolerance)                                                                         \
    do {                                                                                                              \
        const std::optional<double> kvwActual = (actual);                                                             \
        QVERIFY2(kvwActual.has_value(), "the value is undefined");                                                    \
        QVERIFY2(std::abs(*kvwActual - (expected)) <= (tolerance),                                                    \
                 qPrintable(QString("found %1, expected %2").arg(*kvwActual, 0, 'g', 12).arg(expected, 0, 'g', 12))); \
    } while (false)
