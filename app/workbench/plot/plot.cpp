// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/plot/plot.h"

#include <algorithm>

#include "app/workbench/plot/colors.h"

namespace kvw::wb {

namespace {

constexpr double kScreenWidth = 1, kStageWidth = 2.5;
constexpr std::ptrdiff_t kManyPoints = 6000;

std::ptrdiff_t pointsInView(const QCPGraph& graph) {
    if (graph.keyAxis() == nullptr) {
        return 0;
    }
    const QCPRange seen = graph.keyAxis()->range();
    return graph.data()->findEnd(seen.upper) - graph.data()->findBegin(seen.lower);
}

template <class Mapped>
void recolour(Mapped& mapped, const QCPColorGradient& from, const QCPColorGradient& to) {
    if (mapped.gradient() == from) {
        mapped.setGradient(to);
    }
}

/// Switches a plot to presenting, or back. Call before each replot, since lines and maps may have been added. Lines
/// with very many visible points stay one pixel wide, because Qt takes a tenth of a second to draw wider ones.
void present(QCustomPlot& plot, bool on) {
    for (int i = 0; i < plot.graphCount(); ++i) {
        QCPGraph& graph = *plot.graph(i);
        const double width = on && pointsInView(graph) <= kManyPoints ? kStageWidth : kScreenWidth;
        if (QPen pen = graph.pen(); pen.style() != Qt::NoPen && pen.widthF() != width) {
            pen.setWidthF(width);
            graph.setPen(pen);
        }
    }
    const QCPColorGradient screen = sequentialGradient(), stage = sequentialGradient(Shades::Contrast);
    for (int i = 0; i < plot.plottableCount(); ++i) {
        if (auto* map = qobject_cast<QCPColorMap*>(plot.plottable(i))) {
            recolour(*map, on ? screen : stage, on ? stage : screen);
        }
    }
    for (QCPLayoutElement* element : plot.plotLayout()->elements(true)) {
        if (auto* scale = qobject_cast<QCPColorScale*>(element)) {
            recolour(*scale, on ? screen : stage, on ? stage : screen);
        }
    }
}

constexpr int kClickPixels = 4;

}  // namespace

Plot::Plot(QWidget* parent, const QString& name, const QString& xTitle)
    : QCustomPlot(parent), m_margins(new QCPMarginGroup(this)), m_xTitle(xTitle) {
    setAccessibleName(name);
    setLocale(QLocale::c());
    plotLayout()->clear();
    addLayer(QStringLiteral("chosen"), layer(QStringLiteral("legend")));  // above the other data, below labels
    plotLayout()->setRowSpacing(2);
    setInteractions(QCP::Interactions(QCP::iRangeDrag) | QCP::iRangeZoom);
    setNoAntialiasingOnDrag(true);
    // Queue replots, so that all changes of an event loop turn are painted together.
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

bool Plot::showsAllX() const {
    const double little = m_bounds.size() * 1e-9;
    return panels() == 0 ||
           (x(0)->range().lower <= m_bounds.lower + little && x(0)->range().upper >= m_bounds.upper - little);
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
        m_boundaryText = addItem<QCPItemText>("overlay");
        m_boundaryText->setClipToAxisRect(false);
        m_boundaryText->position->setAxisRect(panel(0));
        m_boundaryText->position->setTypeX(QCPItemPosition::ptAbsolute);
        m_boundaryText->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
        m_boundaryText->setPositionAlignment(Qt::AlignTop | Qt::AlignHCenter);
        connect(this, &QCustomPlot::afterLayout, this, &Plot::placeBoundaryText);
        applyTheme();
    }
    m_boundary = at;
    m_boundaryText->setText(label);
    placeBoundaryText();
}

void Plot::placeBoundaryText() {
    const QRect rect = panel(0)->rect();
    const double line = m_boundary ? x(0)->coordToPixel(*m_boundary) : -1;
    const QMargins padding = m_boundaryText->padding();
    const double half = (QFontMetricsF(m_boundaryText->font()).horizontalAdvance(m_boundaryText->text()) +
                         padding.left() + padding.right()) /
                        2;
    // Centre the label over its line, but keep it inside the plot.
    m_boundaryText->setVisible(!m_boundaryText->text().isEmpty() && line >= rect.left() && line <= rect.right() + 1);
    const double last = width() - half - 1, first = std::min(rect.left() + half, last);
    m_boundaryText->position->setCoords(std::clamp(line, first, last), 0);
}

void Plot::resizeEvent(QResizeEvent* event) {
    fitLabels();
    QCustomPlot::resizeEvent(event);
}

int Plot::panelAt(const QPointF& where) const {
    for (int i = 0; i < panels(); ++i) {
        if (panel(i)->rect().contains(where.toPoint())) {
            return i;
        }
    }
    return -1;
}

void Plot::focusInEvent(QFocusEvent* event) {
    m_tookFocus = event->reason() == Qt::MouseFocusReason;
    QCustomPlot::focusInEvent(event);
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
    if (event->button() == Qt::LeftButton && index >= 0 && m_pressed &&
        (event->pos() - *m_pressed).manhattanLength() <= kClickPixels) {
        m_adding = event->modifiers().testFlag(Qt::ShiftModifier);
        Q_EMIT picked(index, x(index)->pixelToCoord(event->position().x()),
                      y(index)->pixelToCoord(event->position().y()));
    }
    m_tookFocus = false;
}

void Plot::mouseDoubleClickEvent(QMouseEvent* event) {
    m_pressed.reset();
    QCustomPlot::mouseDoubleClickEvent(event);
}

void Plot::leaveEvent(QEvent* event) {
    QCustomPlot::leaveEvent(event);
    Q_EMIT left();
}

void Plot::paintEvent(QPaintEvent* event) {
    if (!qFuzzyCompare(bufferDevicePixelRatio(), devicePixelRatioF())) {
        setBufferDevicePixelRatio(devicePixelRatioF());
        replot(QCustomPlot::rpQueuedRefresh);  // redraws the buffers at once
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
