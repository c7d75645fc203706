// SPDX-License-Identifier: Apache-2.0
/// Runs jobs in worker processes, one line in and one line out per job, so that a crash affects only its own job.
#pragma once

#include <cstddef>
#include <cstdint>
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
    /// Reports that a worker ended without an answer; its job is run once more.
    std::function<void(std::size_t job, const Phrase& how)> again = {};
    /// Reports that a worker ended without an answer, for the second time; `how`: such as "ended by signal 11
    /// (Segmentation fault)".
    std::function<void(std::size_t job, const Phrase& how)> died;
    /// Estimates the bytes of a process that runs a job; none: any number of processes fits.
    std::function<std::int64_t(std::size_t job)> bytes = {};
    /// Reports, once, that fewer processes run than were wanted: another one needs so many bytes, and so many are left.
    std::function<void(std::size_t running, std::int64_t needed, std::int64_t left)> waits = {};
    std::int64_t limit = 0;  ///< bytes of all processes together; 0: what the machine has available
    /// Polled several times a second. Returns true to stop all workers; their jobs are lost.
    std::function<bool()> stopped;
};

/// Runs `jobs` (one line each) in order on `count` copies of this program, started with `arguments`; each worker runs
/// one job at a time. A worker reads lines from its standard input until it ends, and answers each with one line on its
/// standard output; it shares this process's standard error. Workers end when this process ends, whatever the reason.
/// Fewer run at the same time while the estimated bytes of another do not fit; one always runs. A job whose worker died
/// is run once more before that is reported.
/// Errors: Io if no process could be started; Cancelled.
[[nodiscard]] Result<void> runJobs(const std::vector<std::string>& arguments, const std::vector<std::string>& jobs,
                                   std::size_t count, const JobEvents& events);

/// Sends a line from a worker to the pool at once. Returns false if nobody reads any more.
[[nodiscard]] bool answer(const std::string& line);

}  // namespace kvw::cli
