// SPDX-License-Identifier: Apache-2.0
/// `kvw bench`, memory of long runs: the prefill of a long prompt, and a stream of any length under a policy.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/session/engine.h"

namespace kvw {

/// Makes a run of one lane over `prompt + steps` tokens and prefills its prompt.
using BenchStart = std::function<Result<std::unique_ptr<Run>>(const std::string& policy, Capture capture,
                                                              std::int64_t prompt, std::int64_t steps)>;

/// Prefills a quarter, a half and all of `prompt` tokens under the full cache; with a quadratic intermediate the growth
/// per token would double. `growth_over_kv`: highest growth of the process over the bytes of the cache.
[[nodiscard]] Result<nlohmann::ordered_json> benchPrefillMemory(const BenchStart& start, std::int64_t queryHeads,
                                                                std::int64_t prompt, const ProgressSink& progress);

/// Decodes `tokens` tokens per policy, with capture stats: resident memory after a tenth of them and at the end, which
/// must be the same. The trace lies in temporary files.
[[nodiscard]] Result<nlohmann::ordered_json> benchStream(const BenchStart& start,
                                                         const std::vector<std::string>& policies, std::int64_t prompt,
                                                         std::int64_t tokens, const ProgressSink& progress);

}  // namespace kvw
