// SPDX-License-Identifier: Apache-2.0
/// Lets a policy measure something of a prompt's layer once for all what-if questions about that prompt.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>

#include "core/policy/sdk/observation.h"

namespace kvw::sdk {

using Measure = std::function<at::Tensor()>;

/// Measurements of the layer that a call shows, by name. Borrowed for that call (Observation::memo).
class Memo {
 public:
    virtual ~Memo() = default;
    /// Returns what `measure` gives, or gave earlier under that name. The tensor must not be written to.
    [[nodiscard]] virtual at::Tensor recall(const std::string& name, const Measure& measure) = 0;
};

/// Returns the name of a measurement: `name` and every number, flag or choice it depends on, to the last bit.
template <class... Values>
[[nodiscard]] std::string measure_name(std::string name, Values... values) {
    const auto append = [&name](auto value) {
        using Number = std::conditional_t<std::is_floating_point_v<decltype(value)>, double, std::int64_t>;
        std::array<char, 32> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), static_cast<Number>(value)).ptr;
        name.append(1, ' ').append(digits.data(), end);
    };
    (append(values), ...);
    return name;
}

/// Function of what is seen of a layer and of parameters (numbers, flags, choices), called as
/// `function(seen, parameters...)`. If selection from the same prompt is repeated (what-if), each set of parameters is
/// computed once; a run has no memo and just computes.
template <class Function>
class OncePerPrompt {
 public:
    /// `name` names the function among those of all plugins. The result must depend on nothing but the arguments, and
    /// must not be written to.
    constexpr OncePerPrompt(const char* name, Function function) : m_name(name), m_function(std::move(function)) {}

    /// `seen`: an Observation, or something that converts to one.
    template <class Seen, class... Parameters>
    [[nodiscard]] at::Tensor operator()(const Seen& seen, Parameters... parameters) const {
        const auto& layer = static_cast<const Observation&>(seen);
        if (layer.memo == nullptr) {
            return m_function(seen, parameters...);
        }
        return layer.memo->recall(measure_name(m_name, parameters...), [&] { return m_function(seen, parameters...); });
    }

 private:
    const char* m_name;
    Function m_function;
};

}  // namespace kvw::sdk
