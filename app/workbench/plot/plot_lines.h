// SPDX-License-Identifier: GPL-3.0-or-later
/// Straight lines over the panels of a plot: cursor, hover, marks, a boundary, a hovered layer.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/workbench/plot/qcp.h"

namespace kvw::wb {

/// Returns the place of a step, layer or token on its axis; nullopt: there is none, or the number is negative.
[[nodiscard]] inline std::optional<double> placeOf(std::optional<std::int64_t> number) {
    return number && *number >= 0 ? std::optional(static_cast<double>(*number)) : std::nullopt;
}

/// The items belong to the plot. Thread: GUI thread.
class PlotLines {
 public:
    enum Line { Cursor, Hover, MarkA, MarkB, Boundary, Layer, Count };

    /// Adds the lines of a panel. `steps`: the axis that counts steps. The line of a layer is hidden until
    /// `setLayerAxis`.
    void addPanel(QCustomPlot& plot, QCPAxisRect* rect, Qt::Orientation steps);
    /// Sets the axis that counts layers, for all panels so far; nullopt: none.
    void setLayerAxis(std::optional<Qt::Orientation> layers);
    [[nodiscard]] bool hasLayers() const noexcept { return m_layers.has_value(); }
    /// Places a line across every panel; nullopt: hides it. Replots nothing.
    void place(Line line, std::optional<double> at);
    void setPen(Line line, const QPen& pen);
    /// Returns the position of a line; nullopt: it is hidden, or there is no panel.
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
