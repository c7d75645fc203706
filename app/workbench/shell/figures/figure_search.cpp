// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/figures/figure_search.h"

#include <algorithm>

#include "core/figures/figures.h"

namespace kvw::wb {

std::vector<std::string> selectedFigures(const ShownSelection& shownSelection, const Selection& selection,
                                         const Recording& recording, int lane) {
    using Request = figures::FigureRequest;
    const TraceShape shape = recording.trace(lane).shape();
    const int layer = shownSelection.layer(), head = selection.head(), part = shownSelection.part();
    const std::int64_t step = std::max<std::int64_t>(0, shownSelection.step());
    std::vector<std::string> ids;
    const auto add = [&ids](const Request& request) { ids.push_back(request.id()); };
    const auto ofLayer = [layer](const char* name) { return Request::parse(name).with("layer", layer); };
    const auto ofHead = [&](const char* name) { return ofLayer(name).withIf(head >= 0, "head", head); };
    add(ofLayer("keepset"));
    if (head >= 0 && shape.units > 1) {
        add(ofLayer("keepset").with("head", shape.unitOf(head)));
    }
    add(ofHead("attention"));
    add(ofHead("attention").with("linear"));
    add(ofLayer("attention-margins").with("step", step));
    add(ofHead("lorenz").with("step", step));
    ids.insert(ids.end(), {"budgets-share", "budgets-bytes", "entropy", "variance", "reach", "reach-shares"});
    if (shownSelection.step() < recording.trace(lane).steps() - 1) {
        add(Request::parse("budgets").with("step", step));  // the standard budgets figures show the last step
    }
    for (const char* map :
         {"cache-map", "cache-map-age", "cache-map-attention", "cache-map-score", "cache-map-by-slot"}) {
        add(Request::parse(map).withIf(head >= 0, "head", head).with("step", step));
    }
    if (shape.units > 1) {
        add(ofLayer("budgets-heads").with("step", step));
    }
    if (lane > 0) {
        ids.emplace_back("hindsight-protected");
    }
    if (part >= 0) {
        for (const char* measure : {"inequality", "gini", "entropy", "variance", "reach", "reach-shares"}) {
            add(Request::parse(measure).with("head", part));
        }
    }
    if (recording.lanes() == 1) {
        ids.insert(ids.end(), {"perplexity", "memory-length", "attention-grid"});
        return ids;
    }
    add(Request::parse("budgets-all-lanes").with("step", step));
    ids.emplace_back("attention-grid");
    add(ofHead("attention-lanes"));
    add(Request::parse("attention-lanes").with("layer", recording.trace(0).shape().layers - 1));
    for (const auto curve : {figures::LaneCurve::MeanNll, figures::LaneCurve::MeanDelta, figures::LaneCurve::Nll,
                             figures::LaneCurve::Delta, figures::LaneCurve::Kl, figures::LaneCurve::Live,
                             figures::LaneCurve::MeanLess, figures::LaneCurve::Less}) {
        ids.push_back(figures::laneCurveId(curve, lane));
    }
    add(Request::parse("overlap").with("lane", lane).with("step", step));
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
