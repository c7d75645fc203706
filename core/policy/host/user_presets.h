// SPDX-License-Identifier: Apache-2.0
/// Policies with settings, and positions and prefill of their lanes, that the user gave a name: one file, read by `kvw`
/// and the window. Wherever a policy is written, the name stands for it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/policy/host/catalog.h"

namespace kvw {

struct UserPreset {
    std::string name;  ///< as an id: lower case words joined by dashes
    /// Canonical text, never a preset's name; behind it the settings of a lane: "/positions=cache-rank".
    std::string policy;
};

/// $XDG_DATA_HOME/kvworkbench/presets.json, else in ~/.local/share.
[[nodiscard]] std::filesystem::path userPresetsFile();
/// By name; none where there is no file. Errors: BadInput with the file and where it breaks.
[[nodiscard]] Result<std::vector<UserPreset>> readUserPresets(const std::filesystem::path& file);
/// Replaces one of the same name. Errors: a name that is none, a file that cannot be written or is damaged: it stays.
Result<void> saveUserPreset(const std::filesystem::path& file, const UserPreset& preset);
/// Errors: NotFound with the nearest name.
Result<void> removeUserPreset(const std::filesystem::path& file, const std::string& name);
/// The text with the policy in the place of a preset's name, which may have `@codec...` or `/change...` behind it; any
/// other text as it is. A setting behind the name stands in for that of the preset. What is installed keeps its id.
[[nodiscard]] std::string withoutPreset(const std::string& text, const std::vector<UserPreset>& presets,
                                        const Catalog& catalog);

}  // namespace kvw
