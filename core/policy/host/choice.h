// SPDX-License-Identifier: Apache-2.0
/// A policy as the user writes it (`id`, `id:key=value,...`, `scorer+budget:key=value,...`, each with
/// `@codec:key=value,...` behind it or not) and as it is resolved against the catalog.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/policy/host/catalog.h"
#include "core/policy/host/condition.h"

namespace kvw {

/// One part (a policy, the scorer or budget of a composition, a reader, a codec) with every parameter filled in and
/// checked.
struct ResolvedPart {
    PluginKind kind = PluginKind::Policy;
    PluginEntry entry;
    Provided provided;
    sdk::Parameters parameters;
};

/// Whether a condition of its manifest (condition.h) holds with a part's values; an empty one does.
[[nodiscard]] bool conditionHolds(const std::string& condition, const ResolvedPart& part);
/// Of a condition of its manifest: the first clause that does not hold with a part's values, nullptr if all do.
[[nodiscard]] const Clause* firstBroken(const std::vector<Clause>& condition, const ResolvedPart& part);

/// A value by a name that means something here; null where the manifest, which may be anybody's, has no such parameter
/// or gives it another type ("auto" among numbers is a text).
template <class T>
[[nodiscard]] const T* valueIf(const sdk::Parameters& parameters, const std::string& name) {
    const auto found = parameters.values().find(name);
    return found == parameters.values().end() ? nullptr : std::get_if<T>(&found->second);
}

struct ResolvedPolicy {
    std::string text;  ///< canonical form: only what differs from the defaults, in manifest order
    /// One policy, or scorer then budget, or one reader (over the full cache), or one codec (under the full cache);
    /// then the codec behind the @, if there is one.
    std::vector<ResolvedPart> parts;
    /// Compositions only (POLICIES.md C): the protection and schedule. every: 0 once, 1 every-step, R.
    std::int64_t sinks = 0, recent = 0, every = 0;

    [[nodiscard]] bool composed() const noexcept { return parts.size() >= 2 && parts[0].kind == PluginKind::Scorer; }
    /// Null: none.
    [[nodiscard]] const ResolvedPart* reader() const noexcept;
    [[nodiscard]] const ResolvedPart* codec() const noexcept;
    /// What stands before the names of a part's parameters: "scorer.", "budget.", "codec." behind an @, else nothing.
    [[nodiscard]] std::string prefixOf(const ResolvedPart& part) const;
    [[nodiscard]] std::string id() const;       ///< "snapkv", "snapkv+uniform" or "snapkv+uniform@kivi"
    [[nodiscard]] std::string named() const;    ///< for sentences: "snapkv 1.0.0 + uniform 1.0.0 @ kivi 1.0.0"
    [[nodiscard]] std::string version() const;  ///< "1.0.0", "1.0.0+1.0.0" or "1.0.0+1.0.0@1.0.0"
    /// All effective parameters, in order, with their prefixes; a composition's carry sinks, recent, schedule.
    [[nodiscard]] nlohmann::ordered_json parametersJson() const;
    /// The schema of a parameter by the name that setParameter takes; null: there is none, or it is the composition's.
    [[nodiscard]] const ParameterSpec* parameter(const std::string& name) const;
};

/// Whether setParameter knows the name.
[[nodiscard]] bool hasParameter(const ResolvedPolicy& policy, const std::string& name);
/// Whether a parameter may change while a run goes on, by the name that setParameter takes. A composition that cuts at
/// decode is tunable in its own sinks and recent and in what the manifests of its parts call live.
[[nodiscard]] bool isLive(const ResolvedPolicy& policy, const std::string& name);
/// What sdk::Policy::set is given: the policy's parameters; of a composition those of its parts with their prefixes,
/// and sinks and recent.
[[nodiscard]] sdk::Parameters tuningParameters(const ResolvedPolicy& policy);
/// Unknown ids and parameters name the nearest; values out of range say the range.
[[nodiscard]] Result<ResolvedPolicy> resolvePolicy(const Catalog& catalog, const std::string& text);
[[nodiscard]] inline Result<ResolvedPolicy> resolvePolicy(const Catalog& catalog, const char* text) {
    return resolvePolicy(catalog, std::string(text));
}
/// The same from the JSON of a conformance case: {"id","params"} or {"scorer","budget","protect","schedule"}.
[[nodiscard]] Result<ResolvedPolicy> resolvePolicy(const Catalog& catalog, const nlohmann::json& value);
/// Changes one parameter of a resolved policy (live tuning, forms). The name may carry its part's prefix; without one
/// it means every part before the @ that knows it, else the codec.
[[nodiscard]] Result<void> setParameter(ResolvedPolicy& policy, const std::string& name, const std::string& value);

}  // namespace kvw
