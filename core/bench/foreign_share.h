// SPDX-License-Identifier: Apache-2.0
/// Measures how quiet the machine was while something was timed.
#pragma once

#include <functional>

namespace kvw {

/// Share of processor time of other programs below which a machine is quiet.
inline constexpr double kQuietShare = 0.05;

/// Result of waitUntilQuiet.
struct QuietWait {
    double waited = 0;  ///< seconds
    bool quiet = false;
    double share = 0;  ///< share of other programs in the last second
};
/// Returns once the machine was quiet for a second, or after `seconds`. `tell` gets the seconds waited so far, once a
/// second; an exception from it ends the wait. Thread: any.
QuietWait waitUntilQuiet(double seconds, const std::function<void(double)>& tell);

/// Meter of other programs' share since its construction. Thread: any; const access from one at a time.
class ForeignShare {
 public:
    ForeignShare();
    /// Returns the share of all processors' time since construction that other programs took, without this one and its
    /// ended children: 0 to 1; 0 if the system gives no numbers.
    [[nodiscard]] double now() const;

 private:
    struct Ticks {
        double own = 0, busy = 0, all = 0;  ///< seconds
    };
    static Ticks ticks();
    Ticks m_since;
};

}  // namespace kvw
