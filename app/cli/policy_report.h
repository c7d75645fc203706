// SPDX-License-Identifier: Apache-2.0
/// Plugins and their parameters as text and JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/policy/host/catalog.h"

namespace kvw::cli {

/// Whether the plugin has this id or provides something that has.
[[nodiscard]] bool isAbout(const PluginEntry& entry, const std::string& id);

/// One line per thing provided, then the plugins that cannot be used, with their reasons.
[[nodiscard]] std::string policiesText(const std::vector<PluginEntry>& entries);
/// Everything about one plugin; if `id` is of something it provides, only that.
[[nodiscard]] std::string policyText(const PluginEntry& entry, const std::string& id);
/// {plugins: [{id, version, state, reason, name, description, license, authors, references, needs, folder, user,
/// provides: [{kind, id, label, description, streaming_prefill, parameters: [...], presets: [...]}]}]}
[[nodiscard]] nlohmann::ordered_json policiesJson(const std::vector<PluginEntry>& entries);

}  // namespace kvw::cli
