// SPDX-License-Identifier: Apache-2.0
/// Rule that decides which of two tokens gets a place in a sub-cache.
#pragma once

namespace kvw::cascade {

/// Comparison of the carried token, always the younger one, with the newest token of the sub-cache it comes to.
struct Contest {
    bool selection = true;  ///< false: every comparison is a tie
    bool carriedWinsTies = false;

    [[nodiscard]] bool carriedWins(float carried, float newest) const {
        return selection ? carried > newest || (carriedWinsTies && carried == newest) : carriedWinsTies;
    }
};

}  // namespace kvw::cascade
