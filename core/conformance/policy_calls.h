// SPDX-License-Identifier: Apache-2.0
/// The contract scope: every call of the SDK that a policy gets over the text of `kvw check-policy`, its answers, and
/// those that break the contract.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/base/error.h"
#include "core/policy/host/catalog.h"
#include "core/policy/host/loading/loader.h"

namespace kvw {

/// Returns {"policy", "needs": text, "calls": [{"call", "step", "layer" (null: all), "ms", "shown": text, "held",
/// "after", "budget" (null: none), "edits", "evicted", "reason", "violation": text, "phrase": the violation with its
/// form}], "case": a conformance case, or null}.
/// Held, after and budget are sums over the layers and units that the call is about. A violation is the sentence with
/// which the engine refuses the answer, or says that a second run over the same text gave another answer. The case
/// expects what the policy did in this run, so that later versions can be compared with it. Errors: no such policy, or
/// one that cannot be made.
[[nodiscard]] Result<nlohmann::ordered_json> policyCalls(const std::string& policy, const Catalog& catalog,
                                                         PluginLoader& loader);

}  // namespace kvw
