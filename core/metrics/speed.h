// SPDX-License-Identifier: Apache-2.0
/// Speed of a run from its time stamps: TTFT, TPOT, percentiles, parts of a step.
///
/// Definitions: METRICS.md section 4. Time stamps are seconds of one monotonic clock; results are milliseconds. A
/// token's stamp is the moment it is chosen, in teacher-forced runs the moment it is scored. Pure, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kvw::metrics {

/// TTFT: from handing the token ids to the engine until the first new token is chosen. It includes prefill, policy and
/// sampling, but not loading and tokenizing. `tokenSeconds`: stamps of the new tokens, in order.
[[nodiscard]] std::optional<double> ttftMs(double submittedSeconds, std::span<const double> tokenSeconds);

/// TPOT: (last - first) / (new tokens - 1), without prefill; one token: none.
[[nodiscard]] std::optional<double> tpotMs(double firstSeconds, double lastSeconds, std::int64_t tokens);
[[nodiscard]] std::optional<double> tpotMs(std::span<const double> tokenSeconds);

/// Times between neighbouring tokens; one fewer than there are tokens.
[[nodiscard]] std::vector<double> tokenGapsMs(std::span<const double> tokenSeconds);

/// Percentile by nearest rank, in the unit of the values: the ceil(q n)-th smallest, 0 < q <= 1 (q = 0: the smallest).
/// No values, or q outside 0..1: none. Median, p95, p99: q = 0.5, 0.95, 0.99.
[[nodiscard]] std::optional<double> percentile(std::span<const double> values, double q);

/// Parts of one step in milliseconds; they sum to the time of the step.
struct StepTimes {
    double decodeMs = 0;
    double captureMs = 0;
    double policyMs = 0;
    double evictionMs = 0;

    [[nodiscard]] double stepMs() const { return decodeMs + captureMs + policyMs + evictionMs; }
};

}  // namespace kvw::metrics
