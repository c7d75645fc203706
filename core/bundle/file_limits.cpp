// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/file_limits.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

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
    const std::pair<std::string_view, std::int64_t> limits[] = {
        {"steps.csv", times(rows.steps, kTextRow)},
        {"rest.csv", times(rows.rest, kTextRow)},
        {"layers.csv", times(times(rows.steps, layers * (1 + parts)), kNumberRow)},
        {"prefill_memory.csv", times(rows.memory, kNumberRow)},
        {"calls.csv", times(rows.calls, kTextRow)},
        {"times.csv", times(rows.times, kNumberRow)},
        // Every keep-set drops a token once.
        {"evictions.jsonl",
         plus(times(rows.evictions, kTextRow), times(times(rows.steps, layers * parts), kEvictedToken))}};
    const auto* limit = std::ranges::find(limits, name, &std::pair<std::string_view, std::int64_t>::first);
    return limit == std::end(limits) ? kAny : plus(limit->second, kLongestRow);
}

std::int64_t longestEviction(std::int64_t steps) {
    return std::min(kLongestLine, plus(kLongestRow, times(steps, kEvictedToken)));
}

}  // namespace kvw::bundle
