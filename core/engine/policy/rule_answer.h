// SPDX-License-Identifier: Apache-2.0
/// Decisions of a decode step that followed from rules, as a backend leaves them. Without torch.
#pragma once

#include <cstdint>
#include <vector>

namespace kvw {

struct RuleAnswer {
    std::vector<std::int32_t> counts;  ///< slots to free, [layers, units]; empty: none at all
    std::int64_t stride = 0;
    std::vector<std::int32_t> slots;  ///< [layers, units, stride], the first `counts` of each; empty if there are none
    std::vector<float> scores;        ///< likewise, what was compared, at held slots; empty: the rule shows none

    std::vector<std::int32_t> closeCuts;  ///< [layers, units], 1 where rounding may have decided; empty: nowhere

    [[nodiscard]] bool evicts() const noexcept { return !slots.empty(); }
};

/// Pages that query heads read in the step, by the rule of a reader.
struct ReadAnswer {
    /// [layers][query_heads]: pages, ascending; a layer without heads read everything.
    std::vector<std::vector<std::vector<std::int32_t>>> pages;
    std::vector<float> firstScores;  ///< what the first query head of layer 0 compared; empty: it read everything
};

}  // namespace kvw
