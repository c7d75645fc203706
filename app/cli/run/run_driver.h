// SPDX-License-Identifier: Apache-2.0
/// Runs a specification to its end (or to Ctrl-C), writes the bundle and prints the results; implements `run` and
/// `compare`.
#pragma once

#include "app/cli/commands.h"
#include "app/cli/run/run_options.h"
#include "core/session/engine.h"

namespace kvw::cli {

class Interrupt;
class ProgressLine;

/// Runs prefill and decode. Decode checks the flag of `interrupt` between steps; prefill, whose layers take seconds
/// each, is cancelled as soon as the flag is raised. Errors: Cancelled if the flag was raised; those of the run.
[[nodiscard]] Result<void> runToEnd(Run& run, const Interrupt& interrupt, ProgressLine& line);

/// Returns whether the recording has a problem of severity "error", that is, whether a lane ended early.
[[nodiscard]] bool anyLaneFailed(const Recording& recording);

/// Output options and context of a run.
struct Outputs : OutputOptions {
    bool compare = false;  ///< true: the report has one row per lane
    /// Recording that this run is a fork of. Tokens and model must be the same, and so must the steps before the fork.
    std::shared_ptr<const Recording> parent;
    std::int64_t ownFrom = 0;
};

/// Starts a run, drives it and reports. Errors: the reason why the run did not start. A run that started gives an exit
/// code: whatever was recorded is written and printed, also after Ctrl-C or a failure, whose sentence goes to standard
/// error.
[[nodiscard]] Result<Exit> runAndReport(const RunSpec& spec, const Catalog& catalog, const Outputs& outputs);
/// Does the same for the command line's options. Errors: also those of `RunOptions::spec`.
[[nodiscard]] Result<Exit> runAndReport(const RunOptions& options, const CLI::App& app);

}  // namespace kvw::cli
