// SPDX-License-Identifier: GPL-3.0-or-later
/// CAKE's preference plane: layers as points, spatial entropy H against temporal variance V, and the line on which
/// layers would get the same budget.
#pragma once

#include <QMouseEvent>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "app/workbench/plot/colors.h"
#include "app/workbench/plot/label_places.h"
#include "app/workbench/plot/plot.h"
#include "app/workbench/plot/plot_tickers.h"
#include "app/workbench/session/words/bytes_text.h"
#include "core/analysis/attention/preference.h"

namespace kvw::wb {

/// Both axes are logarithmic, so layers of equal preference lie on a straight line with the slope -tau2 / tau1.
/// Dragging the plane turns that line: along x it changes tau1, along y tau2. Dragging one of the two handles on the
/// line changes only its own temperature. Thread: GUI thread.
class PreferencePlane : public Plot {
    Q_OBJECT
 public:
    /// Limits of both temperatures, in forms and gestures.
    static constexpr double kLeastTau = 0.1, kMostTau = 10;
    explicit PreferencePlane(QWidget* parent)
        : Plot(parent, tr("Preference plane: H against V, layers as points"), tr("H (nats, sum)")) {
        addPanel(tr("V (sum)"));
        setInteractions(QCP::Interactions());
        for (QCPAxis* axis : {x(0), y(0)}) {
            axis->setScaleType(QCPAxis::stLogarithmic);
            axis->setTicker(QSharedPointer<LogNumbers>::create());
            axis->setNumberFormat(QStringLiteral("gb"));
            axis->setNumberPrecision(4);
        }
        m_line = addLine(0, foreground(), Qt::DashLine);
        m_line->setLayer(QStringLiteral("grid"));  // below the points, as are the handles
        m_handle1 = makeHandle(QStringLiteral("τ1"));
        m_handle2 = makeHandle(QStringLiteral("τ2"));
        connect(this, &QCustomPlot::afterLayout, this, [this] {
            placeHandles();
            placeNames();
        });
        setToolTip(tr(
            "Drag to turn the line of equal preference: sideways changes τ1, up and down τ2; a handle changes its own "
            "alone"));
        QWidget::setCursor(Qt::SizeAllCursor);
    }

    void setLayers(const LayerPreferences& measured) {
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
            auto* name = new QCPItemText(this);
            name->setText(QString::number(layer));
            name->setPositionAlignment(Qt::AlignCenter);
            name->position->setType(QCPItemPosition::ptAbsolute);
            name->setVisible(false);
            m_points.push_back({graph, name});
            if (!shown(at)) {
                continue;
            }
            graph->addData(at.entropy, at.variance);
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

    void setTemperatures(double tau1, double tau2) {
        m_tau1 = tau1;
        m_tau2 = tau2;
        drawLine();
    }
    void choose(int layer) {
        if (layer != m_chosen) {
            m_chosen = layer;
            recolour();
        }
    }
    /// Applies the colours of the theme.
    void recolour() {
        const int layers = static_cast<int>(m_points.size());
        for (int layer = 0; layer < layers; ++layer) {
            const bool chosen = layer == m_chosen;
            const QColor color = layerColor(layer, layers);
            const Point& point = m_points[static_cast<std::size_t>(layer)];
            point.graph->setScatterStyle(QCPScatterStyle(
                QCPScatterStyle::ssDisc, QPen(chosen ? foreground() : color, 1), color, chosen ? 11 : 8));
            point.name->setColor(foreground());
            point.name->setFont(font());
        }
        m_line->setPen(QPen(foreground(), 1, Qt::DashLine));
        for (QCPItemText* handle : {m_handle1, m_handle2}) {
            handle->setColor(foreground());
            handle->setFont(font());
            handle->setPen(QPen(foreground(), 1));
            handle->setBrush(palette().color(QPalette::Button));
        }
        drawLine();
    }

    /// Returns the layer whose point is nearest to a place of the plane; -1: there is none.
    [[nodiscard]] int layerAt(double entropy, double variance) const {
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

    enum class Handle { None, Tau1, Tau2 };
    /// Returns the rectangle of a handle in pixels; empty: there is none.
    [[nodiscard]] QRectF placeOf(Handle handle) const {
        const QCPItemText* item = handle == Handle::Tau1 ? m_handle1 : handle == Handle::Tau2 ? m_handle2 : nullptr;
        return item != nullptr && item->visible()
                   ? QRectF(item->topLeft->pixelPosition(), item->bottomRight->pixelPosition()).normalized()
                   : QRectF();
    }

    /// Returns " = 1.2 of 4.2 MiB, 2 layers clamped to the prompt": the size of the budgets against the whole prompt.
    [[nodiscard]] static QString budgetCost(const LayerPreferences& measured, const PreferenceBudgets& budgets,
                                            std::int64_t kvBytesPerToken) {
        const auto layers = static_cast<double>(std::max<std::size_t>(1, budgets.tokens.size()));
        const auto perToken = static_cast<double>(kvBytesPerToken);
        const auto clamped = std::ranges::count(budgets.tokens, measured.prompt);
        const QString bytes = bytesOfText(static_cast<double>(budgets.sum) * perToken / layers,
                                          static_cast<double>(measured.prompt) * perToken);
        return clamped == 0   ? tr(" = %1").arg(bytes)
               : clamped == 1 ? tr(" = %1, 1 layer clamped to the prompt").arg(bytes)
                              : tr(" = %1, %2 layers clamped to the prompt").arg(bytes).arg(clamped);
    }

 Q_SIGNALS:
    /// Emitted when the user turned the line.
    void turned(double tau1, double tau2);

 protected:
    void mousePressEvent(QMouseEvent* event) override {
        m_pressed = event->position();
        m_pressedTau1 = m_tau1;
        m_pressedTau2 = m_tau2;
        m_held = handleAt(m_pressed);
        Plot::mousePressEvent(event);
    }

    void mouseMoveEvent(QMouseEvent* event) override {
        Plot::mouseMoveEvent(event);
        if (event->buttons() == Qt::NoButton) {
            const Handle under = handleAt(event->position());
            QWidget::setCursor(under == Handle::Tau1   ? Qt::SizeHorCursor
                               : under == Handle::Tau2 ? Qt::SizeVerCursor
                                                       : Qt::SizeAllCursor);
            return;
        }
        const QPointF way = event->position() - m_pressed;
        if ((event->buttons() & Qt::LeftButton) != 0 && way.manhattanLength() > 4) {
            Q_EMIT turned(m_held == Handle::Tau2 ? m_pressedTau1 : turnedBy(m_pressedTau1, way.x()),
                          m_held == Handle::Tau1 ? m_pressedTau2 : turnedBy(m_pressedTau2, -way.y()));
        }
    }

    void mouseReleaseEvent(QMouseEvent* event) override {
        if (std::exchange(m_held, Handle::None) == Handle::None) {
            Plot::mouseReleaseEvent(event);
        } else {
            // No layer is picked. NOLINTNEXTLINE(bugprone-parent-virtual-call)
            QCustomPlot::mouseReleaseEvent(event);
        }
    }

 private:
    /// Distances between numbered layers that are tried until there is room.
    static constexpr std::array<std::size_t, 6> kStrides{1, 2, 5, 10, 20, 50};
    /// Part of a number that points of other layers may cover.
    static constexpr double kCovered = 0.25;
    static constexpr double kDisc = 5;
    /// Drag in pixels that doubles a temperature.
    static constexpr double kPerDoubling = 120;
    /// Pixels around a handle that count as a hit; distance of the handles from the ends of the visible line, as a part
    /// of it.
    static constexpr double kReach = 3, kFromEnd = 0.22;
    /// Pixels between the name of a handle and the border; largest margin, as a part of the plane, if the plane is too
    /// small.
    static constexpr double kAroundName = 7, kMostMargin = 0.45;

    static bool shown(const LayerPreference& layer) {
        return layer.entropy > 0 && layer.variance > 0 && std::isfinite(layer.entropy) && std::isfinite(layer.variance);
    }

    /// Returns true if each of `sizes` at `places` is readable and apart from the others. `points` are covered by
    /// discs.
    static bool standApart(const std::vector<QPointF>& places, const std::vector<QSizeF>& sizes,
                           const std::vector<QPointF>& points) {
        std::vector<QRectF> names;
        for (std::size_t i = 0; i < places.size(); ++i) {
            QRectF name(QPointF(), sizes[i]);
            name.moveCenter(places[i]);
            double covered = 0;
            for (const QPointF& point : points) {
                const QRectF disc = name & QRectF(point.x() - kDisc, point.y() - kDisc, 2 * kDisc, 2 * kDisc);
                covered += disc.isEmpty() ? 0 : disc.width() * disc.height();
            }
            if (covered > kCovered * name.width() * name.height() ||
                std::ranges::any_of(names, [&](const QRectF& other) { return other.intersects(name); })) {
                return false;
            }
            names.push_back(name);
        }
        return true;
    }

    static double turnedBy(double tau, double pixels) {
        return std::clamp(tau * std::exp2(pixels / kPerDoubling), kLeastTau, kMostTau);
    }

    void drawLine() {
        // The line goes through the mean of the points, so it separates layers that get more than the mean from the
        // others.
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
            m_middle = {h, v};
            for (const double end : {x(0)->range().lower, x(0)->range().upper}) {
                m_line->addData(end, std::exp(v - (std::log(end) - h) * m_tau2 / m_tau1));
            }
        }
        placeHandles();
        redraw();
    }

    void placeHandles() {
        const QFontMetrics metrics(font());
        // Returns the part of a range in which a handle is completely visible.
        const auto within = [](const QCPRange& range, double size, int room) {
            const double lower = std::log(range.lower), upper = std::log(range.upper);
            const double margin = room > 0 ? std::min(kMostMargin, (size / 2 + kAroundName) / room) : 0;
            return QCPRange(lower + margin * (upper - lower), upper - margin * (upper - lower));
        };
        const QCPRange across = within(x(0)->range(), metrics.horizontalAdvance(m_handle1->text()), panel(0)->width()),
                       up = within(y(0)->range(), metrics.height(), panel(0)->height());
        const double slope = m_tau2 / m_tau1, h = m_middle.x(), v = m_middle.y();
        const double first = std::max(across.lower, h - (up.upper - v) / slope),
                     last = std::min(across.upper, h + (v - up.lower) / slope);
        for (const auto& [handle, part] : {std::pair(m_handle1, kFromEnd), std::pair(m_handle2, 1 - kFromEnd)}) {
            const double at = first + (last - first) * part;
            handle->position->setCoords(std::exp(at), std::exp(v - (at - h) * slope));
            handle->setVisible(!m_line->data()->isEmpty());
        }
    }

    /// Puts numbers beside the points of all layers, or of every n-th if there is too little room, and of the chosen
    /// layer.
    void placeNames() {
        const QFontMetricsF metrics(font());
        std::vector<std::size_t> named;
        std::vector<QPointF> places;
        for (const std::size_t stride : kStrides) {
            named.clear();
            std::vector<QPointF> points, others;
            std::vector<QSizeF> sizes;
            for (std::size_t layer = 0; layer < m_points.size(); ++layer) {
                const LayerPreference& at = m_measured.layers[layer];
                if (!shown(at)) {
                    continue;
                }
                const QPointF point(x(0)->coordToPixel(at.entropy), y(0)->coordToPixel(at.variance));
                if (layer % stride != 0 && static_cast<int>(layer) != m_chosen) {
                    others.push_back(point);
                    continue;
                }
                points.push_back(point);
                sizes.emplace_back(metrics.horizontalAdvance(m_points[layer].name->text()), metrics.ascent());
                named.push_back(layer);
            }
            points.insert(points.end(), others.begin(), others.end());
            places = labelPlaces(points, sizes, kDisc, panel(0)->rect());
            if (standApart(places, sizes, points)) {
                break;
            }
        }
        for (const Point& point : m_points) {
            point.name->setVisible(false);
        }
        for (std::size_t i = 0; i < named.size(); ++i) {
            m_points[named[i]].name->position->setPixelPosition(places[i]);
            m_points[named[i]].name->setVisible(true);
        }
    }

    [[nodiscard]] QCPItemText* makeHandle(const QString& name) {
        auto* handle = addItem<QCPItemText>("grid");
        handle->setText(name);
        handle->setPositionAlignment(Qt::AlignCenter);
        handle->setPadding(QMargins(4, 1, 4, 1));
        handle->setVisible(false);
        return handle;
    }

    [[nodiscard]] Handle handleAt(const QPointF& place) const {
        for (const Handle handle : {Handle::Tau1, Handle::Tau2}) {
            if (placeOf(handle).adjusted(-kReach, -kReach, kReach, kReach).contains(place) &&
                !placeOf(handle).isEmpty()) {
                return handle;
            }
        }
        return Handle::None;
    }

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

}  // namespace kvw::wb
