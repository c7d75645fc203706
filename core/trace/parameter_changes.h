// SPDX-License-Identifier: Apache-2.0
/// Parameters that were changed while a lane ran. `LaneInfo::parameters` are those it started with.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/trace/recording.h"

namespace kvw::bundle {

struct ParameterChange {
    std::int32_t step = 0;         ///< the first token that was processed with it
    std::string parameter, value;  ///< UTF-8
    [[nodiscard]] std::string text() const { return parameter + " = " + value; }
};

/// Returns the changes in order. Of several changes of a parameter before the same step only the last counts; changes
/// after the last step are left out.
[[nodiscard]] std::vector<ParameterChange> parameterChanges(const Trace& trace);
/// Returns "recent = 64 from step 545, sinks = 0 from step 600"; with many changes the first ones and the number of the
/// others. Empty: there are none.
[[nodiscard]] std::string changesText(const std::vector<ParameterChange>& changes);
/// Returns [{step, parameter, value}].
[[nodiscard]] nlohmann::ordered_json changesJson(const std::vector<ParameterChange>& changes);

/// Note for manifests and reports: the command line starts with the first parameters and does not repeat the changes.
inline constexpr const char* kCommandLineNote =
    "The command line makes a run without the changes that were made while it went on: parameters are listed with the "
    "policy, what was recorded among the events.";

}  // namespace kvw::bundle
