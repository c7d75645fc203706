// SPDX-License-Identifier: Apache-2.0
/// `kvw bench --part growth`: how the time of a decode step grows with depth, lanes, layers and heads, as fitted lines.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/decode/bench_model.h"
#include "core/decode/engine.h"

namespace kvw {

/// The line a + b x through points (x, y), by least squares; r2 is the share of the variance of y that it explains, 1
/// where all y are equal. At least two different x.
struct FittedLine {
    double at0 = 0, slope = 0, r2 = 1;
};
[[nodiscard]] FittedLine fitLine(const std::vector<std::pair<double, double>>& points);

/// A run to be timed: its lanes, its level of recording, the tokens it holds, and the shape of a random model in place
/// of the one that is loaded.
struct GrowthCase {
    std::vector<std::string> policies;
    Capture capture = Capture::None;
    std::int64_t held = 1024;
    const BenchShape* shape = nullptr;  ///< valid during the call
};

/// Makes a run of `steps` tokens behind a prompt of `held`; its prompt is processed.
using GrowthStart = std::function<Result<std::unique_ptr<Run>>(const GrowthCase& what, std::int64_t steps)>;

/// Depths are a quarter of `held` to twice as much, with nothing, numbers and rows recorded; lanes 1 to 4 hold `held`
/// each; random models have 4, 8 and 16 layers, or 2, 4 and 8 KV heads. All cases of a kind take their turns in every
/// round; lines go through the medians.
[[nodiscard]] Result<nlohmann::ordered_json> benchGrowth(const GrowthStart& start, std::int64_t held,
                                                         std::int64_t steps, std::int64_t rounds,
                                                         const ProgressSink& progress);

}  // namespace kvw
