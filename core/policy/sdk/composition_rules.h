// SPDX-License-Identifier: Apache-2.0
/// Rules for which parts of a composition go together. `compose` asks the parts for the facts; the host reads them from
/// the manifests, before anything is loaded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace kvw::sdk {

struct CompositionFacts {
    std::int64_t cutInterval = 0;  ///< the schedule, as in Composition
    bool onceOnly = false;         ///< Scorer::onceOnly
    bool setsPerLayer = false;     ///< the scorer has one keep-set for all heads of a layer
    bool budgetPerHead = false;
};

/// Two parts that do not go together: the rule, what was found and what was expected.
struct Incompatibility {
    enum class With { Schedule, Sets } with;
    std::string what, found, expected;
};

/// Returns the first rule that the parts violate, none if they go together.
[[nodiscard]] inline std::optional<Incompatibility> incompatibilityOf(const CompositionFacts& facts) {
    if (facts.cutInterval > 0 && facts.onceOnly) {
        return Incompatibility{
            Incompatibility::With::Schedule, "this scorer only works with the schedule once",
            "every " + std::to_string(facts.cutInterval) + (facts.cutInterval == 1 ? " token" : " tokens"),
            "schedule=once"};
    }
    if (facts.budgetPerHead && facts.setsPerLayer) {
        return Incompatibility{Incompatibility::With::Sets, "this budget differs per head and needs a scorer per head",
                               "one set for all heads of a layer",
                               "granularity=kv-head or query-head, or another budget"};
    }
    return std::nullopt;
}

}  // namespace kvw::sdk
