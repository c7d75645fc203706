// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/figures/figure_search.h"

#include <algorithm>

#include "core/figures/figures.h"

namespace kvw::wb {

std::vector<std::string> selectedFigures(const ShownSelection& shownSelection, const Selection& selection,
                                         const Recording& recording, int lane) {
    const TraceShape shape = recording.trace(lane).shape();
    const std::string layer = std::to_string(shownSelection.layer());
    const std::string step = "-step-" + std::to_string(std::max<std::int64_t>(0, shownSelection.step()));
    const int head = selection.head(), part = shownSelection.part();
    const std::string unit = head < 0 ? layer : layer + "-head-" + std::to_string(head);
    std::vector<std::string> ids{"keepset-layer-" + layer};
    if (head >= 0 && shape.units > 1) {
        ids.push_back("keepset-layer-" + layer + "-head-" + std::to_string(shape.unitOf(head)));
    }
    ids.insert(ids.end(), {"attention-layer-" + unit, "attention-layer-" + unit + "-linear",
                           "attention-margins-layer-" + layer + step, "lorenz-layer-" + unit + step, "budgets-share",
                           "budgets-bytes", "entropy", "variance", "reach", "reach-shares"});
    if (shownSelection.step() < recording.trace(lane).steps() - 1) {
        ids.push_back("budgets" + step);  // the standard budgets figures show the last step
    }
    const std::string of = head < 0 ? step : "-head-" + std::to_string(head) + step;
    for (const char* map :
         {"cache-map", "cache-map-age", "cache-map-attention", "cache-map-score", "cache-map-by-slot"}) {
        ids.push_back(map + of);
    }
    if (shape.units > 1) {
        ids.push_back("budgets-heads-layer-" + layer + step);
    }
    if (lane > 0) {
        ids.emplace_back("hindsight-protected");
    }
    if (part >= 0) {
        for (const char* measure : {"inequality", "gini", "entropy", "variance", "reach", "reach-shares"}) {
            ids.push_back(std::string(measure) + "-head-" + std::to_string(part));
        }
    }
    if (recording.lanes() == 1) {
        ids.insert(ids.end(), {"perplexity", "memory-length"});
        return ids;
    }
    ids.push_back("budgets-all-lanes" + step);
    ids.push_back("attention-lanes-layer-" + unit);
    ids.push_back("attention-lanes-layer-" + std::to_string(recording.trace(0).shape().layers - 1));
    for (const auto curve : {figures::LaneCurve::MeanNll, figures::LaneCurve::MeanDelta, figures::LaneCurve::Nll,
                             figures::LaneCurve::Delta, figures::LaneCurve::Kl, figures::LaneCurve::Live,
                             figures::LaneCurve::MeanLess, figures::LaneCurve::Less}) {
        ids.push_back(figures::laneCurveId(curve, lane));
    }
    ids.push_back("overlap-lane-" + std::to_string(lane) + step);
    return ids;
}

void lookThrough(const Recording& recording, int lane, FigurePart which, const std::vector<std::string>& selected,
                 const LatestJob::Stale& stale, const std::function<void(const FigureSpec&)>& take) {
    const auto takeAll = [&](const std::vector<FigureSpec>& figures) {
        std::for_each(figures.begin(), figures.end(), take);
    };
    switch (which) {
        case FigurePart::Standard:
            return takeAll(figures::standard(recording, lane));
        case FigurePart::Further:
            return takeAll(figures::exportOnly(recording, lane));
        case FigurePart::Shared:
            return takeAll(figures::shared(recording));
        case FigurePart::Selected:
            break;
    }
    for (const std::string& id : selected) {
        if (stale()) {
            return;
        }
        if (const auto figure = figures::byId(recording, lane, id)) {
            take(*figure);
        }
    }
}

}  // namespace kvw::wb
