// SPDX-License-Identifier: Apache-2.0
/// Figure of the probes: NLL of the answers to questions that a text asks about itself, and how much of each fact was
/// held.
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "core/figures/builders/figure_parts.h"
#include "core/figures/figures.h"

namespace kvw::figures {

FigureSpec probes(const Recording& recording, std::int32_t lane) {
    FigureSpec figure = startFigure(
        recording, lane, "probes", "NLL of the answers",
        "Mean negative log-likelihood of the answer to each question of the text, at its first token, and how much of "
        "the fact asked for was in the cache just before it, over layers and stored heads.");
    FigureAxis steps = stepAxis();  // the whole run, to show where the questions stand
    steps.minimum = 0;
    steps.maximum = static_cast<double>(std::max<std::int64_t>(recording.trace(lane).steps(), 1));
    FigurePanel cost = startPanel("answers", steps, {"NLL of the answer", "nats"});
    // A little beyond 0 to 100, so that no marker is cut in two.
    FigurePanel kept = startPanel("facts", steps, {"fact held", "%", false, -5.0, 105.0});
    const auto [role, index] = laneLook(recording.description(), lane);
    FigureSeries full{"full cache", {}, {}, FigureStyle::Points, FigureRole::FullLane, 0};
    FigureSeries own{laneLabel(recording, lane), {}, {}, FigureStyle::Points, role, index}, held = own;
    const std::vector<ProbeInfo>& asked = recording.description().probes;
    const std::vector<ProbeResult> results = probeResults(recording, lane);
    std::vector<std::size_t> order(results.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return asked[a].answerBegin < asked[b].answerBegin; });
    for (const std::size_t probe : order) {
        for (FigureSeries* series : {&full, &own, &held}) {
            series->x.push_back(asked[probe].answerBegin);
        }
        full.y.push_back(results[probe].nllFull);
        own.y.push_back(results[probe].nll);
        held.y.push_back(100 * results[probe].factHeld);
    }
    if (role != FigureRole::FullLane) {
        addSeries(cost, std::move(full));
    }
    addSeries(cost, std::move(own));
    addSeries(kept, std::move(held));
    if (!cost.empty()) {
        addMarks(cost, recording, lane);
    }
    figure.panels.push_back(std::move(cost));
    figure.panels.push_back(std::move(kept));
    return figure;
}

}  // namespace kvw::figures
