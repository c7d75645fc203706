// SPDX-License-Identifier: Apache-2.0
/// Checks a plugin for its author, before others use it: gates, edits, determinism, identities, odd input, cost. Needs
/// torch; the report is plain JSON for the command line and the window.
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

/// Runs all checks. `subject`: the id of an installed plugin or of what it provides, or a policy as it is written for a
/// run. Returns {"plugin", "version", "passed", "checks": [{"policy", "check", "outcome": "pass"|"note"|"fail",
/// "detail"}], "calls": [what policyCalls returns]}. Errors: there is no such plugin. The cost per step is measured in
/// `model`; without a decoder that check is left out.
[[nodiscard]] Result<nlohmann::ordered_json> checkPolicy(const std::string& subject, const LoadedModel& model,
                                                         const Catalog& catalog, PluginLoader& loader,
                                                         const std::shared_ptr<ThreadPool>& pool,
                                                         const ProgressSink& progress);

/// Returns policy texts with which a policy evicts even over a small text: token counts are shrunk so that the largest
/// is about `tokens`. For a scorer or a budget: a composition with it.
[[nodiscard]] std::vector<std::string> settingsForCheck(const PluginEntry& entry, std::int64_t tokens);
/// Returns policy texts with which about `tokens` are held while a decode step is timed: those of policies, readers and
/// codecs, and each again with every other schedule, granularity and variant. Empty for a policy in Python.
[[nodiscard]] std::vector<std::string> settingsForCost(const PluginEntry& entry, std::int64_t tokens);
/// Returns `policy` with every token count so large that nothing has to go; empty if the plugin has no such setting.
[[nodiscard]] std::string settingThatKeepsAll(const Catalog& catalog, const std::string& policy);

}  // namespace kvw
