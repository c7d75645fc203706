// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/attention_shape.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <numbers>

#include "core/base/finite.h"
#include "core/metrics/wide.h"

namespace kvw::metrics {

namespace {

constexpr double kEpsilon = 1e-10;  // inside the logarithm, from CAKE

/// ln x for normal x > 0 without a branch or a call, so that the loop around it vectorises. x = m 2^e with m in
/// [sqrt(1/2), sqrt(2)), ln m = 2 artanh((m - 1)/(m + 1)), |argument| <= 0.172: the first omitted term is below 1e-9.
float fastLog(float x) {
    constexpr std::uint32_t kSqrtHalf = 0x3f3504f3;
    const std::uint32_t offset = std::bit_cast<std::uint32_t>(x) - kSqrtHalf;
    const auto exponent = static_cast<float>(static_cast<std::int32_t>(offset) >> 23);
    const auto mantissa = std::bit_cast<float>((offset & 0x007fffffU) + kSqrtHalf);
    const float s = (mantissa - 1.0F) / (mantissa + 1.0F);
    const float z = s * s;
    const float series = 1.0F + z * (1.0F / 3 + z * (1.0F / 5 + z * (1.0F / 7 + z * (1.0F / 9))));
    return 2.0F * s * series + exponent * std::numbers::ln2_v<float>;
}

double entropySum(std::span<const double> row) {
    double sum = 0;
    for (const double a : row) {
        sum -= a * std::log(a + kEpsilon);
    }
    return sum;
}

/// Sum of -a ln(a + epsilon). The logarithms of a block are computed before they are summed, so that they fill
/// whole vectors of f32.
KVW_WIDE double entropySumOf(const float* row, std::size_t size) {
    constexpr std::size_t kLanes = 8, kBlock = 256;
    std::array<double, kLanes> lanes{};
    std::array<float, kBlock> terms{};
    const auto term = [](float a) { return a * fastLog(a + static_cast<float>(kEpsilon)); };
    std::size_t j = 0;
    for (; j + kBlock <= size; j += kBlock) {
        for (std::size_t i = 0; i < kBlock; ++i) {
            terms[i] = term(row[j + i]);
        }
        for (std::size_t i = 0; i < kBlock; i += kLanes) {
            for (std::size_t lane = 0; lane < kLanes; ++lane) {
                lanes[lane] += static_cast<double>(terms[i + lane]);
            }
        }
    }
    for (; j + kLanes <= size; j += kLanes) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            lanes[lane] += static_cast<double>(term(row[j + lane]));
        }
    }
    for (; j < size; ++j) {
        lanes[0] += static_cast<double>(term(row[j]));
    }
    double sum = 0;
    for (const double lane : lanes) {
        sum -= lane;
    }
    return sum;
}

double entropySum(std::span<const float> row) {
    return entropySumOf(row.data(), row.size());
}

template <class T>
std::optional<double> entropyOf(std::span<const T> row) {
    return row.empty() ? std::nullopt : ifFinite(entropySum(row));
}

template <class T>
std::optional<double> cakeEntropyOf(const RowBlock<T>& block) {
    if (block.heads == 0 || block.rows == 0 || block.prefix == 0) {
        return std::nullopt;
    }
    double sum = 0;
    for (std::size_t head = 0; head < block.heads; ++head) {
        for (std::size_t row = 0; row < block.rows; ++row) {
            sum += entropySum(block.row(head, row));
        }
    }
    return ifFinite(sum);
}

template <class T>
std::optional<double> temporalVarianceOf(const RowBlock<T>& block) {
    if (block.heads == 0 || block.rows < 2 || block.prefix == 0) {
        return std::nullopt;
    }
    const auto rows = static_cast<double>(block.rows);
    double total = 0;
    for (std::size_t head = 0; head < block.heads; ++head) {
        for (std::size_t j = 0; j < block.prefix; ++j) {
            double mean = 0;
            for (std::size_t row = 0; row < block.rows; ++row) {
                mean += static_cast<double>(block.row(head, row)[j]);
            }
            mean /= rows;
            for (std::size_t row = 0; row < block.rows; ++row) {
                const double difference = static_cast<double>(block.row(head, row)[j]) - mean;
                total += difference * difference;
            }
        }
    }
    return ifFinite(total / (rows - 1));
}

}  // namespace

std::optional<double> spatialEntropy(std::span<const float> row) {
    return entropyOf(row);
}

std::optional<double> spatialEntropy(std::span<const double> row) {
    return entropyOf(row);
}

std::optional<double> normalisedEntropy(std::optional<double> entropy, std::size_t entries) {
    if (!entropy || entries < 2) {
        return std::nullopt;
    }
    return *entropy / std::log(static_cast<double>(entries));
}

std::optional<double> cakeEntropy(const RowBlock<float>& block) {
    return cakeEntropyOf(block);
}

std::optional<double> cakeEntropy(const RowBlock<double>& block) {
    return cakeEntropyOf(block);
}

std::optional<double> temporalVariance(const RowBlock<float>& block) {
    return temporalVarianceOf(block);
}

std::optional<double> temporalVariance(const RowBlock<double>& block) {
    return temporalVarianceOf(block);
}

std::optional<double> cakePreference(double entropy, double variance, double tau1, double tau2) {
    if (!(tau1 > 0) || !(tau2 > 0) || !(variance >= 0) || std::isnan(entropy)) {
        return std::nullopt;
    }
    return ifFinite(std::pow(std::max(entropy, 0.0), 1 / tau1) * std::pow(variance, 1 / tau2));
}

std::optional<double> effectiveTokens(std::span<const double> row) {
    const auto entropy = entropyOf(row);
    return entropy ? ifFinite(std::exp(*entropy)) : std::nullopt;
}

std::optional<double> meanDistance(std::span<const double> row, std::span<const std::int64_t> tokens, std::int64_t t) {
    assert(row.size() == tokens.size());
    double sum = 0;
    bool any = false;
    for (std::size_t j = 0; j < row.size(); ++j) {
        if (tokens[j] >= 0) {
            sum += row[j] * static_cast<double>(t - tokens[j]);
            any = true;
        }
    }
    return any ? ifFinite(sum) : std::nullopt;
}

std::optional<std::int64_t> contextSpan(std::span<const std::int64_t> tokens, std::int64_t sinks, std::int64_t t) {
    std::optional<std::int64_t> oldest;
    for (const std::int64_t token : tokens) {
        if (token >= 0 && token >= sinks && (!oldest || token < *oldest)) {
            oldest = token;
        }
    }
    return oldest ? std::optional(t - *oldest) : std::nullopt;
}

double jaccard(std::span<const std::int64_t> a, std::span<const std::int64_t> b) {
    const auto sortedHeld = [](std::span<const std::int64_t> tokens) {
        std::vector<std::int64_t> held(tokens.begin(), tokens.end());
        std::erase_if(held, [](std::int64_t token) { return token < 0; });
        std::sort(held.begin(), held.end());
        return held;
    };
    const auto left = sortedHeld(a);
    const auto right = sortedHeld(b);
    std::size_t common = 0;
    for (auto i = left.begin(), j = right.begin(); i != left.end() && j != right.end();) {
        if (*i == *j) {
            ++common;
            ++i;
            ++j;
        } else {
            *i < *j ? ++i : ++j;
        }
    }
    const std::size_t either = left.size() + right.size() - common;
    return either == 0 ? 1.0 : static_cast<double>(common) / static_cast<double>(either);
}

}  // namespace kvw::metrics
