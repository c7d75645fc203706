// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/condition.h"

#include <algorithm>
#include <string_view>

#include "core/base/comma_list.h"

namespace kvw {

namespace {

std::optional<ParameterTest> parseTest(std::string_view text) {
    const auto equals = text.find('=');
    if (equals == std::string_view::npos) {
        return std::nullopt;
    }
    const bool equal = equals == 0 || text[equals - 1] != '!';
    ParameterTest test{std::string(trimmed(text.substr(0, equal ? equals : equals - 1), " ")),
                       std::string(trimmed(text.substr(equals + 1), " ")), equal};
    return test.name.empty() || test.value.empty() ? std::nullopt : std::optional(std::move(test));
}

}  // namespace

std::optional<std::vector<Clause>> parseCondition(const std::string& text) {
    std::vector<Clause> condition;
    if (trimmed(text, " ").empty()) {
        return condition;
    }
    for (const std::string& part : splitAt(text, '&')) {
        Clause clause;
        for (const std::string& alternative : splitAt(part, '|')) {
            std::optional<ParameterTest> test = parseTest(alternative);
            if (!test) {
                return std::nullopt;
            }
            clause.push_back(std::move(*test));
        }
        condition.push_back(std::move(clause));
    }
    return condition;
}

const Clause* firstBroken(const std::vector<Clause>& condition, const Has& has) {
    const auto broken = std::ranges::find_if(condition, [&](const Clause& clause) {
        return std::ranges::none_of(
            clause, [&](const ParameterTest& test) { return has(test.name, test.value) == test.equal; });
    });
    return broken == condition.end() ? nullptr : &*broken;
}

}  // namespace kvw
