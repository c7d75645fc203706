// SPDX-License-Identifier: Apache-2.0
#include "core/eval/sweep_halving.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>

namespace kvw {
namespace {

/// Returns what the repeats of a candidate have in common. `names`: of the axes of `values`.
std::vector<std::string> candidateOf(const std::vector<std::string>& names, const std::vector<std::string>& values) {
    std::vector<std::string> kept;
    for (std::size_t axis = 0; axis < names.size() && axis < values.size(); ++axis) {
        if (names[axis] != kSeedAxis && names[axis] != kTextAxis && names[axis] != kStepsAxis) {
            kept.push_back(values[axis]);
        }
    }
    return kept;
}

/// Candidates of a list of points in order of appearance. `members`: [candidates], indices in the list.
struct Candidates {
    std::vector<std::vector<std::string>> values;
    std::vector<std::vector<std::size_t>> members;
};

Candidates candidatesOf(const std::vector<std::string>& names, const std::vector<SweepPoint>& points, std::size_t begin,
                        std::size_t end) {
    Candidates found;
    for (std::size_t i = begin; i < end; ++i) {
        auto values = candidateOf(names, points[i].values);
        const auto at = static_cast<std::size_t>(std::ranges::find(found.values, values) - found.values.begin());
        if (at == found.values.size()) {
            found.values.push_back(std::move(values));
            found.members.emplace_back();
        }
        found.members[at].push_back(i);
    }
    return found;
}

/// Returns the first points of the stages and the end of the last.
std::vector<std::size_t> beginsOfStages(const std::vector<SweepPoint>& points) {
    std::vector<std::size_t> begins;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (i == 0 || points[i].spec.steps != points[i - 1].spec.steps) {
            begins.push_back(i);
        }
    }
    begins.push_back(points.size());
    return begins;
}

double numberOfRow(const SweepHalving& halving, const std::optional<SweepRow>& row) {
    for (std::size_t number = 0; row && row->problem.empty() && number < kSweepNumbers; ++number) {
        if (halving.by == describe(static_cast<SweepNumber>(number)).name) {
            return valueOf(*row, static_cast<SweepNumber>(number));
        }
    }
    return kMissing;
}

/// Returns the mean over the repeats of a candidate; not a number if one of them has none.
double scoreOf(const SweepHalving& halving, const std::vector<std::size_t>& members,
               const std::vector<std::optional<SweepRow>>& rows) {
    double sum = 0;
    for (const std::size_t member : members) {
        sum += numberOfRow(halving, rows[member]);
    }
    return sum / static_cast<double>(members.size());
}

}  // namespace

std::vector<SweepStage> sweepStages(const SweepHalving& halving, std::int64_t steps, std::size_t candidates) {
    std::vector<SweepStage> stages{{steps, candidates}};
    const auto factor = static_cast<std::size_t>(std::max<std::int64_t>(2, halving.factor));
    std::size_t left = candidates;
    while (left / factor >= 1 && stages.front().steps / static_cast<std::int64_t>(factor) >= 1) {
        left /= factor;
        stages.insert(stages.begin(), SweepStage{stages.front().steps / static_cast<std::int64_t>(factor), 0});
    }
    for (SweepStage& stage : stages) {
        stage.candidates = candidates;
        candidates = std::max<std::size_t>(1, candidates / factor);
    }
    return stages;
}

Result<std::vector<SweepPoint>> inStages(const Sweep& sweep, const std::vector<SweepPoint>& points) {
    if (sweep.base.steps < 1 || hasAxis(sweep, kStepsAxis)) {
        return fail(Code::BadUsage, "--halving", "the steps of the longest runs are not known", {},
                    "--steps N and no axis of steps");
    }
    if (sweep.base.mode == Mode::Generate) {
        return fail(Code::BadUsage, "--halving", "runs of generated text are not compared", "--mode generate",
                    "--mode teacher");
    }
    const auto names = axisNames(sweep);
    const auto stages =
        sweepStages(sweep.halving, sweep.base.steps, candidatesOf(names, points, 0, points.size()).values.size());
    if (points.size() * stages.size() > kMostPoints) {
        return tooManyPoints();
    }
    std::vector<SweepPoint> all;
    for (const SweepStage& stage : stages) {
        for (SweepPoint point : points) {
            point.spec.steps = stage.steps;
            point.values.push_back(std::to_string(stage.steps));
            point.id += fmt::format(",{}={}", kStepsAxis, stage.steps);
            all.push_back(std::move(point));
        }
    }
    return all;
}

std::vector<SweepFate> sweepFates(const Sweep& sweep, const std::vector<SweepPoint>& points,
                                  const std::vector<std::optional<SweepRow>>& rows) {
    std::vector<SweepFate> fates(points.size(), SweepFate::Run);
    if (!sweep.halving || points.empty()) {
        return fates;
    }
    const auto names = axisNames(sweep);
    const auto begins = beginsOfStages(points);
    const std::size_t stride = begins[1];
    const auto first = candidatesOf(names, points, 0, stride);
    const auto stages = sweepStages(sweep.halving, points.back().spec.steps, first.values.size());
    std::fill(fates.begin() + static_cast<std::ptrdiff_t>(stride), fates.end(), SweepFate::Open);
    std::vector<std::size_t> running(first.values.size());
    std::iota(running.begin(), running.end(), std::size_t{0});
    for (std::size_t stage = 0; stage + 2 < begins.size() && stage + 1 < stages.size(); ++stage) {
        const std::size_t begin = begins[stage], next = begins[stage + 1];
        std::vector<std::pair<double, std::size_t>> ranked;
        for (const std::size_t candidate : running) {
            std::vector<std::size_t> members = first.members[candidate];
            for (std::size_t& member : members) {
                member += begin;
                if (!rows[member]) {
                    return fates;  // the stage is not over
                }
            }
            if (const double score = scoreOf(sweep.halving, members, rows); std::isfinite(score)) {
                ranked.emplace_back(score, candidate);
            }
        }
        std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        ranked.resize(std::min(ranked.size(), stages[stage + 1].candidates));
        running.clear();
        std::transform(ranked.begin(), ranked.end(), std::back_inserter(running),
                       [](const auto& each) { return each.second; });
        std::sort(running.begin(), running.end());
        for (std::size_t candidate = 0; candidate < first.members.size(); ++candidate) {
            const bool goesOn = std::binary_search(running.begin(), running.end(), candidate);
            for (const std::size_t member : first.members[candidate]) {
                fates[next + member] = goesOn ? SweepFate::Run : SweepFate::LeftOut;
            }
        }
    }
    return fates;
}

std::size_t plannedRuns(const Sweep& sweep, const std::vector<SweepPoint>& points) {
    if (!sweep.halving || points.empty()) {
        return points.size();
    }
    const std::size_t stride = beginsOfStages(points)[1];
    const auto first = candidatesOf(axisNames(sweep), points, 0, stride);
    std::size_t runs = 0;
    for (const SweepStage& stage : sweepStages(sweep.halving, points.back().spec.steps, first.values.size())) {
        runs += stage.candidates * stride / first.values.size();
    }
    return runs;
}

void separateStages(const Sweep& sweep, std::vector<SweepRow>& rows) {
    for (SweepRow& row : rows) {
        if (sweep.halving && !row.values.empty()) {
            row.setting = row.values.back();
        }
    }
}

std::vector<SweepRow> rowsOfStage(const Sweep& sweep, const std::vector<SweepRow>& rows, bool last) {
    if (!sweep.halving || rows.empty()) {
        return rows;
    }
    const std::string& steps = (last ? rows.back() : rows.front()).values.back();  // in the order of the points
    std::vector<SweepRow> found;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(found),
                 [&](const SweepRow& row) { return row.values.back() == steps; });
    return found;
}

}  // namespace kvw
