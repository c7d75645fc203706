// SPDX-License-Identifier: Apache-2.0
/// `kvw bench --part growth`: how the time of a decode step grows with depth, lanes, layers and heads, as fitted lines.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/bench/bench_model.h"
#include "core/session/engine.h"

namespace kvw {

/// Line a + b x through points (x, y), fitted by least squares: `at0` is a, `slope` is b. r2 is the share of the
/// variance of y that the line explains, 1 if all y are equal.
struct FittedLine {
    double at0 = 0, slope = 0, r2 = 1;
};
/// Fits a line to points with at least two different x.
[[nodiscard]] FittedLine fitLine(const std::vector<std::pair<double, double>>& points);

/// A run to be timed: its lanes, its capture level, the tokens of its prompt, and the shape of a random model that
/// replaces the loaded one (null: none does).
struct GrowthCase {
    std::vector<std::string> policies;
    Capture capture = Capture::None;
    std::int64_t held = 1024;
    const BenchShape* shape = nullptr;  ///< valid during the call
};

/// Makes a run that decodes `steps` tokens after a prompt of `held` tokens, and prefills the prompt.
using GrowthStart = std::function<Result<std::unique_ptr<Run>>(const GrowthCase& what, std::int64_t steps)>;

/// Times decode steps at depths from a quarter of `held` to twice `held`, each with capture none, stats and maps; with
/// 1 to 4 lanes that hold `held` tokens each; and in random models of 4, 8 and 16 layers or 2, 4 and 8 KV heads. All
/// cases of a kind take turns in every round; the lines go through the medians.
[[nodiscard]] Result<nlohmann::ordered_json> benchGrowth(const GrowthStart& start, std::int64_t held,
                                                         std::int64_t steps, std::int64_t rounds,
                                                         const ProgressSink& progress);

}  // namespace kvw
