// SPDX-License-Identifier: Apache-2.0
/// Finds models on this machine by name: those in the user's own folder and those of other programs.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kvw {

struct StoredModel {
    std::string name;            ///< "smollm2-135m", "org/name", "name:tag"; unique among `storedModels()`
    std::filesystem::path path;  ///< a folder with config.json, or a GGUF file
    std::string keeper;          ///< program that stores it: "KV Workbench", "Hugging Face", "LM Studio", "Ollama"
};

/// Returns $KVW_MODELS, else the folder `models` of the user's data; `packaging/model` writes there.
[[nodiscard]] std::filesystem::path modelFolder();

/// Returns all models, by keeper, then by path. If two keepers use a name, the first one has it. Unreadable folders are
/// skipped, since they belong to other programs. Opens only Ollama's manifests. Thread: any.
[[nodiscard]] std::vector<StoredModel> storedModels();

/// Returns Ollama's name of a file of weights, which Ollama stores under its hash; none if the file is not Ollama's.
/// Reads Ollama's manifests only.
[[nodiscard]] std::optional<std::string> ollamaName(const std::filesystem::path& weights);

/// Returns the path of the stored model of that name, if there is one.
[[nodiscard]] std::optional<std::filesystem::path> storedModel(const std::string& name);

}  // namespace kvw
