// SPDX-License-Identifier: Apache-2.0
#include "core/conformance/case_expect.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace kvw {

using nlohmann::ordered_json;

const char* caseGranularity(sdk::Granularity granularity) noexcept {
    constexpr const char* kNames[] = {"layer", "kv_head", "query_head"};
    return kNames[static_cast<std::size_t>(granularity)];
}

TokenSets heldSets(const CachedAttention& attention) {
    const KvCache& cache = attention.cache();
    const auto units = static_cast<std::size_t>(cache.shape().units);
    TokenSets sets(static_cast<std::size_t>(cache.shape().layers), TokenSets::value_type(units));
    for (std::size_t layer = 0; layer < sets.size(); ++layer) {
        for (std::size_t unit = 0; unit < units; ++unit) {
            const auto tokens = cache.tokens(static_cast<std::int32_t>(layer), static_cast<std::int32_t>(unit));
            auto& held = sets[layer][unit];
            std::copy_if(tokens.begin(), tokens.end(), std::back_inserter(held),
                         [](std::int64_t token) { return token >= 0; });
            std::sort(held.begin(), held.end());
        }
    }
    return sets;
}

ordered_json droppedSets(const CachedAttention& attention) {
    const auto& shape = attention.cache().shape();
    if (attention.cuts().empty()) {
        return nullptr;
    }
    std::vector<std::vector<std::vector<std::int32_t>>> sets(
        static_cast<std::size_t>(shape.layers),
        std::vector<std::vector<std::int32_t>>(static_cast<std::size_t>(shape.units)));
    for (const EvictionRecord& cut : attention.cuts()) {
        auto& set = sets[static_cast<std::size_t>(cut.layer)][static_cast<std::size_t>(cut.unit())];
        set.insert(set.end(), cut.tokens.begin(), cut.tokens.end());
        std::sort(set.begin(), set.end());
    }
    return sets;
}

ordered_json casePolicy(const ResolvedPolicy& policy) {
    const auto part = [](const ResolvedPart& of) -> ordered_json {
        auto params = ordered_json::object();
        for (const ParameterSpec& spec : of.provided.parameters) {
            params[spec.name] = toJson(of.parameters.values().at(spec.name));
        }
        return {{"id", of.provided.id}, {"params", std::move(params)}};
    };
    if (policy.parts.size() == 1 && policy.parts[0].kind == PluginKind::Policy) {
        return part(policy.parts[0]);
    }
    if (policy.parts.size() != 2 || !policy.composed()) {
        return nullptr;
    }
    const ordered_json schedule = policy.cutInterval == 0   ? ordered_json("once")
                                  : policy.cutInterval == 1 ? ordered_json("every-step")
                                                            : ordered_json{{"every", policy.cutInterval}};
    return {{"scorer", part(policy.parts[0])},
            {"budget", part(policy.parts[1])},
            {"protect", {{"sinks", policy.sinks}, {"recent", policy.recent}}},
            {"schedule", schedule}};
}

}  // namespace kvw
