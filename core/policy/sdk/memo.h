// SPDX-License-Identifier: Apache-2.0
/// Lets a policy measure something of a prompt's layer once for all what-if questions about that prompt.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>

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

/// Returns `measure()`, which must depend only on the observation and on what `name` names. If selection from the same
/// prompt is repeated (what-if), it is measured once; a run has no memo.
[[nodiscard]] inline at::Tensor memoized(const Observation& layer, const std::string& name, const Measure& measure) {
    return layer.memo != nullptr ? layer.memo->recall(name, measure) : measure();
}

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

}  // namespace kvw::sdk
