// SPDX-License-Identifier: Apache-2.0
#include "core/eval/eval_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "core/base/json/json_value.h"
#include "core/eval/statistics.h"
#include "core/figures/tables.h"
#include "core/metrics/speed.h"
#include "core/session/spec/run_changes.h"

namespace kvw::eval {
namespace {

using nlohmann::ordered_json;

/// Results of a lane.
struct Scored {
    std::map<std::pair<std::string, std::string>, const EvalRecord*> bySample;  ///< subset and id
};

/// Returns the share of each subset in a mean over several (TaskInfo::weights).
std::map<std::string, double> sharesOf(const std::map<std::string, double>& subsets, const TaskInfo& task) {
    std::map<std::string, double> shares;
    if (task.weights.empty()) {
        for (const auto& [subset, weight] : subsets) {
            shares[subset] = 1;
        }
        return shares;
    }
    for (const auto& [beginning, weight] : task.weights) {
        const auto isIn = [&](const auto& subset) { return subset.first.starts_with(beginning); };
        const auto count = std::ranges::count_if(subsets, isIn);
        for (const auto& [subset, ignored] : subsets) {
            if (subset.starts_with(beginning)) {
                shares[subset] = weight / static_cast<double>(count);
            }
        }
    }
    return shares;
}

/// Returns the weight of each sample in a mean over all of them. Perplexity counts tokens; otherwise a subset has its
/// share, whatever the number of its samples.
std::vector<double> weightsOf(const std::vector<const EvalRecord*>& samples, const TaskInfo& task) {
    std::map<std::string, double> ofSubset;
    for (const EvalRecord* record : samples) {
        ofSubset[record->subset] += record->weight;
    }
    const std::map<std::string, double> shares = sharesOf(ofSubset, task);
    std::vector<double> weights;
    for (const EvalRecord* record : samples) {
        const double all = ofSubset[record->subset];
        const auto share = shares.find(record->subset);
        weights.push_back(task.total == Total::Perplexity || all <= 0 ? record->weight
                          : share == shares.end()                     ? 0
                                                                      : share->second * record->weight / all);
    }
    return weights;
}

/// Returns the label of each sample's subset, within which a bootstrap draws. Empty where the subsets are one text.
std::vector<std::size_t> groupsOf(const std::vector<const EvalRecord*>& samples, const TaskInfo& task) {
    std::vector<std::size_t> groups;
    for (std::size_t i = 0; task.total != Total::Perplexity && i < samples.size(); ++i) {
        const bool goesOn = i > 0 && samples[i]->subset == samples[i - 1]->subset;
        groups.push_back(i == 0 ? 0 : groups.back() + (goesOn ? 0 : 1));
    }
    return groups;
}

template <class Value>
double meanOf(const std::vector<const EvalRecord*>& records, const Value& value) {
    std::vector<double> values;
    std::ranges::transform(records, std::back_inserter(values),
                           [&](const EvalRecord* record) { return static_cast<double>(value(*record)); });
    return spreadOf(values).mean;
}

std::vector<EvalRow::Part> partsOf(const std::vector<const EvalRecord*>& records) {
    std::vector<EvalRow::Part> parts;
    for (const EvalRecord* record : records) {
        for (const auto& [name, value] : record->parts) {
            if (std::ranges::find(parts, name, &EvalRow::Part::name) == parts.end()) {
                parts.push_back({name, {}});
            }
        }
    }
    for (EvalRow::Part& part : parts) {
        std::vector<double> values;
        for (const EvalRecord* record : records) {
            if (const double value = numberNamed(record->parts, part.name); std::isfinite(value)) {
                values.push_back(value);
            }
        }
        part.spread = spreadOf(values);
        part.median = metrics::percentile(values, 0.5).value_or(kMissing);
        const Interval interval = bootstrapMean(values, {}, kIntervalLevel, kIntervalRounds, kIntervalSeed);
        part.low = interval.low;
        part.high = interval.high;
    }
    return parts;
}

/// Returns the number as the table shows it: a perplexity for a mean of NLL.
double shownValue(double mean, Total total) {
    return total == Total::Perplexity ? std::exp(mean) : mean;
}

/// `subset` none: all subsets.
EvalRow rowOf(const std::string* subset, const std::string& policy, const Scored& scored, const Scored* against,
              const TaskInfo& task) {
    EvalRow row;
    row.subset = subset != nullptr ? *subset : std::string();
    row.policy = policy;
    std::vector<const EvalRecord*> mine, scoredOnes, paired;
    std::vector<double> values, shown, own, other;
    for (const auto& [sample, record] : scored.bySample) {
        if (subset != nullptr && sample.first != *subset) {
            continue;
        }
        row.positions = record->positions;
        row.prefill = record->prefill;
        if (record->failed()) {
            ++row.failed;
            continue;
        }
        mine.push_back(record);
        if (!std::isfinite(record->score)) {
            continue;  // its parts count
        }
        scoredOnes.push_back(record);
        values.push_back(record->score);
        shown.push_back(shownValue(record->score, task.total));
        const auto partner = against == nullptr ? scored.bySample.end() : against->bySample.find(sample);
        if (against != nullptr && partner != against->bySample.end() && std::isfinite(partner->second->score) &&
            !partner->second->failed()) {
            paired.push_back(record);
            own.push_back(record->score);
            other.push_back(partner->second->score);
        }
    }
    const std::vector<double> weights = weightsOf(scoredOnes, task);
    row.samples = static_cast<std::int64_t>(scoredOnes.empty() ? mine.size() : scoredOnes.size());
    row.value = shownValue(weightedMean(values, weights), task.total);
    row.sd = spreadOf(shown).deviation;
    const Interval interval =
        bootstrapMean(values, weights, kIntervalLevel, kIntervalRounds, kIntervalSeed, groupsOf(scoredOnes, task));
    row.low = shownValue(interval.low, task.total);
    row.high = shownValue(interval.high, task.total);
    const Paired difference = pairedDifference(own, other, weightsOf(paired, task), kIntervalLevel, kIntervalRounds,
                                               kIntervalSeed, groupsOf(paired, task));
    row.difference = difference.mean;
    row.differenceLow = difference.interval.low;
    row.differenceHigh = difference.interval.high;
    row.pairs = static_cast<std::int64_t>(paired.size());
    row.heldAfterPrompt = meanOf(mine, [](const EvalRecord& record) { return record.heldAfterPrompt; });
    row.bytes = meanOf(
        mine, [](const EvalRecord& record) { return record.bytes < 0 ? kMissing : static_cast<double>(record.bytes); });
    row.ttftMs = meanOf(mine, [](const EvalRecord& record) { return record.ttftMs; });
    row.tpotMs = meanOf(mine, [](const EvalRecord& record) { return record.tpotMs; });
    row.parts = partsOf(mine);
    return row;
}

std::string fourDigits(const tables::Cell& cell) {
    const auto* number = std::get_if<double>(&cell);
    return number == nullptr ? tables::cellText(cell) : std::isfinite(*number) ? fmt::format("{:.4g}", *number) : "-";
}

tables::Column numericColumn(std::string id, std::string title, std::string unit = {}) {
    return {std::move(id), std::move(title), std::move(unit), true, &fourDigits};
}

bool anyDefined(std::span<const EvalRow> rows, double EvalRow::*number) {
    return std::ranges::any_of(rows, [number](const EvalRow& row) { return std::isfinite(row.*number); });
}

/// Returns the names of the parts of all rows, in their order.
std::vector<std::string> partNames(std::span<const EvalRow> rows) {
    std::vector<std::string> names;
    for (const EvalRow& row : rows) {
        for (const EvalRow::Part& part : row.parts) {
            if (std::ranges::find(names, part.name) == names.end()) {
                names.push_back(part.name);
            }
        }
    }
    return names;
}

const EvalRow::Part& partNamed(const EvalRow& row, const std::string& name) {
    static const EvalRow::Part kNone;
    const auto found = std::ranges::find(row.parts, name, &EvalRow::Part::name);
    return found == row.parts.end() ? kNone : *found;
}

/// Returns "60.20 to 64.10", with as many decimals as the numbers of the column call for.
std::string intervalText(double low, double high, const tables::ColumnFormat& format) {
    return std::isfinite(low) && std::isfinite(high)
               ? tables::numberText(low, format) + " to " + tables::numberText(high, format)
               : std::string();
}

tables::ColumnFormat formatOfEnds(std::span<const EvalRow> rows, double EvalRow::*low, double EvalRow::*high) {
    std::vector<double> ends;
    for (const EvalRow& row : rows) {
        ends.insert(ends.end(), {row.*low, row.*high});
    }
    return tables::formatFor(ends);
}

std::string subsetTitle(const EvalRow& row) {
    return row.subset.empty() ? "total" : row.subset;
}

}  // namespace

Result<void> checkOneMachine(std::span<const EvalRecord> records) {
    const EvalRecord* first = nullptr;
    for (const EvalRecord& record : records) {
        if (record.machine.empty()) {
            continue;
        }
        if (first != nullptr && first->machine != record.machine) {
            return fail(Code::BadUsage, "eval", "times of unlike machines cannot be in one table", record.machine,
                        phrase("%1, or a folder of its own", first->machine));
        }
        first = first == nullptr ? &record : first;
    }
    return {};
}

Result<std::vector<EvalRow>> evalRows(std::span<const EvalRecord> records, const TaskInfo& task,
                                      const TableOptions& options) {
    KVW_TRY(checkOneMachine(records));
    std::vector<std::string> subsets;
    std::map<std::string, Scored> lanes;
    bool timed = false;
    for (const EvalRecord& record : records) {
        if (std::ranges::find(subsets, record.subset) == subsets.end()) {
            subsets.push_back(record.subset);
        }
        lanes[record.policy].bySample[{record.subset, record.id}] = &record;
        timed = timed || !record.machine.empty();
    }
    const auto named = lanes.find(options.against);
    const Scored* const against = named == lanes.end() ? nullptr : &named->second;
    std::vector<EvalRow> rows;
    const auto addRows = [&](const std::string* subset) {
        const std::size_t first = rows.size();
        for (const std::string& policy : options.policies) {
            if (const auto lane = lanes.find(policy); lane != lanes.end()) {
                EvalRow row = rowOf(subset, policy, lane->second, policy == options.against ? nullptr : against, task);
                for (const PublishedNumber& published : options.published) {
                    const bool ofRow =
                        published.subset == row.subset || (published.subset.empty() && subsets.size() == 1);
                    if (published.policy == policy && ofRow) {
                        row.published = published.value;
                    }
                }
                rows.push_back(std::move(row));
            }
        }
        const auto base = std::ranges::find(rows.begin() + static_cast<std::ptrdiff_t>(first), rows.end(),
                                            options.against, &EvalRow::policy);
        for (std::size_t i = first; timed && base != rows.end() && i < rows.size(); ++i) {
            rows[i].speedup = base->tpotMs / rows[i].tpotMs;
        }
    };
    for (const std::string& subset : subsets) {
        addRows(&subset);
    }
    if (subsets.size() > 1) {
        addRows(nullptr);
    }
    return rows;
}

ordered_json toJson(const EvalRow& row) {
    ordered_json json{{"subset", row.subset.empty() ? ordered_json(nullptr) : ordered_json(row.subset)},
                      {"policy", row.policy},
                      {"positions", row.positions},
                      {"prefill", row.prefill},
                      {"samples", row.samples},
                      {"failed", row.failed},
                      {"value", orNull(row.value)},
                      {"sd", orNull(row.sd)},
                      {"low", orNull(row.low)},
                      {"high", orNull(row.high)},
                      {"difference", orNull(row.difference)},
                      {"difference_low", orNull(row.differenceLow)},
                      {"difference_high", orNull(row.differenceHigh)},
                      {"pairs", row.pairs},
                      {"held_after_prompt", orNull(row.heldAfterPrompt)},
                      {"bytes", orNull(row.bytes)},
                      {"ttft_ms", orNull(row.ttftMs)},
                      {"tpot_ms", orNull(row.tpotMs)},
                      {"speedup", orNull(row.speedup)},
                      {"published", orNull(row.published)}};
    for (const EvalRow::Part& part : row.parts) {
        json["parts"][part.name] = {{"mean", orNull(part.spread.mean)},
                                    {"sd", orNull(part.spread.deviation)},
                                    {"median", orNull(part.median)},
                                    {"low", orNull(part.low)},
                                    {"high", orNull(part.high)}};
    }
    return json;
}

tables::Table evalNumbers(std::span<const EvalRow> rows, const TaskInfo& task) {
    tables::Table table;
    table.columns = {{"subset", "subset"}, {"policy", "policy"}, {"positions", "positions"}, {"prefill", "prefill"}};
    for (const char* id :
         {"samples", "failed", "value", "sd", "low", "high", "difference", "difference_low", "difference_high", "pairs",
          "held_after_prompt", "bytes", "ttft_ms", "tpot_ms", "speedup", "published"}) {
        table.columns.push_back(numericColumn(id, std::string_view(id) == "value" ? task.score : id));
    }
    const std::vector<std::string> parts = partNames(rows);
    for (const std::string& name : parts) {
        for (const char* suffix : {"", "_sd", "_median", "_low", "_high"}) {
            table.columns.push_back(numericColumn(name + suffix, name + suffix));
        }
    }
    for (const EvalRow& row : rows) {
        std::vector<tables::Cell> cells{subsetTitle(row),   row.policy,     row.positions,
                                        row.prefill,        row.samples,    row.failed,
                                        row.value,          row.sd,         row.low,
                                        row.high,           row.difference, row.differenceLow,
                                        row.differenceHigh, row.pairs,      row.heldAfterPrompt,
                                        row.bytes,          row.ttftMs,     row.tpotMs,
                                        row.speedup,        row.published};
        for (const std::string& name : parts) {
            const EvalRow::Part& part = partNamed(row, name);
            cells.insert(cells.end(), {part.spread.mean, part.spread.deviation, part.median, part.low, part.high});
        }
        table.add(std::move(cells));
    }
    return table;
}

tables::Table evalPage(std::span<const EvalRow> rows, const TaskInfo& task, const std::string& caption) {
    tables::Table table;
    table.digits = tables::Digits::Aligned;
    table.caption = caption;
    const bool failed = std::ranges::any_of(rows, [](const EvalRow& row) { return row.failed > 0; });
    const bool difference = anyDefined(rows, &EvalRow::difference), speedup = anyDefined(rows, &EvalRow::speedup);
    const bool published = anyDefined(rows, &EvalRow::published);
    table.columns = {{"subset", "subset"}, {"policy", "policy"}, numericColumn("samples", "samples")};
    const auto columnIf = [&table](bool shown, tables::Column column) {
        if (shown) {
            table.columns.push_back(std::move(column));
        }
    };
    columnIf(failed, numericColumn("failed", "failed"));
    const std::size_t value = table.columns.size();
    table.columns.push_back(numericColumn("value", task.score));
    columnIf(true, numericColumn("sd", "sd"));
    columnIf(true, {"interval", "95 % interval"});
    columnIf(difference, numericColumn("difference", "difference", task.total == Total::Perplexity ? "nats" : ""));
    columnIf(difference, {"difference_interval", "its 95 % interval"});
    columnIf(speedup, numericColumn("speedup", "speed-up"));
    columnIf(published, numericColumn("published", "published"));
    const std::vector<std::string> parts = partNames(rows);
    for (const std::string& name : parts) {
        const std::string_view bytes = "_bytes";
        table.columns.push_back(name.ends_with(bytes)
                                    ? numericColumn(name, name.substr(0, name.size() - bytes.size()), "bytes")
                                    : numericColumn(name, name));
    }
    table.columns.push_back(numericColumn("held_after_prompt", "held", "tokens"));
    table.columns.push_back(numericColumn("bytes", "K and V", "bytes"));
    const tables::ColumnFormat ends = formatOfEnds(rows, &EvalRow::low, &EvalRow::high);
    const tables::ColumnFormat ofDifference = formatOfEnds(rows, &EvalRow::differenceLow, &EvalRow::differenceHigh);
    std::map<std::string, std::vector<tables::Compared>> compared;  // by subset
    for (std::size_t line = 0; line < rows.size(); ++line) {
        const EvalRow& row = rows[line];
        std::vector<tables::Cell> cells{subsetTitle(row), row.policy, row.samples};
        const auto cellIf = [&cells](bool shown, tables::Cell cell) {
            if (shown) {
                cells.push_back(std::move(cell));
            }
        };
        cellIf(failed, row.failed);
        cellIf(true, row.value);
        cellIf(true, row.sd);
        cellIf(true, intervalText(row.low, row.high, ends));
        cellIf(difference, row.difference);
        cellIf(difference, intervalText(row.differenceLow, row.differenceHigh, ofDifference));
        cellIf(speedup, row.speedup);
        cellIf(published, row.published);
        for (const std::string& name : parts) {
            cells.emplace_back(partNamed(row, name).spread.mean);
        }
        cells.emplace_back(row.heldAfterPrompt);
        cells.emplace_back(row.bytes);
        table.add(std::move(cells));
        if (std::isfinite(row.value) && !isFullCache(row.policy)) {
            compared[row.subset].push_back(
                {line, task.higherIsBetter ? -row.value : row.value, fmt::format("{:.4g}", row.value)});
        }
    }
    for (const auto& [subset, those] : compared) {
        tables::markLeast(table, value, those);
    }
    return table;
}

}  // namespace kvw::eval
