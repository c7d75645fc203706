// SPDX-License-Identifier: Apache-2.0
/// Installs a built plugin into the user's policy folder. Reads its manifest and copies files; loads and runs nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "core/policy/host/catalog.h"

namespace kvw {

/// Returns the plugin folder that `path` means: itself, or the folder of a manifest.json or library. Empty: there is no
/// plugin, that is, no manifest.json beside a library.
[[nodiscard]] std::filesystem::path pluginFolderOf(const std::filesystem::path& path);

struct Installed {
    Manifest manifest;
    std::filesystem::path folder;
    bool replaced = false;
    bool there = false;  ///< already in a searched folder; nothing was copied
};

/// Called after each copied file with sizes in bytes; returns false to cancel the installation.
using InstallWatch = std::function<bool(std::uintmax_t done, std::uintmax_t total)>;

/// Copies the folder of `path` into the user's policy folder (PluginPaths::folders, the second) under the plugin's id:
/// whole or not at all. An installed plugin of this id is replaced only with `replace`, and only by a complete one. A
/// crash record of it is cleared, since this may be another build; a plugin that the user has disabled stays disabled.
/// Errors: BadInput (manifest, link or special file within), NotFound (library), BadUsage (no plugin; it is installed
/// already, naming both versions; larger than 1 GiB), Io, Cancelled. Thread: any; it takes as long as the files are
/// large.
[[nodiscard]] Result<Installed> installPlugin(const PluginPaths& paths, const std::filesystem::path& path, bool replace,
                                              const InstallWatch& watch = {});

}  // namespace kvw
