// SPDX-License-Identifier: Apache-2.0
/// Reads the last attention rows of a recorded prompt, as policies that measure layers see them.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/error.h"
#include "core/trace/recording.h"

namespace kvw {

/// Recorded tokens of the prompt (S), and the number of its last rows that are read (w, limited to [least, S - 1]).
struct PromptRows {
    std::int64_t prompt = 0, rows = 0;
    [[nodiscard]] std::int64_t prefix() const noexcept { return prompt - rows; }  ///< columns before them
};
/// Length of the shortest prompt that layers can be measured on.
inline constexpr std::int64_t kLeastMeasured = 3;
/// Returns the rows to read. Errors: BadUsage for a prompt of fewer than 3 tokens; its sentence begins with `what`
/// ("layer preferences").
[[nodiscard]] Result<PromptRows> promptRows(const Recording& recording, std::int32_t lane, std::int64_t window,
                                            std::int64_t least, const char* what);

/// Calls `visit(layer, head, values)` for every query head of every layer, values [rows x prefix]; a column that a row
/// did not hold is 0. `values` is borrowed for the call. Errors: BadUsage if rows are not recorded; Cancelled once
/// `stale` returns true. Thread: any.
[[nodiscard]] Result<void> eachPromptHead(
    const Recording& recording, std::int32_t lane, const PromptRows& of, const char* what,
    const std::function<bool()>& stale,
    const std::function<void(std::int32_t layer, std::int32_t head, const std::vector<float>& values)>& visit);

}  // namespace kvw
