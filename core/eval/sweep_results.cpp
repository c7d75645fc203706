// SPDX-License-Identifier: Apache-2.0
#include "core/eval/sweep_results.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/base/json/json_access.h"
#include "core/base/json/json_value.h"
#include "core/base/json/phrase_json.h"

namespace kvw {
namespace {

using nlohmann::ordered_json;

constexpr std::array<SweepNumberText, kSweepNumbers> kNumbers{
    {{"mean_nll", "mean NLL", "nats", &SweepRow::meanNll},
     {"delta_nll", "mean ΔNLL", "nats", &SweepRow::deltaNll},
     {"mean_kl", "mean KL", "nats", &SweepRow::meanKl},
     {"answers_nll", "NLL of answers", "nats", &SweepRow::answersNll},
     {"bytes_live", "live at the end", "bytes", &SweepRow::bytesLive},
     {"held_share", "of full at the end", "", &SweepRow::heldShare},
     {"tpot_ms", "time per token", "ms", &SweepRow::tpotMs}}};

/// Returns the time of the prefill of all lanes, which ends when the last lane has its first token, plus that of every
/// token after it.
double secondsOf(const Recording& recording) {
    double prefill = 0, decode = 0;
    for (std::int32_t lane = 0; lane < recording.lanes(); ++lane) {
        const ordered_json summary = summarize(recording, lane);
        const auto tokens = static_cast<double>(recording.trace(lane).steps() - recording.description().promptTokens);
        prefill = std::max(prefill, numberOf(summary, "ttft_ms") / 1000);
        const double tpot = numberOf(summary, "tpot_ms");
        decode += std::isfinite(tpot) && tokens > 0 ? tokens * tpot / 1000 : 0;
    }
    return prefill + decode > 0 ? prefill + decode : kMissing;
}

std::size_t seedAxis(const std::vector<std::string>& names) {
    return static_cast<std::size_t>(std::ranges::find(names, kSeedAxis) - names.begin());
}

std::vector<std::string> withoutSeed(const std::vector<std::string>& names, std::vector<std::string> values) {
    if (const std::size_t at = seedAxis(names); at < values.size()) {
        values.erase(values.begin() + static_cast<std::ptrdiff_t>(at));
    }
    return values;
}

void markFront(std::vector<SweepGroup>& groups, SweepNumber cost, bool SweepGroup::*mark) {
    const auto hasPlace = [&](const SweepGroup& group) {
        return !group.generated && std::isfinite(group[cost].mean) && std::isfinite(group[SweepNumber::DeltaNll].mean);
    };
    for (SweepGroup& group : groups) {
        const double bytes = group[cost].mean, delta = group[SweepNumber::DeltaNll].mean;
        const auto compared = [&](const SweepGroup& other) {
            return hasPlace(other) && other.setting == group.setting;
        };
        const auto beats = [&](const SweepGroup& other) {
            const double otherBytes = other[cost].mean, otherDelta = other[SweepNumber::DeltaNll].mean;
            return compared(other) && otherBytes <= bytes && otherDelta <= delta &&
                   (otherBytes < bytes || otherDelta < delta);
        };
        group.*mark =
            hasPlace(group) && std::ranges::count_if(groups, compared) > 1 && std::ranges::none_of(groups, beats);
    }
}

}  // namespace

const SweepNumberText& describe(SweepNumber number) {
    return kNumbers[static_cast<std::size_t>(number)];
}

double valueOf(const SweepRow& row, SweepNumber number) {
    return row.*describe(number).value;
}

void takeLosses(SweepRow& row, const ordered_json& summary, bool full) {
    const bool same = full && !row.generated;
    row.meanNll = numberOf(summary, "mean_nll");
    row.deltaNll = same ? 0 : numberOf(summary, "delta_nll");
    row.meanKl = same ? 0 : numberOf(summary, "mean_kl");
    row.answersNll = numberOf(summary, "answers_nll");
    row.tpotMs = numberOf(summary, "tpot_ms");
}

SweepRow sweepRow(const SweepPoint& point, const Recording& recording) {
    SweepRow row;
    row.id = point.id;
    row.policy = point.policy;
    row.values = point.values;
    const std::int32_t lane = recording.lanes() - 1;
    if (recording.state() != RunState::Finished || !recording.hasTrace(lane) || recording.trace(lane).steps() == 0) {
        row.problem = recording.message().empty() ? phrase("the run did not reach its end") : recording.message();
        for (const Recording::Problem& problem : recording.problems()) {
            if (problem.isError()) {
                row.problem = problem.finding;
            }
        }
        return row;
    }
    const ordered_json summary = summarize(recording, lane);
    row.generated = recording.description().mode == "generate";
    takeLosses(row, summary, lane == 0);
    row.seconds = secondsOf(recording);
    const StepRecord& last = recording.trace(lane).step(recording.trace(lane).steps() - 1);
    row.bytesLive = static_cast<double>(last.bytesLive);
    row.heldShare = last.bytesFull > 0 ? row.bytesLive / static_cast<double>(last.bytesFull) : 1;
    return row;
}

ordered_json toJson(const std::vector<std::string>& names, const SweepRow& row) {
    ordered_json json{{"run", row.id}, {"policy", row.policy}};
    for (std::size_t axis = 0; axis < names.size(); ++axis) {
        json["values"][names[axis]] = row.values[axis];
    }
    for (const SweepNumberText& number : kNumbers) {
        json[number.name] = orNull(row.*number.value);
    }
    json["seconds"] = orNull(row.seconds);
    json["disk_bytes"] = orNull(row.diskBytes);
    if (row.generated) {
        json["generated"] = true;
    }
    json["front"] = row.front;
    json["front_time"] = row.frontTime;
    json["problem"] = orNull(row.problem.english());
    return json;
}

SweepRow sweepRowOf(const std::vector<std::string>& names, const ordered_json& json) {
    SweepRow row;
    row.id = textOf(json, "run");
    row.policy = textOf(json, "policy");
    for (const std::string& name : names) {
        row.values.push_back(textOf(member(json, "values"), name.c_str()));
    }
    for (const SweepNumberText& number : kNumbers) {
        row.*number.value = numberOf(json, number.name);
    }
    row.seconds = numberOf(json, "seconds");
    row.diskBytes = numberOf(json, "disk_bytes");
    row.generated = flagOf(json, "generated");
    row.problem = phraseOf(member(json, "problem"));
    return row;
}

Spread spreadOf(const std::vector<double>& values) {
    Spread spread;
    double sum = 0;
    for (const double value : values) {
        if (std::isfinite(value)) {
            sum += value;
            ++spread.count;
        }
    }
    if (spread.count == 0) {
        return spread;
    }
    spread.mean = sum / static_cast<double>(spread.count);
    double squares = 0;
    for (const double value : values) {
        squares += std::isfinite(value) ? (value - spread.mean) * (value - spread.mean) : 0;
    }
    if (spread.count > 1) {
        spread.deviation = std::sqrt(squares / static_cast<double>(spread.count - 1));
    }
    return spread;
}

std::vector<SweepGroup> sweepGroups(const std::vector<std::string>& names, const std::vector<SweepRow>& rows) {
    std::vector<SweepGroup> groups;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::vector<std::string> values = withoutSeed(names, rows[i].values);
        // Policy texts contain the policy's own seed, so repeats are recognised by the axes (one of which may be the
        // policy), not by SweepRow::policy. A run table may also have repeats with the same seed.
        const auto same = std::ranges::find_if(groups, [&](const SweepGroup& group) {
            return group.values == values && group.setting == rows[i].setting;
        });
        if (!names.empty() && same != groups.end()) {  // without an axis, rows are not repeats of each other
            same->rows.push_back(i);
            continue;
        }
        SweepGroup group;
        group.policy = rows[i].policy;
        group.setting = rows[i].setting;
        group.values = std::move(values);
        group.rows = {i};
        groups.push_back(std::move(group));
    }
    for (SweepGroup& group : groups) {
        for (std::size_t number = 0; number < kSweepNumbers; ++number) {
            std::vector<double> values;
            for (const std::size_t row : group.rows) {
                values.push_back(valueOf(rows[row], static_cast<SweepNumber>(number)));
                group.generated = group.generated || rows[row].generated;
            }
            group.numbers[number] = spreadOf(values);
        }
    }
    markFront(groups, SweepNumber::BytesLive, &SweepGroup::front);
    markFront(groups, SweepNumber::TpotMs, &SweepGroup::frontTime);
    return groups;
}

std::vector<std::string> groupAxes(const std::vector<std::string>& names) {
    return withoutSeed(names, names);
}

std::vector<std::size_t> mapSides(const std::vector<std::string>& names) {
    std::vector<std::size_t> all, parameters;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] != kSeedAxis) {
            all.push_back(i);
            if (names[i] != kPolicyAxis) {
                parameters.push_back(i);
            }
        }
    }
    std::vector<std::size_t>& sides = parameters.size() > 1 ? parameters : all;
    sides.resize(std::min<std::size_t>(sides.size(), 2));
    return sides;
}

std::optional<std::size_t> mapPolicyAxis(const std::vector<std::string>& names) {
    const std::vector<std::size_t> sides = mapSides(names);
    const auto at = static_cast<std::size_t>(std::ranges::find(names, kPolicyAxis) - names.begin());
    const bool side = std::ranges::find(sides, at) != sides.end();
    return at < names.size() && !side ? std::optional(at) : std::nullopt;
}

std::vector<std::string> mapMeans(const std::vector<std::string>& names, bool ofOnePolicy) {
    const std::vector<std::size_t> sides = mapSides(names);
    const std::optional<std::size_t> policy = mapPolicyAxis(names);
    std::vector<std::string> means;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const bool side = std::ranges::find(sides, i) != sides.end();
        const bool chosen = ofOnePolicy && policy == i;
        const bool spread = sides.size() < 2 && names[i] == kSeedAxis;
        if (!side && !chosen && !spread) {
            means.push_back(names[i]);
        }
    }
    return means;
}

std::vector<SweepRow> rowsOfPolicy(const std::vector<std::string>& names, const std::vector<SweepRow>& rows,
                                   const std::string& policy) {
    const std::optional<std::size_t> axis = mapPolicyAxis(names);
    std::vector<SweepRow> found;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(found),
                 [&](const SweepRow& row) { return !axis || row.values[*axis] == policy; });
    return found;
}

void markFronts(const std::vector<std::string>& names, std::vector<SweepRow>& rows) {
    for (const SweepGroup& group : sweepGroups(names, rows)) {
        for (const std::size_t row : group.rows) {
            const bool placed = std::isfinite(rows[row].deltaNll) && !rows[row].generated;
            rows[row].front = group.front && placed;
            rows[row].frontTime = group.frontTime && placed;
        }
    }
}

}  // namespace kvw
