// SPDX-License-Identifier: Apache-2.0
#include "core/eval/sweep_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace kvw {
namespace {

/// Times are no part: they differ from one machine to the next.
constexpr SweepNumber kShown[] = {SweepNumber::MeanNll,    SweepNumber::DeltaNll,  SweepNumber::MeanKl,
                                  SweepNumber::AnswersNll, SweepNumber::BytesLive, SweepNumber::HeldShare};

std::string cell(double value) {
    return std::isfinite(value) ? fmt::format("{:.9g}", value) : std::string();
}

/// Numbers that at least one group has.
std::vector<SweepNumber> defined(const std::vector<SweepGroup>& groups) {
    std::vector<SweepNumber> found;
    for (const SweepNumber number : kShown) {
        if (std::any_of(groups.begin(), groups.end(),
                        [number](const SweepGroup& group) { return group[number].count > 0; })) {
            found.push_back(number);
        }
    }
    return found;
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
    // Two digits of the deviation say all that is known of the mean's digits.
    const double size = spread.deviation > 0 ? spread.deviation : std::max(std::abs(spread.mean) * 1e-3, 1e-4);
    const int digits = std::clamp(1 - static_cast<int>(std::floor(std::log10(size))), 0, 9);
    return fmt::format("{:.{}f} ± {:.{}f}", spread.mean, digits, spread.deviation, digits);
}

std::string sweepCsv(const std::vector<std::string>& names, const std::vector<SweepRow>& rows) {
    tables::Table table;
    table.header = names;
    table.header.insert(table.header.end(), {"run", "mean_nll", "delta_nll", "mean_kl", "answers_nll", "bytes_live",
                                             "held_share", "front", "problem"});
    for (const SweepRow& row : rows) {
        std::vector<std::string> cells = row.values;
        cells.push_back(row.id);
        for (const SweepNumber number : kShown) {
            cells.push_back(cell(valueOf(row, number)));
        }
        cells.insert(cells.end(), {row.front ? "1" : "0", row.problem});
        table.rows.push_back(std::move(cells));
    }
    return tables::toCsv(table);
}

tables::Table sweepMeans(const std::vector<std::string>& names, const std::vector<SweepRow>& rows) {
    tables::Table table;
    table.header = groupAxes(names);
    table.header.emplace_back("runs");
    for (const SweepNumber number : kShown) {
        table.header.emplace_back(describe(number).name);
        table.header.push_back(table.header.back() + "_sd");
    }
    table.header.emplace_back("front");
    table.titles = table.header;
    for (const SweepGroup& group : sweepGroups(names, rows)) {
        std::vector<std::string> cells = group.values;
        cells.push_back(std::to_string(group[SweepNumber::MeanNll].count));
        for (const SweepNumber number : kShown) {
            cells.push_back(cell(group[number].mean));
            cells.push_back(cell(group[number].deviation));
        }
        cells.emplace_back(group.front ? "1" : "0");
        table.rows.push_back(std::move(cells));
    }
    return table;
}

tables::Table sweepTable(const std::vector<std::string>& names, const std::vector<SweepRow>& rows,
                         const std::string& caption) {
    const std::vector<SweepGroup> groups = sweepGroups(names, rows);
    const std::vector<SweepNumber> shown = defined(groups);
    const bool repeats = mostRepeats(groups) > 1;
    const bool fronts = std::any_of(groups.begin(), groups.end(), [](const SweepGroup& group) { return group.front; });
    tables::Table table;
    table.caption = caption + (repeats ? "; mean ± standard deviation over the seeds" : "") +
                    "; the best of a column is bold" + (fronts ? ", * marks the front of bytes against ΔNLL" : "");
    table.header = groupAxes(names);
    if (repeats) {
        table.header.emplace_back("runs");
    }
    table.titles = table.header;
    for (const SweepNumber number : shown) {
        const SweepNumberText& text = describe(number);
        table.header.emplace_back(text.name);
        table.titles.push_back(*text.unit == '\0' ? std::string(text.title)
                                                  : fmt::format("{} ({})", text.title, text.unit));
    }
    if (fronts) {
        table.header.emplace_back("front");
        table.titles.emplace_back("");
    }
    const std::size_t first = groupAxes(names).size() + (repeats ? 1 : 0);
    for (const SweepGroup& group : groups) {
        std::vector<std::string> cells = group.values;
        if (repeats) {
            cells.push_back(std::to_string(group[SweepNumber::MeanNll].count));
        }
        for (const SweepNumber number : shown) {
            cells.push_back(spreadText(group[number]));
        }
        if (fronts) {
            cells.emplace_back(group.front ? "*" : " ");  // not undefined
        }
        table.rows.push_back(std::move(cells));
    }
    for (std::size_t column = 0; column < shown.size() && groups.size() > 1; ++column) {
        double best = std::numeric_limits<double>::infinity();
        std::string least;
        for (std::size_t line = 0; line < groups.size(); ++line) {
            if (groups[line][shown[column]].mean < best) {
                best = groups[line][shown[column]].mean;
                least = table.rows[line][first + column];
            }
        }
        // What reads the same is a tie.
        for (std::size_t line = 0; line < groups.size() && !least.empty(); ++line) {
            if (table.rows[line][first + column] == least) {
                table.marked.insert({line, first + column});
            }
        }
    }
    return table;
}

}  // namespace kvw
