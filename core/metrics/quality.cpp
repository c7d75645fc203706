// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/quality.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>

namespace kvw::metrics {

namespace {

std::optional<double> finiteOrNone(double value) {
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

template <class T>
std::optional<double> retainedMassOf(std::span<const T> fullRow, std::span<const std::int64_t> held) {
    if (fullRow.empty()) {
        return std::nullopt;
    }
    double sum = 0;
    for (const std::int64_t token : held) {
        if (token < 0) {
            continue;
        }
        if (token >= static_cast<std::int64_t>(fullRow.size())) {
            return std::nullopt;
        }
        sum += static_cast<double>(fullRow[static_cast<std::size_t>(token)]);
    }
    return finiteOrNone(sum);
}

}  // namespace

std::optional<double> logSumExp(std::span<const float> logits) {
    float top = -std::numeric_limits<float>::infinity();
    for (const float z : logits) {
        top = z > top ? z : top;
    }
    if (!std::isfinite(top)) {
        return std::nullopt;
    }
    double sum = 0;
    for (const float z : logits) {
        sum += std::exp(static_cast<double>(z) - static_cast<double>(top));
    }
    return finiteOrNone(static_cast<double>(top) + std::log(sum));
}

std::optional<double> nll(std::span<const float> logits, std::int64_t y) {
    if (y < 0 || y >= static_cast<std::int64_t>(logits.size())) {
        return std::nullopt;
    }
    const auto norm = logSumExp(logits);
    return norm ? finiteOrNone(*norm - static_cast<double>(logits[static_cast<std::size_t>(y)])) : std::nullopt;
}

double bitsPerToken(double nll) {
    return nll / std::numbers::ln2;
}

std::optional<double> nextTokenEntropy(std::span<const float> logits) {
    const auto norm = logSumExp(logits);
    if (!norm) {
        return std::nullopt;
    }
    double entropy = 0;
    for (const float z : logits) {
        const double logP = static_cast<double>(z) - *norm;
        const double p = std::exp(logP);
        entropy -= p > 0 ? p * logP : 0;
    }
    return finiteOrNone(entropy);
}

std::optional<double> klToFull(std::span<const float> fullLogits, std::span<const float> logits) {
    const auto fullNorm = logSumExp(fullLogits);
    const auto norm = logSumExp(logits);
    if (!fullNorm || !norm || fullLogits.size() != logits.size()) {
        return std::nullopt;
    }
    double sum = 0;
    for (std::size_t v = 0; v < logits.size(); ++v) {
        const double fullLogP = static_cast<double>(fullLogits[v]) - *fullNorm;
        const double p = std::exp(fullLogP);
        sum += p > 0 ? p * (fullLogP - (static_cast<double>(logits[v]) - *norm)) : 0;
    }
    return finiteOrNone(sum);
}

std::optional<std::int64_t> argMax(std::span<const float> logits) {
    std::optional<std::size_t> best;
    for (std::size_t v = 0; v < logits.size(); ++v) {
        if (!std::isnan(logits[v]) && (!best || logits[v] > logits[*best])) {
            best = v;
        }
    }
    return best ? std::optional(static_cast<std::int64_t>(*best)) : std::nullopt;
}

std::optional<bool> top1Agrees(std::span<const float> fullLogits, std::span<const float> logits) {
    const auto full = argMax(fullLogits);
    const auto own = argMax(logits);
    return full && own ? std::optional(*full == *own) : std::nullopt;
}

std::optional<double> perplexity(const RunningMean& nll) {
    const auto mean = nll.value();
    return mean ? finiteOrNone(std::exp(*mean)) : std::nullopt;
}

std::optional<double> summaryPerplexity(std::span<const double> nll, std::int64_t firstToken,
                                        std::int64_t promptTokens) {
    RunningMean mean;
    for (std::size_t i = 0; i < nll.size(); ++i) {
        if (firstToken + static_cast<std::int64_t>(i) >= promptTokens) {
            mean.add(nll[i]);
        }
    }
    return perplexity(mean);
}

std::optional<double> retainedMass(std::span<const float> fullRow, std::span<const std::int64_t> held) {
    return retainedMassOf(fullRow, held);
}

std::optional<double> retainedMass(std::span<const double> fullRow, std::span<const std::int64_t> held) {
    return retainedMassOf(fullRow, held);
}

std::optional<double> evictedMass(std::span<const float> meanRow, std::span<const std::int64_t> tokens,
                                  std::span<const std::int64_t> evicted) {
    assert(meanRow.size() == tokens.size());
    assert(std::is_sorted(evicted.begin(), evicted.end()));
    if (meanRow.empty()) {
        return std::nullopt;
    }
    double sum = 0;
    for (std::size_t j = 0; j < tokens.size(); ++j) {
        if (tokens[j] >= 0 && std::binary_search(evicted.begin(), evicted.end(), tokens[j])) {
            sum += static_cast<double>(meanRow[j]);
        }
    }
    return finiteOrNone(sum);
}

}  // namespace kvw::metrics
