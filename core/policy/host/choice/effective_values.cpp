// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/choice/effective_values.h"

#include <algorithm>

#include "core/base/parse_number.h"
#include "core/policy/host/choice/prompt_share.h"

namespace kvw {

namespace {

constexpr const char* kLess = " - ";

/// Splits "capacity - recent" into its two sides; the second is empty if there is none.
std::pair<std::string, std::string> sidesOf(const std::string& bound) {
    const auto at = bound.find(kLess);
    return at == std::string::npos ? std::pair(bound, std::string())
                                   : std::pair(bound.substr(0, at), bound.substr(at + std::string(kLess).size()));
}

/// Value of one side of a bound, and the fact that explains it.
struct Term {
    std::int64_t value = 0;
    std::optional<Finding> fact;
};

/// Returns "a and b", or the one that is given.
std::optional<Finding> both(const std::optional<Finding>& a, const std::optional<Finding>& b) {
    return a && b ? std::optional(finding("and", *a, *b)) : a ? a : b;
}

/// Returns the value of a name or number in a bound; none: not known in this run.
std::optional<Term> termOf(const std::string& name, const sdk::Parameters& values, const RunSizes& sizes) {
    if (name == "prompt") {
        return sizes.prompt > 0
                   ? std::optional(Term{sizes.prompt, finding("prompt-has", counted(sizes.prompt, "token", "tokens"))})
                   : std::nullopt;
    }
    if (name == "layers") {
        return sizes.layers > 0
                   ? std::optional(Term{sizes.layers, finding("model-has", counted(sizes.layers, "layer", "layers"))})
                   : std::nullopt;
    }
    if (const auto number = parsedNumber<std::int64_t>(name)) {
        return Term{*number, {}};
    }
    const auto* value = valueIf<std::int64_t>(values, name);
    return value != nullptr ? std::optional(Term{*value, finding("value-is", name, *value)}) : std::nullopt;
}

std::optional<Term> boundOf(const std::string& text, const sdk::Parameters& values, const RunSizes& sizes) {
    const auto [first, second] = sidesOf(text);
    auto bound = termOf(first, values, sizes);
    const auto less = second.empty() ? std::optional(Term{}) : termOf(second, values, sizes);
    if (!bound || !less) {
        return std::nullopt;
    }
    bound->value -= less->value;
    bound->fact = both(bound->fact, less->fact);
    return bound;
}

/// Returns the effective value of `given` within the limits of a parameter; none: `given` itself.
std::optional<Term> within(const ResolvedPart& part, const ParameterSpec& spec, std::int64_t given,
                           const RunSizes& sizes) {
    std::optional<Term> result;
    for (const Limit& limit : spec.limits) {
        const auto bound =
            conditionHolds(limit.onlyIf, part) ? boundOf(limit.bound, part.parameters, sizes) : std::nullopt;
        const std::int64_t now = result ? result->value : given;
        if (bound && (limit.atMost ? bound->value < now : bound->value > now)) {
            result = bound;
        }
    }
    if (result && spec.minimum) {
        result->value = std::max(result->value, static_cast<std::int64_t>(*spec.minimum));
    }
    return result && result->value != given ? result : std::nullopt;
}

EffectiveValue valueOf(std::string name, std::int64_t given, bool isDefault, const Term& term) {
    return {std::move(name), std::to_string(given), isDefault, std::to_string(term.value),
            term.fact.value_or(Finding())};
}

/// Adds a composition's recent and sinks: of the tokens that stay, the newest are protected first, then the oldest
/// (POLICIES.md, B3).
void addProtection(const ResolvedPolicy& policy, std::vector<EffectiveValue>& values) {
    const auto* given = valueIf<std::int64_t>(policy.parts[1].parameters, "capacity");
    if (given == nullptr) {
        return;
    }
    const std::int64_t capacity = *given;
    const Finding all = finding("value-is", "capacity", capacity);
    if (policy.recent > capacity) {
        values.push_back(valueOf("recent", policy.recent, false, {capacity, all}));
    }
    const std::int64_t left = std::max<std::int64_t>(0, capacity - policy.recent);
    if (policy.sinks > left) {
        values.push_back(valueOf(
            "sinks", policy.sinks, false,
            {left, policy.recent > 0 ? finding("and", all, finding("value-is", "recent", policy.recent)) : all}));
    }
}

}  // namespace

Finding EffectiveValue::warning() const {
    return isDefault ? finding("value-by-default", name, typed, effective, why)
                     : finding("value-typed", name, typed, effective, why);
}

bool tellsEffective(const Finding& warning, const std::string& name, const std::string& typed) {
    return (warning.code == "value-typed" || warning.code == "value-by-default") && warning.parts.size() == 4 &&
           warning.parts[0].words == name && warning.parts[1].words == typed;
}

std::vector<EffectiveValue> effectiveValues(const ResolvedPolicy& policy, const RunSizes& sizes) {
    std::vector<EffectiveValue> values;
    const ResolvedPolicy acting = sizes.prompt > 0 ? inTokens(policy, sizes.prompt) : policy;
    for (std::size_t i = 0; i < policy.parts.size(); ++i) {
        const ResolvedPart& part = acting.parts[i];
        for (const ParameterSpec& spec : part.provided.parameters) {
            const sdk::Value& typed = policy.parts[i].parameters.values().at(spec.name);
            const auto* given = std::get_if<std::int64_t>(&part.parameters.values().at(spec.name));
            auto term = given != nullptr ? within(part, spec, *given, sizes) : std::nullopt;
            if (given != nullptr && !term && typed != sdk::Value(*given)) {
                term = Term{*given, termOf("prompt", part.parameters, sizes)->fact};
            }
            if (term) {
                values.push_back({policy.prefixOf(part) + spec.name, toText(typed), typed == spec.defaultValue,
                                  std::to_string(term->value), term->fact.value_or(Finding())});
            }
        }
    }
    if (acting.composed()) {
        addProtection(acting, values);
    }
    return values;
}

ResolvedPolicy inEffect(ResolvedPolicy policy, const RunSizes& sizes) {
    for (const EffectiveValue& value : effectiveValues(policy, sizes)) {
        static_cast<void>(setParameter(policy, value.name, value.effective));
    }
    return policy;
}

bool isBound(const Provided& provided, const ParameterSpec& mine, const std::string& bound) {
    const auto isTerm = [&](const std::string& name) {
        const ParameterSpec* other = provided.parameter(name);
        return name == "prompt" || name == "layers" ||
               (other != nullptr && other != &mine && other->type == ParameterType::Integer && !other->allowsAuto);
    };
    const auto [first, second] = sidesOf(bound);
    return isTerm(first) &&
           (second.empty() ? bound == first : isTerm(second) || parsedNumber<std::int64_t>(second).has_value());
}

ResolvedPolicy forModel(ResolvedPolicy policy, std::int64_t context) {
    for (ResolvedPart& part : policy.parts) {
        const auto* given = valueIf<std::int64_t>(part.parameters, "context");
        if (given != nullptr && *given == 0 && context > 0) {
            part.parameters.set("context", context);
        }
    }
    return policy;
}

}  // namespace kvw
