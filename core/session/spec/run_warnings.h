// SPDX-License-Identifier: Apache-2.0
/// Requests of a run to its policies, and warnings about settings that are accepted and change nothing, or less than they
/// say: one finding each, the same every time. A setting without effect is warned of only if the user set it; an
/// effective value that differs from the setting also if it is a default.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/finding.h"
#include "core/model/config.h"
#include "core/policy/host/choice/combination.h"
#include "core/policy/host/choice/effective_values.h"
#include "core/session/spec/lane_choice.h"
#include "core/session/spec/run_spec.h"

namespace kvw {

/// Returns warnings about settings of the run, and about names that cannot be recorded as they are. `ranks`: a lane has
/// cache-rank positions; `prompt` and `text`: final lengths in tokens.
[[nodiscard]] std::vector<Finding> runWarnings(const RunSpec& spec, bool ranks, std::int64_t prompt, std::int64_t text);

/// Returns the settings of a lane whose own choices are replaced by native ones. Where these settings depart from the
/// native ones (`nativeMismatchOf`) there is a warning: a user who chose otherwise need not be warned.
[[nodiscard]] LaneRun withNativeChoices(const ResolvedPolicy& policy, LaneChoice choice, const RunSpec& run);

/// Returns a warning if a run that generates samples otherwise than the model's files advise.
[[nodiscard]] std::vector<Finding> samplingWarnings(const ModelConfig& model, const RunSpec& spec);
/// Returns warnings about the model in a run of `total` tokens: sliding windows, RoPE factors of long texts, and
/// settings of its files without effect.
[[nodiscard]] std::vector<Finding> modelWarnings(const ModelConfig& model, std::int64_t total, bool cacheRank);

/// Sizes of a run that decide whether a policy's parameters have an effect.
struct PolicyFacts {
    std::int64_t prompt = 0;   ///< tokens read before its first decision
    std::int64_t steps = 0;    ///< decode steps after them, at most
    std::int64_t group = 1;    ///< query heads per KV head
    std::int64_t layers = 0;   ///< 0: not known
    std::int64_t kvHeads = 0;  ///< 0: not known
};
/// Returns warnings about parameters of a policy: those whose manifest condition (`enabled-if`) does not hold, those
/// about a group of query heads where there is none, those that act with another value (effective_values.h), and a
/// composition's protection or schedule that leave nothing to decide. What only the plugin can know is in its report.
[[nodiscard]] std::vector<Finding> policyWarnings(const ResolvedPolicy& policy, const PolicyFacts& facts);
/// Returns only the warnings about parameters that act with another value.
[[nodiscard]] std::vector<Finding> valueWarnings(const ResolvedPolicy& policy, const RunSizes& sizes);

/// Returns what a run asks of its policies.
[[nodiscard]] RunTraits traitsOf(const RunSpec& spec, const ModelConfig& model);

}  // namespace kvw
