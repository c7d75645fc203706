// SPDX-License-Identifier: Apache-2.0
#include "core/trace/capture_changes.h"

#include <algorithm>
#include <string_view>

namespace kvw {

namespace {

constexpr std::string_view kLevelOf = "capture = ";

}  // namespace

std::string_view switchedTo(const TraceEvent& event) noexcept {
    const bool switches = event.kind == kCaptureEvent && event.text.starts_with(kLevelOf);
    return switches ? std::string_view(event.text).substr(kLevelOf.size()) : std::string_view();
}

std::string captureAt(const Recording& recording, std::int32_t lane, std::int64_t step) {
    return CaptureWalk(recording, lane).at(step);
}

CaptureWalk::CaptureWalk(const Recording& recording, std::int32_t lane) : m_level(recording.description().capture) {
    const Trace& trace = recording.trace(lane);
    for (const TraceEvent& event : eventsOf(trace)) {
        if (const std::string_view level = switchedTo(event); !level.empty()) {
            const bool pooled = level == "maps" && poolsMaps(recording.description().capture);
            m_switches.push_back({event.step, pooled ? recording.description().capture : std::string(level)});
        }
    }
    std::ranges::stable_sort(m_switches, {}, &Switch::step);
}

const std::string& CaptureWalk::at(std::int64_t step) {
    for (; m_next < m_switches.size() && m_switches[m_next].step <= step; ++m_next) {
        m_level = m_switches[m_next].level;
    }
    return m_level;
}

std::int64_t firstWithoutRows(const Recording& recording, std::int32_t lane) {
    const RunDescription& run = recording.description();
    const Trace& trace = recording.trace(lane);
    bool switched = false;
    const std::int64_t begin = run.prefill.starts_with("streaming") ? 0 : run.promptTokens;
    std::int64_t first = run.capture == "maps" ? -1 : begin;
    for (const TraceEvent& event : eventsOf(trace)) {
        if (const std::string_view level = switchedTo(event); !level.empty()) {
            switched = true;
            const bool rows = level == "maps" && !poolsMaps(run.capture);
            if (first < 0 && !rows) {
                first = event.step;
            } else if (rows && first == event.step) {
                first = -1;  // nothing was decoded in between
            }
        }
    }
    return switched && first >= 0 && first < trace.steps() ? first : -1;
}

Phrase rowsSwitchedOff(std::int64_t first) {
    return phrase(
        "later attention is told by the full cache's rows, and those of token %1 were not recorded: recording "
        "was switched while the run went on",
        first);
}

}  // namespace kvw
