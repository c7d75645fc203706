// SPDX-License-Identifier: Apache-2.0
/// The family that a config.json names, and the text part of a multimodal one.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/model/config_reader.h"
#include "core/model/family.h"

namespace kvw {

/// Finds the family by `architectures` or, if the file leaves that out, by `model_type`, which is the only key that the
/// reference library uses. Errors: BadInput at `where`.
[[nodiscard]] Result<const Family*> readFamily(ConfigReader& reader, const std::string& where);

/// Multimodal models whose text part is one of the families; their other parts do not act on plain text. (PaliGemma is
/// not among them: its attention over the prompt is bidirectional.)
struct Multimodal {
    std::string_view architecture, modelType, textType;
};
/// Returns the row of a configuration with a text_config; null: it is none of these.
[[nodiscard]] const Multimodal* findMultimodal(const nlohmann::json& object);
/// Returns the text_config of a multimodal model, with the keys it leaves out taken from the enclosing object.
[[nodiscard]] nlohmann::json textPart(const nlohmann::json& object, const Multimodal& model);

}  // namespace kvw
