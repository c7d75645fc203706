// SPDX-License-Identifier: Apache-2.0
/// Tells which tokens a lane's policy protects at a step; this changes when another policy takes over or a parameter is
/// changed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/trace/recording.h"

namespace kvw {

/// Tokens that a policy never evicts: the first ones and the newest.
struct ProtectedEnds {
    std::int64_t sinks = 0, recent = 0;
    [[nodiscard]] bool operator==(const ProtectedEnds&) const = default;
};

/// Kind of an event that records a change: "sinks 4, recent 256 > sinks 0, recent 128".
inline constexpr const char* kProtectionEvent = "protection";
[[nodiscard]] std::string protectionChange(const ProtectedEnds& before, const ProtectedEnds& now);

/// Protection of a lane over time. Older runs did not record changes: for them it is that of the lane's description
/// throughout.
class Protections {
 public:
    Protections(const Recording& recording, std::int32_t lane);
    /// Returns the protection at the end of `step`.
    [[nodiscard]] ProtectedEnds at(std::int64_t step) const;

 private:
    struct Change {
        std::int64_t step = 0;
        ProtectedEnds before, now;
    };
    ProtectedEnds m_described;
    std::vector<Change> m_changes;  ///< by step
};

}  // namespace kvw
