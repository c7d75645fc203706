// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/plot/presenting.h"

#include "app/workbench/plot/colors.h"
#include "app/workbench/plot/qcp.h"

namespace kvw::wb {

namespace {

constexpr double kScreenWidth = 1, kStageWidth = 2.5;
constexpr std::ptrdiff_t kManyPoints = 6000;

std::ptrdiff_t pointsInView(const QCPGraph& graph) {
    if (graph.keyAxis() == nullptr) {
        return 0;
    }
    const QCPRange seen = graph.keyAxis()->range();
    return graph.data()->findEnd(seen.upper) - graph.data()->findBegin(seen.lower);
}

template <class Mapped>
void recolour(Mapped& mapped, const QCPColorGradient& from, const QCPColorGradient& to) {
    if (mapped.gradient() == from) {
        mapped.setGradient(to);
    }
}

}  // namespace

void present(QCustomPlot& plot, bool on) {
    for (int i = 0; i < plot.graphCount(); ++i) {
        QCPGraph& graph = *plot.graph(i);
        const double width = on && pointsInView(graph) <= kManyPoints ? kStageWidth : kScreenWidth;
        if (QPen pen = graph.pen(); pen.style() != Qt::NoPen && pen.widthF() != width) {
            pen.setWidthF(width);
            graph.setPen(pen);
        }
    }
    const QCPColorGradient screen = sequentialGradient(), stage = sequentialGradient(Shades::Contrast);
    for (int i = 0; i < plot.plottableCount(); ++i) {
        if (auto* map = qobject_cast<QCPColorMap*>(plot.plottable(i))) {
            recolour(*map, on ? screen : stage, on ? stage : screen);
        }
    }
    for (QCPLayoutElement* element : plot.plotLayout()->elements(true)) {
        if (auto* scale = qobject_cast<QCPColorScale*>(element)) {
            recolour(*scale, on ? screen : stage, on ? stage : screen);
        }
    }
}

}  // namespace kvw::wb
