// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/figure_plot.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/workbench/plots/colors.h"

namespace kvw::wb {

namespace {

constexpr double kTextPoints = 7, kLinePoints = 0.7, kThinPoints = 0.4;
const QColor kInk(0x20, 0x20, 0x20), kGrid(0xdd, 0xdd, 0xdd), kEvicted(0xd8, 0xd8, 0xd8), kMissing(0xf0, 0xe8, 0xe0);

QFont textFont(double points = kTextPoints) {
    QFont font(QStringLiteral("DejaVu Sans"));
    font.setStyleHint(QFont::SansSerif);
    font.setPixelSize(static_cast<int>(figurePoints(points) + 0.5));
    return font;
}

QPen pen(const QColor& color, double points, Qt::PenStyle style = Qt::SolidLine) {
    QPen made(color, figurePoints(points), style);
    made.setCapStyle(Qt::FlatCap);
    return made;
}

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

QString axisTitle(const FigureAxis& axis) {
    return axis.unit.empty() ? text(axis.label) : QStringLiteral("%1 (%2)").arg(text(axis.label), text(axis.unit));
}

void styleAxis(QCPAxis* axis) {
    axis->setBasePen(pen(kInk, kThinPoints));
    axis->setTickPen(pen(kInk, kThinPoints));
    axis->setSubTicks(false);
    axis->setTickLength(0, static_cast<int>(figurePoints(2)));
    axis->setTickLabelFont(textFont());
    axis->setLabelFont(textFont());
    axis->setTickLabelColor(kInk);
    axis->setLabelColor(kInk);
    axis->setTickLabelPadding(static_cast<int>(figurePoints(1.5)));
    axis->setLabelPadding(static_cast<int>(figurePoints(1.5)));
    axis->grid()->setPen(pen(kGrid, 0.3));
    axis->grid()->setZeroLinePen(Qt::NoPen);
    axis->ticker()->setTickCount(5);
}

QColor seriesColor(const FigureSeries& series, int layers) {
    static const QColor kLanes[] = {
        {0x00, 0x72, 0xb2}, {0xd5, 0x5e, 0x00}, {0x00, 0x9e, 0x73}, {0xcc, 0x79, 0xa7}, {0xe6, 0x9f, 0x00}};
    switch (series.role) {
        case FigureRole::FullLane:
            return {0x80, 0x80, 0x80};
        case FigureRole::Layer:
            return layerColor(series.index, layers);
        case FigureRole::Live:
            return byteColor(ByteKind::Live, kInk);
        case FigureRole::Allocated:
            return byteColor(ByteKind::Allocated, kInk);
        case FigureRole::Full:
            return byteColor(ByteKind::Full, kInk);
        case FigureRole::Budget:
            return kInk;
        case FigureRole::Lane:
        case FigureRole::Difference:
            break;
    }
    return kLanes[static_cast<std::size_t>(std::max(0, series.index - 1)) % std::size(kLanes)];
}

Qt::PenStyle seriesDash(const FigureSeries& series) {
    static constexpr Qt::PenStyle kDashes[] = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine,
                                               Qt::DashDotDotLine};
    switch (series.role) {
        case FigureRole::Layer:
        case FigureRole::Lane:
            return kDashes[static_cast<std::size_t>(std::max(0, series.index)) % std::size(kDashes)];
        case FigureRole::Allocated:
            return Qt::DashLine;
        case FigureRole::Full:
            return Qt::DotLine;
        default:
            return Qt::SolidLine;
    }
}

/// A long run is a dense line in which dashes would be noise.
bool dense(const FigureSeries& series) {
    return series.x.size() > 150;
}

struct Limits {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
    void add(double value) {
        if (std::isfinite(value)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
};

class PanelPainter {
 public:
    PanelPainter(QCustomPlot& plot, const FigurePanel& panel, QCPAxisRect* rect, int layers)
        : m_plot(plot),
          m_panel(panel),
          m_rect(rect),
          m_x(rect->axis(QCPAxis::atBottom)),
          m_y(rect->axis(QCPAxis::atLeft)),
          m_layers(layers) {}

    /// The colour scale of the panel's map; null: none.
    QCPColorScale* draw() {
        for (const FigureSeries& series : m_panel.series) {
            series.style == FigureStyle::Bars ? drawBars(series) : drawLine(series);
        }
        QCPColorScale* scale = nullptr;
        for (const FigureMap& map : m_panel.maps) {
            scale = drawMap(map);
        }
        setRange(m_x, m_panel.x, m_xs, m_panel.maps.empty() && !m_bars);
        setRange(m_y, m_panel.y, m_ys, false);
        drawMarks();
        return scale;
    }

 private:
    void drawLine(const FigureSeries& series) {
        QCPGraph* graph = m_plot.addGraph(m_x, m_y);
        graph->setName(text(series.label));
        const QColor color = seriesColor(series, m_layers);
        graph->setPen(pen(color, kLinePoints, dense(series) ? Qt::SolidLine : seriesDash(series)));
        graph->setAdaptiveSampling(true);
        if (series.style == FigureStyle::Steps) {
            graph->setLineStyle(QCPGraph::lsStepLeft);
        } else if (series.style == FigureStyle::Points) {
            graph->setLineStyle(QCPGraph::lsNone);
            graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDiamond, pen(color, kLinePoints),
                                                   QBrush(Qt::white), figurePoints(4)));
        }
        QVector<QCPGraphData> points;
        points.reserve(static_cast<qsizetype>(series.x.size()));
        for (std::size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
            points.push_back(QCPGraphData(series.x[i], series.y[i]));
            m_xs.add(series.x[i]);
            m_ys.add(series.y[i]);
        }
        graph->data()->set(points, true);
    }

    void drawBars(const FigureSeries& series) {
        auto* bars = new QCPBars(m_x, m_y);
        bars->setName(text(series.label));
        bars->setWidth(0.6);
        bars->setPen(Qt::NoPen);
        bars->setBrush(QColor(0x56, 0xb4, 0xe9));
        for (std::size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
            bars->addData(series.x[i], series.y[i]);
            m_xs.add(series.x[i] - 0.6);
            m_xs.add(series.x[i] + 0.6);
            m_ys.add(series.y[i]);
        }
        m_ys.add(0);
        m_bars = true;
        wholeNumbers(m_x);
    }

    static void wholeNumbers(QCPAxis* axis) {
        QSharedPointer<QCPAxisTickerFixed> ticker(new QCPAxisTickerFixed);
        ticker->setTickStep(1);
        ticker->setScaleStrategy(QCPAxisTickerFixed::ssMultiples);
        axis->setTicker(ticker);
    }

    QCPColorScale* drawMap(const FigureMap& map) {
        if (map.rows <= 0 || map.columns <= 0) {
            return nullptr;
        }
        // QCustomPlot draws nothing of a map with one row or column: such a cell is drawn as two halves.
        const int across = std::max(2, map.columns), up = std::max(2, map.rows);
        const double cellX = (map.xEnd - map.xBegin) / across, cellY = (map.yEnd - map.yBegin) / up;
        // Cells without a value have their own layer of colour below: evicted is grey, which is no colour of the scale.
        auto* ground = new QCPColorMap(m_x, m_y);
        auto* plotted = new QCPColorMap(m_x, m_y);
        for (QCPColorMap* each : {ground, plotted}) {
            each->data()->setSize(across, up);
            each->data()->setRange(QCPRange(map.xBegin + cellX / 2, map.xEnd - cellX / 2),
                                   QCPRange(map.yBegin + cellY / 2, map.yEnd - cellY / 2));
            each->setInterpolate(false);
            each->setTightBoundary(false);
            each->removeFromLegend();
        }
        const bool categories = map.scale == FigureScale::Categories;
        for (int r = 0; r < up; ++r) {
            for (int c = 0; c < across; ++c) {
                const int row = std::min(r, map.rows - 1), column = std::min(c, map.columns - 1);
                const auto at = static_cast<std::size_t>(row) * static_cast<std::size_t>(map.columns) +
                                static_cast<std::size_t>(column);
                const bool value = map.cells[at] == FigureCell::Value;
                ground->data()->setCell(c, r,
                                        map.cells[at] == FigureCell::Evicted   ? 0
                                        : map.cells[at] == FigureCell::Missing ? 1
                                                                               : qQNaN());
                const double shown = static_cast<double>(map.values[at]);
                plotted->data()->setCell(c, r,
                                         !value                                  ? qQNaN()
                                         : map.scale == FigureScale::Logarithmic ? std::max(shown, map.minimum)
                                                                                 : shown);
            }
        }
        QCPColorGradient states;
        states.clearColorStops();
        states.setColorStopAt(0, kEvicted);
        states.setColorStopAt(1, kMissing);
        states.setNanHandling(QCPColorGradient::nhTransparent);
        ground->setGradient(states);
        ground->setDataRange(QCPRange(0, 1));
        m_xs.add(map.xBegin);
        m_xs.add(map.xEnd);
        m_ys.add(map.yBegin);
        m_ys.add(map.yEnd);
        auto* scale = new QCPColorScale(&m_plot);
        scale->setType(QCPAxis::atRight);
        scale->setBarWidth(static_cast<int>(figurePoints(7)));
        scale->setGradient(categories ? categoryGradient(map.categories.size()) : sequentialGradient());
        if (map.scale == FigureScale::Logarithmic) {
            scale->setDataScaleType(QCPAxis::stLogarithmic);
            scale->axis()->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
            scale->axis()->setNumberFormat(QStringLiteral("eb"));
            scale->axis()->setNumberPrecision(0);
        }
        scale->setDataRange(categories ? QCPRange(-0.5, static_cast<double>(map.categories.size()) - 0.5)
                                       : QCPRange(map.minimum, map.maximum));
        plotted->setColorScale(scale);
        plotted->setGradient(scale->gradient());
        styleAxis(scale->axis());
        scale->axis()->setLabel(map.unit.empty() ? text(map.label)
                                                 : QStringLiteral("%1 (%2)").arg(text(map.label), text(map.unit)));
        if (categories) {
            QSharedPointer<QCPAxisTickerText> names(new QCPAxisTickerText);
            for (std::size_t i = 0; i < map.categories.size(); ++i) {
                names->addTick(static_cast<double>(i), text(map.categories[i]));
            }
            scale->axis()->setTicker(names);
            scale->axis()->setTickLength(0, 0);
        }
        wholeNumbers(m_y);
        return scale;
    }

    static QCPColorGradient categoryGradient(std::size_t count) {
        // The colours of token states: evicted, held by score, sink, recent.
        static const QColor kStates[] = {kEvicted, {0x00, 0x9e, 0x73}, {0x00, 0x72, 0xb2}, {0x56, 0xb4, 0xe9}};
        QCPColorGradient gradient;
        gradient.clearColorStops();
        const auto n = static_cast<double>(count);
        for (std::size_t i = 0; i < count; ++i) {
            const QColor color = i < std::size(kStates) ? kStates[i] : layerColor(static_cast<int>(i), 8);
            gradient.setColorStopAt((static_cast<double>(i) + 0.001) / n, color);
            gradient.setColorStopAt((static_cast<double>(i) + 0.999) / n, color);
        }
        gradient.setNanHandling(QCPColorGradient::nhTransparent);
        return gradient;
    }

    void setRange(QCPAxis* axis, const FigureAxis& wanted, Limits seen, bool tight) const {
        if (!(seen.low <= seen.high)) {
            seen = {0, 1};
        }
        const bool flush = tight || !m_panel.maps.empty();
        const double margin = flush ? 0 : seen.high > seen.low ? (seen.high - seen.low) * 0.05 : 0.5;
        const bool floor = axis == m_y && m_bars && seen.low >= 0;
        const double low = floor ? 0 : seen.low - margin;
        const double high = seen.high > seen.low || !flush ? seen.high + margin : seen.low + 1;
        if (wanted.logarithmic && seen.low > 0) {
            axis->setScaleType(QCPAxis::stLogarithmic);
            axis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
            axis->setRange(wanted.minimum.value_or(seen.low), wanted.maximum.value_or(seen.high));
        } else {
            axis->setRange(wanted.minimum.value_or(low), wanted.maximum.value_or(high));
        }
    }

    void drawMarks() {
        bool labelled = false;
        for (const FigureMark& mark : m_panel.marks) {
            auto* line = new QCPItemStraightLine(&m_plot);
            line->setClipAxisRect(m_rect);
            line->setLayer(QStringLiteral("main"));
            line->setPen(mark.kind == "prune"    ? pen(QColor(0xd5, 0x5e, 0x00), 0.3)
                         : mark.kind == "prompt" ? pen(QColor(0x70, 0x70, 0x70), 0.5, Qt::DashLine)
                                                 : pen(QColor(0xcc, 0x79, 0xa7), 0.5, Qt::DotLine));
            for (QCPItemPosition* point : {line->point1, line->point2}) {
                point->setAxisRect(m_rect);
                point->setAxes(m_x, m_y);
                point->setTypeX(mark.vertical ? QCPItemPosition::ptPlotCoords : QCPItemPosition::ptAxisRectRatio);
                point->setTypeY(mark.vertical ? QCPItemPosition::ptAxisRectRatio : QCPItemPosition::ptPlotCoords);
            }
            line->point1->setCoords(mark.vertical ? mark.at : 0, mark.vertical ? 0 : mark.at);
            line->point2->setCoords(mark.vertical ? mark.at : 1, mark.vertical ? 1 : mark.at);
            if (mark.kind == "prompt" && !labelled && m_panel.maps.empty()) {
                labelled = true;
                labelMark(mark);
            }
        }
    }

    void labelMark(const FigureMark& mark) {
        auto* label = new QCPItemText(&m_plot);
        label->setClipAxisRect(m_rect);
        label->setFont(textFont(5.5));
        label->setColor(QColor(0x60, 0x60, 0x60));
        label->setText(text(mark.label));
        label->position->setAxisRect(m_rect);
        label->position->setAxes(m_x, m_y);
        label->position->setTypeX(QCPItemPosition::ptPlotCoords);
        label->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
        const bool rightHalf = mark.at > m_x->range().center();
        label->setPositionAlignment(Qt::AlignTop | (rightHalf ? Qt::AlignRight : Qt::AlignLeft));
        const int pad = static_cast<int>(figurePoints(2));
        label->setPadding(QMargins(pad, pad / 2, pad, 0));
        label->position->setCoords(mark.at, 0);
    }

    QCustomPlot& m_plot;
    const FigurePanel& m_panel;
    QCPAxisRect* m_rect;
    QCPAxis *m_x, *m_y;
    int m_layers;
    Limits m_xs, m_ys;
    bool m_bars = false;
};

int layersOf(const FigureSpec& figure) {
    int layers = 0;
    for (const FigurePanel& panel : figure.panels) {
        for (const FigureSeries& series : panel.series) {
            layers = series.role == FigureRole::Layer ? std::max(layers, series.index + 1) : layers;
        }
    }
    return layers;
}

/// One entry per label over all panels; below everything, so that it hides no data.
void addLegend(QCustomPlot& plot, int row) {
    QStringList names;
    std::vector<QCPAbstractPlottable*> named;
    for (int i = 0; i < plot.plottableCount(); ++i) {
        QCPAbstractPlottable* plottable = plot.plottable(i);
        if (!plottable->name().isEmpty() && qobject_cast<QCPColorMap*>(plottable) == nullptr &&
            !names.contains(plottable->name())) {
            names << plottable->name();
            named.push_back(plottable);
        }
    }
    if (named.empty()) {
        return;  // an empty legend would still hold its column narrow
    }
    auto* legend = new QCPLegend;
    plot.plotLayout()->addElement(row, 0, legend);
    legend->setLayer(QStringLiteral("legend"));
    legend->setFillOrder(QCPLayoutGrid::foColumnsFirst);
    legend->setWrap(4);
    legend->setBorderPen(Qt::NoPen);
    legend->setBrush(Qt::NoBrush);
    legend->setFont(textFont());
    legend->setTextColor(kInk);
    legend->setIconSize(static_cast<int>(figurePoints(14)), static_cast<int>(figurePoints(6)));
    legend->setIconTextPadding(static_cast<int>(figurePoints(3)));
    legend->setColumnSpacing(static_cast<int>(figurePoints(8)));
    legend->setRowSpacing(0);
    legend->setMargins(QMargins(0, 0, 0, 0));
    for (QCPAbstractPlottable* plottable : named) {
        legend->addItem(new QCPPlottableLegendItem(legend, plottable));
    }
    plot.plotLayout()->setRowStretchFactor(row, 0.001);
}

}  // namespace

double figureHeight(const FigureSpec& figure, double width) {
    double height = 9;  // legend
    for (const FigurePanel& panel : figure.panels) {
        const bool square = !panel.maps.empty() && panel.maps.front().rows > 64;
        height += square ? std::min(width * 0.72, 120.0) : std::clamp(width * 0.3, 30.0, 48.0);
    }
    return height;
}

void drawFigure(QCustomPlot& plot, const FigureSpec& figure) {
    plot.setLocale(QLocale::c());
    plot.setBackground(QBrush(Qt::white));
    plot.setFont(textFont());
    plot.setAntialiasedElements(QCP::aeAll);
    plot.plotLayout()->clear();
    plot.plotLayout()->setRowSpacing(static_cast<int>(figurePoints(3)));
    plot.plotLayout()->setColumnSpacing(static_cast<int>(figurePoints(4)));
    plot.setAutoAddPlottableToLegend(false);
    auto* margins = new QCPMarginGroup(&plot);
    const int layers = layersOf(figure);
    int row = 0;
    for (const FigurePanel& panel : figure.panels) {
        auto* rect = new QCPAxisRect(&plot, true);
        rect->setupFullAxesBox(false);
        for (QCPAxis* axis : rect->axes()) {
            styleAxis(axis);
            axis->setLayer(QStringLiteral("axes"));
            axis->grid()->setLayer(QStringLiteral("grid"));
        }
        for (const auto side : {QCPAxis::atTop, QCPAxis::atRight}) {
            rect->axis(side)->setTicks(false);
            rect->axis(side)->setTickLabels(false);
        }
        rect->setMarginGroup(QCP::msLeft, margins);
        const int pad = static_cast<int>(figurePoints(3));
        rect->setMinimumMargins(QMargins(pad, pad, pad, pad));
        plot.plotLayout()->addElement(row, 0, rect);
        rect->axis(QCPAxis::atBottom)->setLabel(axisTitle(panel.x));
        rect->axis(QCPAxis::atLeft)->setLabel(axisTitle(panel.y));
        if (QCPColorScale* scale = PanelPainter(plot, panel, rect, layers).draw(); scale != nullptr) {
            auto* side = new QCPMarginGroup(&plot);
            plot.plotLayout()->addElement(row, 1, scale);
            rect->setMarginGroup(QCP::msTop | QCP::msBottom, side);
            scale->setMarginGroup(QCP::msTop | QCP::msBottom, side);
        }
        ++row;
    }
    if (plot.plotLayout()->columnCount() > 1) {
        plot.plotLayout()->setColumnStretchFactor(1, 0.001);
    }
    addLegend(plot, row);
}

}  // namespace kvw::wb
