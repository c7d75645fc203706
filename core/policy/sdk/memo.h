// SPDX-License-Identifier: Apache-2.0
/// What is measured of a layer of a prompt, once for all questions to it.
#pragma once

#include <array>
#include <charconv>
#include <functional>
#include <string>

#include "core/policy/sdk/observation.h"

namespace kvw::sdk {

using Measure = std::function<at::Tensor()>;

/// Borrowed for the call that brought it (Observation::memo), and of the layer that this call shows.
class Memo {
 public:
    virtual ~Memo() = default;
    /// What `measure` gives, or gave under that name before. Not to be written to.
    [[nodiscard]] virtual at::Tensor recall(const std::string& name, const Measure& measure) = 0;
};

/// `measure()`, which follows from the observation and what `name` names alone. Where the same prompt is selected from
/// again and again (what-if), it is measured once; in a run there is no memo.
[[nodiscard]] inline at::Tensor once_per_prompt(const Observation& layer, const std::string& name,
                                                const Measure& measure) {
    return layer.memo != nullptr ? layer.memo->recall(name, measure) : measure();
}

/// Names a measure: its own name and every number, flag or choice it depends on, to the last bit.
template <class... Values>
[[nodiscard]] std::string measure_name(std::string name, Values... values) {
    const auto append = [&name](double value) {
        std::array<char, 32> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
        name.append(1, ' ').append(digits.data(), end);
    };
    (append(static_cast<double>(values)), ...);
    return name;
}

}  // namespace kvw::sdk
