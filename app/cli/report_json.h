// SPDX-License-Identifier: Apache-2.0
/// What a run came to, as one JSON object.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/trace/recording.h"

namespace kvw::cli {

/// {tool, command, state, message, model, text, mode, positions, prefill, seed, command_line, warnings, bundle} and,
/// for a run, the members of its lane; for a comparison `lanes`, a list of them: {policy: {id, version, text,
/// parameters, changes, notes}, summary, cache: {held, kept_share, bytes_live, bytes_allocated, bytes_full}, probes:
/// [{name, answer, nll, nll_full, fact_held}], generated: text or null, next_tokens}; a comparison's lanes have
/// `first_difference`, the step at which they leave the full cache (overlap.h), and it has `overlap` [lanes][lanes]:
/// Jaccard of their keep-sets after the last step, mean over layers and heads. Undefined numbers are null. `bundle`:
/// where it was written; empty: null.
[[nodiscard]] nlohmann::ordered_json reportJson(const Recording& recording, bool compare, const std::string& bundle);

/// What tokens that were put back did to the likeliest next tokens: [{step, change}].
[[nodiscard]] nlohmann::ordered_json nextJson(const Trace& trace);

/// One lane of the above. The lane must have a trace.
[[nodiscard]] nlohmann::ordered_json laneJson(const Recording& recording, std::int32_t lane);

[[nodiscard]] const char* toText(RunState state) noexcept;

}  // namespace kvw::cli
