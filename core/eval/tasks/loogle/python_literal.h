// SPDX-License-Identifier: Apache-2.0
/// Reads Python literals, which files of benchmarks hold as texts. Nothing is evaluated.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

namespace kvw::eval {

/// Returns the value of a literal: a dict with text keys, a list or tuple, a text, a number, True, False or None. None:
/// the text is another thing, has something behind the literal, gives a key twice, or is nested deeper than JSON may
/// be.
[[nodiscard]] std::optional<nlohmann::json> pythonLiteral(std::string_view text);
/// Returns the value of a text that is JSON or a Python literal, under the same limits.
[[nodiscard]] std::optional<nlohmann::json> jsonOrLiteral(std::string_view text);

}  // namespace kvw::eval
