// SPDX-License-Identifier: Apache-2.0
/// Tables of timed results, one per fingerprint: times of unlike machines are never in one table.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/base/table.h"
#include "core/eval/eval_record.h"
#include "core/eval/eval_table.h"
#include "core/eval/statistics.h"
#include "core/eval/sweep_results.h"

namespace kvw::eval {

/// A number over the trials of a row. NaN: undefined.
struct TimedNumber {
    Spread spread;
    double median = kMissing;
    Interval interval;  ///< 95 %, of the mean (bootstrap)
};

/// Trials of a lane with a subset (a length of the prompt and a number of new tokens). Failed trials are left out.
struct TimedRow {
    std::string subset, policy;
    std::int64_t trials = 0;
    TimedNumber ttftMs, prefillSeconds, tpotMs, decodeSeconds, tokensPerSecond, totalSeconds;
    /// Mean time of the named lane over that of this one, per token and in all.
    double speedup = kMissing, speedupTotal = kMissing;
    /// Largest of the trials.
    double peakProcessBytes = kMissing, peakKvBytes = kMissing, deviceBytes = kMissing;
    double published = kMissing;  ///< by the work of the preset, in its unit
};

/// Rows with one fingerprint: CPU, GPU, driver, torch, instruction set, threads, version.
struct TimedMachine {
    std::string fingerprint;
    std::vector<TimedRow> rows;
};

/// Returns the rows in the order of the records, subset by subset. Records without a fingerprint are not timed and are
/// left out. `named`: policy that speed-ups are against; empty or absent: none. A published number without a subset is
/// of all rows of its policy.
[[nodiscard]] std::vector<TimedMachine> timedMachines(std::span<const EvalRecord> records, const std::string& named,
                                                      std::span<const PublishedNumber> published = {});

/// Returns a fingerprint in words: "AMD EPYC 7543, 32 threads, avx512, torch 2.4.0, 1.2.0". A text that is none stays.
[[nodiscard]] std::string fingerprintText(const std::string& fingerprint);

/// Returns a table for programs: every number in a column of its own.
[[nodiscard]] tables::Table timingNumbers(const TimedMachine& machine);
/// Returns a table for a page: mean ± standard deviation, the least time marked in each subset. The caption ends with
/// the fingerprint.
[[nodiscard]] tables::Table timingPage(const TimedMachine& machine, const std::string& caption,
                                       const std::string& named = {});

}  // namespace kvw::eval
