// SPDX-License-Identifier: Apache-2.0
/// Record of disabled plugins and of plugins that ended a program, in PluginPaths::stateFolder.
///
/// `disabled.json` holds the user's choice. `loading-<pid>-<id>` exists while that process loads plugin `id`. It holds
/// the start time of the process, so that a reused process id is not mistaken for it; the plugin's folder, so that
/// another plugin of the id is not mistaken for it; and a hash of the plugin's files. A crash inside a later call
/// writes the same (plugin_calls.h). A file whose process is gone is the trace of a crash, unless the plugin has
/// changed since. Older records have no folder and no hash.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "core/policy/host/catalog.h"

namespace kvw {

struct Quarantine {
    std::set<PluginPlace> disabled;
    std::set<PluginPlace> crashed;
    std::set<PluginPlace> changed;  ///< crashed, but their files have changed since

    /// Reads the record. Unreadable parts count as absent, because a damaged record must not keep the program from
    /// starting (`checkDisabledPlugins` reports it).
    [[nodiscard]] static Quarantine read(const std::filesystem::path& stateFolder);
    /// Returns true if one of the records is about the plugin.
    [[nodiscard]] static bool names(const std::set<PluginPlace>& records, const PluginPlace& plugin);
};

/// Returns an error if the list of disabled plugins is damaged (BadInput), so that all of them are enabled; the file
/// stays.
[[nodiscard]] Result<void> checkDisabledPlugins(const std::filesystem::path& stateFolder);

/// Returns a hash of the plugin's library and its policy.py, which changes when the plugin is built or edited again.
/// Empty for a place without a folder.
[[nodiscard]] std::string pluginContent(const PluginPlace& plugin);
/// Removes the record of a crash of the plugin if its files have changed since.
void forgetOutdatedCrash(const PluginPaths& paths, const PluginPlace& plugin);
/// Returns the content of a crash mark of `plugin` for this process.
[[nodiscard]] std::string crashMarkText(const PluginPlace& plugin);
/// Returns the file that names `plugin` as the one this process died in; empty if `plugin` cannot be an id.
[[nodiscard]] std::filesystem::path crashMarkFile(const std::filesystem::path& stateFolder, const std::string& plugin);

}  // namespace kvw
