// SPDX-License-Identifier: Apache-2.0
/// Record of disabled plugins and of plugins that ended a program, in PluginPaths::stateFolder.
///
/// `disabled.json` holds the user's choice. `loading-<pid>-<id>` exists while that process loads plugin `id`. It holds
/// the start time of the process and the name of its machine, so that another process of that number is not mistaken
/// for it; the plugin's folder, so that another plugin of the id is not mistaken for it; a hash of the plugin's files;
/// and the call. A plugin that ends the program writes "crashed" in the place of the call (plugin_calls.h), in a later
/// call, too.
///
/// A mark of a process that is gone counts unless the plugin has changed since. One without "crashed" may be of a
/// program that was killed: the next program counts it, uses the plugin, and removes the mark when it comes through the
/// same call. Older records are about crashes, and have no folder and no hash.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "core/policy/host/catalog.h"

namespace kvw {

/// Number of programs in a row that may end in the same call of a plugin, nobody knows why, before it counts as
/// crashed. One that is killed and started again rarely ends there three times without coming through once.
inline constexpr int kMostEnds = 3;

struct Quarantine {
    std::set<PluginPlace> disabled;
    std::set<PluginPlace> crashed;
    std::set<PluginPlace> changed;  ///< crashed, but their files have changed since
    /// Programs in a row that ended in a call of the plugin without a word of why; from kMostEnds on it is in `crashed`,
    /// too. Those that are known to have crashed are not here.
    std::map<PluginPlace, int> ended;

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
/// Returns the content of a mark of this process that says that `plugin` ended it.
[[nodiscard]] std::string crashMarkText(const PluginPlace& plugin);
/// Returns the file that names `plugin` as the one this process died in; empty if `plugin` cannot be an id.
[[nodiscard]] std::filesystem::path crashMarkFile(const std::filesystem::path& stateFolder, const std::string& plugin);

}  // namespace kvw
