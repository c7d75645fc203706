// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/loading/row_scan.h"

#include <algorithm>
#include <array>
#include <limits>

#include "core/policy/kit/cpu/versions.h"

namespace kvw {

namespace {

constexpr float kNone = std::numeric_limits<float>::infinity();
constexpr std::size_t kLanes = 8;

KVW_VERSIONS void scanHeld(const std::int64_t* row, std::size_t slots, std::int64_t* count, std::int64_t* newest) {
    std::int64_t held = 0, most = -1;
    for (std::size_t slot = 0; slot < slots; ++slot) {
        held += row[slot] >= 0 ? 1 : 0;
        most = row[slot] > most ? row[slot] : most;
    }
    *count = held;
    *newest = most;
}

KVW_VERSIONS void scanEnds(const std::int64_t* row, std::size_t slots, std::int64_t from, std::int64_t below,
                           std::int64_t* counts) {
    std::int64_t late = 0, early = 0, empty = 0;
    for (std::size_t slot = 0; slot < slots; ++slot) {
        late += row[slot] >= from ? 1 : 0;
        early += row[slot] < below ? 1 : 0;
        empty += row[slot] < 0 ? 1 : 0;
    }
    counts[0] = late;
    counts[1] = early - (below > 0 ? empty : early);
}

KVW_VERSIONS bool scanUnusable(const std::int64_t* row, const float* scores, std::size_t slots) {
    std::int64_t found = 0;
    for (std::size_t slot = 0; slot < slots; ++slot) {
        const std::int64_t usable = scores[slot] < kNone ? 1 : 0;
        found += row[slot] >= 0 ? 1 - usable : 0;
    }
    return found > 0;
}

KVW_VERSIONS void copyOpen(const std::int64_t* row, const float* scores, std::size_t slots, std::int64_t first,
                           std::int64_t below, float* open) {
    for (std::size_t slot = 0; slot < slots; ++slot) {
        open[slot] = row[slot] >= first && row[slot] < below ? scores[slot] : kNone;
    }
}

KVW_VERSIONS void scanLowest(const float* values, std::size_t count, float* lowest) {
    for (std::size_t i = 0; i + kLanes <= count; i += kLanes) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            lowest[lane] = values[i + lane] < lowest[lane] ? values[i + lane] : lowest[lane];
        }
    }
}

}  // namespace

Held heldIn(std::span<const std::int64_t> row) {
    Held held;
    scanHeld(row.data(), row.size(), &held.count, &held.newest);
    return held;
}

Ends countEnds(std::span<const std::int64_t> row, std::int64_t from, std::int64_t below) {
    std::array<std::int64_t, 2> counts{};
    scanEnds(row.data(), row.size(), std::max<std::int64_t>(from, 0), below, counts.data());
    return {counts[0], counts[1]};
}

bool hasUnusable(std::span<const std::int64_t> row, const float* scores) {
    return scanUnusable(row.data(), scores, row.size());
}

float lowestScore(std::span<const std::int64_t> row, const float* scores, std::int64_t first, std::int64_t below,
                  std::span<const std::int32_t> without, std::vector<float>& scratch) {
    scratch.resize((row.size() + kLanes - 1) / kLanes * kLanes);
    std::fill(scratch.begin() + static_cast<std::ptrdiff_t>(row.size()), scratch.end(), kNone);
    copyOpen(row.data(), scores, row.size(), std::max<std::int64_t>(first, 0), below, scratch.data());
    for (const std::int32_t slot : without) {
        scratch[static_cast<std::size_t>(slot)] = kNone;
    }
    std::array<float, kLanes> lowest;
    lowest.fill(kNone);
    scanLowest(scratch.data(), scratch.size(), lowest.data());
    return *std::min_element(lowest.begin(), lowest.end());
}

}  // namespace kvw
