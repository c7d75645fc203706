// SPDX-License-Identifier: Apache-2.0
/// JSON that came from outside: parsed without exceptions; nesting limited, so that no later step can run out of stack,
/// and members, which are looked for one by one.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace kvw::bundle {

/// Errors: BadInput with `where`.
[[nodiscard]] Result<nlohmann::ordered_json> parseJson(std::string_view text, const std::string& where);
/// One line, invalid UTF-8 replaced.
[[nodiscard]] std::string dumpLine(const nlohmann::ordered_json& json);
/// Indented by one blank, ends in "\n".
[[nodiscard]] std::string dumpFile(const nlohmann::ordered_json& json);

}  // namespace kvw::bundle
