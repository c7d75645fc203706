// SPDX-License-Identifier: Apache-2.0
/// How conformance cases write down a policy and what it did.
#pragma once

#include <nlohmann/json.hpp>

#include "core/decode/cached_attention.h"
#include "core/policy/host/choice.h"

namespace kvw {

[[nodiscard]] const char* caseGranularity(sdk::Granularity granularity) noexcept;
/// What is held, by layer and unit, ascending.
[[nodiscard]] nlohmann::ordered_json heldSets(const CachedAttention& attention);
/// What the last step took, by layer and unit; null: nothing.
[[nodiscard]] nlohmann::ordered_json droppedSets(const CachedAttention& attention);
/// `policy` of a case; null: it has no name there.
[[nodiscard]] nlohmann::ordered_json casePolicy(const ResolvedPolicy& policy);

}  // namespace kvw
