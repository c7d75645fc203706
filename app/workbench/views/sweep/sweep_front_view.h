// SPDX-License-Identifier: GPL-3.0-or-later
/// Plot of a cost against ΔNLL, with the front of results that no other result beats in both.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/workbench/plot/colors.h"
#include "app/workbench/plot/plot.h"
#include "app/workbench/session/processes/sweep_runner.h"
#include "app/workbench/session/theme.h"
#include "app/workbench/views/sweep/sweep_axes.h"

namespace kvw::wb {

/// Bytes or time against ΔNLL. Thread: GUI thread.
class SweepFrontView : public Plot {
    Q_OBJECT
 public:
    explicit SweepFrontView(QWidget* parent = nullptr) : Plot(parent, tr("Cost of the cache against the cost in NLL")) {
        setObjectName(QStringLiteral("sweepFront"));
        addPanel(tr("mean ΔNLL (nats)"));
        setInteractions(QCP::Interactions());
        x(0)->setTicker(QSharedPointer<QCPAxisTicker>::create());  // bytes and times have fractions
        m_front = addLine(0, foreground(), Qt::DashLine);
        m_front->setLineStyle(QCPGraph::lsStepLeft);
        m_front->setAdaptiveSampling(false);
        m_ring = addMarks(*this, QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(kChosenColor, 2), Qt::NoBrush, 14));
    }

    void showRuns(const SweepRunner& runner, SweepNumber cost) {
        const std::vector<SweepGroup> groups = sweepGroups(runner.axes(), runner.rows());
        const SweepUnit shown = sweepUnit(cost, largest(groups, cost));
        setXTitle(shown.title);
        for (std::size_t i = 0; i < m_groups.size(); ++i) {
            m_groups[i]->data()->clear();
            m_bars[i]->data()->clear();
        }
        m_spots.clear();
        m_legend.clear();
        std::vector<std::string> policies;
        struct Mark {
            double at, delta, half;
        };
        std::vector<std::vector<Mark>> marks;  // [policies]
        std::vector<std::pair<double, double>> best;
        Series::Extent across, up;
        const bool several = !runner.axes().empty() && runner.axes().front() == kPolicyAxis;
        for (const SweepGroup& each : groups) {
            const double at = each[cost].mean / shown.unit, delta = each[SweepNumber::DeltaNll].mean;
            if (!std::isfinite(at) || !std::isfinite(delta)) {
                continue;
            }
            const std::string name = several ? each.values.front() : std::string();
            const auto known = std::ranges::find(policies, name);
            const auto place = static_cast<std::size_t>(known - policies.begin());
            if (known == policies.end()) {
                policies.push_back(name);
                if (several) {
                    m_legend += QStringLiteral("<span style=\"color:%1\">&#9679;</span>&nbsp;%2&nbsp;&nbsp; ")
                                    .arg(policyColor(static_cast<int>(place)).name(),
                                         QString::fromStdString(name).toHtmlEscaped());
                }
            }
            const double deviation = each[SweepNumber::DeltaNll].deviation;
            const double half = std::isfinite(deviation) ? deviation : 0;
            marks.resize(policies.size());
            marks[place].push_back({at, delta, half});
            across.add(at);
            up.add(delta - half);
            up.add(delta + half);
            Spot spot{at, delta, {}};
            for (const std::size_t row : each.rows) {
                spot.points.push_back(runner.pointOfRow()[row]);
            }
            m_spots.push_back(std::move(spot));
            if (cost == SweepNumber::TpotMs ? each.frontTime : each.front) {
                best.emplace_back(at, delta);
            }
        }
        for (std::size_t i = 0; i < marks.size(); ++i) {
            // Error bars are matched by index, but a graph sorts its data.
            std::sort(marks[i].begin(), marks[i].end(), [](const Mark& a, const Mark& b) { return a.at < b.at; });
            QCPGraph* graph = group(i, policyColor(static_cast<int>(i)));
            for (const Mark& mark : marks[i]) {
                graph->addData(mark.at, mark.delta);
                m_bars[i]->addData(mark.half);
            }
        }
        std::sort(best.begin(), best.end());
        QVector<QCPGraphData> front;
        for (const auto& [at, delta] : best) {
            front.push_back({at, delta});
        }
        m_front->data()->set(front, true);
        m_front->setPen(QPen(mixed(palette().color(QPalette::Base), foreground(), 0.6), 1, Qt::DashLine));
        if (across.empty()) {
            across.add(0.0);
            across.add(1.0);
        }
        const double margin = across.high > across.low ? (across.high - across.low) * 0.08 : across.high * 0.1 + 1e-9;
        setXBounds(std::max(0.0, across.low - margin), across.high + margin);
        showX(std::nullopt);
        fitTo(y(0), up, true);
        setChosen(m_chosen);
    }

    void setChosen(std::optional<std::size_t> point) {
        m_chosen = point;
        m_ring->data()->clear();
        for (const Spot& spot : m_spots) {
            if (point && std::ranges::find(spot.points, *point) != spot.points.end()) {
                m_ring->addData(spot.x, spot.y);
            }
        }
        redraw();
    }

    /// Returns the points (all repeats) within a few pixels of a place; empty: none.
    [[nodiscard]] std::vector<std::size_t> pointsAt(double atX, double atY) const {
        const Spot* nearest = nullptr;
        double least = kNear;
        for (const Spot& spot : m_spots) {
            const double distance = std::hypot(x(0)->coordToPixel(spot.x) - x(0)->coordToPixel(atX),
                                               y(0)->coordToPixel(spot.y) - y(0)->coordToPixel(atY));
            if (distance < least) {
                least = distance;
                nearest = &spot;
            }
        }
        return nearest == nullptr ? std::vector<std::size_t>{} : nearest->points;
    }

    [[nodiscard]] QString legend() const { return m_legend; }

 private:
    static constexpr double kNear = 14;  // pixels

    struct Spot {
        double x, y;
        std::vector<std::size_t> points;
    };
    QCPGraph* group(std::size_t at, const QColor& color) {
        // Colours repeat after six; the next six have another shape.
        static constexpr QCPScatterStyle::ScatterShape kShapes[] = {QCPScatterStyle::ssDisc, QCPScatterStyle::ssSquare,
                                                                    QCPScatterStyle::ssTriangle,
                                                                    QCPScatterStyle::ssDiamond};
        while (m_groups.size() <= at) {
            m_groups.push_back(addMarks(*this, QCPScatterStyle()));
            m_bars.push_back(addErrorBars(*this, m_groups.back()));
        }
        const auto shape = kShapes[at % std::size(kShapes)];
        m_groups[at]->setPen(QPen(color, 1));
        m_groups[at]->setScatterStyle(QCPScatterStyle(shape, QPen(color), color, 7));
        m_bars[at]->setPen(QPen(color, 1));
        return m_groups[at];
    }

    std::vector<QCPGraph*> m_groups;
    std::vector<QCPErrorBars*> m_bars;
    QCPGraph *m_front, *m_ring;
    std::vector<Spot> m_spots;
    QString m_legend;
    std::optional<std::size_t> m_chosen;
};

}  // namespace kvw::wb
