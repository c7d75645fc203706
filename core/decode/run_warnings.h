// SPDX-License-Identifier: Apache-2.0
/// Settings that are accepted and change nothing, or less than they say: one sentence each, the same text every time.
/// Only what the user set is looked at; a default that does not matter is no news.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/decode/run_spec.h"
#include "core/model/config.h"
#include "core/policy/host/choice.h"

namespace kvw {

/// Settings of the run. `prompt` and `text` in tokens, as they came out.
[[nodiscard]] std::vector<std::string> runWarnings(const RunSpec& spec, std::int64_t prompt, std::int64_t text);

/// What the model limits or changes in a run of `total` tokens: sliding windows, RoPE factors of long texts.
[[nodiscard]] std::vector<std::string> modelWarnings(const ModelConfig& model, std::int64_t total, bool cacheRank);

/// Parameters of a policy: those whose manifest condition (`enabled-if`) does not hold, and a composition's protection
/// or window that leave nothing to decide. What only the plugin can know is in its report.
[[nodiscard]] std::vector<std::string> policyWarnings(const ResolvedPolicy& policy, std::int64_t prompt);

}  // namespace kvw
