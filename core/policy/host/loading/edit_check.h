// SPDX-License-Identifier: Apache-2.0
/// Turns a policy's answer into lists of slots to free, or refuses it with a sentence. Applies nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/policy/sdk/policy.h"

namespace kvw {

/// Token table of one layer of the cache: tokens [units, slots], -1 = free, with a unit every `stride` numbers (0:
/// every `slots`). Borrowed for the call. Empty for a layer that holds nothing yet. The observation that the policy saw
/// may have had more slots (padding), never fewer.
struct LayerTokens {
    std::span<const std::int64_t> tokens;
    std::int64_t units = 0;
    std::int64_t slots = 0;
    std::int64_t stride = 0;
    [[nodiscard]] std::span<const std::int64_t> row(std::int64_t unit) const {
        return tokens.subspan(static_cast<std::size_t>(unit * (stride == 0 ? slots : stride)),
                              static_cast<std::size_t>(slots));
    }
};

/// Slots that one edit frees in one unit of one layer; never empty.
struct LayerCut {
    std::int64_t layer = 0;
    std::int64_t unit = 0;
    std::size_t edit = 0;             ///< index of the edit, which has the reason
    std::vector<std::int32_t> slots;  ///< in the order of the edit
    std::vector<float> scores;        ///< of these slots; empty if the edit has no scores
    float cut = 0;                    ///< lowest score kept of unprotected tokens; NaN: none
};

/// Checks every edit against the table ([all layers of the cache], in order), rule B3 and the report. Refused: wrong
/// shape or type, layer or slot out of range, free slot, slot listed twice (over all edits of the answer), nothing left
/// in a unit, a protected token, a score of NaN at an occupied slot or of +infinity at an unprotected one, and, in
/// units where something is freed, more kept than the report's budget. `who` is id and version; `step` the index of the
/// newest token. Cost: O(slots) per unit in which an edit frees slots.
[[nodiscard]] Result<std::vector<LayerCut>> checkEdits(const sdk::Edits& edits, std::span<const LayerTokens> table,
                                                       const sdk::Protection& protection, const sdk::Report& report,
                                                       const std::string& who, std::int64_t step);

}  // namespace kvw
