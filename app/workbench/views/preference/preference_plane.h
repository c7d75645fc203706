// SPDX-License-Identifier: GPL-3.0-or-later
/// CAKE's preference plane: layers as points, spatial entropy H against temporal variance V, and the line on which
/// layers would get the same budget.
#pragma once

#include <vector>

#include "app/workbench/plot/plot.h"
#include "core/analysis/attention/preference.h"

namespace kvw::wb {

/// Both axes are logarithmic, so layers of equal preference lie on a straight line with the slope -tau2 / tau1.
/// Dragging the plane turns that line: along x it changes tau1, along y tau2. Dragging one of the two handles on the
/// line changes only its own temperature. Thread: GUI thread.
class PreferencePlane : public Plot {
    Q_OBJECT
 public:
    explicit PreferencePlane(QWidget* parent);

    void setLayers(const LayerPreferences& measured);
    void setTemperatures(double tau1, double tau2);
    void choose(int layer);
    /// Applies the colours of the theme.
    void recolour();
    /// Returns the layer whose point is nearest to a place of the plane; -1: there is none.
    [[nodiscard]] int layerAt(double entropy, double variance) const;
    enum class Handle { None, Tau1, Tau2 };
    /// Returns the rectangle of a handle in pixels; empty: there is none.
    [[nodiscard]] QRectF placeOf(Handle handle) const;

 Q_SIGNALS:
    /// Emitted when the user turned the line.
    void turned(double tau1, double tau2);

 protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

 private:
    void drawLine();
    void placeHandles();
    /// Puts numbers beside the points of all layers, or of every n-th if there is too little room, and of the chosen
    /// layer.
    void placeNames();
    [[nodiscard]] QCPItemText* makeHandle(const QString& name);
    [[nodiscard]] Handle handleAt(const QPointF& place) const;

    struct Point {
        QCPGraph* graph;
        QCPItemText* name;
    };
    LayerPreferences m_measured;
    std::vector<Point> m_points;
    QCPGraph* m_line;
    QCPItemText *m_handle1, *m_handle2;  ///< on the line, near the ends of its visible part
    Handle m_held = Handle::None;
    int m_chosen = -1;
    double m_tau1 = 1, m_tau2 = 1;
    QPointF m_pressed, m_middle;  ///< in pixels; mean of the points, logarithms of H and V
    double m_pressedTau1 = 1, m_pressedTau2 = 1;
};

/// Limits of both temperatures, in forms and gestures.
inline constexpr double kLeastTau = 0.1, kMostTau = 10;

/// Returns " = 1.2 of 4.2 MiB, 2 layers clamped to the prompt": the size of the budgets against the whole prompt.
[[nodiscard]] QString budgetCost(const LayerPreferences& measured, const PreferenceBudgets& budgets,
                                 std::int64_t kvBytesPerToken);

}  // namespace kvw::wb
