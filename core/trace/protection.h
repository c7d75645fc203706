// SPDX-License-Identifier: Apache-2.0
/// What the policy of a lane protects at a step: where another one took over, or a parameter was turned, it is not the
/// same all the time.
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

/// Of an event that tells the change: "sinks 4, recent 256 > sinks 0, recent 128".
inline constexpr const char* kProtectionEvent = "protection";
[[nodiscard]] std::string protectionChange(const ProtectedEnds& before, const ProtectedEnds& now);

/// Of a lane over time. Older runs did not record changes: there it is that of the lane's description throughout.
class Protections {
 public:
    Protections(const Recording& recording, std::int32_t lane);
    /// At the end of `step`.
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
