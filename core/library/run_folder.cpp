// SPDX-License-Identifier: Apache-2.0
#include "core/library/run_folder.h"

#include <nlohmann/json.hpp>
#include <system_error>

#include "core/base/small_file.h"
#include "core/base/user_folder.h"
#include "core/model/mapped_file.h"

namespace kvw {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr const char* kFormat = "kvw-library-1";
constexpr std::size_t kMostBytes = std::size_t{1} << 20;

}  // namespace

fs::path runFolder() {
    const fs::path chosen = fromEnvironment("KVW_RUNS");
    std::error_code unknown;
    const fs::path whole = fs::absolute(chosen, unknown);
    return chosen.empty() ? userFolder("XDG_DATA_HOME", ".local/share") / "runs" : unknown ? chosen : whole;
}

std::vector<fs::path> libraryFolders() {
    std::vector<fs::path> folders{runFolder()};
    const auto text = readFile(runFolder() / "library.json", kMostBytes);
    const ordered_json json = text ? ordered_json::parse(*text, nullptr, false) : ordered_json();
    const auto named = json.is_object() ? json.find("folders") : json.end();
    if (!json.is_object() || named == json.end() || !named->is_array()) {
        return folders;
    }
    for (const ordered_json& folder : *named) {
        if (folder.is_string()) {
            folders.emplace_back(folder.get<std::string>());
        }
    }
    return folders;
}

Result<void> setLibraryFolders(const std::vector<fs::path>& folders) {
    ordered_json json{{"format", kFormat}, {"folders", ordered_json::array()}};
    for (const fs::path& folder : folders) {
        if (folder != runFolder()) {
            json["folders"].push_back(folder.string());
        }
    }
    return writeSmallFile(runFolder() / "library.json", json);
}

}  // namespace kvw
