// SPDX-License-Identifier: Apache-2.0
/// Bytes of the cache: over the steps, and after each layer of the prefill.
#include "core/figures/builders/figure_memory.h"

#include <utility>

#include "core/figures/builders/figure_parts.h"
#include "core/figures/figures.h"

namespace kvw::figures {
namespace {

FigureAxis bytesAxis() {
    return {"cache", "MiB"};
}

template <std::int64_t StepRecord::*field>
double mebibytes(const StepRecord& step) {
    return step.*field < 0 ? kMissing : static_cast<double>(step.*field) / kMebibyte;
}

/// Draws the bytes of the cache as the prefill goes through the layers, as in CAKE's paper; chunks one after another.
FigurePanel prefillPanel(const Trace& trace) {
    FigurePanel panel = startPanel("after each layer of the prefill", layersDoneAxis(), bytesAxis());
    FigureSeries peak{"at most in the layer", {}, {}, FigureStyle::Line, FigureRole::Budget, 0};
    FigureSeries allocated{"allocated", {}, {}, FigureStyle::Line, FigureRole::Allocated, 0};
    FigureSeries live{"live", {}, {}, FigureStyle::Line, FigureRole::Live, 0};
    for (std::int64_t i = 0; i < trace.passMemories(); ++i) {
        const PassMemory& row = trace.passMemory(i);
        const auto add = [i](FigureSeries& series, std::int64_t bytes) {
            series.x.push_back(static_cast<double>(i + 1));
            series.y.push_back(static_cast<double>(bytes) / kMebibyte);
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

}  // namespace

StepPanel memoryPanel(std::int32_t lane) {
    StepPanel panel;
    panel.title = "bytes";
    panel.x = stepAxis();
    panel.y = bytesAxis();
    panel.lane = lane;
    panel.series = {{"full", {FigureRole::Full, lane}, lane, &mebibytes<&StepRecord::bytesFull>},
                    {"allocated", {FigureRole::Allocated, lane}, lane, &mebibytes<&StepRecord::bytesAllocated>},
                    {"live", {FigureRole::Live, lane}, lane, &mebibytes<&StepRecord::bytesLive>},
                    {"read by a step", kReadSeries, lane, &mebibytes<&StepRecord::bytesRead>}};
    return panel;
}

FigureSpec memory(const Recording& recording, std::int32_t lane) {
    FigureSpec figure =
        startFigure(recording, lane, "memory", "Bytes of the cache",
                    "Bytes of the tokens held (live), of the buffers (allocated), and what the full cache would take; "
                    "with read selection also what each step read.");
    figure.panels.push_back(valuesOf(recording, memoryPanel(lane)));
    if (FigurePanel prefill = prefillPanel(recording.trace(lane)); !prefill.empty()) {
        figure.panels.push_back(std::move(prefill));
    }
    return figure;
}

}  // namespace kvw::figures
