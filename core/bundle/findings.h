// SPDX-License-Identifier: Apache-2.0
/// findings.json: codes and arguments of a lane's problems, notes and message, whose sentences are in the manifest, and
/// of the violations in calls.csv. It is derived from the same findings, so it is no part of the hash, and older
/// versions read the bundle without it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/base/finding.h"
#include "core/trace/recording.h"

namespace kvw::bundle {

inline constexpr const char* kFindingsFile = "findings.json";

/// Returns whether the manifest of a lane has this problem; those without a lane belong to the first.
[[nodiscard]] bool belongsTo(const Recording::Problem& problem, std::int32_t lane);

/// Returns the content (resources/schemas/findings.schema.json); null: nothing of the lane has a code.
[[nodiscard]] nlohmann::ordered_json findingsJson(const Recording& recording, std::int32_t lane);

/// Returns entry `index` of a list of findings.json, or its "message", as a finding. It is the plain sentence if the
/// entry is missing, has an unknown code, or reads otherwise: an older version of the sentence stays as it is.
/// `findings` may be null.
[[nodiscard]] Finding restoredFinding(const nlohmann::ordered_json& findings, const char* list, std::size_t index,
                                      const std::string& sentence, Severity severity);

}  // namespace kvw::bundle
