// SPDX-License-Identifier: Apache-2.0
#include "core/eval/eval_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/base/comma_list.h"
#include "core/eval/sweep_figures.h"
#include "core/eval/sweep_results.h"
#include "core/session/spec/run_changes.h"

namespace kvw::eval {

namespace {

constexpr const char *kAcross = "length", *kUp = "depth";

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
                    const std::string& policy) {
    std::map<std::pair<double, double>, WeightedSum> sums;
    for (const EvalRecord& record : records) {
        const double x = numberNamed(record.facts, kAcross), y = numberNamed(record.facts, kUp);
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
                  const std::vector<std::string>& policies) {
    FactGrid grid;
    std::set<double> x, y;
    for (const std::string& policy : policies) {
        grid.lanes.push_back(factCells(records, task, subset, policy));
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

FigureAxis factAxis(const char* fact, const std::vector<double>& values) {
    std::vector<std::string> names;
    std::ranges::transform(values, std::back_inserter(names), [](double value) { return fmt::format("{}", value); });
    return namedAxis(fact, std::move(names));
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

double recordNumber(const EvalRecord& record, const std::string& name) {
    return name == "score"     ? record.score
           : name == "ttft_ms" ? record.ttftMs
           : name == "tpot_ms" ? record.tpotMs
           : name == "bytes"   ? record.bytes < 0 ? kMissing : static_cast<double>(record.bytes)
                               : numberNamed(record.parts, name);
}

}  // namespace

FigureSpec factMap(std::span<const EvalRecord> records, const TaskInfo& task, const std::string& subset,
                   const std::vector<std::string>& policies) {
    const FactGrid grid = factGrid(records, task, subset, policies);
    FigureSpec figure;
    figure.id = fmt::format("eval-map-{}-{}", task.name, idPart(subset));
    figure.title = fmt::format("{}, {}: {} over {} and {}", task.title, subset, task.score, kAcross, kUp);
    figure.caption = fmt::format("{}, {}: {} over {} and {}, a panel per policy, on one scale.", task.title, subset,
                                 task.score, kAcross, kUp);
    figure.columns = policies.size() > 1 ? 2 : 1;
    for (std::size_t lane = 0; lane < policies.size(); ++lane) {
        FigurePanel panel;
        panel.title = policies[lane];
        if (!grid.lanes[lane].empty()) {
            panel.x = factAxis(kAcross, grid.x);
            panel.y = factAxis(kUp, grid.y);
            panel.y.reversed = true;
            FigureMap map = emptyMap(grid.y.size(), grid.x.size());
            map.label = task.score;
            map.minimum = grid.least;
            map.maximum = grid.most;
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
                                 const std::vector<std::string>& policies) {
    std::vector<std::string> subsets;
    for (const EvalRecord& record : records) {
        if (std::isfinite(numberNamed(record.facts, kAcross)) && std::isfinite(numberNamed(record.facts, kUp))) {
            addOnce(subsets, record.subset);
        }
    }
    std::vector<FigureSpec> maps;
    for (const std::string& subset : subsets) {
        maps.push_back(factMap(records, task, subset, policies));
    }
    return maps;
}

namespace {

/// Returns an empty line of a lane; `lane` counts those that are not the full cache.
FigureSeries laneSeries(const std::string& policy, std::int32_t& lane) {
    const bool full = isFullCache(policy);
    return {policy, {}, {}, FigureStyle::Line, full ? FigureRole::FullLane : FigureRole::Lane, full ? 0 : ++lane};
}

}  // namespace

FigureSpec factLines(std::span<const EvalRecord> records, const TaskInfo& task,
                     const std::vector<std::string>& policies, const FactNumber& number) {
    FigureSpec figure;
    figure.id = fmt::format("eval-lines-{}-{}-{}", task.name, idPart(number.name), kAcross);
    figure.title = fmt::format("{}: {} over {}", task.title, number.title, kAcross);
    figure.caption = fmt::format("{}: {} over {}; points are means over the samples, bars their standard deviation.",
                                 task.title, number.title, kAcross);
    FigurePanel panel;
    panel.x.label = kAcross;
    panel.y.label = number.title;
    panel.y.unit = number.unit;
    std::int32_t lane = 0;
    for (const std::string& policy : policies) {
        std::map<double, std::vector<double>> values;
        for (const EvalRecord& record : records) {
            const double x = numberNamed(record.facts, kAcross), y = recordNumber(record, number.name);
            if (record.policy == policy && !record.failed() && std::isfinite(x) && std::isfinite(y)) {
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
