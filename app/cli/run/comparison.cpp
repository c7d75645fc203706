// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/comparison.h"

#include <algorithm>

#include "core/policy/host/choice/choice.h"
#include "core/session/spec/run_changes.h"

namespace kvw::cli {
namespace {

bool has(const ResolvedPolicy& policy, const std::string& name) {
    return std::ranges::any_of(policy.parts,
                               [&](const ResolvedPart& part) { return part.provided.parameter(name) != nullptr; });
}

}  // namespace

Result<Comparison> comparisonNamed(const Catalog& catalog, const std::string& id) {
    std::vector<std::string> ids;
    for (const PluginEntry& entry : catalog.entries()) {
        if (entry.state != PluginState::Ready) {
            continue;
        }
        for (const Comparison& comparison : entry.manifest.comparisons) {
            if (comparison.id == id) {
                return comparison;
            }
            ids.push_back(comparison.id);
        }
    }
    const std::string near = nearest(id, ids);
    return fail(Code::BadUsage, "--preset",
                near.empty() ? phrase("there is no comparison \"%1\"; kvw policies ID lists those of a plugin", id)
                             : phrase("there is no comparison \"%1\"; did you mean \"%2\"?", id, near));
}

Result<std::vector<std::string>> withParameters(const Catalog& catalog, std::vector<std::string> policies,
                                                const std::vector<std::string>& changes) {
    for (const std::string& change : changes) {
        const auto equals = change.find('=');
        if (equals == std::string::npos || equals == 0) {
            return fail(Code::BadUsage, "--set", "this changes no parameter", change, "name=value");
        }
        const std::string name = change.substr(0, equals), value = change.substr(equals + 1);
        bool known = false;
        for (std::string& policy : policies) {
            auto chain = parseChain(policy);
            KVW_TRY_ASSIGN(auto resolved,
                           chain ? resolvePolicy(catalog, chain->policy) : tl::unexpected(chain.error()));
            if (!has(resolved, name)) {
                continue;
            }
            known = true;
            KVW_TRY(setParameter(resolved, name, value));
            chain->policy = resolved.text;
            policy = toText(*chain);
        }
        if (!known) {
            return fail(Code::BadUsage, "--set", phrase("no policy of the comparison has a parameter \"%1\"", name));
        }
    }
    return policies;
}

}  // namespace kvw::cli
