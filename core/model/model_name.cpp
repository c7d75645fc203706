// SPDX-License-Identifier: Apache-2.0
#include "core/model/model_name.h"

#include <fmt/format.h>

#include <string_view>

#include "core/model/stored/stored_models.h"

namespace kvw {

std::string ggufStem(const std::filesystem::path& file) {
    std::string stem = file.stem().string();
    constexpr std::string_view kPart = "-00001-of-00003";
    const std::size_t begin = stem.size() > kPart.size() ? stem.size() - kPart.size() : std::string::npos;
    const auto fits = [&](std::size_t i) {
        const char meant = kPart[i], found = stem[begin + i];
        return meant >= '0' && meant <= '9' ? found >= '0' && found <= '9' : found == meant;
    };
    bool isPart = begin != std::string::npos;
    for (std::size_t i = 0; isPart && i < kPart.size(); ++i) {
        isPart = fits(i);
    }
    return isPart ? stem.substr(0, begin) : stem;
}

std::string modelName(const std::filesystem::path& model) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(model, ignored)) {
        // Links are not followed: in a hub cache they lead to files named by their hashes, as Ollama's are.
        const std::filesystem::path whole = std::filesystem::absolute(model, ignored);
        const auto ollama = whole.filename().string().starts_with("sha256-") ? ollamaName(whole) : std::nullopt;
        return ollama.value_or(ggufStem(whole));
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
