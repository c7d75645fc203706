// SPDX-License-Identifier: Apache-2.0
/// A prune event taken apart: the NLL of each token behind it, of every way to prune there, and the difference to no
/// prune.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/analysis/spike.h"
#include "core/figures/builders/figure_parts.h"
#include "core/figures/figures.h"
#include "core/figures/step_panel.h"

namespace kvw::figures {
namespace {

constexpr std::int64_t kBefore = 8;  ///< tokens in front of the event that are shown

FigureSeries branchSeries(const SpikeBranch& branch, std::string label) {
    const bool none = branch.pruning == Pruning::Off;
    return {std::move(label),
            {},
            {},
            FigureStyle::Line,
            none ? FigureRole::FullLane : FigureRole::Lane,
            static_cast<std::int32_t>(branch.pruning)};
}

/// Returns the NLL of the tokens around the event.
FigureSeries curveOf(const Recording& recording, const SpikeParts& parts, const SpikeBranch& branch) {
    FigureSeries series = branchSeries(branch, spikeWords(branch.pruning));
    const Trace& trace = recording.trace(branch.lane);
    for (std::int64_t token = std::max<std::int64_t>(parts.step - kBefore, 0); token < parts.end; ++token) {
        series.x.push_back(static_cast<double>(token));
        series.y.push_back(trace.step(token).nll);
    }
    return series;
}

/// Returns the difference of the tokens behind the event to those of a run without it.
FigureSeries differenceOf(const SpikeParts& parts, const SpikeBranch& branch) {
    FigureSeries series = branchSeries(branch, spikeWords(branch.pruning));
    const std::vector<double>& none = parts.branches.front().nll;
    for (std::size_t i = 0; i < branch.nll.size(); ++i) {
        series.x.push_back(static_cast<double>(parts.begin) + static_cast<double>(i));
        series.y.push_back(branch.nll[i] - none[i]);
    }
    return series;
}

}  // namespace

const char* spikeWords(Pruning pruning) {
    switch (pruning) {
        case Pruning::Off:
            return "no prune";
        case Pruning::EvictOnly:
            return "eviction alone";
        case Pruning::PhasesOnly:
            return "re-phasing alone";
        case Pruning::Once:
            return "both";
        case Pruning::On:
            break;
    }
    return "as the policy prunes";
}

FigureSpec spike(const Recording& recording) {
    const auto parts = spikeParts(recording);
    FigureSpec figure = startFigure(recording, parts ? parts->branches.back().lane : 0, "spike",
                                    "A prune event taken apart",
                                    parts && !parts->hasPhases()
                                        ? std::string("NLL of each token behind a prune event with and without it. ") +
                                              kPhasesStay
                                        : "NLL of each token behind a prune event: without it, with the eviction "
                                          "alone (keys and queries keep their phases), with the change of phases alone "
                                          "(nothing leaves), and with both. Below: the difference to no prune.");
    FigurePanel curves = startPanel("NLL", tokenAxis(), {"NLL", "nats"});
    FigurePanel differences = startPanel("difference to no prune", tokenAxis(), {"difference", "nats"});
    if (parts) {
        for (const SpikeBranch& branch : parts->branches) {
            addSeries(curves, curveOf(recording, *parts, branch));
            if (branch.pruning != Pruning::Off) {
                addSeries(differences, differenceOf(*parts, branch));
            }
        }
    }
    if (!curves.empty()) {
        curves.marks.push_back({static_cast<double>(parts->step), true, "prune", {}, std::nullopt});
    }
    figure.panels.push_back(std::move(curves));
    if (!differences.empty()) {
        includeZero(differences);
        figure.panels.push_back(std::move(differences));
    }
    return figure;
}

}  // namespace kvw::figures
