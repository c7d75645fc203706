// SPDX-License-Identifier: Apache-2.0
#include "core/eval/eval_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/eval/sweep_results.h"

namespace kvw::eval {

namespace {

/// Totals of a lane's cells by their values of y and x.
using FactCells = std::map<std::pair<double, double>, double>;

bool isScored(const EvalRecord& record) {
    return !record.failed() && std::isfinite(record.score) && record.weight > 0;
}

/// Sum of weighted scores.
struct WeightedSum {
    double sum = 0, weight = 0;
    void add(const EvalRecord& record) {
        sum += record.score * record.weight;
        weight += record.weight;
    }
    [[nodiscard]] double total(Total of) const {
        return of == Total::Perplexity ? std::exp(sum / weight) : sum / weight;
    }
};

FactCells factCells(std::span<const EvalRecord> records, const TaskInfo& task, const std::string& subset,
                    const std::string& policy, const FactSides& sides) {
    std::map<std::pair<double, double>, WeightedSum> sums;
    for (const EvalRecord& record : records) {
        const double x = numberNamed(record.facts, sides.x), y = numberNamed(record.facts, sides.y);
        if (record.subset == subset && record.policy == policy && isScored(record) && std::isfinite(x) &&
            std::isfinite(y)) {
            sums[{y, x}].add(record);
        }
    }
    FactCells cells;
    for (const auto& [at, sum] : sums) {
        cells[at] = sum.total(task.total);
    }
    return cells;
}

/// Cells of all lanes, and the values on both sides in ascending order.
struct FactGrid {
    std::vector<FactCells> lanes;
    std::vector<double> x, y;
    double least = 0, most = 0;
};
FactGrid factGrid(std::span<const EvalRecord> records, const TaskInfo& task, const std::string& subset,
                  const std::vector<std::string>& policies, const FactSides& sides) {
    FactGrid grid;
    std::set<double> x, y;
    for (const std::string& policy : policies) {
        grid.lanes.push_back(factCells(records, task, subset, policy, sides));
        for (const auto& [at, value] : grid.lanes.back()) {
            y.insert(at.first);
            x.insert(at.second);
            grid.least = std::min(grid.least, value);
            grid.most = std::max(grid.most, value);
        }
    }
    grid.x.assign(x.begin(), x.end());
    grid.y.assign(y.begin(), y.end());
    grid.most = grid.most > grid.least ? grid.most : grid.least + 1;
    return grid;
}

std::vector<std::string> numberNames(const std::vector<double>& values) {
    std::vector<std::string> names;
    std::ranges::transform(values, std::back_inserter(names), [](double value) { return fmt::format("{}", value); });
    return names;
}

FigureAxis factAxis(const std::string& fact, const std::vector<double>& values) {
    FigureAxis axis{fact, "", false, -0.5, static_cast<double>(values.size()) - 0.5};
    axis.names = numberNames(values);
    axis.reversed = fact == "depth";
    return axis;
}

/// Returns a text as a part of a file name: "reasoning-2-en".
std::string idPart(const std::string& text) {
    std::string part;
    for (const char each : text) {
        const bool keeps = (each >= 'a' && each <= 'z') || (each >= '0' && each <= '9');
        const char lower = each >= 'A' && each <= 'Z' ? static_cast<char>(each | 0x20) : each;
        part += keeps || lower != each ? lower : '-';
    }
    return part;
}

bool isFullLane(const std::string& policy) {
    return policy == "full" || policy.starts_with("full:") || policy.starts_with("full/");
}

double recordNumber(const EvalRecord& record, const std::string& name) {
    return name == "score"     ? record.score
           : name == "ttft_ms" ? record.ttftMs
           : name == "tpot_ms" ? record.tpotMs
           : name == "bytes"   ? record.bytes < 0 ? kMissing : static_cast<double>(record.bytes)
                               : numberNamed(record.parts, name);
}

}  // namespace

std::vector<std::string> subsetsWith(std::span<const EvalRecord> records, const FactSides& sides) {
    std::vector<std::string> subsets;
    for (const EvalRecord& record : records) {
        if (std::isfinite(numberNamed(record.facts, sides.x)) && std::isfinite(numberNamed(record.facts, sides.y)) &&
            std::ranges::find(subsets, record.subset) == subsets.end()) {
            subsets.push_back(record.subset);
        }
    }
    return subsets;
}

FigureSpec factMap(std::span<const EvalRecord> records, const TaskInfo& task, const std::string& subset,
                   const std::vector<std::string>& policies, const FactSides& sides) {
    const FactGrid grid = factGrid(records, task, subset, policies, sides);
    FigureSpec figure;
    figure.id = fmt::format("eval-map-{}-{}", task.name, idPart(subset));
    figure.title = fmt::format("{}, {}: {} over {} and {}", task.title, subset, task.score, sides.x, sides.y);
    figure.caption = fmt::format("{}, {}: {} over {} and {}, a panel per policy, on one scale.", task.title, subset,
                                 task.score, sides.x, sides.y);
    figure.columns = policies.size() > 1 ? 2 : 1;
    for (std::size_t lane = 0; lane < policies.size(); ++lane) {
        FigurePanel panel;
        panel.title = policies[lane];
        if (!grid.lanes[lane].empty()) {
            panel.x = factAxis(sides.x, grid.x);
            panel.y = factAxis(sides.y, grid.y);
            FigureMap map;
            map.label = task.score;
            map.rows = static_cast<std::int32_t>(grid.y.size());
            map.columns = static_cast<std::int32_t>(grid.x.size());
            map.xBegin = map.yBegin = -0.5;
            map.xEnd = static_cast<double>(grid.x.size()) - 0.5;
            map.yEnd = static_cast<double>(grid.y.size()) - 0.5;
            map.minimum = grid.least;
            map.maximum = grid.most;
            map.values.assign(grid.x.size() * grid.y.size(), kMissingF);
            map.cells.assign(map.values.size(), FigureCell::Missing);
            for (const auto& [at, value] : grid.lanes[lane]) {
                const auto row = std::ranges::lower_bound(grid.y, at.first) - grid.y.begin();
                const auto column = std::ranges::lower_bound(grid.x, at.second) - grid.x.begin();
                map.set(map.at(static_cast<std::int32_t>(row), static_cast<std::int32_t>(column)),
                        static_cast<float>(value));
            }
            panel.maps.push_back(std::move(map));
        }
        figure.panels.push_back(std::move(panel));
    }
    return figure;
}

std::vector<FigureSpec> factMaps(std::span<const EvalRecord> records, const TaskInfo& task,
                                 const std::vector<std::string>& policies, const FactSides& sides) {
    std::vector<FigureSpec> maps;
    for (const std::string& subset : subsetsWith(records, sides)) {
        maps.push_back(factMap(records, task, subset, policies, sides));
    }
    return maps;
}

tables::Table factTable(std::span<const EvalRecord> records, const TaskInfo& task, const std::string& subset,
                        const std::vector<std::string>& policies, const FactSides& sides) {
    const FactGrid grid = factGrid(records, task, subset, policies, sides);
    tables::Table table{{{"policy", "policy"}, {sides.y, sides.y}}};
    for (const std::string& name : numberNames(grid.x)) {
        table.columns.push_back({sides.x + "_" + name, name});
    }
    for (std::size_t lane = 0; lane < policies.size(); ++lane) {
        for (const double y : grid.y) {
            std::vector<tables::Cell> cells{policies[lane], y};
            for (const double x : grid.x) {
                const auto found = grid.lanes[lane].find({y, x});
                cells.emplace_back(found == grid.lanes[lane].end() ? kMissing : found->second);
            }
            table.add(std::move(cells));
        }
    }
    table.caption =
        fmt::format("{}, {}: {} over {} (columns) and {}", task.title, subset, task.score, sides.x, sides.y);
    return table;
}

namespace {

/// Returns an empty line of a lane; `lane` counts those that are not the full cache.
FigureSeries laneSeries(const std::string& policy, std::int32_t& lane) {
    const bool full = isFullLane(policy);
    return {policy, {}, {}, FigureStyle::Line, full ? FigureRole::FullLane : FigureRole::Lane, full ? 0 : ++lane};
}

}  // namespace

FigureSpec factLines(std::span<const EvalRecord> records, const TaskInfo& task, const std::string& subset,
                     const std::vector<std::string>& policies, const std::string& fact, const FactNumber& number) {
    FigureSpec figure;
    figure.id = fmt::format("eval-lines-{}{}-{}-{}", task.name, subset.empty() ? "" : "-" + idPart(subset),
                            idPart(number.name), idPart(fact));
    const std::string of = subset.empty() ? task.title : task.title + ", " + subset;
    figure.title = fmt::format("{}: {} over {}", of, number.title, fact);
    figure.caption = fmt::format("{}: {} over {}; points are means over the samples, bars their standard deviation.",
                                 of, number.title, fact);
    FigurePanel panel;
    panel.x.label = fact;
    panel.y.label = number.title;
    panel.y.unit = number.unit;
    std::int32_t lane = 0;
    for (const std::string& policy : policies) {
        std::map<double, std::vector<double>> values;
        for (const EvalRecord& record : records) {
            const double x = numberNamed(record.facts, fact), y = recordNumber(record, number.name);
            if ((subset.empty() || record.subset == subset) && record.policy == policy && !record.failed() &&
                std::isfinite(x) && std::isfinite(y)) {
                values[x].push_back(y);
            }
        }
        FigureSeries series = laneSeries(policy, lane);
        bool repeated = false;
        for (const auto& [x, those] : values) {
            const Spread spread = spreadOf(those);
            series.x.push_back(x);
            series.y.push_back(spread.mean);
            series.deviation.push_back(spread.deviation);
            repeated = repeated || spread.count > 1;
        }
        if (!repeated) {
            series.deviation.clear();
        }
        if (!series.x.empty()) {
            panel.series.push_back(std::move(series));
        }
    }
    figure.panels.push_back(std::move(panel));
    return figure;
}

FigureSpec runningLines(std::span<const EvalRecord> records, const TaskInfo& task,
                        const std::vector<std::string>& policies) {
    FigureSpec figure;
    figure.id = fmt::format("eval-running-{}", task.name);
    figure.title = fmt::format("{}: running perplexity", task.title);
    figure.caption = fmt::format(
        "{}: perplexity over the scored tokens so far, every {} of them; a point is over all texts that are so long.",
        task.title, kRunningEvery);
    FigurePanel panel;
    panel.x.label = "scored tokens";
    panel.y.label = "perplexity";
    std::int32_t lane = 0;
    for (const std::string& policy : policies) {
        std::vector<WeightedSum> nll;
        for (const EvalRecord& record : records) {
            if (record.policy != policy || record.failed()) {
                continue;
            }
            nll.resize(std::max(nll.size(), record.running.size()));
            for (std::size_t i = 0; i < record.running.size(); ++i) {
                nll[i].sum += std::log(record.running[i]);
                ++nll[i].weight;
            }
        }
        FigureSeries series = laneSeries(policy, lane);
        for (std::size_t i = 0; i < nll.size(); ++i) {
            series.x.push_back(static_cast<double>(kRunningEvery * static_cast<std::int64_t>(i + 1)));
            series.y.push_back(nll[i].total(Total::Perplexity));
        }
        if (!series.x.empty()) {
            panel.series.push_back(std::move(series));
        }
    }
    figure.panels.push_back(std::move(panel));
    return figure;
}

}  // namespace kvw::eval
