// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/file_limits.h"

#include <algorithm>
#include <limits>

#include "core/bundle/manifest_json.h"

namespace kvw::bundle {
namespace {

constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::max();
/// Mean bytes of a row with a token's text, and of one with numbers only: several times what is really written.
constexpr std::int64_t kTextRow = 4096, kNumberRow = 256;
/// Bytes of an evicted token with its score.
constexpr std::int64_t kEvictedToken = 64;
constexpr std::int64_t kLongestLine = std::int64_t{64} << 20;

/// Products and sums of claims must not wrap around.
std::int64_t times(std::int64_t a, std::int64_t b) {
    std::int64_t product = 0;
    return __builtin_mul_overflow(a, b, &product) ? kAny : product;
}

std::int64_t plus(std::int64_t a, std::int64_t b) {
    std::int64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? kAny : sum;
}

}  // namespace

std::int64_t mostBytes(const nlohmann::ordered_json& manifest, std::string_view name) {
    const RowCounts rows = rowsOf(manifest);
    const auto& shape = manifest["shape"];
    const auto layers = shape["layers"].get<std::int64_t>();
    const std::int64_t parts = std::max(shape["units"].get<std::int64_t>(), shape["kv_heads"].get<std::int64_t>());
    const auto withHeader = [](std::int64_t bytes) { return plus(bytes, kLongestRow); };
    if (name == "steps.csv") {
        return withHeader(times(rows.steps, kTextRow));
    }
    if (name == "rest.csv") {
        return withHeader(times(rows.rest, kTextRow));
    }
    if (name == "layers.csv") {
        return withHeader(times(times(rows.steps, layers * (1 + parts)), kNumberRow));
    }
    if (name == "prefill_memory.csv") {
        return withHeader(times(rows.memory, kNumberRow));
    }
    if (name == "calls.csv") {
        return withHeader(times(rows.calls, kTextRow));
    }
    if (name == "times.csv") {
        return withHeader(times(rows.times, kNumberRow));
    }
    if (name == "evictions.jsonl") {
        // Every keep-set drops a token once.
        return withHeader(
            plus(times(rows.evictions, kTextRow), times(times(rows.steps, layers * parts), kEvictedToken)));
    }
    return kAny;
}

std::int64_t longestEviction(std::int64_t steps) {
    return std::min(kLongestLine, plus(kLongestRow, times(steps, kEvictedToken)));
}

}  // namespace kvw::bundle
