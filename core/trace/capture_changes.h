// SPDX-License-Identifier: Apache-2.0
/// How much of the attention was recorded of each token of a lane: a run may be switched while it goes on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/trace/recording.h"

namespace kvw {

/// Of an event that switches it: "capture = maps".
inline constexpr const char* kCaptureEvent = "capture";

/// "none", "rows", "stats" or "maps": what was recorded of token `step`, which is decoded.
[[nodiscard]] std::string captureAt(const Recording& recording, std::int32_t lane, std::int64_t step);
/// captureAt of tokens that ascend: all of them together look at every event once.
class CaptureWalk {
 public:
    CaptureWalk(const Recording& recording, std::int32_t lane);
    [[nodiscard]] const std::string& at(std::int64_t step);

 private:
    struct Switch {
        std::int64_t step = 0;
        std::string level;
    };
    std::vector<Switch> m_switches;
    std::size_t m_next = 0;
    std::string m_level;
};

/// The first token whose attention rows were not wanted, in a lane that was switched: what adds rows up over steps has
/// no sum there. Of a prompt only where it is read chunk by chunk: there something may be evicted inside it. -1: none,
/// or nothing was switched.
[[nodiscard]] std::int64_t firstWithoutRows(const Recording& recording, std::int32_t lane);
/// Why what the full cache's rows tell of later attention is not told, where they are missing from `first` on.
[[nodiscard]] std::string rowsSwitchedOff(std::int64_t first);

}  // namespace kvw
