// SPDX-License-Identifier: Apache-2.0
/// Runs a specification to its end (or to Ctrl-C), writes the bundle, prints what came out: all of `run` and `compare`.
#pragma once

#include "app/cli/commands.h"
#include "app/cli/run_options.h"
#include "core/decode/engine.h"

namespace kvw::cli {

class Interrupt;
class ProgressLine;

/// Prefill and decode. The flag is looked at between two steps; a prefill, whose layers take seconds, is told at once.
/// Errors: Cancelled, when it was raised; those of the run.
[[nodiscard]] Result<void> runToEnd(Run& run, const Interrupt& interrupt, ProgressLine& line);

/// Whether a lane ended early, by a problem of the recording.
[[nodiscard]] bool anyLaneFailed(const Recording& recording);

/// What becomes of a run.
struct Outputs : OutputOptions {
    bool compare = false;  ///< a row per lane
    /// What the run is a fork of: tokens and model must be the same, and so must be the steps before the fork.
    std::shared_ptr<const Recording> parent;
    std::int64_t ownFrom = 0;
};

/// Errors: what kept the run from starting. As below.
[[nodiscard]] Result<Exit> runAndReport(const RunSpec& spec, const Catalog& catalog, const Outputs& outputs);
/// Errors: what kept the run from starting. A run that started gives an exit code: whatever was recorded is written and
/// printed, also after Ctrl-C or a failure, whose sentence then goes to standard error.
[[nodiscard]] Result<Exit> runAndReport(const RunOptions& options, const CLI::App& app);

}  // namespace kvw::cli
