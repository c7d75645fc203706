// SPDX-License-Identifier: Apache-2.0
/// Puts a built plugin where the programs look for plugins of the user's own. Reads its manifest and copies files;
/// loads and runs nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "core/policy/host/catalog.h"

namespace kvw {

/// The folder of a plugin that `path` means: itself, or the one that a manifest.json or a library lies in. Empty: there
/// is no plugin, that is no manifest.json of one beside a library.
[[nodiscard]] std::filesystem::path pluginFolderOf(const std::filesystem::path& path);

struct Installed {
    Manifest manifest;
    std::filesystem::path folder;
    bool replaced = false;
    bool there = false;  ///< it was in a folder that is searched; nothing was copied
};

/// Told after each file that was copied, in bytes; false gives the installation up.
using InstallWatch = std::function<bool(std::uintmax_t done, std::uintmax_t total)>;

/// Copies the folder of `path` into the user's policy folder (PluginPaths::folders, the second) under the plugin's id:
/// whole or not at all. One of this id that is there makes way only with `replace`, and only for one that is complete.
/// A crash that was traced to it is forgotten, since this may be another build; one that the user has disabled stays
/// so. Errors: BadInput (manifest, link or special file within), NotFound (library), BadUsage (no plugin; it is
/// installed already, naming both versions; larger than 1 GiB), Io, Cancelled. Thread: any; it takes as long as the
/// files are large.
[[nodiscard]] Result<Installed> installPlugin(const PluginPaths& paths, const std::filesystem::path& path, bool replace,
                                              const InstallWatch& watch = {});

}  // namespace kvw
