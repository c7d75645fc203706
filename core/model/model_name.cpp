// SPDX-License-Identifier: Apache-2.0
#include "core/model/model_name.h"

#include <fmt/format.h>

#include "core/model/stored/stored_models.h"

namespace kvw {

std::string modelName(const std::filesystem::path& model) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(model, ignored)) {
        // Not where a link leads: in a hub's cache that is a heap of files named after their sums, as Ollama's are.
        const std::filesystem::path whole = std::filesystem::absolute(model, ignored);
        const auto ollama = whole.filename().string().starts_with("sha256-") ? ollamaName(whole) : std::nullopt;
        return ollama.value_or(whole.stem().string());
    }
    std::filesystem::path path = std::filesystem::weakly_canonical(model, ignored);
    if (path.filename().empty()) {
        path = path.parent_path();
    }
    const std::string cached = path.parent_path().parent_path().filename().string();
    if (path.parent_path().filename() == "snapshots" && cached.starts_with("models--")) {
        const std::string name = cached.substr(8);
        const auto dashes = name.find("--");
        return dashes == std::string::npos ? name
                                           : fmt::format("{}/{}", name.substr(0, dashes), name.substr(dashes + 2));
    }
    return path.filename() == "model" ? path.parent_path().filename().string() : path.filename().string();
}

}  // namespace kvw
