// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/plot/plot_lines.h"

namespace kvw::wb {

void PlotLines::addPanel(QCustomPlot& plot, QCPAxisRect* rect, Qt::Orientation steps) {
    m_steps = steps;
    Panel panel{rect, {}};
    for (int line = 0; line < Count; ++line) {
        auto* item = new QCPItemStraightLine(&plot);
        item->setLayer(line == Boundary ? QStringLiteral("grid") : QStringLiteral("cursors"));
        item->setClipAxisRect(rect);
        item->setVisible(false);
        panel.lines[static_cast<std::size_t>(line)] = item;
        if (line != Layer) {
            orient(panel, static_cast<Line>(line));
        }
    }
    m_panels.push_back(panel);
}

void PlotLines::setLayerAxis(std::optional<Qt::Orientation> layers) {
    if (!layers) {
        place(Layer, std::nullopt);
    }
    m_layers = layers;
    for (const Panel& panel : m_panels) {
        if (layers) {
            orient(panel, Layer);
        }
    }
}

void PlotLines::orient(const Panel& panel, Line line) const {
    const bool vertical = axisOf(line) == Qt::Horizontal;
    const QCPItemStraightLine* item = panel.lines[static_cast<std::size_t>(line)];
    for (QCPItemPosition* point : {item->point1, item->point2}) {
        point->setAxisRect(panel.rect);
        point->setAxes(panel.rect->axis(QCPAxis::atBottom), panel.rect->axis(QCPAxis::atLeft));
        point->setTypeX(vertical ? QCPItemPosition::ptPlotCoords : QCPItemPosition::ptAxisRectRatio);
        point->setTypeY(vertical ? QCPItemPosition::ptAxisRectRatio : QCPItemPosition::ptPlotCoords);
    }
}

void PlotLines::place(Line line, std::optional<double> at) {
    if (line == Layer && !m_layers) {
        return;
    }
    const bool vertical = axisOf(line) == Qt::Horizontal;
    for (const Panel& panel : m_panels) {
        QCPItemStraightLine* item = panel.lines[static_cast<std::size_t>(line)];
        item->setVisible(at.has_value());
        if (at) {
            item->point1->setCoords(vertical ? *at : 0, vertical ? 0 : *at);
            item->point2->setCoords(vertical ? *at : 1, vertical ? 1 : *at);
        }
    }
}

void PlotLines::setPen(Line line, const QPen& pen) {
    for (const Panel& panel : m_panels) {
        panel.lines[static_cast<std::size_t>(line)]->setPen(pen);
    }
}

std::optional<double> PlotLines::at(Line line) const {
    if (m_panels.empty() || !m_panels.front().lines[static_cast<std::size_t>(line)]->visible()) {
        return std::nullopt;
    }
    const QCPItemPosition* point = m_panels.front().lines[static_cast<std::size_t>(line)]->point1;
    return axisOf(line) == Qt::Horizontal ? point->coords().x() : point->coords().y();
}

}  // namespace kvw::wb
