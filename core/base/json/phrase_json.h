// SPDX-License-Identifier: Apache-2.0
/// Phrases in JSON, for files and processes that hand an error on: a plain text is a string, a form an object
/// {"form": "at most %1", "parts": ["3"]}.
#pragma once

#include <nlohmann/json.hpp>

#include "core/base/phrase.h"

namespace kvw {

[[nodiscard]] nlohmann::ordered_json phraseJson(const Phrase& phrase);
/// Returns the phrase; empty if the JSON is none, or is nested too deep.
[[nodiscard]] Phrase phraseOf(const nlohmann::ordered_json& json);

}  // namespace kvw
