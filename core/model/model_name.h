// SPDX-License-Identifier: Apache-2.0
/// What recordings call a model.
#pragma once

#include <filesystem>
#include <string>

namespace kvw {

/// A name a person would use: "org/name" in a hub cache, the folder above for a folder called "model", else the folder;
/// of a GGUF file its name without the ending, or what Ollama calls it.
[[nodiscard]] std::string modelName(const std::filesystem::path& model);
/// The name of a GGUF file without its ending and, of a part of a split model, without the part's number.
[[nodiscard]] std::string ggufStem(const std::filesystem::path& file);

}  // namespace kvw
