// SPDX-License-Identifier: GPL-3.0-or-later
/// Creates the parts of a plot: panels, colour scale, marginal, and the items drawn in them.
#include <algorithm>

#include "app/workbench/plot/colors.h"
#include "app/workbench/plot/plot.h"
#include "app/workbench/plot/plot_tickers.h"

namespace kvw::wb {

namespace {

/// Minimum height in pixels of a panel in a very low dock.
constexpr int kLowest = 8;

}  // namespace

QCPAxisRect* Plot::addPanel(const QString& yTitle, double stretch) {
    auto* rect = new QCPAxisRect(this, true);
    rect->setupFullAxesBox(false);
    plotLayout()->addElement(plotLayout()->rowCount(), 0, rect);
    plotLayout()->setRowStretchFactor(plotLayout()->rowCount() - 1, stretch);
    rect->setMarginGroup(QCP::MarginSides(QCP::msLeft) | QCP::msRight, m_margins);
    rect->setMinimumMargins(QMargins(kLeftMargin, kTopMargin, 10, 4));
    rect->setMinimumSize(rect->minimumSize().width(), kLowest);
    rect->setRangeDrag(Qt::Horizontal);
    rect->setRangeZoom(Qt::Horizontal);
    for (const auto side : {QCPAxis::atTop, QCPAxis::atRight}) {
        rect->axis(side)->setVisible(false);
    }
    // The right axis is used for ticks: value 1 is a fourteenth of the height.
    rect->axis(QCPAxis::atRight)->setRange(0, kTickHeight);
    QCPAxis* below = rect->axis(QCPAxis::atBottom);
    below->setTicker(QSharedPointer<WholeNumbers>::create());
    for (QCPAxis* axis : rect->axes()) {
        axis->setLayer(QStringLiteral("axes"));
        axis->grid()->setLayer(QStringLiteral("grid"));
    }
    if (!m_panels.empty()) {
        QCPAxis* upper = m_panels.back().rect->axis(QCPAxis::atBottom);
        upper->setTickLabels(false);
        upper->setLabel({});
        below->setRange(upper->range());
    }
    rect->axis(QCPAxis::atLeft)->setTicker(QSharedPointer<Stacked>::create());
    rect->axis(QCPAxis::atLeft)->setOffset(1);  // beside the first cell of a map, which may be as narrow as the line
    connect(below, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this,
            [this, below](const QCPRange& range) { limit(below, range); });
    if (m_stepAxis == Qt::Vertical) {
        QCPAxis* beside = rect->axis(QCPAxis::atLeft);
        beside->setTicker(QSharedPointer<WholeNumbers>::create());
        connect(beside, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this,
                [this, beside](const QCPRange& range) { limit(beside, range); });
    }
    m_lines.addPanel(*this, rect, m_stepAxis);
    m_panels.push_back({rect, yTitle, stretch});
    m_heights.clear();
    applyTheme();
    fitLabels();
    return rect;
}

void Plot::alignX(const Plot* above) {
    QCPAxisRect& rect = *panel(0);
    if (above == nullptr) {
        if (!rect.autoMargins().testFlag(QCP::msRight)) {
            rect.setAutoMargins(QCP::msAll);
            redraw();
        }
        return;
    }
    rect.setAutoMargins(QCP::MarginSides(QCP::msTop) | QCP::msBottom);
    const QRect inner = above->panel(0)->rect();
    const int left = inner.left(), right = std::max(0, above->width() - inner.right() - 1);
    const QMargins old = rect.margins();
    if (old.left() != left || old.right() != right) {
        rect.setMargins(QMargins(left, old.top(), right, old.bottom()));
        fitLabels();
        redraw();
    }
}

QCPGraph* Plot::addLine(int index, const QColor& color, Qt::PenStyle style) {
    QCPGraph* graph = addGraph(x(index), y(index));
    setUpLine(*graph, color, style);
    return graph;
}

void Plot::setUpLine(QCPGraph& graph, const QColor& color, Qt::PenStyle style) {
    graph.setPen(QPen(color, 1, style));
    graph.setAdaptiveSampling(true);
    graph.setLayer(QStringLiteral("main"));
}

QCPBars* Plot::addBars(int panel, const QBrush& brush, double width) {
    auto* bars = new QCPBars(x(panel), y(panel));
    bars->setLayer(QStringLiteral("main"));
    bars->setPen(Qt::NoPen);
    bars->setBrush(brush);
    bars->setWidth(width);
    return bars;
}

void Plot::showBars(int count, double most) {
    setXBounds(-0.6, std::max(1, count) - 0.4);
    showX(std::nullopt);
    y(panels() - 1)->setRange(0, most);
    redraw();
}

QCPColorMap* Plot::addMap(int panel, QCPColorScale* scale) {
    auto* map = new QCPColorMap(x(panel), y(panel));
    map->setLayer(QStringLiteral("main"));
    map->setInterpolate(false);
    map->setTightBoundary(false);
    map->setGradient(sequentialGradient());
    map->setColorScale(scale);
    return map;
}

QCPColorMap* Plot::addLayerMap(int panel, QCPColorScale* scale) {
    QCPColorMap* map = addMap(panel, scale);
    y(panel)->setTicker(QSharedPointer<WholeNumbers>::create());
    y(panel)->setRangeReversed(true);
    setLayerAxis(Qt::Vertical);
    return map;
}

void Plot::fillMap(QCPColorMap& map, int columns, int rows, double first, double every,
                   const std::function<double(int column, int row)>& value) {
    const int across = std::max(2, columns), down = std::max(2, rows);
    map.data()->setSize(across, down);
    map.data()->fill(qQNaN());
    for (int column = 0; columns > 0 && rows > 0 && column < across; ++column) {
        for (int row = 0; row < down; ++row) {
            map.data()->setCell(column, row, value(std::min(column, columns - 1), std::min(row, rows - 1)));
        }
    }
    map.data()->setRange(
        columns > 1 ? QCPRange(first, first + every * (columns - 1)) : QCPRange(first - every / 4, first + every / 4),
        rows > 1 ? QCPRange(0, rows - 1) : QCPRange(-0.25, 0.25));
}

QCPColorScale* Plot::addColorScale(const QString& title) {
    m_scale = new QCPColorScale(this);
    m_scale->setType(QCPAxis::atRight);
    m_scale->setBarWidth(10);
    m_scale->setGradient(sequentialGradient());
    m_scale->setRangeDrag(false);
    m_scale->setRangeZoom(false);
    m_scaleTitle = title;
    m_scale->setMinimumMargins(QMargins(4, 6, 6, 4));
    plotLayout()->addElement(0, 1, m_scale);
    m_scale->setMarginGroup(QCP::MarginSides(QCP::msTop) | QCP::msBottom, m_margins);
    panel(0)->setMarginGroup(QCP::MarginSides(QCP::msTop) | QCP::msBottom, m_margins);
    plotLayout()->setColumnStretchFactor(1, 0.001);
    applyTheme();
    fitLabels();
    return m_scale;
}

QCPGraph* Plot::addMarginal(const QColor& color) {
    m_marginal = new QCPAxisRect(this, true);
    m_marginal->setupFullAxesBox(false);
    plotLayout()->insertColumn(1);
    plotLayout()->addElement(0, 1, m_marginal);
    plotLayout()->setColumnStretchFactor(1, 0.001);
    plotLayout()->setColumnSpacing(0);
    m_marginal->setMinimumSize(kMarginalWidth, 10);
    m_marginal->setMinimumMargins(QMargins(2, 6, 6, 4));
    m_marginal->setMarginGroup(QCP::MarginSides(QCP::msTop) | QCP::msBottom, m_margins);
    m_marginal->setRangeDrag({});
    m_marginal->setRangeZoom({});
    for (const auto side : {QCPAxis::atTop, QCPAxis::atRight}) {
        m_marginal->axis(side)->setVisible(false);
    }
    for (QCPAxis* axis : m_marginal->axes()) {
        axis->setLayer(QStringLiteral("axes"));
        axis->grid()->setVisible(false);
    }
    QCPAxis *steps = m_marginal->axis(QCPAxis::atLeft), *values = m_marginal->axis(QCPAxis::atBottom);
    steps->setTicks(false);
    steps->setRangeReversed(y(0)->rangeReversed());
    steps->setRange(y(0)->range());
    connect(y(0), qOverload<const QCPRange&>(&QCPAxis::rangeChanged), steps,
            [steps](const QCPRange& range) { steps->setRange(range); });
    values->ticker()->setTickCount(1);
    values->setNumberFormat(QStringLiteral("gb"));
    values->setNumberPrecision(1);
    QCPGraph* graph = addGraph(steps, values);
    graph->setPen(QPen(color, 1));
    graph->setLayer(QStringLiteral("main"));
    applyTheme();
    return graph;
}

void Plot::setMarginal(double most, const QString& title) {
    QCPAxis* values = m_marginal->axis(QCPAxis::atBottom);
    values->setRange(0, most);
    values->setLabel(title);
}

}  // namespace kvw::wb
