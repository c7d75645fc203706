// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/attention_shape.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <utility>

#include "core/metrics/lorenz.h"

namespace kvw::metrics {

namespace {

constexpr int kLast = GiniScratch::kBins - 1;
constexpr std::size_t kCopies = GiniScratch::kCopies;

/// Below this a comparison sort is as fast.
constexpr std::size_t kSmall = 96;

/// Ascending, into scratch.sorted: by the bytes of the bits, which are monotonic in a value that is not negative.
/// Linear time and no comparison that could be guessed wrong.
void sortInto(std::span<const float> values, GiniScratch& scratch) {
    constexpr unsigned kByte = 8;
    constexpr std::uint32_t kMask = 255;
    auto& keys = scratch.keys;
    auto& sorted = scratch.sorted;
    const auto byComparison = [&] {
        sorted.assign(values.begin(), values.end());
        std::sort(sorted.begin(), sorted.end());
    };
    if (values.size() < kSmall) {
        return byComparison();
    }
    keys.resize(values.size());
    scratch.counts = {};
    std::uint32_t all = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        // + 0 makes a -0, whose key would be the largest, a 0.
        const auto key = std::bit_cast<std::uint32_t>(values[i] + 0.0F);
        keys[i] = key;
        all |= key;
        for (unsigned digit = 0; digit < scratch.counts.size(); ++digit) {
            ++scratch.counts[digit][(key >> (digit * kByte)) & kMask];
        }
    }
    if ((all >> 31U) != 0) {
        return byComparison();
    }
    scratch.otherKeys.resize(values.size());
    for (unsigned digit = 0; digit < scratch.counts.size(); ++digit) {
        auto& places = scratch.counts[digit];
        std::uint32_t total = 0;
        for (std::uint32_t& place : places) {
            total += std::exchange(place, total);
        }
        for (const std::uint32_t key : keys) {
            scratch.otherKeys[places[(key >> (digit * kByte)) & kMask]++] = key;
        }
        keys.swap(scratch.otherKeys);
    }
    sorted.resize(values.size());
    std::transform(keys.begin(), keys.end(), sorted.begin(),
                   [](std::uint32_t key) { return static_cast<double>(std::bit_cast<float>(key)); });
}

/// Gini of scratch.sorted, ascending, whose sum in the order of the input is `sum`.
std::optional<double> giniOfSorted(const std::vector<double>& values, double sum) {
    const auto n = static_cast<double>(values.size());
    double weighted = 0;
    double rank = 1 - n;
    for (const double value : values) {
        weighted += rank * value;
        rank += 2;
    }
    return std::max(0.0, weighted / (n * sum));
}

/// None for no values or one that is not finite: NaN is kept out of the sort, whose order it would break.
template <class T>
std::optional<double> sumOf(std::span<const T> values) {
    double sum = 0;
    for (const T value : values) {
        sum += static_cast<double>(value);
    }
    return values.empty() || !std::isfinite(sum) ? std::nullopt : std::optional(sum);
}

/// Gini of scratch.sorted, which need not be sorted yet.
std::optional<double> giniOfScratch(GiniScratch& scratch) {
    const auto sum = sumOf(std::span<const double>(scratch.sorted));
    if (!sum || *sum == 0) {
        return sum;
    }
    std::sort(scratch.sorted.begin(), scratch.sorted.end());
    return giniOfSorted(scratch.sorted, *sum);
}

template <class T>
std::optional<double> promptGiniOf(const RowBlock<T>& block, GiniScratch& scratch) {
    if (block.heads == 0) {
        return std::nullopt;
    }
    scratch.sorted.assign(block.rows * block.prefix, 0.0);
    for (std::size_t head = 0; head < block.heads; ++head) {
        for (std::size_t row = 0; row < block.rows; ++row) {
            const auto values = block.row(head, row);
            for (std::size_t j = 0; j < block.prefix; ++j) {
                scratch.sorted[row * block.prefix + j] += static_cast<double>(values[j]);
            }
        }
    }
    for (double& value : scratch.sorted) {
        value /= static_cast<double>(block.heads);
    }
    return giniOfScratch(scratch);
}

/// Exponent and 3 mantissa bits of a non-negative float: monotonic in the value.
int binKey(float value) {
    return static_cast<int>(std::bit_cast<std::uint32_t>(value) >> 20);
}

}  // namespace

std::optional<double> gini(std::span<const float> values, GiniScratch& scratch) {
    const auto sum = sumOf(values);
    if (!sum || *sum == 0) {
        return sum;
    }
    sortInto(values, scratch);
    return giniOfSorted(scratch.sorted, *sum);
}

std::optional<double> gini(std::span<const double> values, GiniScratch& scratch) {
    scratch.sorted.assign(values.begin(), values.end());
    return giniOfScratch(scratch);
}

std::optional<double> promptGini(const RowBlock<float>& block, GiniScratch& scratch) {
    return promptGiniOf(block, scratch);
}

std::optional<double> promptGini(const RowBlock<double>& block, GiniScratch& scratch) {
    return promptGiniOf(block, scratch);
}

std::vector<double> lorenz(std::span<const float> values, GiniScratch& scratch) {
    const auto sum = sumOf(values);
    if (!sum) {
        return {};
    }
    sortInto(values, scratch);
    std::vector<double> curve(values.size() + 1, 0.0);
    for (std::size_t k = 1; k < curve.size(); ++k) {
        curve[k] = *sum == 0 ? static_cast<double>(k) / static_cast<double>(values.size())
                             : curve[k - 1] + scratch.sorted[k - 1] / *sum;
    }
    // Another order of summing must not end beside 1.
    curve.back() = 1;
    return curve;
}

std::optional<double> giniBinned(std::span<const float> values, GiniScratch& scratch) {
    if (values.empty()) {
        return std::nullopt;
    }
    std::array<float, 8> lanes{};
    std::size_t j = 0;
    for (; j + lanes.size() <= values.size(); j += lanes.size()) {
        for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
            lanes[lane] = values[j + lane] > lanes[lane] ? values[j + lane] : lanes[lane];
        }
    }
    for (; j < values.size(); ++j) {
        lanes[0] = std::max(lanes[0], values[j]);
    }
    const int shift = kLast - binKey(*std::max_element(lanes.begin(), lanes.end()));

    scratch.mass.fill(0);
    scratch.count.fill(0);
    const auto put = [&scratch, shift](float value, std::size_t copy) {
        // The upper clamp only matters for NaN and negative input, whose keys lie above the largest value's.
        const auto bin = static_cast<std::size_t>(std::clamp(binKey(value) + shift, 0, kLast));
        scratch.mass[bin * kCopies + copy] += static_cast<double>(value);
        ++scratch.count[bin * kCopies + copy];
    };
    for (j = 0; j + kCopies <= values.size(); j += kCopies) {
        put(values[j], 0);
        put(values[j + 1], 1);
        put(values[j + 2], 2);
        put(values[j + 3], 3);
    }
    for (; j < values.size(); ++j) {
        put(values[j], 0);
    }

    const auto n = static_cast<double>(values.size());
    double below = 0;
    double weighted = 0;
    double sum = 0;
    for (std::size_t bin = 0; bin < GiniScratch::kBins; ++bin) {
        const std::size_t at = bin * kCopies;
        const auto count = static_cast<double>(scratch.count[at] + scratch.count[at + 1] + scratch.count[at + 2] +
                                               scratch.count[at + 3]);
        const double mass = scratch.mass[at] + scratch.mass[at + 1] + scratch.mass[at + 2] + scratch.mass[at + 3];
        weighted += mass * (2 * below + count - n);
        sum += mass;
        below += count;
    }
    if (!std::isfinite(sum)) {
        return std::nullopt;
    }
    return sum == 0 ? 0.0 : std::max(0.0, weighted / (n * sum));
}

std::size_t headMean(std::span<const float> rows, std::size_t heads, std::span<const std::int64_t> tokens,
                     std::span<float> out) {
    assert(heads > 0 && rows.size() % heads == 0);
    const std::size_t slots = rows.size() / heads;
    assert(tokens.empty() || tokens.size() == slots);
    const float scale = 1.0F / static_cast<float>(heads);
    // Blocks of slots, head by head: each row is read in order, and the sums stay in the first-level cache.
    constexpr std::size_t kBlock = 256;
    std::array<float, kBlock> sum{};
    std::size_t written = 0;
    for (std::size_t begin = 0; begin < slots; begin += kBlock) {
        const std::size_t size = std::min(kBlock, slots - begin);
        sum.fill(0);
        for (std::size_t head = 0; head < heads; ++head) {
            const float* row = rows.data() + head * slots + begin;
            for (std::size_t j = 0; j < size; ++j) {
                sum[j] += row[j];
            }
        }
        for (std::size_t j = 0; j < size; ++j) {
            if (tokens.empty() || tokens[begin + j] >= 0) {
                assert(written < out.size());
                out[written++] = sum[j] * scale;
            }
        }
    }
    return written;
}

}  // namespace kvw::metrics
