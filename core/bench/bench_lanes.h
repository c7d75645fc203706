// SPDX-License-Identifier: Apache-2.0
/// `kvw bench --part lanes`: lanes in lock-step, compared with the same lanes one after the other.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/session/engine.h"

namespace kvw {

/// Makes a run of these lanes over `prompt + steps` tokens; its prompt is not prefilled yet.
using BenchLanesStart = std::function<Result<std::unique_ptr<Run>>(const std::vector<std::string>& policies,
                                                                   std::int64_t prompt, std::int64_t steps)>;

/// Decodes `steps` tokens with one run of all lanes and then with one run per lane, in every round, so that both meet
/// the same load of other programs. A ratio is the summed time of the single runs over the time of the joint run.
[[nodiscard]] Result<nlohmann::ordered_json> benchLanes(const BenchLanesStart& start,
                                                        const std::vector<std::string>& policies, std::int64_t prompt,
                                                        std::int64_t steps, std::int64_t rounds,
                                                        const ProgressSink& progress);

}  // namespace kvw
