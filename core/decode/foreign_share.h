// SPDX-License-Identifier: Apache-2.0
/// How quiet the machine was while something was measured.
#pragma once

namespace kvw {

/// Thread: any; const access from one at a time.
class ForeignShare {
 public:
    ForeignShare();
    /// The share of all processors' time since it was made that other programs took, not this one and its ended
    /// children: 0 to 1; 0 where the system tells nothing.
    [[nodiscard]] double now() const;

 private:
    struct Ticks {
        double own = 0, busy = 0, all = 0;  ///< seconds
    };
    static Ticks ticks();
    Ticks m_since;
};

}  // namespace kvw
