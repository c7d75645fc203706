// SPDX-License-Identifier: Apache-2.0
/// Names of models in recordings.
#pragma once

#include <filesystem>
#include <string>

namespace kvw {

/// Returns the name a person would use: "org/name" in a hub cache, the parent's name for a folder called "model", else
/// the folder's name; for a GGUF file its name in Ollama or its file name without extension.
[[nodiscard]] std::string modelName(const std::filesystem::path& model);
/// Returns the name of a GGUF file without extension and without the part number of a split model.
[[nodiscard]] std::string ggufStem(const std::filesystem::path& file);

}  // namespace kvw
