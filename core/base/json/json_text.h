// SPDX-License-Identifier: Apache-2.0
/// Parser of JSON from outside: no exceptions; nesting is limited, so that no later step can run out of stack, and so
/// are members, since an object searches them one by one.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace kvw::bundle {

/// Parses `text`. Errors: BadInput with `where`.
[[nodiscard]] Result<nlohmann::ordered_json> parseJson(std::string_view text, const std::string& where);
/// Returns one line, invalid UTF-8 replaced.
[[nodiscard]] std::string dumpLine(const nlohmann::ordered_json& json);
/// Returns the JSON indented by one blank, with "\n" at the end.
[[nodiscard]] std::string dumpFile(const nlohmann::ordered_json& json);

}  // namespace kvw::bundle
