// SPDX-License-Identifier: Apache-2.0
#include "core/eval/timing_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/comma_list.h"
#include "core/base/json/json_access.h"
#include "core/eval/sweep_table.h"
#include "core/figures/tables.h"

namespace kvw::eval {

namespace {

/// Numbers over the trials, in the order of the tables.
struct TimedColumn {
    const char *id, *title, *unit;
    TimedNumber TimedRow::*number;
    bool onPage;
};
constexpr std::array kTimedColumns{TimedColumn{"total_s", "total", "s", &TimedRow::totalSeconds, true},
                                   TimedColumn{"prefill_s", "prefill", "s", &TimedRow::prefillSeconds, true},
                                   TimedColumn{"decode_s", "decode", "s", &TimedRow::decodeSeconds, false},
                                   TimedColumn{"ttft_ms", "first token", "ms", &TimedRow::ttftMs, false},
                                   TimedColumn{"tpot_ms", "per token", "ms", &TimedRow::tpotMs, true},
                                   TimedColumn{"tokens_per_s", "speed", "tokens/s", &TimedRow::tokensPerSecond, true}};

struct TimedBytes {
    const char *id, *title;
    double TimedRow::*bytes;
};
constexpr std::array kTimedBytes{TimedBytes{"peak_process_bytes", "peak of the process", &TimedRow::peakProcessBytes},
                                 TimedBytes{"peak_kv_bytes", "peak of K and V", &TimedRow::peakKvBytes},
                                 TimedBytes{"device_bytes", "device", &TimedRow::deviceBytes}};

TimedNumber numberOver(std::vector<double> values) {
    std::erase_if(values, [](double value) { return !std::isfinite(value); });
    TimedNumber number;
    number.spread = spreadOf(values);
    number.interval = bootstrapMean(values);
    if (!values.empty()) {
        std::ranges::sort(values);
        const std::size_t middle = values.size() / 2;
        number.median = values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    }
    return number;
}

TimedRow timedRow(const std::vector<const EvalRecord*>& trials) {
    TimedRow row;
    row.subset = trials.front()->subset;
    row.policy = trials.front()->policy;
    row.trials = std::ssize(trials);
    const auto over = [&](const auto& value) {
        std::vector<double> values;
        std::ranges::transform(trials, std::back_inserter(values),
                               [&](const EvalRecord* trial) { return value(*trial); });
        return values;
    };
    const auto part = [&](const char* name) {
        return over([name](const EvalRecord& trial) { return numberNamed(trial.parts, name); });
    };
    row.ttftMs = numberOver(over([](const EvalRecord& trial) { return trial.ttftMs; }));
    row.tpotMs = numberOver(over([](const EvalRecord& trial) { return trial.tpotMs; }));
    row.prefillSeconds = numberOver(part("prefill_s"));
    row.decodeSeconds = numberOver(part("decode_s"));
    row.totalSeconds = numberOver(part("total_s"));
    row.tokensPerSecond = numberOver(part("tokens_per_s"));
    for (const TimedBytes& each : kTimedBytes) {
        for (const double bytes : part(each.id)) {
            row.*each.bytes = std::isfinite(row.*each.bytes) ? std::fmax(row.*each.bytes, bytes) : bytes;
        }
    }
    return row;
}

/// Sets the speed-ups of the rows of a subset.
void compareWith(const std::string& named, std::span<TimedRow> rows) {
    const auto base = std::ranges::find(rows, named, &TimedRow::policy);
    for (TimedRow& row : rows) {
        if (base != rows.end()) {
            row.speedup = base->tpotMs.spread.mean / row.tpotMs.spread.mean;
            row.speedupTotal = base->totalSeconds.spread.mean / row.totalSeconds.spread.mean;
        }
    }
}

}  // namespace

std::vector<TimedMachine> timedMachines(std::span<const EvalRecord> records, const std::string& named,
                                        std::span<const PublishedNumber> published) {
    std::vector<TimedMachine> machines;
    std::vector<const EvalRecord*> timed;
    for (const EvalRecord& record : records) {
        if (!record.machine.empty() && !record.failed()) {
            timed.push_back(&record);
            if (std::ranges::find(machines, record.machine, &TimedMachine::fingerprint) == machines.end()) {
                machines.push_back({record.machine, {}});
            }
        }
    }
    for (TimedMachine& machine : machines) {
        // Groups by subset, then by policy, each in the order in which it first occurs.
        std::vector<std::vector<const EvalRecord*>> groups;
        for (const EvalRecord* record : timed) {
            if (record->machine != machine.fingerprint) {
                continue;
            }
            const auto same = std::ranges::find_if(groups, [&](const auto& group) {
                return group.front()->subset == record->subset && group.front()->policy == record->policy;
            });
            if (same != groups.end()) {
                same->push_back(record);
                continue;
            }
            const auto behind = std::ranges::find_if(groups.rbegin(), groups.rend(), [&](const auto& group) {
                                    return group.front()->subset == record->subset;
                                }).base();
            groups.insert(behind == groups.begin() ? groups.end() : behind, {record});
        }
        for (const auto& group : groups) {
            TimedRow& row = machine.rows.emplace_back(timedRow(group));
            for (const PublishedNumber& number : published) {
                if (number.policy == row.policy && (number.subset.empty() || number.subset == row.subset)) {
                    row.published = number.value;
                }
            }
        }
        for (std::size_t first = 0, last = 0; first < machine.rows.size(); first = last) {
            while (last < machine.rows.size() && machine.rows[last].subset == machine.rows[first].subset) {
                ++last;
            }
            compareWith(named, std::span(machine.rows).subspan(first, last - first));
        }
    }
    return machines;
}

std::string fingerprintText(const std::string& fingerprint) {
    const std::size_t end = fingerprint.rfind('}');
    const nlohmann::json json = end == std::string::npos
                                    ? nlohmann::json()
                                    : nlohmann::json::parse(fingerprint.substr(0, end + 1), nullptr, false);
    if (!json.is_object()) {
        return fingerprint;
    }
    std::vector<std::string> words{textOf(json, "cpu"), fmt::format("{} threads", wholeOf(json, "threads")),
                                   textOf(json, "isa")};
    const nlohmann::json& gpu = member(json, "gpu");
    words.push_back(gpu.is_null() ? std::string() : gpu.is_string() ? gpu.get<std::string>() : gpu.dump());
    words.push_back(textOf(json, "torch").empty() ? std::string() : "torch " + textOf(json, "torch"));
    words.emplace_back(trimmed(std::string_view(fingerprint).substr(end + 1)));
    std::erase(words, std::string());
    return joined(words);
}

tables::Table timingNumbers(const TimedMachine& machine) {
    tables::Table table{{{"subset", "subset"}, {"policy", "policy"}, {"trials", "trials"}}};
    for (const TimedColumn& column : kTimedColumns) {
        for (const char* part : {"", "_sd", "_median", "_low", "_high"}) {
            table.columns.push_back({std::string(column.id) + part, std::string(column.title) + part, column.unit});
        }
    }
    for (const char* id : {"speedup", "speedup_total"}) {
        table.columns.push_back({id, id});
    }
    for (const TimedBytes& bytes : kTimedBytes) {
        table.columns.push_back({bytes.id, bytes.title, "bytes"});
    }
    table.columns.push_back({"published", "published"});
    table.columns.push_back({"machine", "machine"});
    for (const TimedRow& row : machine.rows) {
        std::vector<tables::Cell> cells{row.subset, row.policy, row.trials};
        for (const TimedColumn& column : kTimedColumns) {
            const TimedNumber& number = row.*column.number;
            cells.insert(cells.end(), {number.spread.mean, number.spread.deviation, number.median, number.interval.low,
                                       number.interval.high});
        }
        cells.insert(cells.end(), {row.speedup, row.speedupTotal});
        for (const TimedBytes& bytes : kTimedBytes) {
            cells.emplace_back(row.*bytes.bytes);
        }
        cells.emplace_back(row.published);
        cells.emplace_back(machine.fingerprint);
        table.add(std::move(cells));
    }
    return table;
}

tables::Table timingPage(const TimedMachine& machine, const std::string& caption, const std::string& named) {
    tables::Table table{{{"subset", "prompt + new"}, {"policy", "policy"}, {"trials", "trials"}}};
    table.digits = tables::Digits::Written;
    const auto any = [&](const auto& value) {
        return std::ranges::any_of(machine.rows, [&](const TimedRow& row) { return std::isfinite(value(row)); });
    };
    std::vector<const TimedColumn*> columns;
    for (const TimedColumn& column : kTimedColumns) {
        if (column.onPage && any([&](const TimedRow& row) { return (row.*column.number).spread.mean; })) {
            columns.push_back(&column);
            table.columns.push_back({column.id, column.title, column.unit});
        }
    }
    const bool compared = any([](const TimedRow& row) { return row.speedup; });
    if (compared) {
        table.columns.push_back({"speedup", "speed-up"});
    }
    const bool published = any([](const TimedRow& row) { return row.published; });
    if (published) {
        table.columns.push_back({"published", "published"});
    }
    std::vector<const TimedBytes*> sizes;
    for (const TimedBytes& bytes : kTimedBytes) {
        if (any([&](const TimedRow& row) { return row.*bytes.bytes; })) {
            sizes.push_back(&bytes);
            table.columns.push_back({bytes.id, bytes.title, "MiB"});
        }
    }
    const auto written = [](double number, const char* unit) {
        return std::isfinite(number) ? fmt::format("{:.2f}{}", number, unit) : std::string();
    };
    for (const TimedRow& row : machine.rows) {
        std::vector<tables::Cell> cells{row.subset, row.policy, row.trials};
        for (const TimedColumn* column : columns) {
            cells.emplace_back(spreadText((row.*column->number).spread));
        }
        if (compared) {
            cells.emplace_back(written(row.speedup, "x"));
        }
        if (published) {
            cells.emplace_back(written(row.published, ""));
        }
        for (const TimedBytes* bytes : sizes) {
            constexpr double kMiB = 1024.0 * 1024.0;
            cells.emplace_back(written(row.*bytes->bytes / kMiB, ""));
        }
        table.add(std::move(cells));
    }
    constexpr std::size_t kFirstNumber = 3;
    for (std::size_t first = 0, last = 0; first < machine.rows.size(); first = last) {
        while (last < machine.rows.size() && machine.rows[last].subset == machine.rows[first].subset) {
            ++last;
        }
        for (std::size_t column = 0; column < columns.size(); ++column) {
            // Less is better, but for the speed.
            const double sign = columns[column]->number == &TimedRow::tokensPerSecond ? -1 : 1;
            std::vector<tables::Compared> those;
            for (std::size_t line = first; line < last; ++line) {
                const double mean = (machine.rows[line].*columns[column]->number).spread.mean;
                those.push_back({line, sign * mean, tables::cellText(table.rows[line][kFirstNumber + column])});
            }
            tables::markLeast(table, kFirstNumber + column, those);
        }
    }
    table.caption =
        fmt::format("{}; mean ± standard deviation over the trials, largest bytes{}; measured on {}", caption,
                    compared ? ", speed-up per token against " + named : "", fingerprintText(machine.fingerprint));
    return table;
}

}  // namespace kvw::eval
