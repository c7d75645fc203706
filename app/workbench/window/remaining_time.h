// SPDX-License-Identifier: GPL-3.0-or-later
/// How long a run will still take, said once its pace is steady.
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

    /// A run that goes on is at `position` of `total` tokens.
    void note(Clock::time_point now, std::int64_t position, std::int64_t total);
    void forget() { m_seen.clear(); }  ///< it stopped, or another one began
    /// Nothing: the pace of the last seconds is not steady yet.
    [[nodiscard]] std::optional<std::chrono::seconds> left() const;

 private:
    struct Seen {
        Clock::time_point at;
        std::int64_t position;
    };
    std::deque<Seen> m_seen;  ///< of the last seconds
    std::int64_t m_total = 0;
};

/// "42 s left", "3 min left", "2 h 10 min left"
[[nodiscard]] QString leftText(std::chrono::seconds left);

}  // namespace kvw::wb
