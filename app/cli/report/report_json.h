// SPDX-License-Identifier: Apache-2.0
/// Formats the results of a run as one JSON object.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/trace/recording.h"

namespace kvw::cli {

/// Returns {tool, command, state, message, model, text, mode, positions, prefill, seed, command_line, warnings, bundle}
/// and, for a run, the members of its lane; for a comparison `lanes`, a list of them: {policy: {id, version, text,
/// parameters, changes, notes}, summary, cache: {held, kept_share, bytes_live, bytes_allocated, bytes_full}, probes:
/// [{name, answer, nll, nll_full, fact_held}], generated: text or null, next_tokens}. A comparison's lanes also have
/// `first_difference`, the step at which they first differ from the full cache (overlap.h), and the comparison has
/// `overlap` [lanes][lanes]: Jaccard index of the keep-sets after the last step, mean over layers and heads. Lanes that take a prune
/// event apart add `spike`: {step, first_token, tokens, branches: [{branch, lane, mean_nll, cost, nll}], interaction,
/// note}. Undefined numbers are null. `bundle`: path of the written bundle; empty: null.
[[nodiscard]] nlohmann::ordered_json reportJson(const Recording& recording, bool compare, const std::string& bundle);

/// Returns the text that a lane generated.
[[nodiscard]] std::string generatedBy(const Recording& recording, std::int32_t lane);

/// Returns how restored tokens changed the likeliest next tokens: [{step, change}].
[[nodiscard]] nlohmann::ordered_json nextJson(const Trace& trace);

/// Returns the members of one lane, as above. The lane must have a trace.
[[nodiscard]] nlohmann::ordered_json laneJson(const Recording& recording, std::int32_t lane);

}  // namespace kvw::cli
