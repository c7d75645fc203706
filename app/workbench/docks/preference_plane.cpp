// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/docks/preference_plane.h"

#include <QMouseEvent>
#include <algorithm>
#include <cmath>

#include "app/workbench/models/bytes_text.h"
#include "app/workbench/plots/colors.h"

namespace kvw::wb {

namespace {

constexpr int kMostNames = 16;
/// Pixels of a drag that double a temperature.
constexpr double kPerDoubling = 120;

bool shown(const LayerPreference& layer) {
    return layer.entropy > 0 && layer.variance > 0 && std::isfinite(layer.entropy) && std::isfinite(layer.variance);
}

double turnedBy(double tau, double pixels) {
    return std::clamp(tau * std::exp2(pixels / kPerDoubling), kLeastTau, kMostTau);
}

}  // namespace

PreferencePlane::PreferencePlane(QWidget* parent) : Plot(parent) {
    setAccessibleName(tr("Preference plane: H against V, layers as points"));
    setXTitle(tr("H (nats, sum)"));
    addPanel(tr("V (sum)"));
    setInteractions(QCP::Interactions());
    for (QCPAxis* axis : {x(0), y(0)}) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
        axis->setNumberFormat(QStringLiteral("gb"));
        axis->setNumberPrecision(2);
    }
    m_line = addLine(0, foreground(), Qt::DashLine);
    setToolTip(tr("Drag to turn the line of equal preference: sideways changes τ1, up and down τ2"));
    QWidget::setCursor(Qt::SizeAllCursor);
}

void PreferencePlane::setLayers(const LayerPreferences& measured) {
    m_measured = measured;
    for (const Point& point : m_points) {
        removeGraph(point.graph);
        removeItem(point.name);
    }
    m_points.clear();
    const int layers = static_cast<int>(m_measured.layers.size());
    QCPRange across(1, 1), up(1, 1);
    bool any = false;
    for (int layer = 0; layer < layers; ++layer) {
        const LayerPreference& at = m_measured.layers[static_cast<std::size_t>(layer)];
        QCPGraph* graph = addGraph(x(0), y(0));
        graph->setLineStyle(QCPGraph::lsNone);
        graph->setSelectable(QCP::stNone);
        auto* name = new QCPItemText(this);
        name->setSelectable(false);
        name->setText(QString::number(layer));
        name->setPositionAlignment(Qt::AlignLeft | Qt::AlignBottom);
        name->setPadding(QMargins(6, 0, 0, 3));
        name->setVisible(shown(at) && layers <= kMostNames);
        m_points.push_back({graph, name});
        if (!shown(at)) {
            continue;
        }
        graph->addData(at.entropy, at.variance);
        name->position->setCoords(at.entropy, at.variance);
        const QCPRange h(at.entropy, at.entropy), v(at.variance, at.variance);
        across = any ? across.expanded(h) : h;
        up = any ? up.expanded(v) : v;
        any = true;
    }
    const auto wider = [](const QCPRange& range) {
        const double margin = std::max(1.25, std::pow(range.upper / range.lower, 0.15));
        return QCPRange(range.lower / margin, range.upper * margin);
    };
    const QCPRange bounds = wider(across);
    setXBounds(bounds.lower, bounds.upper);
    showX(std::nullopt);
    y(0)->setRange(wider(up));
    recolour();
}

void PreferencePlane::setTemperatures(double tau1, double tau2) {
    m_tau1 = tau1;
    m_tau2 = tau2;
    drawLine();
}

void PreferencePlane::choose(int layer) {
    if (layer != m_chosen) {
        m_chosen = layer;
        recolour();
    }
}

void PreferencePlane::recolour() {
    const int layers = static_cast<int>(m_points.size());
    for (int layer = 0; layer < layers; ++layer) {
        const bool chosen = layer == m_chosen;
        const QColor color = layerColor(layer, layers);
        const Point& point = m_points[static_cast<std::size_t>(layer)];
        point.graph->setScatterStyle(
            QCPScatterStyle(QCPScatterStyle::ssDisc, QPen(chosen ? foreground() : color, 1), color, chosen ? 11 : 8));
        point.name->setColor(foreground());
        point.name->setFont(font());
    }
    m_line->setPen(QPen(foreground(), 1, Qt::DashLine));
    drawLine();
}

void PreferencePlane::drawLine() {
    // Through the middle of the points, so that it parts those that get more than the mean from the others.
    double h = 0, v = 0;
    int count = 0;
    for (const LayerPreference& layer : m_measured.layers) {
        if (shown(layer)) {
            h += std::log(layer.entropy);
            v += std::log(layer.variance);
            ++count;
        }
    }
    m_line->data()->clear();
    if (count > 0) {
        h /= count;
        v /= count;
        for (const double end : {x(0)->range().lower, x(0)->range().upper}) {
            m_line->addData(end, std::exp(v - (std::log(end) - h) * m_tau2 / m_tau1));
        }
    }
    redraw();
}

int PreferencePlane::layerAt(double entropy, double variance) const {
    int nearest = -1;
    double least = 0;
    for (std::size_t layer = 0; layer < m_measured.layers.size(); ++layer) {
        const LayerPreference& at = m_measured.layers[layer];
        if (!shown(at)) {
            continue;
        }
        const double distance = std::hypot(x(0)->coordToPixel(at.entropy) - x(0)->coordToPixel(entropy),
                                           y(0)->coordToPixel(at.variance) - y(0)->coordToPixel(variance));
        if (nearest < 0 || distance < least) {
            nearest = static_cast<int>(layer);
            least = distance;
        }
    }
    return nearest;
}

void PreferencePlane::mousePressEvent(QMouseEvent* event) {
    m_pressed = event->position();
    m_pressedTau1 = m_tau1;
    m_pressedTau2 = m_tau2;
    Plot::mousePressEvent(event);
}

void PreferencePlane::mouseMoveEvent(QMouseEvent* event) {
    Plot::mouseMoveEvent(event);
    const QPointF way = event->position() - m_pressed;
    if ((event->buttons() & Qt::LeftButton) != 0 && way.manhattanLength() > 4) {
        Q_EMIT turned(turnedBy(m_pressedTau1, way.x()), turnedBy(m_pressedTau2, -way.y()));
    }
}

QString budgetCost(const LayerPreferences& measured, const PreferenceBudgets& budgets, std::int64_t kvBytesPerToken) {
    const auto layers = static_cast<double>(std::max<std::size_t>(1, budgets.tokens.size()));
    const auto perToken = static_cast<double>(kvBytesPerToken);
    const auto clamped = std::count(budgets.tokens.begin(), budgets.tokens.end(), measured.prompt);
    const QString bytes = bytesOfText(static_cast<double>(budgets.sum) * perToken / layers,
                                      static_cast<double>(measured.prompt) * perToken);
    return clamped == 0   ? PreferencePlane::tr(" = %1").arg(bytes)
           : clamped == 1 ? PreferencePlane::tr(" = %1, 1 layer clamped to the prompt").arg(bytes)
                          : PreferencePlane::tr(" = %1, %2 layers clamped to the prompt").arg(bytes).arg(clamped);
}

}  // namespace kvw::wb
