// SPDX-License-Identifier: Apache-2.0
/// Effect of prune events on the NLL: groups of events, and the size and duration of the spike after each group.
///
/// Definitions: METRICS.md section 2, "Prune events". The median and the three-in-a-row rule keep one hard token before
/// or after from making or ending a spike. Pure, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kvw::metrics {

/// Series d_i in nats: dNLL if a full lane runs, else NLL (then the table says so). values[k] belongs to token
/// firstToken + k.
struct NllSeries {
    std::span<const double> values;
    std::int64_t firstToken = 0;
};

/// Spike of the NLL after one group of events.
struct Spike {
    double baseline = 0;         ///< b: median of the up to 32 values d before token first + 2, nats
    double scale = 0;            ///< s = max(1.4826 median|d - b|, 0.05) over the same values, nats
    double threshold = 0;        ///< theta = b + k s, nats
    double size = 0;             ///< max(0, max(window) - b), nats
    double sizeInScales = 0;     ///< size / s
    std::int64_t peakToken = 0;  ///< token of the first maximum of the window
    double excess = 0;           ///< sum of max(0, d - b) over the window, nats * tokens
    /// Tokens from the first value above theta until the first of 3 consecutive values <= theta; 0 if none is above.
    std::int64_t duration = 0;
    bool open = false;  ///< the window ended before such a run of 3; `duration` reaches to its end

    bool operator==(const Spike&) const = default;
};

/// Group of events less than 4 tokens apart.
struct PruneGroup {
    std::int64_t first = 0;   ///< f: last token processed before the first eviction; f + 2 is the first affected one
    std::int64_t last = 0;    ///< g: the same for the last eviction
    std::int64_t events = 0;  ///< distinct events
    bool continuous = false;  ///< more than 8 events: no spike, only the mean
    std::int64_t windowBegin = 0;      ///< f + 2
    std::int64_t windowEnd = 0;        ///< one past min(g + 33, last token, next group's first affected token - 1)
    std::optional<double> windowMean;  ///< mean of d over the window; none if it is empty
    /// None: continuous, fewer than 8 values before, fewer than 4 in the window, or a value that is not finite.
    std::optional<Spike> spike;

    bool operator==(const PruneGroup&) const = default;
};

/// Default of k in theta = b + k s.
inline constexpr double kThresholdScales = 2;

/// Groups the events and measures the spike of each group. `events`: the `step` of each eviction in any order;
/// duplicates (several layers) count once.
/// `thresholdScales` is k in theta = b + k s.
[[nodiscard]] std::vector<PruneGroup> analysePruneEvents(const NllSeries& series, std::span<const std::int64_t> events,
                                                         double thresholdScales = kThresholdScales);

}  // namespace kvw::metrics
