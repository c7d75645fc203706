// SPDX-License-Identifier: GPL-3.0-or-later
/// What a sweep takes, said before it starts. Nothing is guessed from the size of a model: a time is told only where
/// runs were measured on this machine.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "app/workbench/models/run_draft.h"
#include "core/eval/sweep_results.h"
#include "core/library/entry.h"

namespace kvw::wb {

/// Seconds; low == high: as exact as runs are alike.
struct SecondsRange {
    double low = 0, high = 0;
};

/// Of one run by itself, as its rows tell; none: no row has a time. They may have been measured beside other workers.
[[nodiscard]] std::optional<SecondsRange> secondsOfRun(const std::vector<SweepRow>& rows);
/// Of a run of two lanes of `planned`, by a run of the same model that was done in this window: its decoded tokens at
/// least, its prefill (with all that came before it) at most. None: it has no decoded token yet.
[[nodiscard]] std::optional<SecondsRange> secondsOfRun(const Recording& measured, const RunDraft::Plan& planned);

/// The same by recorded runs of `model` on `machine` (LibraryEntry): from the fastest to the slowest. None: there is no
/// such run.
[[nodiscard]] std::optional<SecondsRange> secondsOfRun(const std::vector<LibraryEntry>& measured,
                                                       const std::string& model, const std::string& machine,
                                                       const RunDraft::Plan& planned);

/// `runs` of `each` on `workers`: at best side by side, at worst, where they share what makes them fast, in turns.
[[nodiscard]] SecondsRange secondsOfAll(SecondsRange each, std::size_t runs, int workers);

/// What is left of a sweep under way: `durations` of the runs that are done, `elapsed` of those that run now, `waiting`
/// not started; seconds. None: no run is done yet. The first run of a worker loads the model too, so the median counts.
[[nodiscard]] std::optional<double> secondsLeft(std::vector<double> durations, const std::vector<double>& elapsed,
                                                std::size_t waiting, int workers);

/// What is left of what was planned before the start. None: it took longer, so the plan was wrong.
[[nodiscard]] std::optional<SecondsRange> leftOf(SecondsRange planned, double elapsed);

/// Bytes on disk of `runs`: the mean of the rows that know theirs, else from the lines that a run of so many tokens has
/// in its tables.
[[nodiscard]] double diskBytesOf(const std::vector<SweepRow>& rows, std::size_t runs, const RunDraft& draft);
/// Weights of every worker, and its caches where nothing is evicted.
[[nodiscard]] double memoryBytesOf(const RunDraft& draft, int workers);

/// "40 s", "12 to 18 min", "less than a second".
[[nodiscard]] QString durationText(SecondsRange seconds);
/// The same of a duration that is estimated: "about 40 s".
[[nodiscard]] QString aboutText(SecondsRange seconds);

}  // namespace kvw::wb
