// SPDX-License-Identifier: Apache-2.0
/// What the runs of a sweep came to: a row each, and rows that are repeats of each other together. Definitions of the
/// numbers: METRICS.md.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/eval/sweep.h"
#include "core/trace/recording.h"

namespace kvw {

/// NaN: undefined.
struct SweepRow {
    std::string id, policy;
    std::vector<std::string> values;  ///< [axes]
    double meanNll = kMissing, deltaNll = kMissing, meanKl = kMissing, answersNll = kMissing;
    double bytesLive = kMissing;  ///< of keys and values after the last step
    double heldShare = kMissing;  ///< of the bytes of the full cache, then
    double tpotMs = kMissing;
    double seconds = kMissing;    ///< of prefill and decode, both lanes
    double diskBytes = kMissing;  ///< of its bundle
    bool generated = false;       ///< scored on the text that it wrote itself: not compared with others
    bool front = false;           ///< no other row (or mean of repeats) has both fewer bytes and a lower delta
    bool frontTime = false;       ///< the same with the time per token
    std::string problem = {};     ///< why there are no numbers; empty: there are
    /// Model, text and settings it was scored under: rows of another one are not compared with it. In a sweep all are
    /// compared.
    std::string setting = {};
};

/// The numbers of a row that tables and plots choose from.
enum class SweepNumber { MeanNll, DeltaNll, MeanKl, AnswersNll, BytesLive, HeldShare, TpotMs };
inline constexpr std::size_t kSweepNumbers = 7;
struct SweepNumberText {
    const char *name, *title, *unit;  ///< for programs; for people; "" without unit
};
[[nodiscard]] const SweepNumberText& describe(SweepNumber number);
[[nodiscard]] double valueOf(const SweepRow& row, SweepNumber number);

/// Of a recording of that point: its last lane.
[[nodiscard]] SweepRow sweepRow(const SweepPoint& point, const Recording& recording);
/// The row as `kvw sweep` prints it; undefined numbers are null. `names`: of the axes.
[[nodiscard]] nlohmann::ordered_json toJson(const std::vector<std::string>& names, const SweepRow& row);
/// The inverse; what is missing stays undefined.
[[nodiscard]] SweepRow sweepRowOf(const std::vector<std::string>& names, const nlohmann::ordered_json& json);

/// Of those of the values that are defined; the deviation is that of a sample (n - 1), undefined for one value.
struct Spread {
    double mean = kMissing, deviation = kMissing;
    std::size_t count = 0;
};
[[nodiscard]] Spread spreadOf(const std::vector<double>& values);

/// Rows that differ in the seed only; every row is in one group.
struct SweepGroup {
    std::string policy, setting;
    std::vector<std::string> values;  ///< of the axes without the seed
    std::vector<std::size_t> rows;
    std::array<Spread, kSweepNumbers> numbers;
    bool generated = false;  ///< as one of its rows
    bool front = false, frontTime = false;
    [[nodiscard]] const Spread& operator[](SweepNumber number) const {
        return numbers[static_cast<std::size_t>(number)];
    }
};
/// In the order of their first rows.
[[nodiscard]] std::vector<SweepGroup> sweepGroups(const std::vector<std::string>& names,
                                                  const std::vector<SweepRow>& rows);
/// Names of the axes without the seed.
[[nodiscard]] std::vector<std::string> groupAxes(const std::vector<std::string>& names);

/// Which of these axes a map has for its sides, at most two: never the seed, and the policy only beside fewer than two
/// others. With one it is a line.
[[nodiscard]] std::vector<std::size_t> mapSides(const std::vector<std::string>& names);
/// The axis of policies, where it is no side: each of them has a map of its own.
[[nodiscard]] std::optional<std::size_t> mapPolicyAxis(const std::vector<std::string>& names);
/// Names of the axes that a map is the mean over; of a line the seed is not among them, it has deviations.
[[nodiscard]] std::vector<std::string> mapMeans(const std::vector<std::string>& names, bool ofOnePolicy);
/// Rows of that policy; the axis is `mapPolicyAxis`. Without such an axis, all.
[[nodiscard]] std::vector<SweepRow> rowsOfPolicy(const std::vector<std::string>& names,
                                                 const std::vector<SweepRow>& rows, const std::string& policy);

/// Marks the Pareto fronts, one of each setting; repeats count as their mean. What is equal in both is on it; generated
/// text and what has nothing beside it never.
void markFronts(const std::vector<std::string>& names, std::vector<SweepRow>& rows);

}  // namespace kvw
