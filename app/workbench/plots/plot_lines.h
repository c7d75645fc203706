// SPDX-License-Identifier: GPL-3.0-or-later
/// The straight lines over the panels of a plot: cursor, hover, marks, a boundary, a hovered layer.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "app/workbench/plots/qcp.h"

namespace kvw::wb {

/// Thread: GUI thread. The items belong to the plot.
class PlotLines {
 public:
    enum Line { Cursor, Hover, MarkA, MarkB, Boundary, Layer, Count };

    /// `steps`: the axis that steps run along. A layer's line starts out hidden: see `setLayerAxis`.
    void addPanel(QCustomPlot& plot, QCPAxisRect* rect, Qt::Orientation steps);
    /// The axis that counts layers, of all panels so far; nothing: none does (now).
    void setLayerAxis(std::optional<Qt::Orientation> layers);
    [[nodiscard]] bool hasLayers() const noexcept { return m_layers.has_value(); }
    /// Across every panel; nothing: hidden. Replots nothing.
    void place(Line line, std::optional<double> at);
    void setPen(Line line, const QPen& pen);
    /// Where it stands; nothing: hidden, or there is no panel.
    [[nodiscard]] std::optional<double> at(Line line) const;

 private:
    struct Panel {
        QCPAxisRect* rect;
        std::array<QCPItemStraightLine*, Count> lines;
    };
    void orient(const Panel& panel, Line line) const;
    [[nodiscard]] Qt::Orientation axisOf(Line line) const { return line == Layer ? *m_layers : m_steps; }

    std::vector<Panel> m_panels;
    Qt::Orientation m_steps = Qt::Horizontal;
    std::optional<Qt::Orientation> m_layers;
};

}  // namespace kvw::wb
