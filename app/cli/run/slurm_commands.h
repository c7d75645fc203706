// SPDX-License-Identifier: Apache-2.0
/// The commands of Slurm: array jobs are submitted, watched and cancelled. Only output that is made for programs is
/// read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace kvw::cli {

/// Settings that `--executor slurm:...` chooses.
struct SlurmChoice {
    std::string partition, account, time, memory;  ///< as sbatch takes them; empty: the default of the cluster
    std::int64_t cpus = 1;                         ///< per point
    std::int64_t requeue = 2;                      ///< times that a lost or failed task is submitted again
    std::int64_t poll = 5;                         ///< seconds between two looks at the queue, at least 1
    /// Seconds for the answer of a task that is not in the queue: file systems of clusters show a new file late, and so
    /// does the queue a new task.
    std::int64_t patience = 90;
};
/// Reads "local" (none), "slurm" or "slurm:partition=P,account=A,time=T,mem=M,cpus=N,requeue=N,poll=S,patience=S".
/// Errors: BadUsage.
[[nodiscard]] Result<std::optional<SlurmChoice>> parseExecutor(const std::string& text);

class Slurm {
 public:
    /// Finds sbatch, squeue, sacct and scancel. Errors: NotFound with the names of those that are missing.
    [[nodiscard]] static Result<Slurm> find();

    /// Submits an array of `tasks` tasks of a script under a name; their output goes into `folder`. Returns the number
    /// of the job. Errors: Io with what sbatch said.
    [[nodiscard]] Result<std::string> submit(const SlurmChoice& choice, const std::string& name,
                                             const std::filesystem::path& script, std::size_t tasks,
                                             const std::filesystem::path& folder) const;
    /// Returns the numbers of those of the jobs that Slurm knows by their names, in the queue or the accounting. Errors:
    /// Io.
    [[nodiscard]] Result<std::map<std::string, std::string>> numbers(const std::vector<std::string>& names) const;
    /// Returns the state of every task of the user in the queue: "123_4" is RUNNING, PENDING, ... Errors: Io.
    [[nodiscard]] Result<std::map<std::string, std::string>> queue() const;
    /// Returns the states of tasks of jobs as the accounting has them, "FAILED", or as Slurm still remembers them if
    /// there is no accounting; empty: it knows none.
    [[nodiscard]] std::map<std::string, std::string> ended(const std::vector<std::string>& jobs) const;
    /// Cancels jobs. An error is not told: they may have ended.
    void cancel(const std::vector<std::string>& jobs) const;

 private:
    [[nodiscard]] Result<std::string> call(const char* name, const std::vector<std::string>& words) const;

    std::map<std::string, std::filesystem::path> m_programs;
};

/// Reads lines of "123_4|RUNNING|..." by their first two cells, the second by its first word ("CANCELLED by 1000").
[[nodiscard]] std::map<std::string, std::string> slurmStates(const std::string& output);

}  // namespace kvw::cli
