// SPDX-License-Identifier: Apache-2.0
/// Runs the samples of an evaluation that have no result yet: one lock-step run per sample, with all policies as lanes
/// over one shared prompt.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/cli/run/interrupt.h"
#include "core/eval/eval_file.h"
#include "core/eval/eval_plan.h"
#include "core/policy/host/catalog.h"
#include "core/trace/recording.h"

namespace kvw::cli {

/// Callbacks of `runEval`, called on its caller's thread.
struct EvalWatch {
    /// A sample is on the disk. `done`: samples of the plan so far, with those that had results; `total`: 0 if it is
    /// not known.
    std::function<void(const std::vector<eval::EvalRecord>& records, std::int64_t done, std::int64_t total)> sample;
    std::function<void(std::int64_t done, std::int64_t total)> progress;
    std::function<void(const Phrase& sentence)> warning;
    /// The first run has started, so the model is loaded. An error ends the evaluation; BadUsage would end the sample.
    std::function<Result<void>(const RunDescription& run)> started;
};

struct EvalEnd {
    std::int64_t samples = 0;            ///< of the plan that have results
    std::int64_t malformed = 0;          ///< records of the data that were skipped
    nlohmann::ordered_json environment;  ///< of the first run; null: none has started
};

/// Runs what is missing. A lane that fails gives a record with its problem. Errors: Cancelled on Ctrl-C; those that
/// keep every sample from running (no model, data without the expected layout or without a sample, a full disk).
/// Samples that were done stay in the file. `end` tells how far it came, with an error, too.
[[nodiscard]] Result<void> runEval(const eval::EvalPlan& plan, eval::EvalFile& file, const Catalog& catalog,
                                   const Interrupt& interrupt, const EvalWatch& watch, EvalEnd& end);

}  // namespace kvw::cli
