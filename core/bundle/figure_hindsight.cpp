// SPDX-License-Identifier: Apache-2.0
/// The figure of hindsight: regret by layer and step, and what was kept against what could have been.
#include <fmt/format.h>

#include <cmath>

#include "core/bundle/figure_parts.h"
#include "core/bundle/figures.h"
#include "core/trace/hindsight.h"

namespace kvw::figures {
namespace {

using metrics::HindsightMass;

FigureMap regretMap(const Hindsight& judged) {
    const auto count = static_cast<std::int64_t>(judged.steps.size());
    const Bins columns(count, kMapSide), rows(judged.layers, kMapSide);
    FigureMap map = startMap(columns, rows);
    map.label = "regret";
    map.unit = "of later attention";
    const double width = static_cast<double>(judged.every);
    map.xBegin = static_cast<double>(judged.steps.front()) - width / 2;
    map.xEnd = map.xBegin + static_cast<double>(columns.count * columns.size) * width;
    CellMeans means(map);
    for (std::int32_t layer = 0; layer < judged.layers; ++layer) {
        for (std::int64_t index = 0; index < count; ++index) {
            if (const auto regret = judged.at(layer, static_cast<std::size_t>(index)).regret()) {
                means.add(rows.of(layer), columns.of(index), *regret);
            }
        }
    }
    means.into(map);
    fitScale(map);
    map.minimum = 0;
    map.maximum = std::max(map.maximum, 1e-6);
    return map;
}

}  // namespace

FigureSpec hindsight(const Recording& recording, std::int32_t lane) {
    FigureSpec figure = startFigure(
        recording, lane, "hindsight", "Hindsight",
        "Attention of all later rows of the full cache that the tokens held at each step receive, against the best set "
        "of the same size (mean over layers); above, the difference by layer. No policy can know it.");
    FigurePanel over = startPanel("regret by layer", stepAxis(), {"layer", "", false, std::nullopt, std::nullopt});
    FigurePanel lines = startPanel("later attention that is kept", stepAxis(),
                                   {"kept", "of later attention", false, std::nullopt, 1.0});
    const auto judged = lane == 0 ? Result<Hindsight>(fail(Code::BadUsage, "lane 0", "it keeps everything"))
                                  : kvw::hindsight(recording, lane, kMapSide);
    if (judged && !judged->steps.empty()) {
        over.maps.push_back(regretMap(*judged));
        const auto mean = [&](const char* label, FigureRole role, std::int32_t index, auto value) {
            FigureSeries series{label, {}, {}, FigureStyle::Line, role, index};
            for (std::size_t at = 0; at < judged->steps.size(); ++at) {
                series.x.push_back(judged->steps[at]);
                series.y.push_back(value(at));
            }
            addSeries(lines, std::move(series));
        };
        const auto retained = [&](std::size_t at) { return judged->mean(at, &HindsightMass::retained); };
        mean("best set of this size", FigureRole::FullLane, 0,
             [&](std::size_t at) { return retained(at) + judged->mean(at, &HindsightMass::regret); });
        mean("best with the protected tokens", FigureRole::Budget, 0,
             [&](std::size_t at) { return retained(at) + judged->mean(at, &HindsightMass::regretProtected); });
        mean("held", FigureRole::Lane, lane, retained);
        addMarks(lines, recording, lane);
    }
    figure.panels.push_back(std::move(over));
    figure.panels.push_back(std::move(lines));
    return figure;
}

}  // namespace kvw::figures
