// SPDX-License-Identifier: Apache-2.0
/// The parameters in a manifest, and values and conditions of them.
#pragma once

#include <string>

#include "core/base/json/json_reader.h"
#include "core/policy/host/manifest.h"

namespace kvw {

/// Form of a condition (condition.h), for errors.
inline constexpr const char* kCondition = "name=value or name!=value of other parameters, joined by | (or) and & (and)";

/// Reads `value` as a value of the parameter; refuses it and returns 0 if it is not valid.
[[nodiscard]] sdk::Value readValue(const JsonObject& object, const std::string& member, const ParameterSpec& spec);

/// Returns true if the condition tests parameters of `provided` other than `mine`, against values that these may have.
[[nodiscard]] bool conditionIsKnown(const Provided& provided, const std::string& text,
                                    const ParameterSpec* mine = nullptr);

/// Reads the member "parameters" and checks that conditions and limits name parameters that are there.
void readParameterSpecs(const JsonObject& object, Provided& provided);

}  // namespace kvw
