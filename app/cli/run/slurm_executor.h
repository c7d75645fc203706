// SPDX-License-Identifier: Apache-2.0
/// Runs jobs as array jobs of Slurm. Their numbers are kept in the folder, so that a watcher that was killed goes on
/// watching.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/cli/run/slurm_commands.h"
#include "app/cli/run/worker_pool.h"

namespace kvw::cli {

/// A job of the executor: the name of its point, and the line that a task is told.
struct SlurmJob {
    std::string point, line;
};

/// Runs `jobs` and reports as `runJobs` does. `folder`: of the sweep, which all nodes share; its folder `slurm` has the
/// script, the lines, the output and the answers of the tasks, and `jobs.json`. A task that is lost, or ends without an
/// answer, is submitted again as often as `choice` says. The caller holds the folder's lock. Ctrl-C (JobEvents::stopped) cancels what was submitted.
/// Errors: NotFound without Slurm; Io if its commands fail for long, with what was submitted still there to be
/// watched; Cancelled.
[[nodiscard]] Result<void> runOnSlurm(const std::filesystem::path& folder, const SlurmChoice& choice,
                                      const std::vector<SlurmJob>& jobs, const JobEvents& events);

/// Errors: BadUsage if jobs of an earlier watcher may still run points of the folder's sweep.
[[nodiscard]] Result<void> checkNotOnSlurm(const std::filesystem::path& folder);

/// Removes what an earlier watcher left about its tasks, once no result of theirs is missing.
void forgetSlurm(const std::filesystem::path& folder);

}  // namespace kvw::cli
