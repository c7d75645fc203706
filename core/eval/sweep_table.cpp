// SPDX-License-Identifier: Apache-2.0
#include "core/eval/sweep_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "core/figures/tables.h"

namespace kvw {
namespace {

/// Numbers in tables. Times are left out because they differ from one machine to the next.
constexpr SweepNumber kShown[] = {SweepNumber::MeanNll,    SweepNumber::DeltaNll,  SweepNumber::MeanKl,
                                  SweepNumber::AnswersNll, SweepNumber::BytesLive, SweepNumber::HeldShare};

constexpr const char* kFront = "front";

std::string cell(double value) {
    return std::isfinite(value) ? fmt::format("{:.9g}", value) : std::string();
}

/// Returns the numbers that at least one group has.
std::vector<SweepNumber> defined(const std::vector<SweepGroup>& groups) {
    std::vector<SweepNumber> found;
    for (const SweepNumber number : kShown) {
        if (std::ranges::any_of(groups, [number](const SweepGroup& group) { return group[number].count > 0; })) {
            found.push_back(number);
        }
    }
    return found;
}

/// Returns the deviation, or 0 if it is only rounding of the sum.
double deviationOf(const Spread& spread) {
    constexpr double kNoise = 1e-9;
    return spread.deviation > kNoise * std::abs(spread.mean) ? spread.deviation : 0;
}

/// Unit of a number on a page, and the factor to it.
struct PageUnit {
    double factor;
    const char* unit;
};
PageUnit pageUnit(SweepNumber number) {
    return number == SweepNumber::BytesLive   ? PageUnit{1.0 / (1024.0 * 1024.0), "MiB"}
           : number == SweepNumber::HeldShare ? PageUnit{100, "%"}
                                              : PageUnit{1, describe(number).unit};
}

tables::Column columnOf(SweepNumber number) {
    return {describe(number).name, describe(number).title, pageUnit(number).unit};
}

std::int64_t runsOf(const SweepGroup& group) {
    return static_cast<std::int64_t>(group[SweepNumber::MeanNll].count);
}

/// Returns columns whose names are their titles.
std::vector<tables::Column> namedColumns(const std::vector<std::string>& names) {
    std::vector<tables::Column> columns;
    for (const std::string& name : names) {
        columns.push_back({name, name});
    }
    return columns;
}

/// Returns true if numbers that differ in format `alone` have the same text in `format`.
bool runTogether(const std::vector<double>& numbers, const tables::ColumnFormat& alone,
                 const tables::ColumnFormat& format) {
    std::set<std::string> apart, read;
    for (const double each : numbers) {
        apart.insert(tables::numberText(each, alone));
        read.insert(tables::numberText(each, format));
    }
    return read.size() < apart.size();
}

/// Returns the format of a column. It shows two digits of the smallest deviation, but at most one decimal more than the
/// means need without deviations. Means that have no deviation keep the decimals that tell them apart.
tables::ColumnFormat formatOf(const std::vector<SweepGroup>& groups, SweepNumber number) {
    const double factor = pageUnit(number).factor;
    double smallest = std::numeric_limits<double>::infinity();
    std::vector<double> means, exact;
    for (const SweepGroup& group : groups) {
        const Spread& spread = group[number];
        means.push_back(spread.mean * factor);
        if (deviationOf(spread) > 0) {
            smallest = std::min(smallest, deviationOf(spread));
        } else if (std::isfinite(spread.mean)) {
            exact.push_back(means.back());
        }
    }
    tables::ColumnFormat format = tables::formatFor(means);
    if (!std::isfinite(smallest)) {
        return format;
    }
    const tables::ColumnFormat alone = tables::formatFor(exact);
    const int known =
        std::clamp(1 - static_cast<int>(std::floor(std::log10(smallest * factor))), 0, format.decimals + 1);
    format.decimals = std::max(known, std::min(alone.decimals, format.decimals));
    format.each = format.each || runTogether(exact, alone, format);
    return format;
}

std::string meanText(double mean, double factor, const tables::ColumnFormat& format) {
    return std::isfinite(mean) ? tables::numberText(mean * factor, format) : std::string();
}

constexpr std::string_view kPlusMinus = " ± ";

std::string pageCell(const Spread& spread, double factor, const tables::ColumnFormat& format) {
    std::string mean = meanText(spread.mean, factor, format);
    return mean.empty() || !std::isfinite(spread.deviation)
               ? mean
               : fmt::format("{}{}{}", mean, kPlusMinus, tables::numberText(deviationOf(spread) * factor, format));
}

/// Returns the part of the caption that explains the signs in the table.
std::string explained(const tables::Table& table, bool severalSettings) {
    const bool spread = std::ranges::any_of(table.rows, [](const auto& row) {
        return std::ranges::any_of(
            row, [](const auto& each) { return tables::cellText(each).find(kPlusMinus) != std::string::npos; });
    });
    const bool best = !table.marked.empty();
    const bool front = std::ranges::find(table.columns, kFront, &tables::Column::id) != table.columns.end();
    std::string text = spread ? "; mean ± standard deviation over repeats" : "";
    if (best || front) {
        text += severalSettings ? "; of the runs of the same text and settings" : ";";
        text += best ? " the best policy of a column is bold" : "";
        text += front ? std::string(best ? "," : "") + " * marks the front of bytes against ΔNLL" : "";
    }
    return text;
}

/// Returns true for the full cache, with which the others are compared; it is never marked as the best.
bool isFull(const SweepGroup& group) {
    return group.policy == "full" || group.policy.starts_with("full:") || group.policy.starts_with("full [");
}

std::size_t mostRepeats(const std::vector<SweepGroup>& groups) {
    std::size_t most = 0;
    for (const SweepGroup& group : groups) {
        most = std::max(most, group.rows.size());
    }
    return most;
}

}  // namespace

std::string spreadText(const Spread& spread) {
    if (!std::isfinite(spread.mean)) {
        return {};
    }
    if (!std::isfinite(spread.deviation)) {
        return std::abs(spread.mean) < 1000 ? fmt::format("{:.4g}", spread.mean) : fmt::format("{:.0f}", spread.mean);
    }
    // Two digits of the deviation also bound the digits of the mean that are known.
    const double deviation = deviationOf(spread);
    const double size = deviation > 0 ? deviation : std::max(std::abs(spread.mean) * 1e-3, 1e-4);
    const int digits = std::clamp(1 - static_cast<int>(std::floor(std::log10(size))), 0, 9);
    return fmt::format("{:.{}f} ± {:.{}f}", spread.mean, digits, deviation, digits);
}

std::string sweepCsv(const std::vector<std::string>& names, const std::vector<SweepRow>& rows) {
    tables::Table table{namedColumns(names), {}};
    table.columns.push_back({"run", "run"});
    for (const SweepNumber number : kShown) {
        table.columns.push_back(columnOf(number));
    }
    table.columns.push_back({kFront, kFront});
    table.columns.push_back({"problem", "problem"});
    for (const SweepRow& row : rows) {
        std::vector<tables::Cell> cells(row.values.begin(), row.values.end());
        cells.emplace_back(row.id);
        for (const SweepNumber number : kShown) {
            cells.emplace_back(cell(valueOf(row, number)));
        }
        cells.insert(cells.end(), {row.front ? 1 : 0, row.problem.english()});
        table.rows.push_back(std::move(cells));
    }
    return tables::toCsv(table);
}

std::vector<SweepNumber> sweepTableNumbers() {
    return {std::begin(kShown), std::end(kShown)};
}

tables::Table sweepMeans(const std::vector<std::string>& names, const std::vector<SweepRow>& rows) {
    tables::Table table{namedColumns(groupAxes(names)), {}};
    table.columns.push_back({"runs", "runs"});
    for (const SweepNumber number : kShown) {
        const std::string name = describe(number).name;
        table.columns.push_back(columnOf(number));
        table.columns.push_back({name + "_sd", name + "_sd"});
    }
    table.columns.push_back({kFront, kFront});
    for (const SweepGroup& group : sweepGroups(names, rows)) {
        std::vector<tables::Cell> cells(group.values.begin(), group.values.end());
        cells.emplace_back(runsOf(group));
        for (const SweepNumber number : kShown) {
            cells.emplace_back(cell(group[number].mean));
            cells.emplace_back(std::isfinite(group[number].deviation) ? cell(deviationOf(group[number]))
                                                                      : std::string());
        }
        cells.emplace_back(std::int64_t{group.front});
        table.rows.push_back(std::move(cells));
    }
    return table;
}

tables::Table sweepTable(const std::vector<std::string>& names, const std::vector<SweepRow>& rows,
                         const std::string& caption, const std::vector<std::string>& columns) {
    const std::vector<SweepGroup> groups = sweepGroups(names, rows);
    const std::vector<SweepNumber> shown = defined(groups);
    const bool repeats = mostRepeats(groups) > 1;
    const bool fronts = std::ranges::any_of(groups, [](const SweepGroup& group) { return group.front; });
    tables::Table table{namedColumns(groupAxes(names)), {}};
    table.digits = tables::Digits::Written;
    if (repeats) {
        table.columns.push_back({"runs", "runs"});
    }
    const std::size_t first = table.columns.size();
    std::vector<tables::ColumnFormat> formats;
    for (const SweepNumber number : shown) {
        table.columns.push_back(columnOf(number));
        formats.push_back(formatOf(groups, number));
    }
    if (fronts) {
        table.columns.push_back({kFront, ""});
    }
    for (const SweepGroup& group : groups) {
        std::vector<tables::Cell> cells(group.values.begin(), group.values.end());
        if (repeats) {
            cells.emplace_back(runsOf(group));
        }
        for (std::size_t i = 0; i < shown.size(); ++i) {
            cells.emplace_back(pageCell(group[shown[i]], pageUnit(shown[i]).factor, formats[i]));
        }
        if (fronts) {
            cells.emplace_back(group.front ? "*" : " ");  // not empty: an empty cell means undefined
        }
        table.rows.push_back(std::move(cells));
    }
    for (std::size_t column = 0; column < shown.size(); ++column) {
        std::map<std::string, std::vector<tables::Compared>> compared;  // by setting
        for (std::size_t line = 0; line < groups.size(); ++line) {
            if (!isFull(groups[line]) && !groups[line].generated) {
                const double mean = groups[line][shown[column]].mean;
                compared[groups[line].setting].push_back(
                    {line, mean, meanText(mean, pageUnit(shown[column]).factor, formats[column])});
            }
        }
        for (const auto& [setting, those] : compared) {
            tables::markLeast(table, first + column, those);
        }
    }
    if (!columns.empty()) {
        table = tables::withColumns(table, columns);
    }
    table.caption = caption + explained(table, std::ranges::any_of(groups, [&](const SweepGroup& group) {
                                            return group.setting != groups.front().setting;
                                        }));
    if (std::ranges::any_of(groups, [](const SweepGroup& group) { return group.generated; })) {
        table.caption += "; a run of generated text is scored on its own text and compared with none";
    }
    return table;
}

}  // namespace kvw
