// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/drawing/figure_plot.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "app/workbench/export/drawing/figure_layout.h"
#include "app/workbench/export/drawing/figure_map.h"
#include "app/workbench/export/drawing/figure_marks.h"
#include "app/workbench/export/drawing/figure_style.h"
#include "app/workbench/export/drawing/panel_range.h"
#include "core/figures/figure_colours.h"
#include "core/figures/figure_lines.h"
#include "core/figures/log_ticks.h"
#include "core/figures/step_panel.h"

namespace kvw::wb {

namespace {

/// Ticker for a logarithmic axis that is too short for powers of ten (core/figures/log_ticks.h), with all digits of
/// each decade as subticks.
class ShortLogTicker : public QCPAxisTicker {
 protected:
    double getTickStep(const QCPRange& range) override { return range.size(); }  // the ticks are not equidistant
    QVector<double> createTickVector(double /*step*/, const QCPRange& range) override {
        const auto most = static_cast<std::size_t>(std::max(1, tickCount()));
        const std::vector<double> ticks = figures::plainLogTicks(range.lower, range.upper, most);
        return {ticks.begin(), ticks.end()};
    }
    QVector<double> createSubTickVector(int /*count*/, const QVector<double>& ticks) override {
        QVector<double> between;
        const double last = std::pow(10, std::ceil(std::log10(ticks.constLast())));
        for (double power = std::pow(10, std::floor(std::log10(ticks.constFirst())) - 1); power <= last; power *= 10) {
            for (int digit = 1; digit < 10; ++digit) {
                between.push_back(digit * power);
            }
        }
        return between;  // QCustomPlot drops ticks outside the range
    }
};

class PanelPainter {
 public:
    /// `size`: of the panel inside its axes, in millimetres.
    PanelPainter(QCustomPlot& plot, const FigurePanel& panel, const FigurePrint& print, QCPAxisRect* rect, int layers,
                 QSizeF size)
        : m_plot(plot),
          m_panel(panel),
          m_print(print),
          m_rect(rect),
          m_x(rect->axis(QCPAxis::atBottom)),
          m_y(rect->axis(QCPAxis::atLeft)),
          m_layers(layers),
          m_size(size) {}

    /// Draws the panel. Returns the colour scale of its map; null: no map.
    QCPColorScale* draw() {
        for (const FigureSeries& series : m_panel.series) {
            series.style == FigureStyle::Bars ? drawBars(series) : drawLine(series);
        }
        QCPColorScale* scale = nullptr;
        for (const FigureMap& map : m_panel.maps) {
            scale = drawMap(m_plot, m_x, m_y, map, m_print, m_size);
        }
        if (m_whole) {  // steps are whole numbers
            wholeNumbers(m_x);
        }
        if (const Limits ys = drawnLimits(m_panel, false); isCount(m_panel.y.unit.english(), ys.high - ys.low)) {
            wholeNumbers(m_y);
        }
        setRange(m_x, m_panel.x);
        setRange(m_y, m_panel.y);
        drawMarks(m_plot, m_panel, m_rect, m_size, m_print.font);
        return scale;
    }

 private:
    void drawLine(const FigureSeries& series) {
        QCPGraph* graph = m_plot.addGraph(m_x, m_y);
        // The only line of a panel is named by the axis; in the legend it would look like a line of another panel.
        graph->setName(text(figures::legendName(m_panel, series)));
        const double shift = figures::barPlace(m_panel, series).shift;
        const QColor color = colorOf(figures::seriesColour(series, m_layers));
        QPen line = pen(color, kLinePoints);
        dash(line, series);
        graph->setPen(line);
        graph->setAdaptiveSampling(true);
        if (series.style == FigureStyle::Steps) {
            graph->setLineStyle(QCPGraph::lsStepLeft);
        } else if (series.style == FigureStyle::Points) {
            graph->setLineStyle(QCPGraph::lsNone);
            graph->setScatterStyle(series.role == FigureRole::Allocated
                                       ? QCPScatterStyle(dashAcross(figurePoints(6)), pen(color, kLinePoints))
                                       : QCPScatterStyle(QCPScatterStyle::ssDiamond, pen(color, kLinePoints),
                                                         QBrush(Qt::white), figurePoints(4)));
        }
        QVector<QCPGraphData> points;
        points.reserve(static_cast<qsizetype>(series.x.size()));
        for (std::size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
            points.push_back(QCPGraphData(series.x[i] + shift, series.y[i]));
            m_whole = m_whole && series.x[i] == std::round(series.x[i]);
        }
        graph->data()->set(points, true);
        if (!series.deviation.empty()) {
            drawDeviation(series, graph);
        }
    }

    static QPainterPath dashAcross(double width) {
        QPainterPath path;
        path.moveTo(-width / 2, 0);
        path.lineTo(width / 2, 0);
        return path;
    }

    void drawDeviation(const FigureSeries& series, QCPGraph* graph) {
        auto* bars = new QCPErrorBars(m_x, m_y);
        bars->removeFromLegend();
        bars->setDataPlottable(graph);
        bars->setPen(pen(graph->pen().color(), kLinePoints, Qt::SolidLine));
        bars->setWhiskerWidth(figurePoints(3));
        bars->setSymbolGap(figurePoints(4));
        for (std::size_t i = 0; i < std::min(series.y.size(), series.deviation.size()); ++i) {
            const double half = std::isfinite(series.deviation[i]) ? series.deviation[i] : 0;
            bars->addData(half);
        }
    }

    void drawBars(const FigureSeries& series) {
        auto* bars = new QCPBars(m_x, m_y);
        bars->setName(text(series.label));
        const figures::BarPlace place = figures::barPlace(m_panel, series);
        bars->setWidth(place.width);
        bars->setPen(Qt::NoPen);
        bars->setBrush(colorOf(figures::seriesColour(series, m_layers)));
        for (std::size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
            bars->addData(series.x[i] + place.shift, series.y[i]);
        }
        wholeNumbers(m_x);
    }

    void setRange(QCPAxis* axis, const FigureAxis& wanted) const {
        const figures::AxisEnds ends = panelRange(m_panel, axis == m_x, m_size);
        if (!wanted.names.empty()) {
            const auto names = QSharedPointer<QCPAxisTickerText>::create();
            for (std::size_t i = 0; i < wanted.names.size(); ++i) {
                names->addTick(static_cast<double>(i), text(wanted.names[i]));
            }
            axis->setTicker(names);
        }
        if (ends.logarithmic) {
            axis->setScaleType(QCPAxis::stLogarithmic);
            const bool isShort = !figures::plainLogTicks(ends.low, ends.high, 1).empty();
            axis->setTicker(isShort ? QSharedPointer<QCPAxisTicker>(new ShortLogTicker)
                                    : QSharedPointer<QCPAxisTicker>(new QCPAxisTickerLog));
            axis->setSubTicks(true);
            axis->setSubTickLength(0, static_cast<int>(figurePoints(1)));
            axis->setSubTickPen(pen(kInk, kThinPoints));
        }
        axis->setRange(ends.low, ends.high);
        axis->setRangeReversed(wanted.reversed);
    }

    QCustomPlot& m_plot;
    const FigurePanel& m_panel;
    const FigurePrint& m_print;
    QCPAxisRect* m_rect;
    QCPAxis *m_x, *m_y;
    int m_layers;
    QSizeF m_size;
    bool m_whole = true;  ///< all x values of lines are whole numbers
};

/// Legend that begins where the panels do, whose margins it takes from their group.
class AlignedLegend : public QCPLegend {
 public:
    void alignWith(QCPMarginGroup* panels) {
        setAutoMargins(QCP::msLeft);
        setMarginGroup(QCP::msLeft, panels);
    }

 protected:
    int calculateAutoMargin(QCP::MarginSide /*side*/) override { return 0; }  // it has no axis of its own
};

Qt::Alignment alignmentOf(figures::LegendSpot spot) {
    switch (spot) {
        case figures::LegendSpot::TopLeft:
            return Qt::AlignTop | Qt::AlignLeft;
        case figures::LegendSpot::BottomRight:
            return Qt::AlignBottom | Qt::AlignRight;
        case figures::LegendSpot::BottomLeft:
            return Qt::AlignBottom | Qt::AlignLeft;
        case figures::LegendSpot::Top:
            return Qt::AlignTop | Qt::AlignHCenter;
        case figures::LegendSpot::Bottom:
            return Qt::AlignBottom | Qt::AlignHCenter;
        case figures::LegendSpot::TopRight:
            break;
    }
    return Qt::AlignTop | Qt::AlignRight;
}

/// Adds the legend, outside the panels unless requested otherwise, so that it covers no data. `spare`: additional
/// height of a panel over that in a figure of natural height, in millimetres; `panels`: their left margins.
void addLegend(QCustomPlot& plot, const FigureSpec& figure, double width, double spare, QCPMarginGroup* panels) {
    const FigureEntries entries = legendEntries(figure, width);
    const FigureLegend place = legendPlace(figure, width);
    if (entries.labels.empty()) {
        return;  // an empty legend would still take width
    }
    auto* legend = new AlignedLegend;
    QCPLayoutGrid& grid = *plot.plotLayout();
    switch (place) {
        case FigureLegend::Above:
            grid.insertRow(0);
            grid.addElement(0, 0, legend);
            grid.setRowStretchFactor(0, 0.001);
            legend->alignWith(panels);
            break;
        case FigureLegend::Right: {
            auto* beside = new QCPLayoutGrid;
            grid.addElement(0, 1, beside);
            beside->setRowSpacing(0);
            beside->addElement(0, 0, legend);
            beside->addElement(1, 0, new QCPLayoutElement(&plot));  // filler; keeps the entries together
            beside->setRowStretchFactor(0, 0.001);
            grid.setColumnStretchFactor(1, 0.001);
            break;
        }
        case FigureLegend::Inside: {
            QCPLayoutInset& inset = *plot.axisRect(0)->insetLayout();
            const int edge = figurePixels(figures::LegendBox::kEdge);
            inset.setMinimumMargins(QMargins(edge, edge + figurePixels(marksHeight(figure, width, spare)), edge, edge));
            auto spot = legendSpot(figure, width, spare);
            spot = spot ? spot : legendSpot(figure, width);
            inset.addElement(legend, alignmentOf(spot.value_or(figures::LegendSpot::TopRight)));
            break;
        }
        default:
            grid.addElement(1, 0, legend);
            grid.setRowStretchFactor(1, 0.001);
            legend->alignWith(panels);
    }
    legend->setLayer(QStringLiteral("legend"));
    legend->setFillOrder(QCPLayoutGrid::foColumnsFirst);
    legend->setWrap(entries.across);
    legend->setBorderPen(Qt::NoPen);
    legend->setBrush(place == FigureLegend::Inside ? QBrush(QColor(255, 255, 255, 200)) : Qt::NoBrush);
    legend->setFont(textFont(kTextPoints, figure.print.font));
    legend->setTextColor(kInk);
    legend->setIconSize(static_cast<int>(figurePoints(19)), static_cast<int>(figurePoints(8)));
    legend->setIconTextPadding(static_cast<int>(figurePoints(3)));
    legend->setColumnSpacing(static_cast<int>(figurePoints(6)));
    legend->setRowSpacing(0);
    legend->setMargins(QMargins(0, 0, 0, 0));
    for (qsizetype entry = 0; entry < entries.labels.size(); ++entry) {
        for (int i = 0; i < plot.plottableCount(); ++i) {
            QCPAbstractPlottable* plottable = plot.plottable(i);
            if (plottable->name() == entries.labels[entry] && qobject_cast<QCPColorMap*>(plottable) == nullptr) {
                plottable->setName(entries.lines[entry]);
                legend->addItem(new QCPPlottableLegendItem(legend, plottable));
                break;
            }
        }
    }
}

/// Returns whether two panels beside one another show the same tokens, so that one axis label is enough.
bool sameAcross(const FigurePanel& one, const FigurePanel& other) {
    return !one.maps.empty() && !other.maps.empty() && one.y.label == other.y.label &&
           one.maps[0].yBegin == other.maps[0].yBegin && one.maps[0].yEnd == other.maps[0].yEnd;
}

/// Fits the ticks below the panels after legend, scales and titles have been laid out.
void fitAcross(QCustomPlot& plot, const QCPLayoutGrid& panels, QSizeF millimetres) {
    plot.plotLayout()->setOuterRect({0, 0, figurePixels(millimetres.width()), figurePixels(millimetres.height())});
    for (const auto phase :
         {QCPLayoutElement::upPreparation, QCPLayoutElement::upMargins, QCPLayoutElement::upLayout}) {
        plot.plotLayout()->update(phase);
    }
    for (QCPLayoutElement* element : panels.elements(false)) {
        if (auto* rect = qobject_cast<QCPAxisRect*>(element)) {
            fitTicks(rect->axis(QCPAxis::atBottom), rect->width() / static_cast<double>(figurePixels(1)));
        }
    }
}

}  // namespace

void drawFigure(QCustomPlot& plot, const FigureSpec& figure, QSizeF millimetres) {
    plot.setLocale(QLocale::c());
    plot.setBackground(QBrush(Qt::white));
    const QFont font = textFont(kTextPoints, figure.print.font);
    plot.setFont(font);
    plot.setAntialiasedElements(QCP::aeAll);
    plot.plotLayout()->clear();
    plot.plotLayout()->setRowSpacing(static_cast<int>(figurePoints(3)));
    plot.plotLayout()->setColumnSpacing(static_cast<int>(figurePoints(4)));
    plot.setAutoAddPlottableToLegend(false);
    auto* panels = new QCPLayoutGrid;
    panels->setRowSpacing(static_cast<int>(figurePoints(3)));
    panels->setColumnSpacing(static_cast<int>(figurePoints(4)));
    plot.plotLayout()->addElement(0, 0, panels);
    auto* margins = new QCPMarginGroup(&plot);
    const int layers = figures::layersOf(figure), count = static_cast<int>(figure.panels.size());
    const double room = panelsRoom(figure, millimetres.width());
    const int across = panelsAcross(figure, room);
    const bool titled = figure.columns > 1;
    const int rowsEach = titled ? 2 : 1;
    const double width = panelWidth(figure, room);
    // Additional height per row if the figure's height is fixed, as for a slide.
    const double spare =
        (millimetres.height() - figureHeight(figure, millimetres.width())) / std::max(1, (count + across - 1) / across);
    constexpr double kLowestPanel = 5;  // millimetres
    const auto said = [&figure](const FigureAxis& axis, double length) {
        return wrapped(text(figures::axisTitle(axis)), length, kTextPoints, figure.print.font);
    };
    QCPRange above;
    for (int i = 0; i < count; ++i) {
        const FigurePanel& panel = figure.panels[static_cast<std::size_t>(i)];
        const int row = i / across * rowsEach, column = i % across * 2;
        const double inner = std::max(kLowestPanel, innerHeight(figure, panel, room) + spare);
        if (titled) {
            auto* title = new QCPTextElement(
                &plot, wrapped(text(panel.title), width - kBesideTitle, kTextPoints, figure.print.font), font);
            title->setTextColor(kInk);
            panels->addElement(row, column, title);
            panels->setRowStretchFactor(row, 0.001);
        }
        auto* rect = new QCPAxisRect(&plot, true);
        rect->setupFullAxesBox(false);
        for (QCPAxis* axis : rect->axes()) {
            styleAxis(axis, figure.print.font);
            axis->setLayer(QStringLiteral("axes"));
            axis->grid()->setLayer(QStringLiteral("grid"));
        }
        for (const auto side : {QCPAxis::atTop, QCPAxis::atRight}) {
            rect->axis(side)->setTicks(false);
            rect->axis(side)->setTickLabels(false);
        }
        if (column == 0) {
            rect->setMarginGroup(QCP::msLeft, margins);
        }
        // Leave room for half a tick label at the end of an axis, else it is not drawn.
        const int pad = static_cast<int>(figurePoints(3)), half = static_cast<int>(figurePoints(kTextPoints / 2 + 1.5));
        rect->setMinimumMargins(QMargins(pad, half, panel.maps.empty() ? 2 * half - pad : pad, pad));
        panels->addElement(row + rowsEach - 1, column, rect);
        const FigurePanel& first = figure.panels[static_cast<std::size_t>(i - i % across)];
        const bool repeated = column > 0 && sameAcross(first, panel);
        const double length = innerWidth(figure, panel, room);
        rect->axis(QCPAxis::atBottom)->setLabel(said(panel.x, length));
        rect->axis(QCPAxis::atLeft)->setLabel(repeated ? QString() : said(panel.y, inner));
        rect->axis(QCPAxis::atLeft)->setTickLabels(!repeated);
        QCPColorScale* scale = PanelPainter(plot, panel, figure.print, rect, layers, {length, inner}).draw();
        fitTicks(rect->axis(QCPAxis::atBottom), length);
        fitTicks(rect->axis(QCPAxis::atLeft), inner);
        if (scale == nullptr) {
            continue;
        }
        // Panels in a row share one scale at the end of the row. In an incomplete last row the scale would be apart
        // from it, so omit it if it repeats the scale above.
        const bool repeats = i >= across && column < 2 * (across - 1) && above == scale->dataRange();
        if (column == 2 * (across - 1) || (i + 1 == count && !repeats)) {
            above = scale->dataRange();
            auto* side = new QCPMarginGroup(&plot);
            panels->addElement(row + rowsEach - 1, 2 * across - 1, scale);
            rect->setMarginGroup(QCP::MarginSides(QCP::msTop) | QCP::msBottom, side);
            scale->setMarginGroup(QCP::MarginSides(QCP::msTop) | QCP::msBottom, side);
            scale->axis()->setLabel(wrapped(scale->axis()->label(), inner, kTextPoints, figure.print.font));
            fitTicks(scale->axis(), inner);
        } else {
            scale->setVisible(false);
        }
    }
    for (int column = 0; column < panels->columnCount(); ++column) {
        const double words = column == 0 && across > 1 ? kBesidePanel - kBesideTitle : 0;
        panels->setColumnStretchFactor(column, column % 2 == 1 ? 0.001 : width + words);
    }
    addLegend(plot, figure, millimetres.width(), spare, margins);
    fitAcross(plot, *panels, millimetres);
}

}  // namespace kvw::wb
