// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/asked_budget.h"

#include <charconv>
#include <limits>
#include <string>
#include <vector>

#include "core/bundle/parameter_changes.h"
#include "core/policy/host/nominal_budget.h"
#include "core/trace/lane_parameter.h"

namespace kvw {

namespace {

std::optional<double> numberIn(const std::string& text) {
    double value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    return problem == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<std::int64_t> askedBudget(const Recording& recording, std::int32_t lane, std::int64_t step) {
    const Trace& trace = recording.trace(lane);
    for (std::int64_t i = 0; i < trace.events(); ++i) {
        if (const TraceEvent& event = trace.event(i); event.kind == "policy" && event.step <= step) {
            return std::nullopt;
        }
    }
    const LaneInfo& info = recording.description().lanes[static_cast<std::size_t>(lane)];
    const std::vector<bundle::ParameterChange> changes = bundle::parameterChanges(trace);
    const auto number = [&](const char* name) -> std::optional<double> {
        const double start = laneParameter<double>(info, name, std::numeric_limits<double>::quiet_NaN());
        std::optional<double> value = start == start ? std::optional(start) : std::nullopt;
        for (const bundle::ParameterChange& change : changes) {
            const bool same = change.parameter == name || change.parameter == std::string("budget.") + name;
            if (same && change.step <= step) {
                value = numberIn(change.value);
            }
        }
        return value;
    };
    return nominalBudget(number, recording.description().promptTokens);
}

}  // namespace kvw
