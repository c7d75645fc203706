// SPDX-License-Identifier: Apache-2.0
/// A policy as the user writes it (`id`, `id:key=value,...`, `scorer+budget:key=value,...`) and as it is resolved
/// against the catalog.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/policy/host/catalog.h"

namespace kvw {

/// One part (a policy, or the scorer or budget of a composition) with every parameter filled in and checked.
struct ResolvedPart {
    PluginKind kind = PluginKind::Policy;
    PluginEntry entry;
    Provided provided;
    sdk::Parameters parameters;
};

struct ResolvedPolicy {
    std::string text;                 ///< canonical form: only what differs from the defaults, in manifest order
    std::vector<ResolvedPart> parts;  ///< one policy, or scorer then budget
    /// Compositions only (POLICIES.md C): the protection and schedule. every: 0 once, 1 every-step, R.
    std::int64_t sinks = 0, recent = 0, every = 0;

    [[nodiscard]] bool composed() const noexcept { return parts.size() == 2; }
    [[nodiscard]] std::string id() const;       ///< "snapkv" or "snapkv+uniform"
    [[nodiscard]] std::string version() const;  ///< "1.0.0" or "1.0.0+1.0.0"
    /// All effective parameters, in order; a composition's are prefixed "scorer.", "budget." and carry sinks, recent,
    /// schedule.
    [[nodiscard]] nlohmann::ordered_json parametersJson() const;
};

/// Unknown ids and parameters name the nearest; values out of range say the range.
[[nodiscard]] Result<ResolvedPolicy> resolvePolicy(const Catalog& catalog, const std::string& text);
[[nodiscard]] inline Result<ResolvedPolicy> resolvePolicy(const Catalog& catalog, const char* text) {
    return resolvePolicy(catalog, std::string(text));
}
/// The same from the JSON of a conformance case: {"id","params"} or {"scorer","budget","protect","schedule"}.
[[nodiscard]] Result<ResolvedPolicy> resolvePolicy(const Catalog& catalog, const nlohmann::json& value);
/// Changes one parameter of a resolved policy (live tuning, forms). A composition's name may carry its prefix.
[[nodiscard]] Result<void> setParameter(ResolvedPolicy& policy, const std::string& name, const std::string& value);

}  // namespace kvw
