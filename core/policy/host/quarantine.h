// SPDX-License-Identifier: Apache-2.0
/// The record of disabled plugins and of plugins that ended a program; lives in PluginPaths::stateFolder.
///
/// `disabled.json` holds the user's choice. `loading-<pid>-<id>` exists while that process loads plugin `id` and holds
/// the time the process started, so that a reused process number is not taken for it, and the plugin's folder, so that
/// another plugin of its id is not taken for it, and what its files held; a crash inside a later call writes the same
/// (plugin_calls.h). A file whose process is gone is the trace of a crash, unless the plugin has changed since. Older
/// records have no folder and no content.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "core/policy/host/catalog.h"

namespace kvw {

struct Quarantine {
    std::set<PluginPlace> disabled;
    std::set<PluginPlace> crashed;
    std::set<PluginPlace> changed;  ///< crashed as they were before, and have other files now

    /// What cannot be read counts as absent: a damaged record must not keep the program from starting
    /// (`checkDisabledPlugins` tells of it).
    [[nodiscard]] static Quarantine read(const std::filesystem::path& stateFolder);
    /// Whether one of the records is about the plugin.
    [[nodiscard]] static bool names(const std::set<PluginPlace>& records, const PluginPlace& plugin);
};

/// Errors: BadInput, the list of disabled plugins is damaged, so that all of them are enabled; the file stays.
[[nodiscard]] Result<void> checkDisabledPlugins(const std::filesystem::path& stateFolder);

/// Tells whether a plugin was built or edited again: a hash of its library and of its policy.py. Empty without a
/// folder.
[[nodiscard]] std::string pluginContent(const PluginPlace& plugin);
/// Removes the record of a crash of the plugin as it was before it changed.
void forgetOutdatedCrash(const PluginPaths& paths, const PluginPlace& plugin);
/// What is written into it.
[[nodiscard]] std::string crashMarkText(const PluginPlace& plugin);
/// The file that names `plugin` as what this process died in; empty if no plugin can have this id.
[[nodiscard]] std::filesystem::path crashMarkFile(const std::filesystem::path& stateFolder, const std::string& plugin);

}  // namespace kvw
