// SPDX-License-Identifier: Apache-2.0
/// JSON form of a run specification, in bundles and in the plans of sweeps.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/base/error.h"
#include "core/session/spec/run_spec.h"

namespace kvw {

/// Returns the members that differ from the defaults. Bytes that are not UTF-8 are replaced.
[[nodiscard]] nlohmann::ordered_json toJson(const RunSpec& spec);
/// Reads the members; those that are absent have their defaults. Errors: BadInput at `where` for a member that is
/// unknown or not valid.
[[nodiscard]] Result<RunSpec> runSpecOf(const nlohmann::ordered_json& json, const std::string& where);

}  // namespace kvw
