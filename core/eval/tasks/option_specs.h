// SPDX-License-Identifier: Apache-2.0
/// Options of tasks, declared as parameters of policies are.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/policy/host/manifest.h"

namespace kvw::eval {

/// Returns an integer option of at least `least`.
[[nodiscard]] inline ParameterSpec integerOption(std::string name, sdk::Value value, double least, std::string unit,
                                                 std::string tooltip) {
    ParameterSpec spec;
    spec.name = std::move(name);
    spec.type = ParameterType::Integer;
    spec.allowsAuto = std::holds_alternative<std::string>(value);
    spec.defaultValue = std::move(value);
    spec.minimum = least;
    spec.unit = std::move(unit);
    spec.label = spec.name;
    spec.tooltip = std::move(tooltip);
    return spec;
}

/// Returns an option that is a list such as "19/43", or "auto".
[[nodiscard]] inline ParameterSpec listOption(std::string name, sdk::Value value, double least, std::string unit,
                                              std::string tooltip) {
    ParameterSpec spec = integerOption(std::move(name), std::move(value), least, std::move(unit), std::move(tooltip));
    spec.type = ParameterType::Integers;
    spec.mostItems = 64;
    return spec;
}

/// Returns an option that is one of some words; the first is the default.
[[nodiscard]] inline ParameterSpec choiceOption(std::string name, std::vector<std::string> choices,
                                                std::string tooltip) {
    ParameterSpec spec;
    spec.name = std::move(name);
    spec.type = ParameterType::Choice;
    spec.defaultValue = choices.front();
    spec.choices = std::move(choices);
    spec.label = spec.name;
    spec.tooltip = std::move(tooltip);
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
