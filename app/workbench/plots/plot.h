// SPDX-License-Identifier: GPL-3.0-or-later
/// A QCustomPlot that looks like the window: panels above one another with one x axis, 1 px pens, cursors on a layer
/// of their own, zoom by wheel and drag.
#pragma once

#include <optional>
#include <vector>

#include "app/workbench/plots/plot_lines.h"
#include "app/workbench/plots/qcp.h"

namespace kvw::wb {

/// Thread: GUI thread. What is drawn is the caller's; this class keeps axes, theme, cursors and gestures.
class Plot : public QCustomPlot {
    Q_OBJECT
 public:
    /// So many ticks, one over the other, are as high as a panel.
    static constexpr double kTickHeight = 14;

    explicit Plot(QWidget* parent = nullptr);

    /// A panel under the last one. Labels and ticks of x are shown by the lowest panel only; left margins are aligned.
    QCPAxisRect* addPanel(const QString& yTitle, double stretch = 1);
    [[nodiscard]] int panels() const noexcept { return static_cast<int>(m_panels.size()); }
    [[nodiscard]] QCPAxisRect* panel(int index) const { return m_panels[static_cast<std::size_t>(index)].rect; }
    [[nodiscard]] QCPAxis* x(int index) const { return panel(index)->axis(QCPAxis::atBottom); }
    [[nodiscard]] QCPAxis* y(int index) const { return panel(index)->axis(QCPAxis::atLeft); }
    /// How much of the height it has, beside the others.
    void setStretch(int panel, double stretch);
    void setXTitle(const QString& title);
    void setYTitle(int panel, const QString& title);
    /// The x axis of the one panel lies under that of `above`, end under end; null: as its own labels need.
    void alignX(const Plot* above);

    /// A line, 1 px, adaptively sampled. What grows with a run is a Series.
    QCPGraph* addLine(int panel, const QColor& color, Qt::PenStyle style = Qt::SolidLine);
    static void setUpLine(QCPGraph& graph, const QColor& color, Qt::PenStyle style = Qt::SolidLine);
    /// Bars without a frame.
    QCPBars* addBars(int panel, const QBrush& brush, double width);
    /// A map of one row per layer, the first on top, coloured by `scale`; cells without a value are transparent.
    QCPColorMap* addLayerMap(int panel, QCPColorScale* scale);
    /// A colour scale beside all panels; call once.
    QCPColorScale* addColorScale(const QString& title);
    void setScaleTitle(const QString& title);
    /// A curve along the y axis of the first panel, in a narrow panel between it and its colour scale; call once, after
    /// `addColorScale`.
    QCPGraph* addMarginal(const QColor& color);
    /// Upper end of its values, and what they are.
    void setMarginal(double most, const QString& title);

    /// Limits of zooming out, and the range shown: all of it unless `shown` is inside.
    void setXBounds(double lower, double upper);
    [[nodiscard]] const QCPRange& xBounds() const noexcept { return m_bounds; }
    /// Nothing of x is out of sight.
    [[nodiscard]] bool showsAllX() const;
    void showX(std::optional<QCPRange> shown);
    /// The same along x, which is not the step axis of a map with steps downwards.
    void showColumns(std::optional<QCPRange> shown);
    /// What can be zoomed with the wheel beside x.
    void setYZoom(bool enabled);
    /// Which axis is the linked one in signals and cursors: x (default) or y (maps with steps downwards).
    void setStepAxis(Qt::Orientation orientation) noexcept { m_stepAxis = orientation; }
    [[nodiscard]] Qt::Orientation stepAxis() const noexcept { return m_stepAxis; }

    /// Lines across all panels; nothing: none. Replots their layer only.
    void setCursor(std::optional<double> at);
    void setHoverLine(std::optional<double> at);
    void setMarks(std::optional<double> a, std::optional<double> b);
    /// Which axis counts layers, of a plot that has one (that of a layer map does): the line of the layer under the
    /// mouse runs across it.
    void setLayerAxis(std::optional<Qt::Orientation> axis) { m_lines.setLayerAxis(axis); }
    void setLayerLine(std::optional<double> at);
    [[nodiscard]] const PlotLines& lines() const noexcept { return m_lines; }
    /// A fixed dashed line, such as the end of the prompt; `label` (may be empty) stands at its upper end.
    void setBoundary(std::optional<double> at, const QString& label);

    /// In a hall: lines of an export's width, maps of high contrast.
    void setPresenting(bool on);
    [[nodiscard]] bool presenting() const noexcept { return m_presenting; }

    /// Colours and fonts of the widget's palette; the caller recolours its data and replots.
    void applyTheme();
    /// Soon, unless another page stands in front of it.
    void redraw() {
        if (!isHidden()) {
            replot(QCustomPlot::rpQueuedReplot);
        }
    }
    [[nodiscard]] QColor foreground() const;
    /// Index of the panel that contains `place` (widget coordinates), or -1.
    [[nodiscard]] int panelAt(const QPointF& place) const;
    /// The click that `picked` tells of was with Shift: it adds to what is selected.
    [[nodiscard]] bool adding() const noexcept { return m_adding; }
    /// The click that `picked` tells of gave the plot the keyboard focus.
    [[nodiscard]] bool tookFocus() const noexcept { return m_tookFocus; }

 Q_SIGNALS:
    void hovered(int panel, double x, double y);
    void left();
    void picked(int panel, double x, double y);
    void zoomed(double lower, double upper);   ///< by the user, along the step axis
    void zoomedX(double lower, double upper);  ///< likewise, along x
    void presentingChanged();

 protected:
    void focusInEvent(QFocusEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    /// Its first click has picked; by the second the plot may lie elsewhere.
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    /// On a screen of another density it is drawn anew first.
    void paintEvent(QPaintEvent* event) override;

 private:
    /// Room for five digits, so that nothing jumps when labels grow.
    static constexpr int kLeftMargin = 62;
    static constexpr int kTopMargin = 6;
    static constexpr int kMarginalWidth = 38;
    struct Panel {
        QCPAxisRect* rect;
        QString title;  ///< of y, whole
        double stretch;
    };
    void limit(QCPAxis* axis, const QCPRange& range);
    void setRange(Qt::Orientation axis, std::optional<QCPRange> shown);
    void styleAxis(QCPAxis* axis) const;
    /// As many tick labels as have room; titles that would be clipped are shortened.
    void fitLabels();
    /// Panels share what their margins leave, of which the lowest has more; labels fit what comes of it.
    void share();
    void placeBoundaryText();
    [[nodiscard]] bool titled() const;  ///< x has its title: there is room

    std::vector<Panel> m_panels;
    PlotLines m_lines;
    QCPMarginGroup* m_margins;
    QCPColorScale* m_scale = nullptr;
    QCPAxisRect* m_marginal = nullptr;
    QCPItemText* m_boundaryText = nullptr;
    std::optional<double> m_boundary;  ///< where its line is
    QString m_xTitle, m_scaleTitle;
    QCPRange m_bounds{0, 1};
    Qt::Orientation m_stepAxis = Qt::Horizontal;
    bool m_setting = false, m_presenting = false, m_adding = false, m_tookFocus = false, m_low = false;
    std::vector<int> m_heights;  ///< of panels and of what is around them, as they were shared out
    std::optional<QPoint> m_pressed;
};

}  // namespace kvw::wb
