// SPDX-License-Identifier: Apache-2.0
/// Speed of a run from its time stamps: TPOT and percentiles.
///
/// Definitions: METRICS.md section 4. Time stamps are seconds of one monotonic clock; results are milliseconds. A
/// token's stamp is the moment it is chosen, in teacher-forced runs the moment it is scored. Pure, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace kvw::metrics {

/// TPOT: (last - first) / (new tokens - 1), without prefill; one token: none.
[[nodiscard]] std::optional<double> tpotMs(double firstSeconds, double lastSeconds, std::int64_t tokens);

/// Percentile by nearest rank, in the unit of the values: the ceil(q n)-th smallest, 0 < q <= 1 (q = 0: the smallest).
/// No values, or q outside 0..1: none. Median, p95, p99: q = 0.5, 0.95, 0.99.
[[nodiscard]] std::optional<double> percentile(std::span<const double> values, double q);

}  // namespace kvw::metrics
