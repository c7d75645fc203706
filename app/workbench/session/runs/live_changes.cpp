// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/runs/live_changes.h"

#include <algorithm>

#include "core/trace/capture_changes.h"
#include "core/trace/parameter_changes.h"

namespace kvw::wb {

std::vector<LiveChange> liveChanges(const Trace& trace, bool hidden) {
    constexpr qsizetype kLongest = 32;
    std::vector<LiveChange> all;
    const auto add = [&all](std::int32_t step, const std::string& text) {
        QString label = QString::fromStdString(text);
        if (label.size() > kLongest) {
            label = label.left(kLongest - 1) + QChar(0x2026);
        }
        all.push_back({step, label});
    };
    for (const bundle::ParameterChange& change : bundle::parameterChanges(trace)) {
        add(change.step, change.parameter + ' ' + change.value);
    }
    for (const TraceEvent& event : eventsOf(trace)) {
        if ((event.kind == "policy" || event.kind == "hand") && event.step < trace.steps()) {
            add(event.step, event.text);
        } else if (event.kind == kCaptureEvent && event.step < trace.steps()) {
            std::string text = event.text;  // "capture = maps" becomes "capture maps", like a parameter
            if (const std::size_t equals = text.find(" = "); equals != std::string::npos) {
                text = text.substr(0, equals) + ' ' + text.substr(equals + 3);
            }
            add(event.step, text);
        }
    }
    std::stable_sort(all.begin(), all.end(), [](const LiveChange& a, const LiveChange& b) { return a.step < b.step; });
    std::vector<LiveChange> changes;
    for (LiveChange& each : all) {
        const bool together = !changes.empty() && changes.back().step == each.step;
        if (hidden) {
            each.label = LiveChanges::tr("change");
        }
        if (together && !hidden) {
            changes.back().label += QStringLiteral(", ") + each.label;
        } else if (!together) {
            changes.push_back(std::move(each));
        }
    }
    return changes;
}

std::optional<double> labelStart(double at, double wide, double free, double end) {
    const double start = at + wide <= end ? at : at - wide;
    return start >= free ? std::optional(start) : std::nullopt;
}

bool LiveChanges::follow(const Trace* trace, bool hidden) {
    const std::int64_t events = trace == nullptr ? 0 : trace->events();
    if (trace == m_trace && events == m_events && hidden == m_hidden && !m_waiting) {
        return false;
    }
    m_trace = trace;
    m_events = events;
    m_hidden = hidden;
    // A problem may be at a step that never comes.
    m_waiting =
        events > 0 && trace->event(events - 1).kind != kProblemEvent && trace->event(events - 1).step >= trace->steps();
    m_list = trace == nullptr ? std::vector<LiveChange>() : liveChanges(*trace, hidden);
    return true;
}

}  // namespace kvw::wb
