// SPDX-License-Identifier: Apache-2.0
/// Scores of LooGLE's subtasks, as kvpress computes them.
#pragma once

#include <string_view>

#include "core/eval/tasks/sample.h"

namespace kvw::eval {

/// Returns the recall of ROUGE-L as the value, and the other scores of a text as parts.
[[nodiscard]] Score loogleTextScore(std::string_view answer, std::string_view reference);
/// Returns the share of masks that a cloze answer fills as the reference does, weighted by their number. Both are texts
/// of a JSON object or a Python dict; another answer fills none. Part: masks that share a word with the reference.
[[nodiscard]] Score loogleClozeScore(std::string_view answer, std::string_view reference);

}  // namespace kvw::eval
