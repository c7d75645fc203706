// SPDX-License-Identifier: Apache-2.0
/// Writes a policy and what it did in the form of conformance cases.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/engine/attention/cached_attention.h"
#include "core/policy/host/choice/choice.h"

namespace kvw {

[[nodiscard]] const char* caseGranularity(sdk::Granularity granularity) noexcept;
/// Tokens by layer and unit, ascending.
using TokenSets = std::vector<std::vector<std::vector<std::int64_t>>>;
/// Returns the held tokens.
[[nodiscard]] TokenSets heldSets(const CachedAttention& attention);
/// Returns the tokens that the last step evicted, by layer and unit; null: none.
[[nodiscard]] nlohmann::ordered_json droppedSets(const CachedAttention& attention);
/// Returns the member `policy` of a case; null: cases have no form for this policy.
[[nodiscard]] nlohmann::ordered_json casePolicy(const ResolvedPolicy& policy);

}  // namespace kvw
