// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/choice/prompt_share.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/parse_number.h"

namespace kvw {

std::optional<double> parseShare(const std::string& text) {
    if (!text.ends_with('%')) {
        return std::nullopt;
    }
    const auto percent = parsedNumber<double>(std::string_view(text).substr(0, text.size() - 1));
    return percent && *percent > 0 && *percent <= 100 ? percent : std::nullopt;
}

std::optional<double> shareIn(const sdk::Value& value) {
    const auto* text = std::get_if<std::string>(&value);
    return text != nullptr ? parseShare(*text) : std::nullopt;
}

std::string shareText(double percent) {
    return fmt::format("{}%", percent);
}

std::int64_t tokensOf(double percent, std::int64_t prompt) {
    return static_cast<std::int64_t>(static_cast<double>(prompt) * percent / 100);
}

ResolvedPolicy inTokens(ResolvedPolicy policy, std::int64_t prompt) {
    for (ResolvedPart& part : policy.parts) {
        for (const ParameterSpec& spec : part.provided.parameters) {
            const auto share = shareIn(part.parameters.values().at(spec.name));
            if (!share || !spec.allowsShare) {
                continue;
            }
            const auto* multiple = valueIf<std::int64_t>(part.parameters, spec.shareMultipleOf);
            const std::int64_t unit = multiple != nullptr ? std::max<std::int64_t>(1, *multiple) : 1;
            const auto least = static_cast<std::int64_t>(spec.minimum.value_or(0));
            // At least 1: the value 0 has another meaning than an empty share.
            const std::int64_t tokens = std::max({tokensOf(*share, prompt), least, std::int64_t{1}});
            part.parameters.set(spec.name, std::max(unit, tokens / unit * unit));
        }
    }
    return policy;
}

std::string firstShare(const ResolvedPolicy& policy) {
    for (const ResolvedPart& part : policy.parts) {
        for (const ParameterSpec& spec : part.provided.parameters) {
            const sdk::Value& value = part.parameters.values().at(spec.name);
            if (spec.allowsShare && shareIn(value)) {
                return fmt::format("{}{}={}", policy.prefixOf(part), spec.name, toText(value));
            }
        }
    }
    return {};
}

}  // namespace kvw
