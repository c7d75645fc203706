// SPDX-License-Identifier: Apache-2.0
/// When a parameter has an effect: the `enabled-if` of a manifest. Clauses joined by '&' must all hold, a clause holds
/// if one of its comparisons, joined by '|', does: "kernel!=1 & pool=max|group-reduce=max".
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kvw {

/// "name=value" or "name!=value" of another parameter of the same thing.
struct ParameterTest {
    std::string name, value;
    bool equal = true;
};

using Clause = std::vector<ParameterTest>;

/// The clauses of a text, none for an empty one; no value if it is not of the form above.
[[nodiscard]] std::optional<std::vector<Clause>> parseCondition(const std::string& text);

/// The first clause that does not hold, nullptr if all do. `has` says whether a parameter has the value written there.
using Has = std::function<bool(const std::string& name, const std::string& value)>;
[[nodiscard]] const Clause* firstBroken(const std::vector<Clause>& condition, const Has& has);

}  // namespace kvw
