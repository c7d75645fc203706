// SPDX-License-Identifier: Apache-2.0
/// `kvw bench --part lanes`: lanes in lock-step beside the same lanes one after the other.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/decode/engine.h"

namespace kvw {

/// Makes a run of these lanes over `prompt + steps` tokens; its prompt is not processed.
using BenchLanesStart = std::function<Result<std::unique_ptr<Run>>(const std::vector<std::string>& policies,
                                                                   std::int64_t prompt, std::int64_t steps)>;

/// In every round the run of all lanes takes `steps` tokens in turns with a run per lane, so that both meet the same
/// neighbours. Ratios are the time of the single runs, summed, over that of the run of all: how many times fewer it is.
[[nodiscard]] Result<nlohmann::ordered_json> benchLanes(const BenchLanesStart& start,
                                                        const std::vector<std::string>& policies, std::int64_t prompt,
                                                        std::int64_t steps, std::int64_t rounds,
                                                        const ProgressSink& progress);

}  // namespace kvw
