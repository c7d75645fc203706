// SPDX-License-Identifier: Apache-2.0
#include "core/figures/figures.h"

#include <fmt/format.h>

#include <cmath>

#include "core/base/text_format.h"
#include "core/figures/builders/figure_attention.h"
#include "core/figures/builders/figure_budgets.h"
#include "core/figures/builders/figure_layers.h"
#include "core/figures/builders/figure_parts.h"
#include "core/trace/parameter_changes.h"

namespace kvw::figures {
namespace {

template <class Get>
FigureSeries overSteps(const Trace& trace, std::string label, FigureRole role, std::int32_t index, Get get) {
    FigureSeries series;
    series.label = std::move(label);
    series.role = role;
    series.index = index;
    const std::int64_t steps = trace.steps();
    for (std::int64_t i = 0; i < steps; ++i) {
        series.x.push_back(static_cast<double>(i));
        series.y.push_back(get(i));
    }
    return series;
}

FigureAxis nats(std::string label) {
    return {std::move(label), "nats", false, std::nullopt, std::nullopt};
}

FigureAxis plain(std::string label, std::string unit) {
    return {std::move(label), std::move(unit), false, std::nullopt, std::nullopt};
}

}  // namespace

FigureSpec inequality(const Recording& recording, std::int32_t lane) {
    return inequalityOf(recording, lane, -1);
}

/// Draws the bytes of the cache as the prefill goes through the layers, as in CAKE's paper; chunks one after another.
FigurePanel prefillPanel(const Trace& trace) {
    FigurePanel panel = startPanel("after each layer of the prefill", plain("layers done", ""), plain("cache", "MiB"));
    FigureSeries peak{"at most in the layer", {}, {}, FigureStyle::Line, FigureRole::Budget, 0};
    FigureSeries allocated{"allocated", {}, {}, FigureStyle::Line, FigureRole::Allocated, 0};
    FigureSeries live{"live", {}, {}, FigureStyle::Line, FigureRole::Live, 0};
    for (std::int64_t i = 0; i < trace.passMemories(); ++i) {
        const PassMemory& row = trace.passMemory(i);
        const auto add = [i](FigureSeries& series, std::int64_t bytes) {
            series.x.push_back(static_cast<double>(i + 1));
            series.y.push_back(static_cast<double>(bytes) / (1024.0 * 1024.0));
        };
        add(peak, row.bytesPeak);
        add(allocated, row.bytesAllocated);
        add(live, row.bytesLive);
    }
    addSeries(panel, std::move(peak));
    addSeries(panel, std::move(allocated));
    addSeries(panel, std::move(live));
    return panel;
}

FigureSpec memory(const Recording& recording, std::int32_t lane) {
    const Trace& trace = recording.trace(lane);
    FigureSpec figure =
        startFigure(recording, lane, "memory", "Bytes of the cache",
                    "Bytes of the tokens held (live), of the buffers (allocated), and what the full cache would take; "
                    "with read selection also what each step read.");
    FigurePanel panel = startPanel("bytes", stepAxis(), plain("cache", "MiB"));
    const auto add = [&](const char* label, FigureRole role, std::int64_t StepRecord::*field) {
        addSeries(panel, overSteps(trace, label, role, lane, [&](std::int64_t i) {
                      return static_cast<double>(trace.step(i).*field) / (1024.0 * 1024.0);
                  }));
    };
    add("full", FigureRole::Full, &StepRecord::bytesFull);
    add("allocated", FigureRole::Allocated, &StepRecord::bytesAllocated);
    add("live", FigureRole::Live, &StepRecord::bytesLive);
    addSeries(panel, overSteps(trace, "read by a step", kReadSeries.role, kReadSeries.index, [&](std::int64_t i) {
                  const std::int64_t read = trace.step(i).bytesRead;
                  return read < 0 ? kMissing : static_cast<double>(read) / (1024.0 * 1024.0);
              }));
    addMarks(panel, recording, lane);
    figure.panels.push_back(std::move(panel));
    if (FigurePanel prefill = prefillPanel(trace); !prefill.empty()) {
        figure.panels.push_back(std::move(prefill));
    }
    return figure;
}

FigureSpec comparison(const Recording& recording) {
    FigureSpec figure =
        startFigure(recording, 0, "comparison", "Policies side by side",
                    "NLL of each token minus that of the full-cache lane, and tokens held, summed over layers and "
                    "stored heads, for every policy." +
                        generatedNote(recording));
    FigurePanel difference = startPanel("difference to the full cache", stepAxis(), nats("ΔNLL"));
    FigurePanel held =
        startPanel("held over layers and heads", stepAxis(), plain("held, all layers and heads", "tokens"));
    std::vector<std::int32_t> lanes;
    for (std::int32_t lane = 0; lane < recording.lanes(); ++lane) {
        const Trace& trace = recording.trace(lane);
        const std::string label = laneLabel(recording, lane);
        const auto [role, index] = laneLook(recording.description(), lane);
        lanes.push_back(lane);
        if (lane != 0) {
            addSeries(difference, overSteps(trace, label, FigureRole::Lane, index,
                                            [&](std::int64_t i) { return trace.step(i).nll - trace.step(i).nllFull; }));
        }
        addSeries(held, overSteps(trace, label, role, index,
                                  [&](std::int64_t i) { return static_cast<double>(trace.step(i).heldTotal); }));
    }
    describeLanes(figure, recording, lanes);
    figure.panels.push_back(std::move(difference));
    figure.panels.push_back(std::move(held));
    dropEmptyPanels(figure);  // generated text has no difference
    return figure;
}

std::vector<FigureSpec> standard(const Recording& recording, std::int32_t lane) {
    std::vector<FigureSpec> list{nll(recording, lane), budgets(recording, lane, {}), inequality(recording, lane),
                                 memory(recording, lane)};
    const Trace& trace = recording.trace(lane);
    if (trace.steps() > 0) {
        list.push_back(keepset(recording, lane, 0, -1));
        if (FigureSpec map = attention(recording, lane, {}); !map.panels[0].empty()) {
            list.push_back(std::move(map));
        }
    }
    return list;
}

}  // namespace kvw::figures
