// SPDX-License-Identifier: Apache-2.0
#include "core/trace/token_list.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/parse_number.h"

namespace kvw {
namespace {

constexpr std::size_t kMost = 1'000'000;

std::optional<std::int32_t> tokenOf(std::string_view text) {
    const auto token = parsedNumber<std::int32_t>(text);
    return token && *token >= 0 ? token : std::nullopt;
}

}  // namespace

std::string tokenListText(std::span<const std::int32_t> tokens) {
    std::string text;
    for (std::size_t i = 0; i < tokens.size();) {
        std::size_t last = i;
        while (last + 1 < tokens.size() && tokens[last + 1] == tokens[last] + 1) {
            ++last;
        }
        text += text.empty() ? "" : ",";
        text += last == i ? std::to_string(tokens[i]) : fmt::format("{}-{}", tokens[i], tokens[last]);
        i = last + 1;
    }
    return text;
}

std::optional<std::vector<std::int32_t>> parseTokenList(std::string_view text) {
    std::vector<std::int32_t> tokens;
    while (true) {
        const std::size_t comma = text.find(',');
        const std::string_view part = text.substr(0, comma);
        const std::size_t dash = part.find('-');
        const auto first = tokenOf(part.substr(0, dash));
        const auto last = dash == std::string_view::npos ? first : tokenOf(part.substr(dash + 1));
        if (!first || !last || *last < *first || tokens.size() + static_cast<std::size_t>(*last - *first) >= kMost) {
            return std::nullopt;
        }
        for (std::int32_t token = *first;; ++token) {
            tokens.push_back(token);
            if (token == *last) {
                break;
            }
        }
        if (comma == std::string_view::npos) {
            break;
        }
        text.remove_prefix(comma + 1);
    }
    std::sort(tokens.begin(), tokens.end());
    tokens.erase(std::unique(tokens.begin(), tokens.end()), tokens.end());
    return tokens;
}

}  // namespace kvw
