// SPDX-License-Identifier: Apache-2.0
/// JSON form of a run specification, in bundles and in the plans of sweeps.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/json/json_reader.h"
#include "core/session/spec/run_spec.h"

namespace kvw {

/// Returns the members that differ from the defaults. Bytes that are not UTF-8 are replaced.
[[nodiscard]] nlohmann::ordered_json toJson(const RunSpec& spec);
/// Reads the members; those that are absent have their defaults. Errors: BadInput at `where` for a member that is
/// unknown or not valid.
[[nodiscard]] Result<RunSpec> runSpecOf(const nlohmann::json& json, const std::string& where);
/// Does the same for an object of a larger document, which keeps the error.
[[nodiscard]] RunSpec runSpecOf(const JsonObject& object);
/// Names of the members that such an object may have.
[[nodiscard]] const std::vector<std::string_view>& runSpecMembers();

}  // namespace kvw
