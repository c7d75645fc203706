// SPDX-License-Identifier: Apache-2.0
#include "core/eval/sweep_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/bundle/tables.h"

namespace kvw {
namespace {

double member(const nlohmann::ordered_json& summary, const char* key) {
    const auto found = summary.find(key);
    return found != summary.end() && found->is_number() ? found->get<double>() : kMissing;
}

std::string cell(double value) {
    return std::isfinite(value) ? fmt::format("{:.9g}", value) : std::string();
}

bool hasPlace(const SweepRow& row) {
    return std::isfinite(row.bytesLive) && std::isfinite(row.deltaNll);
}

/// The different values of an axis, in the order in which the rows name them.
std::vector<std::string> valuesOf(const std::vector<SweepRow>& rows, std::size_t axis) {
    std::vector<std::string> values;
    for (const SweepRow& row : rows) {
        if (std::find(values.begin(), values.end(), row.values[axis]) == values.end()) {
            values.push_back(row.values[axis]);
        }
    }
    return values;
}

std::string listed(const std::string& name, const std::vector<std::string>& values) {
    std::string text;
    for (std::size_t i = 0; i < values.size(); ++i) {
        text += fmt::format("{}{} {}", i == 0 ? "" : ", ", i, values[i]);
    }
    return fmt::format("{}: {}", name, text);
}

}  // namespace

SweepRow sweepRow(const SweepPoint& point, const Recording& recording) {
    SweepRow row;
    row.id = point.id;
    row.policy = point.policy;
    row.values = point.values;
    const std::int32_t lane = recording.lanes() - 1;
    if (recording.state() != RunState::Finished || !recording.hasTrace(lane) || recording.trace(lane).steps() == 0) {
        row.problem = recording.message().empty() ? "the run did not reach its end" : recording.message();
        for (const Recording::Problem& problem : recording.problems()) {
            row.problem = problem.severity == "error" ? problem.sentence : row.problem;
        }
        return row;
    }
    const nlohmann::ordered_json summary = summarize(recording, lane);
    row.meanNll = member(summary, "mean_nll");
    row.deltaNll = lane == 0 ? 0 : member(summary, "delta_nll");
    row.meanKl = lane == 0 ? 0 : member(summary, "mean_kl");
    row.answersNll = member(summary, "answers_nll");
    row.tpotMs = member(summary, "tpot_ms");
    const StepRecord& last = recording.trace(lane).step(recording.trace(lane).steps() - 1);
    row.bytesLive = static_cast<double>(last.bytesLive);
    row.heldShare = last.bytesFull > 0 ? row.bytesLive / static_cast<double>(last.bytesFull) : 1;
    return row;
}

void markFront(std::vector<SweepRow>& rows) {
    for (SweepRow& row : rows) {
        row.front = hasPlace(row) && std::none_of(rows.begin(), rows.end(), [&](const SweepRow& other) {
                        const bool noWorse =
                            hasPlace(other) && other.bytesLive <= row.bytesLive && other.deltaNll <= row.deltaNll;
                        return noWorse && (other.bytesLive < row.bytesLive || other.deltaNll < row.deltaNll);
                    });
    }
}

std::string sweepCsv(const std::vector<std::string>& names, const std::vector<SweepRow>& rows) {
    tables::Table table;
    table.header = names;
    table.header.insert(table.header.end(), {"run", "mean_nll", "delta_nll", "mean_kl", "answers_nll", "bytes_live",
                                             "held_share", "front", "problem"});
    for (const SweepRow& row : rows) {
        std::vector<std::string> cells = row.values;
        cells.insert(cells.end(),
                     {row.id, cell(row.meanNll), cell(row.deltaNll), cell(row.meanKl), cell(row.answersNll),
                      cell(row.bytesLive), cell(row.heldShare), row.front ? "1" : "0", row.problem});
        table.rows.push_back(std::move(cells));
    }
    return tables::toCsv(table);
}

FigureSpec sweepFront(const std::vector<SweepRow>& rows) {
    FigureSpec figure;
    figure.id = "sweep-front";
    figure.title = "Bytes held against the cost in NLL";
    figure.caption =
        "Every run of the sweep: bytes of keys and values at its end against the mean difference in NLL to the full "
        "cache; the line joins those that no other beats in both.";
    FigurePanel panel;
    panel.x = {"live at the end", "bytes", true, std::nullopt, std::nullopt};
    panel.y = {"mean ΔNLL", "nats", false, std::nullopt, std::nullopt};
    FigureSeries all{"runs", {}, {}, FigureStyle::Points, FigureRole::Lane, 0};
    std::vector<std::pair<double, double>> best;
    for (const SweepRow& row : rows) {
        if (hasPlace(row)) {
            all.x.push_back(row.bytesLive);
            all.y.push_back(row.deltaNll);
            if (row.front) {
                best.emplace_back(row.bytesLive, row.deltaNll);
            }
        }
    }
    std::sort(best.begin(), best.end());
    FigureSeries front{"front", {}, {}, FigureStyle::Line, FigureRole::Difference, 1};
    for (const auto& [bytes, delta] : best) {
        front.x.push_back(bytes);
        front.y.push_back(delta);
    }
    if (!all.x.empty()) {
        panel.series = {std::move(all), std::move(front)};
    }
    figure.panels.push_back(std::move(panel));
    return figure;
}

FigureSpec sweepMap(const std::vector<std::string>& names, const std::vector<SweepRow>& rows) {
    FigureSpec figure;
    figure.id = "sweep-map";
    figure.title = "Cost in NLL over two parameters";
    FigurePanel panel;
    if (names.size() < 2 || rows.empty()) {
        figure.panels.push_back(std::move(panel));
        return figure;
    }
    const std::vector<std::string> across = valuesOf(rows, 0), up = valuesOf(rows, 1);
    figure.caption = fmt::format("Mean difference in NLL to the full cache{}. {}; {}.",
                                 names.size() > 2 ? ", mean over the other axes" : "", listed(names[0], across),
                                 listed(names[1], up));
    panel.x = {names[0] + " (index of value)", "", false, std::nullopt, std::nullopt};
    panel.y = {names[1] + " (index of value)", "", false, std::nullopt, std::nullopt};
    FigureMap map;
    map.label = "mean ΔNLL";
    map.unit = "nats";
    map.rows = static_cast<std::int32_t>(up.size());
    map.columns = static_cast<std::int32_t>(across.size());
    map.xBegin = map.yBegin = -0.5;
    map.xEnd = static_cast<double>(across.size()) - 0.5;
    map.yEnd = static_cast<double>(up.size()) - 0.5;
    const std::size_t cells = across.size() * up.size();
    map.values.assign(cells, kMissingF);
    map.cells.assign(cells, FigureCell::Missing);
    std::map<std::size_t, std::pair<double, int>> sums;
    for (const SweepRow& row : rows) {
        if (std::isfinite(row.deltaNll)) {
            const auto column = std::find(across.begin(), across.end(), row.values[0]) - across.begin();
            const auto line = std::find(up.begin(), up.end(), row.values[1]) - up.begin();
            auto& [sum, count] =
                sums[static_cast<std::size_t>(line) * across.size() + static_cast<std::size_t>(column)];
            sum += row.deltaNll;
            ++count;
        }
    }
    map.minimum = 0;
    map.maximum = 0;
    for (const auto& [at, sum] : sums) {
        const double mean = sum.first / sum.second;
        map.values[at] = static_cast<float>(mean);
        map.cells[at] = FigureCell::Value;
        map.minimum = std::min(map.minimum, mean);
        map.maximum = std::max(map.maximum, mean);
    }
    map.maximum = map.maximum > map.minimum ? map.maximum : map.minimum + 1;
    panel.maps.push_back(std::move(map));
    figure.panels.push_back(std::move(panel));
    return figure;
}

}  // namespace kvw
