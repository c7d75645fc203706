// SPDX-License-Identifier: Apache-2.0
#include "core/engine/policy/policy_check_settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/policy/host/choice/choice.h"

namespace kvw {

namespace {

/// Returns true for counts of tokens, which must be small for a small text; widths of filters need not be.
bool countsTokens(const ParameterSpec& spec) {
    return spec.type == ParameterType::Integer && spec.unit == "tok" && !spec.odd &&
           std::holds_alternative<std::int64_t>(spec.defaultValue);
}

std::string shrunk(const Provided& provided, std::int64_t tokens) {
    std::int64_t largest = 0;
    for (const ParameterSpec& spec : provided.parameters) {
        if (countsTokens(spec)) {
            largest = std::max(largest, std::get<std::int64_t>(spec.defaultValue));
        }
    }
    std::vector<std::string> set;
    for (const ParameterSpec& spec : provided.parameters) {
        if (!countsTokens(spec)) {
            continue;
        }
        const std::int64_t value = std::get<std::int64_t>(spec.defaultValue);
        if (largest > 0 && value > 4) {
            const double scaled =
                static_cast<double>(value) * static_cast<double>(tokens) / static_cast<double>(largest);
            const double least = std::max(2.0, spec.minimum.value_or(0));
            set.push_back(fmt::format("{}={}", spec.name, static_cast<std::int64_t>(std::max(scaled, least))));
        } else if (largest == 0 && spec.name == "capacity") {
            set.push_back(fmt::format("capacity={}", tokens));
        }
    }
    return set.empty() ? provided.id : fmt::format("{}:{}", provided.id, fmt::join(set, ","));
}

}  // namespace

std::vector<std::string> settingsForCheck(const PluginEntry& entry, std::int64_t tokens) {
    std::vector<std::string> texts;
    for (const Provided& provided : entry.manifest.provides) {
        switch (provided.kind) {
            case PluginKind::Policy:
            case PluginKind::Reader:
            case PluginKind::Codec:
                texts.push_back(shrunk(provided, tokens));
                break;
            case PluginKind::Scorer:
                texts.push_back(
                    fmt::format("{}+uniform:capacity={},sinks=2,recent={}", provided.id, tokens, tokens / 4));
                if (provided.streamingPrefill.value_or(false)) {
                    texts.push_back(texts.back() + ",schedule=every-step");
                }
                break;
            case PluginKind::Budget:
                // A scorer per head, so that budgets per head are checked, too.
                texts.push_back(fmt::format("knorm+{}:capacity={},sinks=2,recent={}", provided.id, tokens, tokens / 4));
                break;
        }
    }
    return texts;
}

std::vector<std::string> settingsForCost(const PluginEntry& entry, std::int64_t tokens) {
    std::vector<std::string> texts;
    if (entry.isPython()) {
        return texts;
    }
    for (const Provided& provided : entry.manifest.provides) {
        if (provided.kind == PluginKind::Scorer || provided.kind == PluginKind::Budget) {
            continue;
        }
        const std::string usual = shrunk(provided, tokens);
        texts.push_back(usual);
        for (const ParameterSpec& spec : provided.parameters) {
            const bool changesSteps = spec.name == "schedule" || spec.name == "granularity" || spec.name == "variant";
            for (const std::string& choice : changesSteps ? spec.choices : std::vector<std::string>()) {
                if (sdk::Value(choice) != spec.defaultValue) {
                    texts.push_back(
                        fmt::format("{}{}{}={}", usual, usual == provided.id ? ':' : ',', spec.name, choice));
                }
            }
        }
    }
    return texts;
}

std::string settingThatKeepsAll(const Catalog& catalog, const std::string& policy) {
    constexpr std::int64_t kPlenty = 4096;
    auto resolved = resolvePolicy(catalog, policy);
    if (!resolved) {
        return {};
    }
    bool any = false;
    ResolvedPolicy large = *resolved;
    for (std::size_t i = 0; i < resolved->parts.size(); ++i) {
        const char* prefix = !resolved->composed() ? "" : i == 0 ? "scorer." : "budget.";
        for (const ParameterSpec& spec : resolved->parts[i].provided.parameters) {
            const std::string name = prefix + spec.name;
            if (spec.name == "removed") {
                any = setParameter(large, name, "0").has_value() || any;
            } else if (countsTokens(spec) && spec.maximum.value_or(kPlenty) >= kPlenty && spec.name != "sinks") {
                any = setParameter(large, name, std::to_string(kPlenty)).has_value() || any;
            }
        }
    }
    return any ? large.text : std::string();
}

}  // namespace kvw
