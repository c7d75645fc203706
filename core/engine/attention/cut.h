// SPDX-License-Identifier: Apache-2.0
/// Tokens that one cut evicted from one unit. Plain data, without torch.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace kvw {

struct Cut {
    std::int32_t layer = 0, unit = 0;
    std::vector<std::int32_t> tokens;  ///< ascending
    std::vector<float> scores;         ///< of `tokens`; empty if the policy compares nothing
    float lowestKept = 0;              ///< lowest score that was kept; NaN: none
    std::string reason;
};

/// Cuts that are due, with the slots that they free.
struct DueCuts {
    std::vector<Cut> cuts;
    std::vector<std::vector<std::int32_t>> slots;  ///< by cut

    void add(Cut cut, std::vector<std::int32_t> slotsOfCut) {
        cuts.push_back(std::move(cut));
        slots.push_back(std::move(slotsOfCut));
    }
};

}  // namespace kvw
