// SPDX-License-Identifier: Apache-2.0
/// Named presets of the user: policies with settings, and the positions and prefill of their lanes. One file, read by
/// `kvw` and the window; a preset's name can be used wherever a policy is written.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/policy/host/catalog.h"

namespace kvw {

struct UserPreset {
    std::string name;  ///< like an id: lower case words joined by dashes
    /// Canonical text, never a preset's name, followed by the settings of a lane: "/positions=cache-rank".
    std::string policy;
};

/// Returns $XDG_DATA_HOME/kvworkbench/presets.json, else the one in ~/.local/share.
[[nodiscard]] std::filesystem::path userPresetsFile();
/// Returns the presets sorted by name; none if there is no file. Errors: BadInput with the file and the damaged place.
[[nodiscard]] Result<std::vector<UserPreset>> readUserPresets(const std::filesystem::path& file);
/// Saves a preset and replaces one of the same name. Errors: an invalid name; a file that cannot be written; a damaged
/// file, which stays.
Result<void> saveUserPreset(const std::filesystem::path& file, const UserPreset& preset);
/// Removes a preset. Errors: NotFound with the nearest name; those of readUserPresets.
Result<void> removeUserPreset(const std::filesystem::path& file, const std::string& name);
/// Returns the text with a preset's name replaced by its policy; the name may be followed by `@codec...` or
/// `/change...`. Any other text is returned as it is. A setting after the name replaces that of the preset. The id of
/// an installed plugin takes precedence over a preset of that name.
[[nodiscard]] std::string withoutPreset(const std::string& text, const std::vector<UserPreset>& presets,
                                        const Catalog& catalog);

}  // namespace kvw
