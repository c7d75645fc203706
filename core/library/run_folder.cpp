// SPDX-License-Identifier: Apache-2.0
#include "core/library/run_folder.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/files/mapped_file.h"
#include "core/base/files/small_file.h"
#include "core/base/json/json_access.h"
#include "core/base/json/json_text.h"
#include "core/base/user_folder.h"
#include "core/policy/host/quarantine.h"
#include "core/policy/host/user_presets.h"

namespace kvw {

namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr const char* kFormat = "kvw-library-1";
constexpr std::size_t kMostBytes = std::size_t{1} << 20;

fs::path foldersFile() {
    return runFolder() / "library.json";
}

/// Reads the added folders; without a file there are none. Errors: BadInput if it is damaged or of a newer version.
Result<std::vector<fs::path>> addedFolders() {
    const fs::path file = foldersFile();
    const auto text = readFile(file, kMostBytes);
    if (!text && text.error().code == Code::NotFound) {
        return std::vector<fs::path>();
    }
    const auto read = text ? bundle::parseJson(*text, file.string()) : tl::unexpected(text.error());
    const auto isText = [](const ordered_json& folder) { return folder.is_string(); };
    if (!read || textOf(*read, "format") != kFormat || !member(*read, "folders").is_array() ||
        !std::ranges::all_of(member(*read, "folders"), isText)) {
        return fail(Code::BadInput, file.string(),
                    "the list of library folders is damaged or of a newer version, and stays unchanged",
                    read ? Phrase() : read.error().what, "a file that is repaired or moved away");
    }
    std::vector<fs::path> folders;
    for (const ordered_json& folder : member(*read, "folders")) {
        folders.emplace_back(folder.get<std::string>());
    }
    return folders;
}

}  // namespace

fs::path runFolder() {
    return dataFolder("KVW_RUNS", "runs");
}

std::vector<fs::path> libraryFolders() {
    std::vector<fs::path> folders{runFolder()};
    if (const auto added = addedFolders()) {
        folders.insert(folders.end(), added->begin(), added->end());
    }
    return folders;
}

Result<void> setLibraryFolders(const std::vector<fs::path>& folders) {
    KVW_TRY(addedFolders());
    ordered_json json{{"format", kFormat}, {"folders", ordered_json::array()}};
    for (const fs::path& folder : folders) {
        if (folder != runFolder()) {
            json["folders"].push_back(folder.string());
        }
    }
    return writeSmallFile(foldersFile(), json);
}

std::vector<Error> damagedUserFiles(const PluginPaths& paths) {
    std::vector<Error> damaged;
    const auto note = [&](const auto& read) {
        if (!read) {
            damaged.push_back(read.error());
        }
    };
    note(readUserPresets(userPresetsFile()));
    note(checkDisabledPlugins(paths.stateFolder));
    note(addedFolders());
    return damaged;
}

}  // namespace kvw
