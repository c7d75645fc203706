// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/requested_budget.h"

#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "core/base/json/json_access.h"
#include "core/base/parse_number.h"
#include "core/policy/host/choice/nominal_budget.h"
#include "core/policy/host/choice/prompt_share.h"
#include "core/trace/lane_parameter.h"
#include "core/trace/parameter_changes.h"

namespace kvw {

namespace {

/// Returns the sum of the budgets that the policy allots to all layers; NaN: one is not known.
double allotted(const Trace& trace, std::int64_t step) {
    double sum = 0;
    for (std::int32_t layer = 0; layer < trace.shape().layers; ++layer) {
        sum += static_cast<double>(trace.layer(step, layer).budget);
    }
    return sum;
}

/// Returns the tokens that a fraction refers to: those so far, if the allotted budgets changed after the prompt or were
/// not known before; else those of the prompt.
std::int64_t wholeOf(const Recording& recording, const Trace& trace, std::int64_t step) {
    const std::int64_t prompt = recording.description().promptTokens, last = trace.steps() - 1;
    if (step < prompt || prompt < 1) {
        return prompt;
    }
    const double then = allotted(trace, prompt - 1), now = allotted(trace, last);
    return std::isfinite(now) && then != now ? step + 1 : prompt;
}

/// Parses a typed value: a number, or a share of the prompt in tokens.
std::optional<double> numberIn(const std::string& text, std::int64_t prompt) {
    if (const auto share = parseShare(text)) {
        return static_cast<double>(tokensOf(*share, prompt));
    }
    return parsedNumber<double>(text);
}

/// Returns the sum of a parameter that is a list of integers; none: it is no list.
std::optional<double> sumOf(const LaneInfo& lane, const std::string& name) {
    const nlohmann::ordered_json& list = member(lane.parameters, name.c_str());
    if (!list.is_array()) {
        return std::nullopt;
    }
    return std::accumulate(list.begin(), list.end(), 0.0, [](double sum, const nlohmann::ordered_json& item) {
        return sum + (item.is_number() ? item.get<double>() : 0.0);
    });
}

}  // namespace

std::optional<std::int64_t> requestedBudget(const Recording& recording, std::int32_t lane, std::int64_t step) {
    const Trace& trace = recording.trace(lane);
    for (const TraceEvent& event : eventsOf(trace)) {
        if (event.kind == "policy" && event.step <= step) {
            return std::nullopt;
        }
    }
    const LaneInfo& info = recording.description().lane(lane);
    const std::vector<bundle::ParameterChange> changes = bundle::parameterChanges(trace);
    const auto number = [&](const char* name) -> std::optional<double> {
        const double start = laneParameter<double>(info, name, std::numeric_limits<double>::quiet_NaN());
        std::optional<double> value = start == start ? std::optional(start) : sumOf(info, name);
        for (const bundle::ParameterChange& change : changes) {
            const bool same = change.parameter == name || change.parameter == std::string("budget.") + name;
            if (same && change.step <= step) {
                value = numberIn(change.value, recording.description().promptTokens);
            }
        }
        return value;
    };
    return nominalBudget(number, wholeOf(recording, trace, step));
}

}  // namespace kvw
