// SPDX-License-Identifier: GPL-3.0-or-later
/// Estimates the remaining time of a run, once its pace is steady.
#pragma once

#include <QString>
#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>

namespace kvw::wb {

class RemainingTime {
 public:
    using Clock = std::chrono::steady_clock;

    /// Records that the run is at `position` of `total` tokens.
    void note(Clock::time_point now, std::int64_t position, std::int64_t total);
    void forget() { m_seen.clear(); }  ///< discards the measurements: the run stopped, or another one began
    /// Returns the remaining time; none: the pace of the last seconds is not steady.
    [[nodiscard]] std::optional<std::chrono::seconds> left() const;

 private:
    struct Seen {
        Clock::time_point at;
        std::int64_t position;
    };
    std::deque<Seen> m_seen;  ///< positions of the last seconds
    std::int64_t m_total = 0;
};

/// Formats a time as "42 s left", "3 min left" or "2 h 10 min left".
[[nodiscard]] QString leftText(std::chrono::seconds left);

}  // namespace kvw::wb
