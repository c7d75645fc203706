// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/plots/plot.h"

#include <algorithm>
#include <cmath>

#include "app/workbench/plots/colors.h"
#include "app/workbench/plots/presenting.h"

namespace kvw::wb {

namespace {

constexpr int kClickPixels = 4;
/// Room for five digits, so that nothing jumps when labels grow.
constexpr int kLeftMargin = 62;
constexpr int kMarginalWidth = 38;
/// Pixels: of a panel in a dock that is very low; of panels above one another whose steps are named.
constexpr int kLowest = 8, kTitledFrom = 34;

/// Whole numbers only (steps, tokens and layers have no halves), as far apart as their digits need.
class WholeNumbers : public QCPAxisTickerFixed {
 public:
    WholeNumbers() {
        setTickStep(1);
        setScaleStrategy(ssMultiples);
    }
    void setRoom(int pixels, int digit) {
        m_pixels = pixels;
        m_digit = digit;
    }

 protected:
    double getTickStep(const QCPRange& range) override {
        constexpr double kGap = 1.5;  // digits between two numbers
        double step = QCPAxisTickerFixed::getTickStep(range);
        const auto digits = static_cast<double>(QString::number(std::llround(range.upper)).size());
        const double needed = (digits + kGap) * m_digit;
        while (m_pixels > needed && step * m_pixels < needed * range.size()) {
            step = cleanMantissa(step * 2);
        }
        return step;
    }

 private:
    int m_pixels = 0, m_digit = 0;
};

/// Above one another: as far apart as they are high.
class Stacked : public QCPAxisTicker {
 public:
    void setRoom(int pixels, int line) {
        m_pixels = pixels;
        m_line = line;
    }

 protected:
    double getTickStep(const QCPRange& range) override {
        double step = QCPAxisTicker::getTickStep(range);
        while (m_pixels > 0 && step * m_pixels < m_line * range.size()) {
            step = cleanMantissa(step * 2);
        }
        return step;
    }

 private:
    int m_pixels = 0, m_line = 0;
};

/// What of "cache (MiB)" fits: all of it, the unit (which no legend tells), or its beginning.
QString fitting(const QString& title, const QFontMetrics& metrics, int room) {
    if (metrics.horizontalAdvance(title) <= room) {
        return title;
    }
    const qsizetype open = title.lastIndexOf(QLatin1Char('('));
    const QString unit = open >= 0 ? title.mid(open + 1).chopped(1) : QString();
    return !unit.isEmpty() && metrics.horizontalAdvance(unit) <= room ? unit
                                                                      : metrics.elidedText(title, Qt::ElideRight, room);
}

}  // namespace

Plot::Plot(QWidget* parent) : QCustomPlot(parent), m_margins(new QCPMarginGroup(this)) {
    setLocale(QLocale::c());
    plotLayout()->clear();
    plotLayout()->setRowSpacing(2);
    setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    setNoAntialiasingOnDrag(true);
    // What a turn changes is painted together, once.
    setPlottingHint(QCP::phImmediateRefresh, false);
    setNotAntialiasedElements(QCP::aeAll);
    addLayer(QStringLiteral("cursors"));
    layer(QStringLiteral("cursors"))->setMode(QCPLayer::lmBuffered);
    setMinimumSize(80, 60);
    setFocusPolicy(Qt::ClickFocus);
    connect(this, &QCustomPlot::afterLayout, this, &Plot::share);
    connect(this, &QCustomPlot::beforeReplot, this, [this] {
        if (m_presenting) {
            present(*this, true);
        }
    });
}

void Plot::setPresenting(bool on) {
    if (on != m_presenting) {
        m_presenting = on;
        present(*this, on);
        Q_EMIT presentingChanged();
        redraw();
    }
}

QCPAxisRect* Plot::addPanel(const QString& yTitle, double stretch) {
    auto* rect = new QCPAxisRect(this, true);
    rect->setupFullAxesBox(false);
    plotLayout()->addElement(plotLayout()->rowCount(), 0, rect);
    plotLayout()->setRowStretchFactor(plotLayout()->rowCount() - 1, stretch);
    rect->setMarginGroup(QCP::msLeft | QCP::msRight, m_margins);
    rect->setMinimumMargins(QMargins(kLeftMargin, 6, 10, 4));
    rect->setMinimumSize(rect->minimumSize().width(), kLowest);
    rect->setRangeDrag(Qt::Horizontal);
    rect->setRangeZoom(Qt::Horizontal);
    for (const auto side : {QCPAxis::atTop, QCPAxis::atRight}) {
        rect->axis(side)->setVisible(false);
    }
    // The right axis carries the ticks: 1 is a fourteenth of the height.
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
    below->setLabel(titled() ? m_xTitle : QString());
    rect->axis(QCPAxis::atLeft)->setTicker(QSharedPointer<Stacked>::create());
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

void Plot::setXTitle(const QString& title) {
    m_xTitle = title;
    if (!m_panels.empty()) {
        x(panels() - 1)->setLabel(titled() ? title : QString());
    }
}

bool Plot::titled() const {
    return !m_low;
}

void Plot::setStretch(int index, double stretch) {
    m_panels[static_cast<std::size_t>(index)].stretch = stretch;
    plotLayout()->setRowStretchFactor(index, stretch);
    m_heights.clear();
}

void Plot::share() {
    std::vector<int> heights, margins;
    int room = 0, shown = 0;
    double whole = 0;
    for (const Panel& each : m_panels) {
        heights.push_back(each.rect->height());
        margins.push_back(each.rect->outerRect().height() - each.rect->height());
        if (each.rect->visible()) {
            room += heights.back();
            whole += each.stretch;
            ++shown;
        }
    }
    std::vector<int> now = heights;
    now.insert(now.end(), margins.begin(), margins.end());
    if (now == m_heights || shown == 0 || room <= 0) {
        return;
    }
    m_heights = now;
    if (shown > 1) {
        for (int i = 0; i < panels(); ++i) {
            const Panel& each = m_panels[static_cast<std::size_t>(i)];
            if (each.rect->visible()) {
                plotLayout()->setRowStretchFactor(
                    i, std::max(1.0, room * each.stretch / whole + margins[static_cast<std::size_t>(i)]));
            }
        }
        // Without it there is more room; a little more is needed for it to come back.
        const int title = 3 * QFontMetrics(x(0)->labelFont()).height() / 2;
        if (const bool low = room - (m_low ? title : 0) < shown * kTitledFrom; low != m_low) {
            m_low = low;
            setXTitle(m_xTitle);
        }
    }
    fitLabels();
    redraw();
}

void Plot::setYTitle(int index, const QString& title) {
    m_panels[static_cast<std::size_t>(index)].title = title;
    fitLabels();
}

QCPGraph* Plot::addLine(int index, const QColor& color, Qt::PenStyle style) {
    QCPGraph* graph = addGraph(x(index), y(index));
    setUpLine(*graph, color, style);
    return graph;
}

void Plot::setUpLine(QCPGraph& graph, const QColor& color, Qt::PenStyle style) {
    graph.setPen(QPen(color, 1, style));
    graph.setAdaptiveSampling(true);
    graph.setSelectable(QCP::stNone);
    graph.setLayer(QStringLiteral("main"));
}

QCPBars* Plot::addBars(int panel, const QBrush& brush, double width) {
    auto* bars = new QCPBars(x(panel), y(panel));
    bars->setLayer(QStringLiteral("main"));
    bars->setSelectable(QCP::stNone);
    bars->setPen(Qt::NoPen);
    bars->setBrush(brush);
    bars->setWidth(width);
    return bars;
}

QCPColorMap* Plot::addLayerMap(int panel, QCPColorScale* scale) {
    auto* map = new QCPColorMap(x(panel), y(panel));
    map->setLayer(QStringLiteral("main"));
    map->setSelectable(QCP::stNone);
    map->setInterpolate(false);
    map->setTightBoundary(false);
    map->setGradient(sequentialGradient());
    map->setColorScale(scale);
    QSharedPointer<QCPAxisTickerFixed> whole(new QCPAxisTickerFixed);
    whole->setTickStep(1);
    whole->setScaleStrategy(QCPAxisTickerFixed::ssMultiples);
    y(panel)->setTicker(whole);
    y(panel)->setRangeReversed(true);
    setLayerAxis(Qt::Vertical);
    return map;
}

QCPColorScale* Plot::addColorScale(const QString& title) {
    m_scale = new QCPColorScale(this);
    m_scale->setType(QCPAxis::atRight);
    m_scale->setBarWidth(10);
    m_scale->setGradient(sequentialGradient());
    m_scale->setRangeDrag(false);
    m_scale->setRangeZoom(false);
    m_scaleTitle = title;
    m_scale->setMinimumMargins(QMargins(4, 6, 56, 4));
    plotLayout()->addElement(0, 1, m_scale);
    m_scale->setMarginGroup(QCP::msTop | QCP::msBottom, m_margins);
    panel(0)->setMarginGroup(QCP::msTop | QCP::msBottom, m_margins);
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
    m_marginal->setMarginGroup(QCP::msTop | QCP::msBottom, m_margins);
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
    graph->setSelectable(QCP::stNone);
    graph->setLayer(QStringLiteral("main"));
    applyTheme();
    return graph;
}

void Plot::setMarginal(double most, const QString& title) {
    QCPAxis* values = m_marginal->axis(QCPAxis::atBottom);
    values->setRange(0, most);
    values->setLabel(title);
}

void Plot::setScaleTitle(const QString& title) {
    if (title != m_scaleTitle) {  // asked with every image
        m_scaleTitle = title;
        fitLabels();
    }
}

void Plot::setXBounds(double lower, double upper) {
    m_bounds = QCPRange(lower, upper > lower ? upper : lower + 1);
}

bool Plot::showsAllX() const {
    const double little = m_bounds.size() * 1e-9;
    return panels() == 0 ||
           (x(0)->range().lower <= m_bounds.lower + little && x(0)->range().upper >= m_bounds.upper - little);
}

void Plot::showX(std::optional<QCPRange> shown) {
    setRange(m_stepAxis, shown);
}

void Plot::showColumns(std::optional<QCPRange> shown) {
    setRange(Qt::Horizontal, shown);
}

void Plot::setRange(Qt::Orientation axis, std::optional<QCPRange> shown) {
    m_setting = true;
    const QCPRange range = shown ? shown->bounded(m_bounds.lower, m_bounds.upper) : m_bounds;
    for (int i = 0; i < panels(); ++i) {
        (axis == Qt::Horizontal ? x(i) : y(i))->setRange(range);
    }
    m_setting = false;
}

void Plot::setYZoom(bool enabled) {
    const Qt::Orientations both = enabled ? Qt::Horizontal | Qt::Vertical : Qt::Orientations(Qt::Horizontal);
    for (const Panel& each : m_panels) {
        each.rect->setRangeZoom(both);
        each.rect->setRangeDrag(both);
    }
}

void Plot::limit(QCPAxis* axis, const QCPRange& range) {
    if (m_setting) {
        return;
    }
    m_setting = true;
    const QCPRange allowed = range.bounded(m_bounds.lower, m_bounds.upper);
    const bool steps = (axis->orientation() == m_stepAxis);
    for (int i = 0; i < panels(); ++i) {
        (axis->orientation() == Qt::Horizontal ? x(i) : y(i))->setRange(allowed);
    }
    m_setting = false;
    if (steps) {
        Q_EMIT zoomed(allowed.lower, allowed.upper);
    }
    if (axis->orientation() == Qt::Horizontal) {
        Q_EMIT zoomedX(allowed.lower, allowed.upper);
    }
}

void Plot::setCursor(std::optional<double> at) {
    m_lines.place(PlotLines::Cursor, at);
    layer(QStringLiteral("cursors"))->replot();
}

void Plot::setHoverLine(std::optional<double> at) {
    m_lines.place(PlotLines::Hover, at);
    layer(QStringLiteral("cursors"))->replot();
}

void Plot::setMarks(std::optional<double> a, std::optional<double> b) {
    m_lines.place(PlotLines::MarkA, a);
    m_lines.place(PlotLines::MarkB, b);
    layer(QStringLiteral("cursors"))->replot();
}

void Plot::setLayerLine(std::optional<double> at) {
    if (m_lines.hasLayers() && at != m_lines.at(PlotLines::Layer)) {
        m_lines.place(PlotLines::Layer, at);
        layer(QStringLiteral("cursors"))->replot();
    }
}

void Plot::setBoundary(std::optional<double> at, const QString& label) {
    m_lines.place(PlotLines::Boundary, at);
    if (m_panels.empty() || m_stepAxis == Qt::Vertical) {
        return;
    }
    if (m_boundaryText == nullptr) {
        m_boundaryText = new QCPItemText(this);
        m_boundaryText->setLayer(QStringLiteral("overlay"));
        m_boundaryText->setSelectable(false);
        m_boundaryText->setClipToAxisRect(false);
        m_boundaryText->position->setAxisRect(panel(0));
        m_boundaryText->position->setAxes(x(0), y(0));
        m_boundaryText->position->setTypeX(QCPItemPosition::ptPlotCoords);
        m_boundaryText->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
        m_boundaryText->setPositionAlignment(Qt::AlignTop | Qt::AlignHCenter);
        applyTheme();
    }
    m_boundaryText->setVisible(at.has_value() && !label.isEmpty());
    m_boundaryText->setText(label);
    m_boundaryText->position->setCoords(at.value_or(0), 0);
}

void Plot::fitLabels() {
    constexpr int kLabelWidth = 62, kLabelHeight = 30, kScaleWidth = 90, kAround = 12;
    const bool aligned = panels() > 0 && !panel(0)->autoMargins().testFlag(QCP::msRight);
    const int beside = (m_scale != nullptr ? kScaleWidth : 0) + (m_marginal != nullptr ? kMarginalWidth : 0);
    const int wide = width() - kLeftMargin - (aligned ? panel(0)->margins().right() : beside);
    for (int i = 0; i < panels(); ++i) {
        const int high = panel(i)->height();
        x(i)->ticker()->setTickCount(std::clamp(wide / kLabelWidth, 1, 8));
        y(i)->ticker()->setTickCount(std::clamp(high / kLabelHeight, 2, 6));
        if (const auto numbers = qSharedPointerDynamicCast<WholeNumbers>(x(i)->ticker())) {
            numbers->setRoom(wide, QFontMetrics(x(i)->tickLabelFont()).horizontalAdvance(QLatin1Char('0')));
        }
        if (const auto numbers = qSharedPointerDynamicCast<Stacked>(y(i)->ticker())) {
            numbers->setRoom(high, QFontMetrics(y(i)->tickLabelFont()).height());
        }
        const QFontMetrics metrics(y(i)->labelFont());
        y(i)->setLabel(fitting(m_panels[static_cast<std::size_t>(i)].title, metrics, high + kAround));
    }
    if (m_scale != nullptr && panels() > 0) {
        // The bar is as high as the panel beside it.
        QCPAxis* axis = m_scale->axis();
        const int high = panel(0)->height();
        axis->ticker()->setTickCount(std::clamp(high / kLabelHeight, 2, 6));
        axis->setLabel(fitting(m_scaleTitle, QFontMetrics(axis->labelFont()), high));
    }
}

void Plot::resizeEvent(QResizeEvent* event) {
    fitLabels();
    QCustomPlot::resizeEvent(event);
}

QColor Plot::foreground() const {
    return palette().color(QPalette::Text);
}

void Plot::styleAxis(QCPAxis* axis) const {
    const QColor base = palette().color(QPalette::Base);
    const QColor text = mixed(base, foreground(), 0.85);
    const QPen line(mixed(base, foreground(), 0.45), 1);
    QFont small = font();
    if (small.pointSizeF() > 0) {
        small.setPointSizeF(small.pointSizeF() * 0.9);
    }
    axis->setBasePen(line);
    axis->setTickPen(line);
    axis->setSubTickPen(line);
    axis->setSubTicks(false);
    axis->setTickLength(0, 4);
    axis->setLabelColor(text);
    axis->setTickLabelColor(text);
    axis->setLabelFont(small);
    axis->setTickLabelFont(small);
    axis->setLabelPadding(2);
    axis->setTickLabelPadding(3);
    axis->grid()->setPen(QPen(mixed(base, foreground(), 0.12), 1));
    axis->grid()->setZeroLinePen(QPen(mixed(base, foreground(), 0.35), 1));
}

void Plot::applyTheme() {
    const QColor base = palette().color(QPalette::Base);
    setBackground(QBrush(base));
    for (const Panel& each : m_panels) {
        for (QCPAxis* axis : each.rect->axes()) {
            styleAxis(axis);
        }
        each.rect->axis(QCPAxis::atBottom)->grid()->setZeroLinePen(Qt::NoPen);
    }
    const QPen hover(mixed(base, foreground(), 0.5), 1, Qt::DotLine);
    m_lines.setPen(PlotLines::Cursor, QPen(QColor(0xe6, 0x9f, 0x00), 1));
    m_lines.setPen(PlotLines::Hover, hover);
    m_lines.setPen(PlotLines::Layer, hover);
    m_lines.setPen(PlotLines::MarkA, QPen(QColor(0xcc, 0x79, 0xa7), 1));
    m_lines.setPen(PlotLines::MarkB, QPen(QColor(0xcc, 0x79, 0xa7), 1, Qt::DashLine));
    m_lines.setPen(PlotLines::Boundary, QPen(mixed(base, foreground(), 0.6), 1, Qt::DashLine));
    if (m_scale != nullptr) {
        styleAxis(m_scale->axis());
        m_scale->setMargins(m_scale->minimumMargins());  // by itself it keeps what it once had, of larger type
    }
    if (m_marginal != nullptr) {
        for (QCPAxis* axis : m_marginal->axes()) {
            styleAxis(axis);
        }
    }
    if (m_boundaryText != nullptr) {
        QFont small = font();
        small.setPointSizeF(std::max(6.0, small.pointSizeF() * 0.8));
        m_boundaryText->setFont(small);
        m_boundaryText->setColor(mixed(base, foreground(), 0.75));
        m_boundaryText->setBrush(QBrush(base));
        m_boundaryText->setPadding(QMargins(2, 0, 2, 0));
    }
}

int Plot::panelAt(const QPointF& where) const {
    for (int i = 0; i < panels(); ++i) {
        if (panel(i)->rect().contains(where.toPoint())) {
            return i;
        }
    }
    return -1;
}

void Plot::mousePressEvent(QMouseEvent* event) {
    m_pressed = event->pos();
    QCustomPlot::mousePressEvent(event);
}

void Plot::mouseMoveEvent(QMouseEvent* event) {
    QCustomPlot::mouseMoveEvent(event);
    if (event->buttons() != Qt::NoButton) {
        return;
    }
    const int index = panelAt(event->position());
    if (index < 0) {
        Q_EMIT left();
    } else {
        Q_EMIT hovered(index, x(index)->pixelToCoord(event->position().x()),
                       y(index)->pixelToCoord(event->position().y()));
    }
}

void Plot::mouseReleaseEvent(QMouseEvent* event) {
    QCustomPlot::mouseReleaseEvent(event);
    const int index = panelAt(event->position());
    if (event->button() == Qt::LeftButton && index >= 0 &&
        (event->pos() - m_pressed).manhattanLength() <= kClickPixels) {
        m_adding = event->modifiers().testFlag(Qt::ShiftModifier);
        Q_EMIT picked(index, x(index)->pixelToCoord(event->position().x()),
                      y(index)->pixelToCoord(event->position().y()));
    }
}

void Plot::leaveEvent(QEvent* event) {
    QCustomPlot::leaveEvent(event);
    Q_EMIT left();
}

void Plot::paintEvent(QPaintEvent* event) {
    if (!qFuzzyCompare(bufferDevicePixelRatio(), devicePixelRatioF())) {
        setBufferDevicePixelRatio(devicePixelRatioF());
        replot(QCustomPlot::rpQueuedRefresh);  // into the buffers at once
    }
    QCustomPlot::paintEvent(event);
}

void Plot::changeEvent(QEvent* event) {
    QCustomPlot::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        applyTheme();
        fitLabels();
        redraw();
    }
}

}  // namespace kvw::wb
