// SPDX-License-Identifier: Apache-2.0
/// Parses and evaluates conditions of a manifest, such as `enabled-if`, which says when a parameter has an effect.
/// Clauses joined by '&' must all hold; a clause holds if one of its comparisons, joined by '|', does: "kernel!=1 &
/// pool=max|group-reduce=max".
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kvw {

/// Comparison "name=value" or "name!=value" with another parameter of the same policy, scorer, budget, reader or codec.
struct ParameterTest {
    std::string name, value;
    bool equal = true;
};

using Clause = std::vector<ParameterTest>;

/// Returns the clauses of a text, none for an empty one; no value if the text does not have the form above.
[[nodiscard]] std::optional<std::vector<Clause>> parseCondition(const std::string& text);

/// Returns the first clause that does not hold, nullptr if all do. `has` says whether a parameter has the value in the
/// text.
using Has = std::function<bool(const std::string& name, const std::string& value)>;
[[nodiscard]] const Clause* firstBroken(const std::vector<Clause>& condition, const Has& has);

}  // namespace kvw
