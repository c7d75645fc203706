// SPDX-License-Identifier: Apache-2.0
/// Phrases in JSON. A plain text is a string. A form is an object {"form": "at most %1", "parts": ["3"]} where files
/// and processes hand an error on. In findings.json of a bundle it is {"code": "gamma", "arguments": ["3"]}; a form
/// without a code has the code "form" there and is the first argument.
#pragma once

#include <nlohmann/json.hpp>

#include "core/base/phrase.h"

namespace kvw {

[[nodiscard]] nlohmann::ordered_json phraseJson(const Phrase& phrase);
/// Returns the same for findings.json. It is the English text if the code is not of the table or a place lacks its
/// part: a plugin may have made the finding.
[[nodiscard]] nlohmann::ordered_json codedJson(const Phrase& phrase);
/// Returns the phrase of either; empty if the JSON is none, has an unknown code, or is nested too deep.
[[nodiscard]] Phrase phraseOf(const nlohmann::ordered_json& json);

}  // namespace kvw
