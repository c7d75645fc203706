// SPDX-License-Identifier: Apache-2.0
/// Runs jobs in worker processes, one line in and one line out per job, so that a crash affects only its own job.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace kvw::cli {

/// Callbacks of `runJobs`, called on its caller's thread.
struct JobEvents {
    std::function<void(std::size_t job)> started;
    /// Takes the worker's answer line. Returns false to start no more jobs and stop the other workers.
    std::function<bool(std::size_t job, const std::string& line)> answered;
    /// Reports that a worker ended without an answer; `how`: such as "ended by signal 11 (Segmentation fault)".
    std::function<void(std::size_t job, const Phrase& how)> died;
    /// Polled several times a second. Returns true to stop all workers; their jobs are lost.
    std::function<bool()> stopped;
};

/// Runs `jobs` (one line each) in order on `count` copies of this program, started with `arguments`; each worker runs
/// one job at a time. A worker reads lines from its standard input until it ends, and answers each with one line on its
/// standard output; it shares this process's standard error. Workers end when this process ends, whatever the reason.
/// Errors: Io if no process could be started; Cancelled.
[[nodiscard]] Result<void> runJobs(const std::vector<std::string>& arguments, const std::vector<std::string>& jobs,
                                   std::size_t count, const JobEvents& events);

/// Sends a line from a worker to the pool at once. Returns false if nobody reads any more.
[[nodiscard]] bool answer(const std::string& line);

}  // namespace kvw::cli
