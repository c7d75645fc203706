// SPDX-License-Identifier: Apache-2.0
/// Formats plugins and their parameters as text and JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/conformance/conformance_files.h"
#include "core/policy/host/catalog.h"
#include "core/policy/host/user_presets.h"

namespace kvw::cli {

/// Returns whether the plugin has this id or provides something that has.
[[nodiscard]] bool isAbout(const PluginEntry& entry, const std::string& id);

/// Returns one line per provided item, then the user's presets, then the unusable plugins with the reasons.
[[nodiscard]] std::string policiesText(const std::vector<PluginEntry>& entries, const std::vector<UserPreset>& presets);
/// Returns everything about one plugin, or only about the item it provides with this `id`. `checked`: result of its
/// last conformance check.
[[nodiscard]] std::string policyText(const PluginEntry& entry, const std::string& id,
                                     const std::optional<ConformanceRecord>& checked);
/// Returns {plugins: [{id, version, state, reason, name, description, license, authors, references, needs, folder,
/// user, provides: [{kind, id, label, description, streaming_prefill (null: not stated), parameters: [...], presets:
/// [...]}]}], presets: [{name, policy}]}, where the outer presets are the user's.
[[nodiscard]] nlohmann::ordered_json policiesJson(const std::vector<PluginEntry>& entries,
                                                  const std::vector<UserPreset>& presets);

}  // namespace kvw::cli
