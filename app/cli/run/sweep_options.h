// SPDX-License-Identifier: Apache-2.0
/// The flags of `kvw sweep`, and the sweep that they, or the folder of an earlier one, stand for.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/cli/run/run_options.h"
#include "core/eval/sweep.h"

namespace kvw::cli {

struct SweepOptions {
    RunOptions run;
    std::vector<std::string> axes;
    std::filesystem::path folder, resumed, points;
    std::string halving, executor = "local", pivot;
    std::int64_t random = 0, workers = 1, memory = 0;  ///< memory: MiB; 0: what is available
    std::filesystem::path task;                        ///< of a worker in a batch system: the lines of its array
    std::int64_t index = 0;                            ///< its line
    bool dryRun = false, events = false, worker = false, symbols = false;

    /// Declares the flags. The options must outlive `app`.
    void declare(CLI::App& app);
    /// Errors: BadUsage, and those of reading a plan or a list of points.
    [[nodiscard]] Result<Sweep> sweep(const CLI::App& app, const Catalog& catalog) const;
};

}  // namespace kvw::cli
