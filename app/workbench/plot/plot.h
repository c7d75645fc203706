// SPDX-License-Identifier: GPL-3.0-or-later
/// QCustomPlot in the style of the window: stacked panels with a common x axis, 1 px pens, cursors on their own layer,
/// zoom by wheel and drag.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "app/workbench/plot/plot_lines.h"
#include "app/workbench/plot/qcp.h"

namespace kvw::wb {

/// Manages axes, theme, cursors and gestures; the caller adds the data. Thread: GUI thread.
class Plot : public QCustomPlot {
    Q_OBJECT
 public:
    /// Height of a panel in units of the tick axis; a tick has height 1.
    static constexpr double kTickHeight = 14;

    /// `name`: its subject, for screen readers; `xTitle`: title of the x axis.
    explicit Plot(QWidget* parent = nullptr, const QString& name = {}, const QString& xTitle = {});

    /// Adds a panel below the last one. Only the lowest panel shows labels and ticks of x; left margins are aligned.
    QCPAxisRect* addPanel(const QString& yTitle, double stretch = 1);
    [[nodiscard]] int panels() const noexcept { return static_cast<int>(m_panels.size()); }
    [[nodiscard]] QCPAxisRect* panel(int index) const { return m_panels[static_cast<std::size_t>(index)].rect; }
    [[nodiscard]] QCPAxis* x(int index) const { return panel(index)->axis(QCPAxis::atBottom); }
    [[nodiscard]] QCPAxis* y(int index) const { return panel(index)->axis(QCPAxis::atLeft); }
    /// Sets the panel's share of the height, relative to the others.
    void setStretch(int panel, double stretch);
    void setXTitle(const QString& title);
    void setYTitle(int panel, const QString& title);
    /// Aligns the x axis of the only panel with that of `above`; null: margins follow its own labels.
    void alignX(const Plot* above);

    /// Adds a line, 1 px, adaptively sampled. For data that grow with a run use Series.
    QCPGraph* addLine(int panel, const QColor& color, Qt::PenStyle style = Qt::SolidLine);
    static void setUpLine(QCPGraph& graph, const QColor& color, Qt::PenStyle style = Qt::SolidLine);
    /// Adds an item to a layer, in the first panel unless it is bound to another one.
    template <class Item>
    Item* addItem(const char* layerName) {
        auto* item = new Item(this);
        item->setLayer(QLatin1String(layerName));
        return item;
    }
    /// Adds bars without outlines.
    QCPBars* addBars(int panel, const QBrush& brush, double width);
    /// Shows `count` bars, from 0 on, and y of the lowest panel up to `most`.
    void showBars(int count, double most);
    /// Adds a map coloured by `scale` (may be null); cells without a value are transparent.
    QCPColorMap* addMap(int panel, QCPColorScale* scale);
    /// Adds a map with one row per layer, the first on top.
    QCPColorMap* addLayerMap(int panel, QCPColorScale* scale);
    /// Fills `map`: column i is centred at `first` + i * `every`, row j at j. A single column or row is drawn as two
    /// halves, because QCustomPlot draws no map of one. NaN: no value.
    static void fillMap(QCPColorMap& map, int columns, int rows, double first, double every,
                        const std::function<double(int column, int row)>& value);
    /// Adds a colour scale beside all panels; call once.
    QCPColorScale* addColorScale(const QString& title);
    void setScaleTitle(const QString& title);
    /// Adds a curve along the y axis of the first panel, in a narrow panel between it and its colour scale; call once,
    /// after `addColorScale`.
    QCPGraph* addMarginal(const QColor& color);
    /// Sets the upper end of the marginal's values and its title.
    void setMarginal(double most, const QString& title);

    /// Sets the limits of zooming out.
    void setXBounds(double lower, double upper) { m_bounds = QCPRange(lower, upper > lower ? upper : lower + 1); }
    [[nodiscard]] const QCPRange& xBounds() const noexcept { return m_bounds; }
    /// Returns whether the whole x range is visible.
    [[nodiscard]] bool showsAllX() const;
    /// Shows this range along the step axis, within the bounds; nullopt: all of it.
    void showX(std::optional<QCPRange> shown) { setRange(m_stepAxis, shown); }
    /// Does the same along x, even if the step axis is y (maps with steps downwards).
    void showColumns(std::optional<QCPRange> shown) { setRange(Qt::Horizontal, shown); }
    /// Enables zooming and dragging along y as well as x.
    void setYZoom(bool enabled);
    /// Sets the axis that signals and cursors refer to: x (default) or y (maps with steps downwards).
    void setStepAxis(Qt::Orientation orientation) noexcept { m_stepAxis = orientation; }
    [[nodiscard]] Qt::Orientation stepAxis() const noexcept { return m_stepAxis; }

    /// Set lines across all panels; nullopt: hidden. Only the cursor layer is replotted.
    void setCursor(std::optional<double> at);
    void setHoverLine(std::optional<double> at);
    void setMarks(std::optional<double> a, std::optional<double> b);
    /// Sets the axis that counts layers, if any (addLayerMap does so): the line of the hovered layer is perpendicular
    /// to it.
    void setLayerAxis(std::optional<Qt::Orientation> axis) { m_lines.setLayerAxis(axis); }
    void setLayerLine(std::optional<double> at);
    [[nodiscard]] const PlotLines& lines() const noexcept { return m_lines; }
    /// Sets a fixed dashed line, such as the end of the prompt; `label` (may be empty) is at its upper end.
    void setBoundary(std::optional<double> at, const QString& label);

    /// Switches to lines as wide as in exports and high-contrast maps, for lecture halls.
    void setPresenting(bool on);
    [[nodiscard]] bool presenting() const noexcept { return m_presenting; }

    /// Applies colours and fonts of the widget's palette; the caller must recolour its data and replot.
    void applyTheme();
    /// Queues a replot unless the plot is hidden.
    void redraw() {
        if (!isHidden()) {
            replot(QCustomPlot::rpQueuedReplot);
        }
    }
    [[nodiscard]] QColor foreground() const { return palette().color(QPalette::Text); }
    /// Returns the index of the panel that contains `place` (widget coordinates), or -1.
    [[nodiscard]] int panelAt(const QPointF& place) const;
    /// Returns whether the click reported by `picked` was with Shift, so that it adds to the selection.
    [[nodiscard]] bool adding() const noexcept { return m_adding; }
    /// Returns whether the click reported by `picked` gave the plot the keyboard focus.
    [[nodiscard]] bool tookFocus() const noexcept { return m_tookFocus; }

 Q_SIGNALS:
    void hovered(int panel, double x, double y);
    void left();
    void picked(int panel, double x, double y);
    void zoomed(double lower, double upper);   ///< by the user, along the step axis
    void zoomedX(double lower, double upper);  ///< by the user, along x
    void presentingChanged();

 protected:
    void focusInEvent(QFocusEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    /// Ignores the second click: the first one was reported by `picked`, and the plot may have moved since.
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    /// Replots first if the pixel density of the screen has changed.
    void paintEvent(QPaintEvent* event) override;

 private:
    /// Left margin with room for five digits, so that axes do not move when labels grow.
    static constexpr int kLeftMargin = 62;
    static constexpr int kTopMargin = 6;
    static constexpr int kMarginalWidth = 38;
    struct Panel {
        QCPAxisRect* rect;
        QString title;  ///< full title of y
        double stretch;
    };
    void limit(QCPAxis* axis, const QCPRange& range);
    void setRange(Qt::Orientation axis, std::optional<QCPRange> shown);
    void styleAxis(QCPAxis* axis) const;
    /// Sets as many tick labels as have room, and shortens titles that would be clipped.
    void fitLabels();
    /// Divides the height that the margins leave among the panels (the lowest has larger margins), and fits the labels.
    void share();
    void placeBoundaryText();

    std::vector<Panel> m_panels;
    PlotLines m_lines;
    QCPMarginGroup* m_margins;
    QCPColorScale* m_scale = nullptr;
    QCPAxisRect* m_marginal = nullptr;
    QCPItemText* m_boundaryText = nullptr;
    std::optional<double> m_boundary;  ///< position of the boundary line
    QString m_xTitle, m_scaleTitle;
    QCPRange m_bounds{0, 1};
    Qt::Orientation m_stepAxis = Qt::Horizontal;
    bool m_setting = false, m_presenting = false, m_adding = false, m_tookFocus = false, m_low = false;
    std::vector<int> m_heights;  ///< heights and margins of the panels, and the width of the lowest, at the last layout
    std::optional<QPoint> m_pressed;
};

}  // namespace kvw::wb
