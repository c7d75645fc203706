// SPDX-License-Identifier: Apache-2.0
#include "core/trace/parameter_changes.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/json/json_value.h"
#include "core/base/text_format.h"

namespace kvw::bundle {
namespace {

constexpr std::size_t kMostShown = 8;
constexpr std::string_view kEquals = " = ";

}  // namespace

std::vector<ParameterChange> parameterChanges(const Trace& trace) {
    std::vector<ParameterChange> changes;
    for (const TraceEvent& event : eventsOf(trace)) {
        const std::size_t equals = event.text.find(kEquals);
        if (event.kind != "parameter" || equals == std::string::npos || event.step >= trace.steps()) {
            continue;
        }
        ParameterChange change{event.step, validUtf8(event.text.substr(0, equals)),
                               validUtf8(event.text.substr(equals + kEquals.size()))};
        const auto same = std::ranges::find_if(changes, [&](const ParameterChange& other) {
            return other.step == change.step && other.parameter == change.parameter;
        });
        if (same == changes.end()) {
            changes.push_back(std::move(change));
        } else {
            same->value = std::move(change.value);
        }
    }
    return changes;
}

std::string changesText(const std::vector<ParameterChange>& changes) {
    std::string text;
    for (std::size_t i = 0; i < std::min(changes.size(), kMostShown); ++i) {
        text += fmt::format("{}{} from step {}", i == 0 ? "" : ", ", changes[i].text(), changes[i].step);
    }
    return changes.size() > kMostShown ? text + fmt::format(" and {} more changes", changes.size() - kMostShown) : text;
}

nlohmann::ordered_json changesJson(const std::vector<ParameterChange>& changes) {
    return jsonList(changes, [](const ParameterChange& change) -> nlohmann::ordered_json {
        return {{"step", change.step}, {"parameter", change.parameter}, {"value", change.value}};
    });
}

}  // namespace kvw::bundle
