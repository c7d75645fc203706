// SPDX-License-Identifier: Apache-2.0
/// Settings with which a policy is tried: with which it evicts, costs what it costs, or keeps everything.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/policy/host/catalog.h"

namespace kvw {

/// Returns policy texts with which a policy evicts even over a small text: token counts are shrunk so that the largest
/// is about `tokens`. For a scorer or a budget: a composition with it.
[[nodiscard]] std::vector<std::string> settingsForCheck(const PluginEntry& entry, std::int64_t tokens);
/// Returns policy texts with which about `tokens` are held while a decode step is timed: those of policies, readers and
/// codecs, and each again with every other schedule, granularity and variant. Empty for a policy in Python.
[[nodiscard]] std::vector<std::string> settingsForCost(const PluginEntry& entry, std::int64_t tokens);
/// Returns `policy` with every token count so large that nothing has to go; empty if the plugin has no such setting.
[[nodiscard]] std::string settingThatKeepsAll(const Catalog& catalog, const std::string& policy);

}  // namespace kvw
