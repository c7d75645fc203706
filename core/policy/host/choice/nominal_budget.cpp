// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/choice/nominal_budget.h"

#include <algorithm>
#include <numeric>
#include <string_view>

#include "core/policy/host/choice/prompt_share.h"

namespace kvw {
namespace {

bool setsPerQueryHead(const ResolvedPolicy& policy) {
    return std::ranges::any_of(policy.parts, [](const ResolvedPart& part) {
        const auto* sets = valueIf<std::string>(part.parameters, "granularity");
        return sets != nullptr && *sets == "query-head";
    });
}

/// Returns the value of `name` in the first part that has it, codecs left out; for a list, its sum.
std::optional<double> numberOf(const ResolvedPolicy& policy, const char* name) {
    for (const ResolvedPart& part : policy.parts) {
        const auto& values = part.parameters.values();
        const auto found = part.kind == PluginKind::Codec ? values.end() : values.find(name);
        if (found == values.end()) {
            continue;
        }
        if (const auto* whole = std::get_if<std::int64_t>(&found->second)) {
            return static_cast<double>(*whole);
        }
        if (const auto* number = std::get_if<double>(&found->second)) {
            return *number;
        }
        if (const auto* list = std::get_if<std::vector<std::int64_t>>(&found->second)) {
            return std::accumulate(list->begin(), list->end(), 0.0);
        }
    }
    return std::nullopt;
}

/// Returns the number of tokens that `removed` is a fraction of after `total`: all tokens seen, unless the policy names
/// another base.
std::int64_t tokensOfBase(const ResolvedPolicy& policy, std::int64_t prompt, std::int64_t total) {
    for (const ResolvedPart& part : policy.parts) {
        const auto* base = valueIf<std::string>(part.parameters, "base");
        if (base != nullptr && *base == "prompt") {
            return prompt;
        }
        if (base != nullptr && *base == "context") {
            const auto* context = valueIf<std::int64_t>(part.parameters, "context");
            return context != nullptr && *context > 0 ? *context : total;
        }
    }
    return total;
}

/// Returns the numbers in the keys and values of a token.
std::int64_t elementsOf(const ResolvedPolicy& policy, const TokenSize& size) {
    return size.bytes / std::max<std::int64_t>(1, size.elementBytes) *
           (setsPerQueryHead(policy) ? std::max<std::int64_t>(1, size.groupSize) : 1);
}

}  // namespace

std::optional<std::int64_t> nominalBudget(const std::function<std::optional<double>(const char* name)>& number,
                                          std::int64_t tokens) {
    if (const auto capacity = number("capacity"); capacity && *capacity > 0) {
        return static_cast<std::int64_t>(*capacity);
    }
    if (const auto removed = number("removed")) {
        return std::max<std::int64_t>(1, static_cast<std::int64_t>(static_cast<double>(tokens) * (1 - *removed)));
    }
    double sum = 0;
    bool any = false;
    // A list of sizes replaces the window that would be divided.
    const auto sizes = number("sizes");
    for (const char* name : {"sinks", "recent", "bridge", "heavy", "top-k", "window"}) {
        if (const auto value = sizes && std::string_view(name) == "window" ? sizes : number(name)) {
            sum += *value;
            any = true;
        }
    }
    return any ? std::optional(static_cast<std::int64_t>(sum) + slackKept(number)) : std::nullopt;
}

std::int64_t slackKept(const std::function<std::optional<double>(const char* name)>& number) {
    const double slack = number("slack").value_or(0), most = number("max-drop").value_or(0);
    const double interval = number("prune-interval").value_or(0);
    const bool kept = slack > 0 && most > 0 && most < interval;
    return kept ? static_cast<std::int64_t>(std::min(slack, interval - most)) : 0;
}

std::int64_t slackKept(const ResolvedPolicy& policy) {
    return slackKept([&](const char* name) { return numberOf(policy, name); });
}

std::optional<std::int64_t> nominalBudget(const ResolvedPolicy& policy, std::int64_t tokens) {
    const bool keepsAll = policy.parts.empty() || policy.parts.front().kind == PluginKind::Reader ||
                          policy.parts.front().kind == PluginKind::Codec;
    if (keepsAll) {
        return std::nullopt;
    }
    const ResolvedPolicy acting = inTokens(policy, tokens);
    const auto* last = valueIf<std::string>(acting.parts.front().parameters, "last-token");
    const std::int64_t apart = last != nullptr && *last == "apart" ? 1 : 0;
    const auto budget = nominalBudget([&](const char* name) { return numberOf(acting, name); }, tokens);
    return budget ? std::optional(*budget + apart) : budget;
}

bool budgetsFollowPrompt(const ResolvedPolicy& policy) {
    return std::ranges::any_of(policy.parts, [](const ResolvedPart& part) {
        return part.provided.promptBudgets && conditionHolds(part.provided.promptBudgetsIf, part);
    });
}

bool growsAfterPrompt(const ResolvedPolicy& policy) {
    if (policy.composed()) {
        return policy.cutInterval == 0;
    }
    return !policy.parts.empty() && policy.parts.front().provided.growsAfterPrompt &&
           conditionHolds(policy.parts.front().provided.growsAfterPromptIf, policy.parts.front());
}

HeldTokens heldTokens(const ResolvedPolicy& asked, std::int64_t prompt, std::int64_t total) {
    const ResolvedPolicy policy = inTokens(asked, prompt);
    const std::int64_t afterPrompt = std::min(nominalBudget(policy, prompt).value_or(prompt), prompt);
    const std::int64_t atEnd =
        growsAfterPrompt(policy)
            ? afterPrompt + (total - prompt)
            : std::min(nominalBudget(policy, tokensOfBase(policy, prompt, total)).value_or(total), total);
    return {afterPrompt, atEnd};
}

std::int64_t nominalBytesOnDevice(const ResolvedPolicy& policy, std::int64_t held, const TokenSize& size) {
    return policy.codec() == nullptr ? nominalBytes(policy, held, size) : held * elementsOf(policy, size) * 4;
}

std::int64_t nominalBytes(const ResolvedPolicy& policy, std::int64_t held, const TokenSize& size) {
    const std::int64_t elementBytes = std::max<std::int64_t>(1, size.elementBytes);
    const std::int64_t elements = elementsOf(policy, size);
    const ResolvedPart* codec = policy.codec();
    const sdk::Parameters p = codec != nullptr ? codec->parameters : sdk::Parameters();
    const auto* bits = valueIf<std::int64_t>(p, "bits");
    const auto* group = valueIf<std::int64_t>(p, "group");
    const auto* residual = valueIf<std::int64_t>(p, "residual");
    if (bits == nullptr || group == nullptr || residual == nullptr || *group < 1) {
        return held * elements * elementBytes;
    }
    const auto* scale = valueIf<std::string>(p, "scale-dtype");
    const double scaleBytes = scale != nullptr && *scale == "float32" ? 4 : 2;
    const std::int64_t coded = std::max<std::int64_t>(0, held - *residual);
    const double perElement = static_cast<double>(*bits) / 8 + 2 * scaleBytes / static_cast<double>(*group);
    return (held - coded) * elements * elementBytes +
           static_cast<std::int64_t>(static_cast<double>(coded * elements) * perElement);
}

}  // namespace kvw
