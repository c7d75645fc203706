// SPDX-License-Identifier: Apache-2.0
/// Models on this machine, by name: those of the user's own folder and those that other programs keep.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kvw {

struct StoredModel {
    std::string name;            ///< "smollm2-135m", "org/name", "name:tag"; unique among `storedModels()`
    std::filesystem::path path;  ///< a folder with config.json, or a GGUF file
    std::string keeper;          ///< whose folder it lies in: "KV Workbench", "Hugging Face", "LM Studio", "Ollama"
};

/// $KVW_MODELS, else the folder `models` of the user's data; `packaging/model` writes there.
[[nodiscard]] std::filesystem::path modelFolder();

/// By keeper, then by path. A name that two keepers have is the first one's. Folders that cannot be read are skipped:
/// they belong to other programs. Nothing is opened but Ollama's manifests. Thread: any.
[[nodiscard]] std::vector<StoredModel> storedModels();

/// The name that Ollama gives a file of weights, which is called by its sum on the disk; none: it is not one of
/// Ollama's. Reads Ollama's manifests only.
[[nodiscard]] std::optional<std::string> ollamaName(const std::filesystem::path& weights);

/// Where the model of that name lies; none: nobody keeps one.
[[nodiscard]] std::optional<std::filesystem::path> storedModel(const std::string& name);

}  // namespace kvw
