// SPDX-License-Identifier: Apache-2.0
/// Jobs on processes of their own, each a line in and a line out: a job that crashes takes nothing else with it.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace kvw::cli {

/// What becomes of the jobs; all calls come from the caller's thread.
struct JobEvents {
    std::function<void(std::size_t job)> started;
    /// The worker's line. False: nothing more is started, the others are stopped.
    std::function<bool(std::size_t job, const std::string& line)> answered;
    /// The worker is gone without an answer; `how`: "ended by signal 11 (Segmentation fault)".
    std::function<void(std::size_t job, const std::string& how)> died;
    /// Asked several times a second; true: all workers are stopped, their jobs are lost.
    std::function<bool()> stopped;
};

/// Runs `jobs` (one line each) on `count` copies of this program, started with `arguments`, in order, each worker with
/// one at a time. A worker reads lines from its standard input until that ends, and answers each with one line on its
/// standard output; its standard error is this process's. Workers end when this process does, however that ends.
/// Errors: Io (no process could be started); Cancelled.
[[nodiscard]] Result<void> runJobs(const std::vector<std::string>& arguments, const std::vector<std::string>& jobs,
                                   std::size_t count, const JobEvents& events);

/// For a worker: a line of `output`, at once. False: nobody reads them any more.
[[nodiscard]] bool answer(const std::string& line);

}  // namespace kvw::cli
