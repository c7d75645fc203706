// SPDX-License-Identifier: Apache-2.0
/// Turns a policy's answer into lists of slots to free, or refuses it with a sentence. Nothing is applied here.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/policy/sdk/policy.h"

namespace kvw {

/// Token table of one layer of the cache: tokens [units, slots], -1 = free, a unit every `stride` numbers (0: every
/// `slots`). Borrowed for the call. A layer that holds nothing yet is empty. The observation the policy saw may have
/// had more slots (padding), never fewer.
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

/// What one edit frees in one unit of one layer; made only where something is freed.
struct LayerCut {
    std::int64_t layer = 0;
    std::int64_t unit = 0;
    std::size_t edit = 0;             ///< index of the edit (its reason)
    std::vector<std::int32_t> slots;  ///< in the order of the edit
    std::vector<float> scores;        ///< of these slots; empty where the edit gave no scores
    float cut = 0;                    ///< lowest score kept outside the protected tokens; NaN if there is none
};

/// Checks every edit against the table ([all layers of the cache], in order), rule B3 and the report.
/// Refused: wrong shape or type, layer or slot out of range, free slot, slot listed twice (over all edits of the
/// answer), nothing left in a unit, a protected token, NaN scores at occupied slots, and, in units where something is
/// freed, more kept than the report's budget. `who` is id and version; `step` the index of the newest token. Cost
/// O(slots) per unit that an edit frees slots of.
[[nodiscard]] Result<std::vector<LayerCut>> checkEdits(const sdk::Edits& edits, std::span<const LayerTokens> table,
                                                       const sdk::Protection& protection, const sdk::Report& report,
                                                       const std::string& who, std::int64_t step);

}  // namespace kvw
