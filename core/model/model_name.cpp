// SPDX-License-Identifier: Apache-2.0
#include "core/model/model_name.h"

#include <fmt/format.h>

namespace kvw {

std::string modelName(const std::filesystem::path& directory) {
    std::error_code ignored;
    std::filesystem::path path = std::filesystem::weakly_canonical(directory, ignored);
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
