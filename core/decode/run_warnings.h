// SPDX-License-Identifier: Apache-2.0
/// Settings that are accepted and change nothing, or less than they say: one sentence each, the same text every time.
/// Of settings without effect only those that the user set count, a default that does not matter is no news; an
/// effective value that differs from the setting is said of defaults, too.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/decode/lane_choice.h"
#include "core/decode/run_spec.h"
#include "core/model/config.h"
#include "core/policy/host/effective_values.h"

namespace kvw {

/// Settings of the run. `ranks`: a lane has cache-rank positions; `prompt` and `text` in tokens, as they came out.
[[nodiscard]] std::vector<std::string> runWarnings(const RunSpec& spec, bool ranks, std::int64_t prompt,
                                                   std::int64_t text);

/// What a lane runs with if all that it chose for itself were native: where this departs (`departureOf`) it is warned
/// of. Who chooses need not be.
[[nodiscard]] LaneRun asMeant(const ResolvedPolicy& policy, LaneChoice choice, const RunSpec& run);

/// The sampling that the model's makers advise, where a run that generates has another.
[[nodiscard]] std::vector<std::string> samplingWarnings(const ModelConfig& model, const RunSpec& spec);
/// Limits and changes that the model brings to a run of `total` tokens: sliding windows, RoPE factors of long texts;
/// and settings of its files without effect.
[[nodiscard]] std::vector<std::string> modelWarnings(const ModelConfig& model, std::int64_t total, bool cacheRank);

/// Parameters of a policy: those whose manifest condition (`enabled-if`) does not hold, those about a group of query
/// heads where there is none, those that act with another value (effective_values.h), and a composition's protection or
/// schedule that leave nothing to decide. What only the plugin can know is in its report.
struct PolicyFacts {
    std::int64_t prompt = 0;   ///< tokens seen when it decides first
    std::int64_t steps = 0;    ///< decode steps after them, at most
    std::int64_t group = 1;    ///< query heads per KV head
    std::int64_t layers = 0;   ///< 0: not known
    std::int64_t kvHeads = 0;  ///< 0: not known
};
[[nodiscard]] std::vector<std::string> policyWarnings(const ResolvedPolicy& policy, const PolicyFacts& facts);
/// Of these, the parameters that act with another value.
[[nodiscard]] std::vector<std::string> valueWarnings(const ResolvedPolicy& policy, const RunSizes& sizes);

}  // namespace kvw
