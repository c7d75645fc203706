// SPDX-License-Identifier: Apache-2.0
/// Turns a policy's answer into cuts, or refuses it with a sentence. Applies nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/policy/host/loading/cut.h"
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

/// Checks every edit against the table ([all layers of the cache], in order), rule B3 and the report. The cuts have
/// everything but a step; their slots are those of the table. Refused: wrong shape or type, layer or slot out of range,
/// free slot, slot listed twice (over all edits of the answer), nothing left in a unit, a protected token, a score of
/// NaN at an occupied slot or of +infinity at an unprotected one, and, in units where something is freed, more kept
/// than the report's budget. `who` is id and version; `step` the index of the newest token. Cost: O(slots) per unit in
/// which an edit frees slots.
[[nodiscard]] Result<std::vector<Cut>> checkEdits(const sdk::Edits& edits, std::span<const LayerTokens> table,
                                                  const sdk::Protection& protection, const sdk::Report& report,
                                                  const std::string& who, std::int64_t step);

}  // namespace kvw
