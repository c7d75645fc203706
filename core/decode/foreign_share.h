// SPDX-License-Identifier: Apache-2.0
/// How quiet the machine was while something was measured.
#pragma once

#include <functional>

namespace kvw {

/// Other programs' share of the processors below which a machine is quiet.
inline constexpr double kQuietShare = 0.05;

/// Returns once the machine was quiet for a second, or after `seconds`. `tell` gets the seconds waited so far, once a
/// second; what it throws ends the wait. Thread: any.
struct QuietWait {
    double waited = 0;  ///< seconds
    bool quiet = false;
    double share = 0;  ///< of other programs, in the last second
};
QuietWait waitUntilQuiet(double seconds, const std::function<void(double)>& tell);

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
