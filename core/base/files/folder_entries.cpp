// SPDX-License-Identifier: Apache-2.0
#include "core/base/files/folder_entries.h"

#include <algorithm>

namespace kvw {

namespace fs = std::filesystem;

Result<std::vector<fs::path>> folderEntries(const fs::path& folder, std::string_view ending) {
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (name.size() > ending.size() && name.ends_with(ending)) {
            found.push_back(entry->path());
        }
    }
    if (error) {
        return fail(Code::Io, folder.string(), phrase("cannot be listed: %1", systemReason(error)));
    }
    std::ranges::sort(found);
    return found;
}

std::vector<fs::path> anyFolderEntries(const fs::path& folder, std::string_view ending) {
    return folderEntries(folder, ending).value_or(std::vector<fs::path>());
}

}  // namespace kvw
