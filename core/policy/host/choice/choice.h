// SPDX-License-Identifier: Apache-2.0
/// Resolves a policy text (`id`, `id:key=value,...` or `scorer+budget:key=value,...`, each optionally followed by
/// `@codec:key=value,...`) against the catalog.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/policy/host/catalog.h"
#include "core/policy/host/condition.h"

namespace kvw {

/// Part of a policy text (a policy, the scorer or budget of a composition, a reader, a codec) with all parameters
/// filled in and checked.
struct ResolvedPart {
    PluginKind kind = PluginKind::Policy;
    PluginEntry entry;
    Provided provided;
    sdk::Parameters parameters;
};

/// Returns true if a condition of the part's manifest (condition.h) holds with the part's values; an empty one does.
[[nodiscard]] bool conditionHolds(const std::string& condition, const ResolvedPart& part);
/// Returns the first clause of a condition of the part's manifest that does not hold with the part's values, nullptr if
/// all do.
[[nodiscard]] const Clause* firstBroken(const std::vector<Clause>& condition, const ResolvedPart& part);

/// Returns the value of a parameter that the host knows by name; null if the manifest, which may be anybody's, has no
/// such parameter or gives it another type ("auto" among numbers is a text).
template <class T>
[[nodiscard]] const T* valueIf(const sdk::Parameters& parameters, const std::string& name) {
    const auto found = parameters.values().find(name);
    return found == parameters.values().end() ? nullptr : std::get_if<T>(&found->second);
}

/// A policy text with its parts found and its parameters checked.
struct ResolvedPolicy {
    std::string text;  ///< canonical form: only what differs from the defaults, in manifest order
    /// Parts in order: a policy, or scorer then budget, or a reader (over the full cache), or a codec (under the full
    /// cache); then the codec after the @, if there is one.
    std::vector<ResolvedPart> parts;
    /// Protection and schedule of a composition (POLICIES.md C). cutInterval: 0 is once, 1 is every-step, R is every:R.
    std::int64_t sinks = 0, recent = 0, cutInterval = 0;

    [[nodiscard]] bool composed() const noexcept { return parts.size() >= 2 && parts[0].kind == PluginKind::Scorer; }
    /// Returns the reader or the codec; null: there is none.
    [[nodiscard]] const ResolvedPart* reader() const noexcept;
    [[nodiscard]] const ResolvedPart* codec() const noexcept;
    /// Returns the prefix of the names of a part's parameters: "scorer.", "budget.", "codec." for a codec after an @,
    /// else empty.
    [[nodiscard]] std::string prefixOf(const ResolvedPart& part) const;
    [[nodiscard]] std::string id() const;       ///< "snapkv", "snapkv+uniform" or "snapkv+uniform@kivi"
    [[nodiscard]] std::string named() const;    ///< for sentences: "snapkv 1.0.0 + uniform 1.0.0 @ kivi 1.0.0"
    [[nodiscard]] std::string version() const;  ///< "1.0.0", "1.0.0+1.0.0" or "1.0.0+1.0.0@1.0.0"
    /// Returns all effective parameters, in order, with their prefixes; for a composition also sinks, recent and
    /// schedule.
    [[nodiscard]] nlohmann::ordered_json parametersJson() const;
    /// Returns the schema of a parameter by the name that setParameter takes; null: there is none, or the parameter
    /// belongs to the composition.
    [[nodiscard]] const ParameterSpec* parameter(const std::string& name) const;
};

/// Returns true if setParameter knows the name.
[[nodiscard]] bool hasParameter(const ResolvedPolicy& policy, const std::string& name);
/// Returns true if a parameter may change during a run, by the name that setParameter takes. In a composition that cuts
/// at decode, these are its own sinks and recent and the parameters that the manifests of its parts call live.
[[nodiscard]] bool isLive(const ResolvedPolicy& policy, const std::string& name);
/// Returns the argument of sdk::Policy::set: the policy's parameters; for a composition those of its parts with their
/// prefixes, and sinks and recent.
[[nodiscard]] sdk::Parameters tuningParameters(const ResolvedPolicy& policy);
/// Resolves a policy text. Errors for unknown ids and parameters name the nearest one; for values out of range, the
/// range.
[[nodiscard]] Result<ResolvedPolicy> resolvePolicy(const Catalog& catalog, const std::string& text);
[[nodiscard]] inline Result<ResolvedPolicy> resolvePolicy(const Catalog& catalog, const char* text) {
    return resolvePolicy(catalog, std::string(text));
}
/// Does the same for the JSON of a conformance case: {"id","params"} or {"scorer","budget","protect","schedule"}.
[[nodiscard]] Result<ResolvedPolicy> resolvePolicy(const Catalog& catalog, const nlohmann::json& value);
/// Changes one parameter of a resolved policy (live tuning, forms). The name may carry the prefix of a part; without
/// one it means every part before the @ that has it, else the codec.
[[nodiscard]] Result<void> setParameter(ResolvedPolicy& policy, const std::string& name, const std::string& value);

/// Returns the position of the slash before the next setting or change, at or after `from`; npos: there is none. A
/// slash before a digit belongs to a list of integers ("sizes=512/256").
[[nodiscard]] inline std::size_t nextChange(const std::string& text, std::size_t from) {
    std::size_t slash = text.find('/', from);
    while (slash != std::string::npos && slash + 1 < text.size() && text[slash + 1] >= '0' && text[slash + 1] <= '9') {
        slash = text.find('/', slash + 1);
    }
    return slash;
}

}  // namespace kvw
