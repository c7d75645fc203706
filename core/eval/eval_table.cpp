// SPDX-License-Identifier: Apache-2.0
#include "core/eval/eval_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>

#include "core/base/comma_list.h"
#include "core/base/json/json_value.h"
#include "core/eval/statistics.h"
#include "core/figures/tables.h"
#include "core/metrics/speed.h"
#include "core/session/spec/run_changes.h"

namespace kvw::eval {
namespace {

using nlohmann::ordered_json;

/// Results of a lane, by subset and id.
using Scored = std::map<std::pair<std::string, std::string>, const EvalRecord*>;

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
        const Interval interval = bootstrapMean(values);
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
    for (const auto& [sample, record] : scored) {
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
        const auto partner = against == nullptr ? scored.end() : against->find(sample);
        if (against != nullptr && partner != against->end() && std::isfinite(partner->second->score) &&
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
    const Interval interval = bootstrapMean(values, weights, groupsOf(scoredOnes, task));
    row.low = shownValue(interval.low, task.total);
    row.high = shownValue(interval.high, task.total);
    const Paired difference = pairedDifference(own, other, weightsOf(paired, task), groupsOf(paired, task));
    row.difference = difference.mean;
    row.differenceLow = difference.interval.low;
    row.differenceHigh = difference.interval.high;
    row.pairs = std::ssize(paired);
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
            addOnce(names, part.name);
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

/// Returns the numbers that programs get, by their names.
std::vector<std::pair<const char*, tables::Cell>> rowNumbers(const EvalRow& row) {
    return {{"samples", row.samples},
            {"failed", row.failed},
            {"value", row.value},
            {"sd", row.sd},
            {"low", row.low},
            {"high", row.high},
            {"difference", row.difference},
            {"difference_low", row.differenceLow},
            {"difference_high", row.differenceHigh},
            {"pairs", row.pairs},
            {"held_after_prompt", row.heldAfterPrompt},
            {"bytes", row.bytes},
            {"ttft_ms", row.ttftMs},
            {"tpot_ms", row.tpotMs},
            {"speedup", row.speedup},
            {"published", row.published}};
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
        addOnce(subsets, record.subset);
        lanes[record.policy][{record.subset, record.id}] = &record;
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
    ordered_json json{
        {"subset", orNull(row.subset)}, {"policy", row.policy}, {"positions", row.positions}, {"prefill", row.prefill}};
    for (const auto& [name, cell] : rowNumbers(row)) {
        const auto* number = std::get_if<double>(&cell);
        json[name] = number != nullptr ? orNull(*number) : ordered_json(std::get<std::int64_t>(cell));
    }
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
    for (const auto& [id, unused] : rowNumbers({})) {
        table.columns.push_back(numericColumn(id, std::string_view(id) == "value" ? task.score : id));
    }
    const std::vector<std::string> parts = partNames(rows);
    for (const std::string& name : parts) {
        for (const char* suffix : {"", "_sd", "_median", "_low", "_high"}) {
            table.columns.push_back(numericColumn(name + suffix, name + suffix));
        }
    }
    for (const EvalRow& row : rows) {
        std::vector<tables::Cell> cells{subsetTitle(row), row.policy, row.positions, row.prefill};
        for (auto& [id, cell] : rowNumbers(row)) {
            cells.push_back(cell);
        }
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
    std::vector<std::function<tables::Cell(const EvalRow&)>> values;
    const auto add = [&](tables::Column column, std::function<tables::Cell(const EvalRow&)> value) {
        table.columns.push_back(std::move(column));
        values.push_back(std::move(value));
    };
    /// Adds a column of the ends of an interval.
    const auto addInterval = [&](const char* id, const char* title, double EvalRow::*low, double EvalRow::*high) {
        add({id, title}, [low, high, format = formatOfEnds(rows, low, high)](const EvalRow& row) {
            return intervalText(row.*low, row.*high, format);
        });
    };
    add({"subset", "subset"}, &subsetTitle);
    add({"policy", "policy"}, &EvalRow::policy);
    add(numericColumn("samples", "samples"), &EvalRow::samples);
    if (std::ranges::any_of(rows, [](const EvalRow& row) { return row.failed > 0; })) {
        add(numericColumn("failed", "failed"), &EvalRow::failed);
    }
    const std::size_t value = table.columns.size();
    add(numericColumn("value", task.score), &EvalRow::value);
    add(numericColumn("sd", "sd"), &EvalRow::sd);
    addInterval("interval", "95 % interval", &EvalRow::low, &EvalRow::high);
    if (anyDefined(rows, &EvalRow::difference)) {
        add(numericColumn("difference", "difference", task.total == Total::Perplexity ? "nats" : ""),
            &EvalRow::difference);
        addInterval("difference_interval", "its 95 % interval", &EvalRow::differenceLow, &EvalRow::differenceHigh);
    }
    if (anyDefined(rows, &EvalRow::speedup)) {
        add(numericColumn("speedup", "speed-up"), &EvalRow::speedup);
    }
    if (anyDefined(rows, &EvalRow::published)) {
        add(numericColumn("published", "published"), &EvalRow::published);
    }
    for (const std::string& name : partNames(rows)) {
        const std::string_view bytes = "_bytes";
        add(name.ends_with(bytes) ? numericColumn(name, name.substr(0, name.size() - bytes.size()), "bytes")
                                  : numericColumn(name, name),
            [name](const EvalRow& row) { return partNamed(row, name).spread.mean; });
    }
    add(numericColumn("held_after_prompt", "held", "tokens"), &EvalRow::heldAfterPrompt);
    add(numericColumn("bytes", "K and V", "bytes"), &EvalRow::bytes);
    std::map<std::string, std::vector<tables::Compared>> compared;  // by subset
    for (std::size_t line = 0; line < rows.size(); ++line) {
        const EvalRow& row = rows[line];
        std::vector<tables::Cell>& cells = table.rows.emplace_back();
        for (const auto& cellOf : values) {
            cells.push_back(cellOf(row));
        }
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
