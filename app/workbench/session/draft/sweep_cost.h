// SPDX-License-Identifier: GPL-3.0-or-later
/// Estimates the time, disk space and memory of a sweep. Times come only from runs measured on this machine; nothing is
/// guessed from the size of a model.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "app/workbench/session/draft/run_draft.h"
#include "core/eval/sweep_results.h"
#include "core/library/entry.h"

namespace kvw::wb {

/// Range of seconds; low == high: exact as far as runs are alike.
struct SecondsRange {
    double low = 0, high = 0;
};

/// Returns the time of one run, the mean over the rows of a sweep; none: no row has a time. The rows may have been
/// measured beside other workers.
[[nodiscard]] std::optional<SecondsRange> secondsOfRun(const std::vector<SweepRow>& rows);
/// Returns the time of a run of two lanes as `planned`, from a run of the same model in this window: `low` counts its
/// decoded tokens only, `high` also its prefill, with all that came before it. None: it has no decoded token yet.
[[nodiscard]] std::optional<SecondsRange> secondsOfRun(const Recording& measured, const RunDraft::Plan& planned);

/// Returns the same from recorded runs of `model` on `machine` (LibraryEntry): from the fastest to the slowest. None:
/// there is no such run.
[[nodiscard]] std::optional<SecondsRange> secondsOfRun(const std::vector<LibraryEntry>& measured,
                                                       const std::string& model, const std::string& machine,
                                                       const RunDraft::Plan& planned);

/// Returns the time of `runs` that take `each`: at best the workers run side by side, at worst, if they share what
/// limits them, in turns.
[[nodiscard]] SecondsRange secondsOfAll(SecondsRange each, std::size_t runs, int workers);

/// Returns the seconds left of a sweep under way, from the `durations` of finished runs, the time `elapsed` of running
/// ones, and the number `waiting` to start. None: no run is finished. The median duration counts, because the first run
/// of a worker also loads the model.
[[nodiscard]] std::optional<double> secondsLeft(std::vector<double> durations, const std::vector<double>& elapsed,
                                                std::size_t waiting, int workers);

/// Returns the rest of the time planned before the start. None: it took longer, so the plan was wrong.
[[nodiscard]] std::optional<SecondsRange> leftOf(SecondsRange planned, double elapsed);

/// Returns the bytes on disk of `runs`: from the mean of the rows that know theirs, else from the number of lines that
/// such a run has in its tables.
[[nodiscard]] double diskBytesOf(const std::vector<SweepRow>& rows, std::size_t runs, const RunDraft& draft);
/// Returns the bytes of the weights and caches of all workers, if nothing is evicted.
[[nodiscard]] double memoryBytesOf(const RunDraft& draft, int workers);

/// Returns "40 s", "12 to 18 min", "less than a second".
[[nodiscard]] QString durationText(SecondsRange seconds);
/// Returns the same for an estimated duration: "about 40 s".
[[nodiscard]] QString aboutText(SecondsRange seconds);

}  // namespace kvw::wb
