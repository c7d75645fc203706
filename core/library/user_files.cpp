// SPDX-License-Identifier: Apache-2.0
#include "core/library/user_files.h"

#include "core/library/run_folder.h"
#include "core/policy/host/quarantine.h"
#include "core/policy/host/user_presets.h"

namespace kvw {

std::vector<Error> damagedUserFiles(const PluginPaths& paths) {
    std::vector<Error> damaged;
    const auto note = [&](const auto& read) {
        if (!read) {
            damaged.push_back(read.error());
        }
    };
    note(readUserPresets(userPresetsFile()));
    note(checkDisabledPlugins(paths.stateFolder));
    note(checkLibraryFolders());
    return damaged;
}

}  // namespace kvw
