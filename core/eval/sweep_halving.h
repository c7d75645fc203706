// SPDX-License-Identifier: Apache-2.0
/// Successive halving: which points of a sweep are run, as a function of the rows known so far, so that a sweep that
/// was stopped goes on in the same way. Thread: any; everything is a value.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/error.h"
#include "core/eval/sweep.h"
#include "core/eval/sweep_results.h"

namespace kvw {

/// Stage of a halving: the candidates that run so many steps. A candidate is a combination of everything but seed and
/// text; its repeats go on together, and its number is their mean.
struct SweepStage {
    std::int64_t steps = 0;
    std::size_t candidates = 0;
};
/// Returns the stages, the shortest first: as many as steps and candidates can be divided by the factor. The last has
/// all steps.
[[nodiscard]] std::vector<SweepStage> sweepStages(const SweepHalving& halving, std::int64_t steps,
                                                  std::size_t candidates);

/// Returns the points of every stage, the shortest first: those of a grid with the axis `steps`. Errors: BadUsage for a
/// run that has no number of steps or generates its text, an axis of steps, too many points.
[[nodiscard]] Result<std::vector<SweepPoint>> inStages(const Sweep& sweep, const std::vector<SweepPoint>& points);

/// Fate of a point: it is run; it is left out, since others of its stage were better; that is not known yet.
enum class SweepFate : std::uint8_t { Run, LeftOut, Open };
/// Returns the fate of every point; without a halving, all are run. `rows`: [points], none where a point was not run.
/// Points with a problem or without the number do not go on; of equal ones, the first does.
[[nodiscard]] std::vector<SweepFate> sweepFates(const Sweep& sweep, const std::vector<SweepPoint>& points,
                                                const std::vector<std::optional<SweepRow>>& rows);
/// Returns the number of points that a sweep runs in the end, if no run fails.
[[nodiscard]] std::size_t plannedRuns(const Sweep& sweep, const std::vector<SweepPoint>& points);

/// Sets the stage of each row as its setting, so that only rows of the same stage are compared. Without a halving it
/// changes nothing.
void separateStages(const Sweep& sweep, std::vector<SweepRow>& rows);
/// Returns the rows of one stage, the first (all points, few steps) or the last that has any; without a halving, all.
[[nodiscard]] std::vector<SweepRow> rowsOfStage(const Sweep& sweep, const std::vector<SweepRow>& rows, bool last);

}  // namespace kvw
