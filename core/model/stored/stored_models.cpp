// SPDX-License-Identifier: Apache-2.0
#include "core/model/stored/stored_models.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>

#include "core/base/files/folder_entries.h"
#include "core/base/files/mapped_file.h"
#include "core/base/json/json_access.h"
#include "core/base/user_folder.h"
#include "core/model/model_name.h"

namespace kvw {
namespace {

namespace fs = std::filesystem;

constexpr int kMostDepth = 4;  ///< Hugging Face: models--org--name/snapshots/revision; Ollama: host/owner/name/tag
constexpr std::size_t kMostManifestBytes = std::size_t{1} << 20;

bool isFile(const fs::path& path) {
    std::error_code error;
    return fs::is_regular_file(path, error);
}

bool isFolder(const fs::path& path) {
    std::error_code error;
    return fs::is_directory(path, error);
}

/// Tells whether `file` is a GGUF model, or the first part of a split one.
bool isGguf(const fs::path& file) {
    const std::string stem = file.stem().string(), whole = ggufStem(file);
    const bool laterPart = stem != whole && !stem.substr(whole.size()).starts_with("-00001-");
    return file.extension() == ".gguf" && !stem.starts_with("mmproj") && !laterPart && isFile(file);
}

/// Tells whether `folder` holds a config.json and weights.
bool isModelFolder(const fs::path& folder) {
    return isFile(folder / "config.json") &&
           (isFile(folder / "model.safetensors") || isFile(folder / "model.safetensors.index.json"));
}

class Search {
 public:
    /// Adds model folders and GGUF files in `folder` and below; `nameOf` names such a folder or file.
    template <class NameOf>
    void look(const fs::path& folder, const char* keeper, const NameOf& nameOf, int depth = 0) {
        if (depth > 0 && isModelFolder(folder)) {
            add(nameOf(folder), folder, keeper);
            return;
        }
        for (const fs::path& entry : anyFolderEntries(folder)) {
            const bool hidden = entry.filename().string().starts_with('.');
            if (isGguf(entry)) {
                add(nameOf(entry), entry, keeper);
            } else if (!hidden && depth < kMostDepth && isFolder(entry)) {
                look(entry, keeper, nameOf, depth + 1);
            }
        }
    }

    void ownModels() {
        const fs::path folder = modelFolder();
        look(folder, "KV Workbench", [&](const fs::path& model) {
            const fs::path parent = model.parent_path();
            std::size_t ggufs = 0;
            for (const fs::path& beside : anyFolderEntries(parent)) {
                ggufs += isGguf(beside) ? 1 : 0;
            }
            // The only GGUF file of a subfolder has the name of the folder.
            return model.extension() != ".gguf"     ? model.lexically_relative(folder).string()
                   : parent != folder && ggufs == 1 ? parent.lexically_relative(folder).string()
                                                    : ggufStem(model);
        });
    }

    void huggingFace() {
        fs::path hub = fromEnvironment("HF_HUB_CACHE");
        if (hub.empty()) {
            const fs::path chosen = fromEnvironment("HF_HOME"), cache = fromEnvironment("XDG_CACHE_HOME");
            hub = (!chosen.empty() ? chosen : (cache.empty() ? m_home / ".cache" : cache) / "huggingface") / "hub";
        }
        for (const fs::path& repository : anyFolderEntries(hub)) {
            if (!repository.filename().string().starts_with("models--")) {
                continue;
            }
            look(repository / "snapshots", "Hugging Face", [](const fs::path& model) {
                return model.extension() != ".gguf"
                           ? modelName(model)
                           : fmt::format("{}/{}", modelName(model.parent_path()), model.stem().string());
            });
        }
    }

    void lmStudio() {
        for (const fs::path& folder : {m_home / ".lmstudio/models", m_home / ".cache/lm-studio/models"}) {
            look(folder, "LM Studio", [&](const fs::path& model) {
                fs::path name = model.lexically_relative(folder);
                // A dot in the name of a folder begins no extension.
                return (model.extension() == ".gguf" ? name.replace_extension() : name).string();
            });
        }
    }

    /// Adds Ollama's models. A manifest per model tells which of the files named by hash has the weights.
    void ollama() {
        const fs::path chosen = fromEnvironment("OLLAMA_MODELS");
        const fs::path folder = chosen.empty() ? m_home / ".ollama/models" : chosen;
        manifests(folder, folder / "manifests", 0);
    }

    std::vector<StoredModel> take() { return std::move(m_models); }

 private:
    void manifests(const fs::path& models, const fs::path& folder, int depth) {
        for (const fs::path& entry : anyFolderEntries(folder)) {
            if (isFolder(entry) && depth < kMostDepth) {
                manifests(models, entry, depth + 1);
            } else if (isFile(entry)) {
                manifest(models, entry);
            }
        }
    }

    void manifest(const fs::path& models, const fs::path& file) {
        const auto text = readFile(file, kMostManifestBytes);
        const auto read = text ? nlohmann::json::parse(*text, nullptr, false) : nlohmann::json();
        for (const auto& layer : member(read, "layers")) {
            if (textOf(layer, "mediaType") != "application/vnd.ollama.image.model") {
                continue;
            }
            std::string digest = textOf(layer, "digest");
            std::ranges::replace(digest, ':', '-');
            const fs::path weights = models / "blobs" / digest;
            // registry.ollama.ai/library/name/tag; models outside "library" keep their owner in the name.
            const std::string name = file.parent_path().filename().string(), tag = file.filename().string();
            const std::string owner = file.parent_path().parent_path().filename().string();
            if (!digest.empty() && digest.find('/') == std::string::npos && isFile(weights)) {
                add(owner == "library" ? fmt::format("{}:{}", name, tag) : fmt::format("{}/{}:{}", owner, name, tag),
                    weights, "Ollama");
            }
        }
    }

    void add(const std::string& name, const fs::path& path, const char* keeper) {
        if (std::ranges::none_of(m_models, [&](const StoredModel& model) { return model.name == name; })) {
            m_models.push_back({name, path, keeper});
        }
    }

    const fs::path m_home = fromEnvironment("HOME").empty() ? fs::path("/nonexistent") : fromEnvironment("HOME");
    std::vector<StoredModel> m_models;
};

}  // namespace

fs::path modelFolder() {
    return dataFolder("KVW_MODELS", "models");
}

std::vector<StoredModel> storedModels() {
    Search search;
    search.ownModels();
    search.huggingFace();
    search.lmStudio();
    search.ollama();
    return search.take();
}

std::optional<std::string> ollamaName(const fs::path& weights) {
    Search search;
    search.ollama();
    const std::vector<StoredModel> models = search.take();
    const auto found = std::ranges::find(models, weights, &StoredModel::path);
    return found == models.end() ? std::nullopt : std::optional(found->name);
}

std::optional<fs::path> storedModel(const std::string& name) {
    const std::vector<StoredModel> models = storedModels();
    const auto found = std::ranges::find(models, name, &StoredModel::name);
    return found == models.end() ? std::nullopt : std::optional(found->path);
}

}  // namespace kvw
