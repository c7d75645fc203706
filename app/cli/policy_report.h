// SPDX-License-Identifier: Apache-2.0
/// Plugins and their parameters as text and JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/decode/conformance_files.h"
#include "core/policy/host/catalog.h"
#include "core/policy/host/user_presets.h"

namespace kvw::cli {

/// Whether the plugin has this id or provides something that has.
[[nodiscard]] bool isAbout(const PluginEntry& entry, const std::string& id);

/// One line per thing provided, then the user's presets, then the plugins that cannot be used, with their reasons.
[[nodiscard]] std::string policiesText(const std::vector<PluginEntry>& entries, const std::vector<UserPreset>& presets);
/// Everything about one plugin; if `id` is of something it provides, only that. `checked`: its last conformance check.
[[nodiscard]] std::string policyText(const PluginEntry& entry, const std::string& id,
                                     const std::optional<ConformanceRecord>& checked);
/// {plugins: [{id, version, state, reason, name, description, license, authors, references, needs, folder, user,
/// provides: [{kind, id, label, description, streaming_prefill (null: not said), parameters: [...], presets: [...]}]}],
/// presets: [{name, policy}]}: those of the user
[[nodiscard]] nlohmann::ordered_json policiesJson(const std::vector<PluginEntry>& entries,
                                                  const std::vector<UserPreset>& presets);

}  // namespace kvw::cli
