// SPDX-License-Identifier: Apache-2.0
/// Tells how much attention was recorded for each token of a lane; recording can be switched during a run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/phrase.h"
#include "core/trace/recording.h"

namespace kvw {

/// Kind of an event that switches recording: "capture = maps".
inline constexpr const char* kCaptureEvent = "capture";
/// Returns the level that an event switches to; empty: it is another event. Valid as long as the event.
[[nodiscard]] std::string_view switchedTo(const TraceEvent& event) noexcept;

/// Returns what was recorded for the decoded token `step`: "none", "rows", "stats", "maps", or "maps:" with the pooling
/// of the run.
[[nodiscard]] std::string captureAt(const Recording& recording, std::int32_t lane, std::int64_t step);
/// Computes captureAt for ascending tokens, with one pass over the events in total.
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

/// Returns the first token without attention rows in a lane whose recording was switched: sums of rows over steps are
/// not defined there. Prompt tokens count only in a streaming prefill, where tokens may be evicted within the prompt.
/// -1: no such token, or recording was not switched.
[[nodiscard]] std::int64_t firstWithoutRows(const Recording& recording, std::int32_t lane);
/// Returns the sentence that explains why later attention is unknown if the full cache's rows are missing from token
/// `first` on.
[[nodiscard]] Phrase rowsSwitchedOff(std::int64_t first);

}  // namespace kvw
