// SPDX-License-Identifier: Apache-2.0
/// Results of a sweep: a row per run, and groups of rows that are repeats of each other. Definitions of the numbers:
/// METRICS.md.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/phrase.h"
#include "core/eval/sweep.h"
#include "core/trace/recording.h"

namespace kvw {

/// Result of one run. NaN: undefined.
struct SweepRow {
    std::string id, policy;
    std::vector<std::string> values;  ///< [axes]
    double meanNll = kMissing, deltaNll = kMissing, meanKl = kMissing, answersNll = kMissing;
    double bytesLive = kMissing;  ///< bytes of keys and values after the last step
    double heldShare = kMissing;  ///< bytesLive as a share of the full cache's bytes
    double tpotMs = kMissing;
    double seconds = kMissing;    ///< time of prefill and decode, both lanes
    double diskBytes = kMissing;  ///< size of its bundle
    bool generated = false;       ///< scored on text that it generated itself, so not compared with others
    bool front = false;           ///< on the Pareto front of bytes and ΔNLL (markFronts)
    bool frontTime = false;       ///< on the Pareto front of time per token and ΔNLL
    Phrase problem = {};          ///< reason why there are no numbers; empty: there are numbers
    /// Model, text and settings of the run: only rows with the same setting are compared. Empty in a sweep, where all
    /// are compared.
    std::string setting = {};
};

/// Numbers of a row that tables and plots choose from.
enum class SweepNumber { MeanNll, DeltaNll, MeanKl, AnswersNll, BytesLive, HeldShare, TpotMs };
inline constexpr std::size_t kSweepNumbers = 7;
struct SweepNumberText {
    const char *name, *title, *unit;  ///< name for programs, title for people; unit "" if there is none
    double SweepRow::*value;
};
[[nodiscard]] const SweepNumberText& describe(SweepNumber number);
[[nodiscard]] double valueOf(const SweepRow& row, SweepNumber number);

/// Sets the losses and the time per token from a lane's summary. `full`: of the full cache, which differs from itself
/// by nothing, unless it generated another text (`row.generated`).
void takeLosses(SweepRow& row, const nlohmann::ordered_json& summary, bool full);
/// Returns the row of a point from its recording: that of the last lane.
[[nodiscard]] SweepRow sweepRow(const SweepPoint& point, const Recording& recording);
/// Returns the row as `kvw sweep` prints it; undefined numbers are null. `names`: names of the axes.
[[nodiscard]] nlohmann::ordered_json toJson(const std::vector<std::string>& names, const SweepRow& row);
/// Reads a row from JSON; missing numbers stay undefined. The marks of the fronts are not read.
[[nodiscard]] SweepRow sweepRowOf(const std::vector<std::string>& names, const nlohmann::ordered_json& json);

/// Mean and standard deviation of the defined values. The deviation is that of a sample (n - 1), undefined for one
/// value.
struct Spread {
    double mean = kMissing, deviation = kMissing;
    std::size_t count = 0;
};
[[nodiscard]] Spread spreadOf(const std::vector<double>& values);

/// Group of rows that differ only in the seed; every row is in exactly one group.
struct SweepGroup {
    std::string policy, setting;
    std::vector<std::string> values;  ///< values of the axes without the seed
    std::vector<std::size_t> rows;    ///< indices of its rows
    std::array<Spread, kSweepNumbers> numbers;
    bool generated = false;  ///< at least one of its rows is
    bool front = false, frontTime = false;
    [[nodiscard]] const Spread& operator[](SweepNumber number) const {
        return numbers[static_cast<std::size_t>(number)];
    }
};
/// Returns the groups in the order of their first rows.
[[nodiscard]] std::vector<SweepGroup> sweepGroups(const std::vector<std::string>& names,
                                                  const std::vector<SweepRow>& rows);
/// Returns the names of the axes without the seed.
[[nodiscard]] std::vector<std::string> groupAxes(const std::vector<std::string>& names);

/// Returns the axes that are the sides of a map, at most two: never the seed, and the policy only if there are fewer
/// than two others. With one axis the map is a line.
[[nodiscard]] std::vector<std::size_t> mapSides(const std::vector<std::string>& names);
/// Returns the policy axis if it is not a side; each policy then has a map of its own.
[[nodiscard]] std::optional<std::size_t> mapPolicyAxis(const std::vector<std::string>& names);
/// Returns the names of the axes that a map averages over. A line does not list the seed: it shows deviations over it.
[[nodiscard]] std::vector<std::string> mapMeans(const std::vector<std::string>& names, bool ofOnePolicy);
/// Returns the rows of a policy, by the axis `mapPolicyAxis`; without such an axis, all rows.
[[nodiscard]] std::vector<SweepRow> rowsOfPolicy(const std::vector<std::string>& names,
                                                 const std::vector<SweepRow>& rows, const std::string& policy);

/// Marks the rows on the Pareto fronts, with a front per setting; repeats count as their mean. A row is on the front if
/// no other is at least as good in both numbers and better in one, so equal rows are both on it. Rows of generated text
/// and rows that have no other row to compare with are never on it.
void markFronts(const std::vector<std::string>& names, std::vector<SweepRow>& rows);

}  // namespace kvw
