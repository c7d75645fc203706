// SPDX-License-Identifier: Apache-2.0
/// The rule by which one of two tokens gets a place in a sub-cache.
#pragma once

namespace kvw::cascade {

/// The carried token, always the younger one, against the newest of the sub-cache it comes to.
struct Contest {
    bool selection = true;  ///< false: every comparison is a tie
    bool carriedWinsTies = false;

    [[nodiscard]] bool carriedWins(float carried, float newest) const {
        return selection ? carried > newest || (carriedWinsTies && carried == newest) : carriedWinsTies;
    }
};

}  // namespace kvw::cascade
