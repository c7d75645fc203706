// SPDX-License-Identifier: Apache-2.0
/// Options of tasks, declared as parameters of policies are.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/policy/host/manifest.h"

namespace kvw::eval {

/// Most tokens of an option: sums of a few of them do not overflow.
inline constexpr double kMostOfOption = 1 << 30;

/// Returns an integer option from `least` to `most`.
[[nodiscard]] inline ParameterSpec integerOption(std::string name, sdk::Value value, double least, std::string unit,
                                                 std::string tooltip, double most = kMostOfOption) {
    ParameterSpec spec;
    spec.name = std::move(name);
    spec.type = ParameterType::Integer;
    spec.allowsAuto = std::holds_alternative<std::string>(value);
    spec.defaultValue = std::move(value);
    spec.minimum = least;
    spec.maximum = most;
    spec.unit = std::move(unit);
    spec.label = spec.name;
    spec.tooltip = std::move(tooltip);
    return spec;
}

/// Returns an option that is a list such as "19/43", or "auto".
[[nodiscard]] inline ParameterSpec listOption(std::string name, sdk::Value value, double least, std::string unit,
                                              std::string tooltip, double most = kMostOfOption) {
    ParameterSpec spec =
        integerOption(std::move(name), std::move(value), least, std::move(unit), std::move(tooltip), most);
    spec.type = ParameterType::Integers;
    spec.mostItems = 64;
    return spec;
}

/// Checks that the list of an option has no item twice. Errors: BadUsage that names option and item.
[[nodiscard]] inline Result<void> checkEachOnce(const std::string& option, const std::vector<std::int64_t>& items) {
    for (auto item = items.begin(); item != items.end(); ++item) {
        if (std::find(items.begin(), item, *item) != item) {
            return fail(Code::BadUsage, option, phrase("the item %1 is given twice", *item));
        }
    }
    return {};
}

/// Returns an option that is one of some words; the first is the default. `several`: or several of them, joined by "+".
[[nodiscard]] inline ParameterSpec choiceOption(std::string name, std::vector<std::string> choices, std::string tooltip,
                                                bool several = false) {
    ParameterSpec spec;
    spec.name = std::move(name);
    spec.type = ParameterType::Choice;
    spec.defaultValue = choices.front();
    spec.choices = std::move(choices);
    spec.several = several;
    spec.label = spec.name;
    spec.tooltip = std::move(tooltip);
    return spec;
}

/// Returns the option with the condition under which it has an effect, such as "restream=true" (condition.h). Another
/// value than its default is refused without it.
[[nodiscard]] inline ParameterSpec onlyIf(std::string condition, ParameterSpec spec) {
    spec.enabledIf = std::move(condition);
    return spec;
}

[[nodiscard]] inline ParameterSpec flagOption(std::string name, bool value, std::string tooltip) {
    ParameterSpec spec;
    spec.name = std::move(name);
    spec.type = ParameterType::Flag;
    spec.defaultValue = value;
    spec.label = spec.name;
    spec.tooltip = std::move(tooltip);
    return spec;
}

}  // namespace kvw::eval
