// SPDX-License-Identifier: Apache-2.0
/// What an author wants to know of a plugin before others use it: gates, edits, determinism, identities, odd input,
/// cost. Torch behind; the report is plain JSON for the command line and the window.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/decode/engine.h"
#include "core/decode/run_factory.h"
#include "core/policy/host/catalog.h"
#include "core/policy/host/loader.h"
#include "kernels/thread_pool.h"

namespace kvw {

/// `subject`: the id of an installed plugin or of what it provides, or a policy as it is written for a run.
/// {"plugin", "version", "passed", "checks": [{"policy", "check", "outcome": "pass"|"note"|"fail", "detail"}]}.
/// An Error: there is no such plugin. `model` pays for the cost per step; without a decoder that check is left out.
[[nodiscard]] Result<nlohmann::ordered_json> checkPolicy(const std::string& subject, const LoadedModel& model,
                                                         const Catalog& catalog, PluginLoader& loader,
                                                         const std::shared_ptr<ThreadPool>& pool,
                                                         const ProgressSink& progress);

/// Settings under which a small text makes a policy evict, as policy texts: token counts shrunk so that the largest is
/// about `tokens`. For a scorer or a budget of compositions, a composition with it.
[[nodiscard]] std::vector<std::string> settingsForCheck(const PluginEntry& entry, std::int64_t tokens);
/// Settings under which about `tokens` are held and a decode step is timed: those of policies, readers and codecs, and
/// each again with every other schedule, granularity and variant. Empty for a policy in Python.
[[nodiscard]] std::vector<std::string> settingsForCost(const PluginEntry& entry, std::int64_t tokens);
/// The first ones with every token count so large that nothing has to go; empty where the plugin has no such setting.
[[nodiscard]] std::string settingThatKeepsAll(const Catalog& catalog, const std::string& policy);

}  // namespace kvw
