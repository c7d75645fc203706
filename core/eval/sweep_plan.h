// SPDX-License-Identifier: Apache-2.0
/// The kinds of plan of a sweep: how its points come about. `sweep.json` records them. Thread: any; everything is a
/// value.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace kvw {

struct Sweep;

/// A policy, and a value of each axis.
struct SweepCombination {
    std::string policy;
    std::vector<std::string> values;  ///< [Sweep::axes]
};

/// Way in which the points come about.
struct SweepPlan {
    enum class Kind {
        Grid,    ///< every combination of the axes' values
        Random,  ///< some of these, drawn without repetition
        Points   ///< those that a list names
    };
    Kind kind = Kind::Grid;
    std::int64_t count = 0, seed = 0;      ///< Random; the seed is that of the base run
    std::vector<SweepCombination> points;  ///< Points
};

/// Successive halving over decode steps: all points run with few steps, and the best of them go on with `factor` times
/// as many, until `RunSpec::steps` is reached. Each stage is a run of its own, so a sweep has the axis `steps`.
struct SweepHalving {
    std::int64_t factor = 0;       ///< 0: no halving
    std::string by = "delta_nll";  ///< name of the number (SweepNumberText::name); the lowest are the best
    [[nodiscard]] explicit operator bool() const noexcept { return factor > 0; }
};

/// Reads "3" or "3:mean_kl". Errors: BadUsage.
[[nodiscard]] Result<SweepHalving> parseHalving(const std::string& text);

/// Returns the combinations of the plan in order; the last axis of a grid varies fastest, and points that are drawn
/// have the order of their drawing: more of the same seed begin with the same. Errors: BadUsage for more than
/// kMostPoints, or more drawn than there are.
[[nodiscard]] Result<std::vector<SweepCombination>> combinations(const Sweep& sweep);

/// Returns the error of a sweep with more than kMostPoints.
[[nodiscard]] tl::unexpected<Error> tooManyPoints();

/// Reads a list of points into the plan and the axes of a sweep: JSON objects, one per line, or CSV with a heading. The
/// names are those of axes, and `policy`; every line has the same. Without `policy` each line is a point of every
/// policy of the sweep. Errors: NotFound, Io; BadInput with the line.
[[nodiscard]] Result<void> readSweepPoints(const std::filesystem::path& file, Sweep& sweep);
/// Returns the list as such a file, JSON lines; empty: the plan has no list.
[[nodiscard]] std::string sweepPointsText(const Sweep& sweep);

}  // namespace kvw
