// SPDX-License-Identifier: Apache-2.0
/// Checks a plugin for its author, before others use it: gates, edits, determinism, identities, odd input, cost. Needs
/// torch; the report is plain JSON for the command line and the window.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "core/base/error.h"
#include "core/engine/run_factory.h"
#include "core/policy/host/catalog.h"
#include "core/policy/host/loading/loader.h"
#include "core/session/engine.h"
#include "kernels/thread_pool.h"

namespace kvw {

/// Runs all checks. `subject`: the id of an installed plugin or of what it provides, or a policy as it is written for a
/// run. Returns {"plugin", "version", "passed", "checks": [{"policy", "check", "outcome": "pass"|"note"|"fail",
/// "detail": text, "phrase": the same with its form}], "calls": [what policyCalls returns]}. Errors: there is no such
/// plugin. The cost per step is measured in `model`; without a decoder that check is left out.
[[nodiscard]] Result<nlohmann::ordered_json> checkPolicy(const std::string& subject, const LoadedModel& model,
                                                         const Catalog& catalog, PluginLoader& loader,
                                                         const std::shared_ptr<ThreadPool>& pool,
                                                         const ProgressSink& progress);

}  // namespace kvw
