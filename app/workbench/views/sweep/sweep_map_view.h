// SPDX-License-Identifier: GPL-3.0-or-later
/// Plot of a number of a sweep over one or two axes.
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

/// Cells over two axes, or points over one. Thread: GUI thread.
class SweepMapView : public Plot {
    Q_OBJECT
 public:
    explicit SweepMapView(QWidget* parent = nullptr) : Plot(parent, tr("Result over the axes of the sweep")) {
        setObjectName(QStringLiteral("sweepMap"));
        addPanel({});
        setInteractions(QCP::Interactions());
        m_scale = addColorScale({});
        m_map = addMap(0, m_scale);
        m_line = addMarks(*this, QCPScatterStyle(QCPScatterStyle::ssDisc, QPen(policyColor(0)), policyColor(0), 7));
        m_bars = addErrorBars(*this, m_line);
        m_running = addMarks(*this, QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(kChosenColor, 2), Qt::NoBrush, 10));
        m_failed = addMarks(*this, QCPScatterStyle(QCPScatterStyle::ssCross, QPen(kFailedColor, 2), Qt::NoBrush, 10));
        m_frame = new QCPItemRect(this);
        m_frame->setPen(QPen(kChosenColor, 2));
        m_frame->setVisible(false);
    }

    /// `policy`: shows only its runs, if policies are no side of the map (core/eval/sweep_results.h).
    void showRuns(const SweepRunner& runner, SweepNumber number, const std::string& policy = {}) {
        m_policy = policy;
        setGrid(runner);
        const bool cells = m_sides.size() > 1;
        m_map->setVisible(cells);
        m_scale->setVisible(cells);
        m_line->setVisible(!cells);
        m_bars->setVisible(!cells);
        setXBounds(-0.5, static_cast<double>(m_across.size()) - 0.5);
        showX(std::nullopt);
        const auto nameOf = [&](std::size_t side) {
            return side < m_sides.size() ? QString::fromStdString(runner.axes()[m_sides[side]]) : QString();
        };
        setXTitle(nameOf(0));
        cells ? showCells(runner, number) : showLine(runner, number);
        if (cells) {
            setYTitle(0, nameOf(1));
            y(0)->setRange(-0.5, static_cast<double>(m_up.size()) - 0.5);
        }
        for (QCPAxis* axis : {x(0), y(0)}) {
            axis->grid()->setVisible(!cells);
        }
        nameAxes();
        showStates(runner);
        frame();
        redraw();
    }

    /// Frames the cell of a grid point.
    void setChosen(std::optional<std::size_t> point) {
        m_chosen = point;
        frame();
        redraw();
    }
    /// Returns the grid points at a place of the plot; empty: none.
    [[nodiscard]] std::vector<std::size_t> pointsAt(double atX, double atY) const {
        const bool cells = m_sides.size() > 1;
        std::vector<std::size_t> found;
        for (std::size_t point = 0; point < m_values.size(); ++point) {
            const Place place = placeOf(m_values[point]);
            if (placed(m_values[point]) && static_cast<double>(place.column) == std::round(atX) &&
                (!cells || static_cast<double>(place.line) == std::round(atY))) {
                found.push_back(point);
            }
        }
        return found;
    }

 protected:
    void resizeEvent(QResizeEvent* event) override {
        Plot::resizeEvent(event);
        // QCustomPlot keeps the picture of the gradient that it made first, even if that was only one pixel high.
        m_scale->setGradient(QCPColorGradient());
        m_scale->setGradient(sequentialGradient());
        nameAxes();
        redraw();
    }

 private:
    struct Place {
        std::size_t column = 0, line = 0;
        [[nodiscard]] bool operator==(const Place&) const = default;
    };
    [[nodiscard]] Place placeOf(const std::vector<std::string>& values) const {
        const auto find = [&](const std::vector<std::string>& names, std::size_t side) {
            const std::string value = side < m_sides.size() ? values[m_sides[side]] : std::string();
            return static_cast<std::size_t>(std::ranges::find(names, value) - names.begin());
        };
        return {find(m_across, 0), find(m_up, 1)};
    }

    /// Returns true if the point has a place in the map: it is of the policy that is shown.
    [[nodiscard]] bool placed(const std::vector<std::string>& values) const {
        return !m_policyAxis || m_policy.empty() || values[*m_policyAxis] == m_policy;
    }
    void setGrid(const SweepRunner& runner) {
        m_sides = mapSides(runner.axes());
        m_policyAxis = mapPolicyAxis(runner.axes());
        m_values.clear();
        m_across.clear();
        m_up.clear();
        const auto add = [this](std::vector<std::string>& names, const SweepPoint& point, std::size_t side) {
            const std::string value = side < m_sides.size() ? point.values[m_sides[side]] : std::string();
            if (std::ranges::find(names, value) == names.end()) {
                names.push_back(value);
            }
        };
        for (const SweepPoint& point : runner.points()) {
            m_values.push_back(point.values);
            if (placed(point.values)) {
                add(m_across, point, 0);
                add(m_up, point, 1);
            }
        }
    }

    void showCells(const SweepRunner& runner, SweepNumber number) {
        const std::vector<SweepGroup> groups = sweepGroups(runner.axes(), runner.rows());
        const SweepUnit shown = sweepUnit(number, largest(groups, number));
        Series::Extent extent;
        std::vector<std::vector<double>> found(m_across.size() * m_up.size());
        for (const SweepGroup& group : groups) {
            const std::vector<std::string>& values = runner.rows()[group.rows.front()].values;
            if (!placed(values)) {
                continue;
            }
            const Place place = placeOf(values);
            found[place.line * m_across.size() + place.column].push_back(group[number].mean);
        }
        fillMap(*m_map, static_cast<int>(m_across.size()), static_cast<int>(m_up.size()), 0, 1,
                [&](int column, int line) {
                    const std::size_t at =
                        static_cast<std::size_t>(line) * m_across.size() + static_cast<std::size_t>(column);
                    const double mean = spreadOf(found[at]).mean / shown.unit;
                    extent.add(mean);
                    return mean;
                });
        extent.add(0.0);
        m_scale->setDataRange(QCPRange(extent.low, extent.high > extent.low ? extent.high : extent.low + 1));
        setScaleTitle(shown.title);
    }

    void showLine(const SweepRunner& runner, SweepNumber number) {
        const std::vector<SweepGroup> groups = sweepGroups(runner.axes(), runner.rows());
        const SweepUnit shown = sweepUnit(number, largest(groups, number));
        QVector<QCPGraphData> points;
        m_bars->data()->clear();
        Series::Extent extent;
        for (const SweepGroup& group : groups) {
            const double mean = group[number].mean / shown.unit;
            if (std::isfinite(mean)) {
                const double half = group[number].deviation / shown.unit;
                points.push_back({static_cast<double>(placeOf(runner.rows()[group.rows.front()].values).column), mean});
                m_bars->addData(std::isfinite(half) ? half : 0);
                extent.add(std::isfinite(half) ? mean - half : mean);
                extent.add(std::isfinite(half) ? mean + half : mean);
            }
        }
        m_line->data()->set(points, true);
        m_bars->setPen(QPen(policyColor(0), 1));
        y(0)->setTicker(QSharedPointer<QCPAxisTicker>::create());
        fitTo(y(0), extent, true);
        setYTitle(0, shown.title);
    }

    void showStates(const SweepRunner& runner) {
        m_running->data()->clear();
        m_failed->data()->clear();
        for (std::size_t point = 0; point < runner.points().size(); ++point) {
            const SweepRunner::PointState state = runner.state(point);
            QCPGraph* marks = state == SweepRunner::PointState::Running  ? m_running
                              : state == SweepRunner::PointState::Failed ? m_failed
                                                                         : nullptr;
            if (marks != nullptr && placed(runner.points()[point].values)) {
                const Place place = placeOf(runner.points()[point].values);
                const double middle = y(0)->range().center();
                marks->addData(static_cast<double>(place.column),
                               m_sides.size() > 1 ? static_cast<double>(place.line) : middle);
            }
        }
    }

    void nameAxes() {
        const bool cells = m_sides.size() > 1;
        nameTicks(x(0), m_across, std::max(40, width() - (cells ? 150 : 70)));
        if (cells) {
            nameTicks(y(0), m_up, std::max(40, height() - 50));
        }
    }

    void frame() {
        const bool there = m_chosen && *m_chosen < m_values.size() && !m_sides.empty() && placed(m_values[*m_chosen]);
        m_frame->setVisible(there);
        if (there) {
            const Place place = placeOf(m_values[*m_chosen]);
            const bool cells = m_sides.size() > 1;
            const auto column = static_cast<double>(place.column), line = static_cast<double>(place.line);
            m_frame->topLeft->setCoords(column - 0.5, cells ? line + 0.5 : y(0)->range().upper);
            m_frame->bottomRight->setCoords(column + 0.5, cells ? line - 0.5 : y(0)->range().lower);
        }
    }

    QCPColorMap* m_map;
    QCPColorScale* m_scale;
    QCPGraph *m_line, *m_running, *m_failed;
    QCPErrorBars* m_bars;
    QCPItemRect* m_frame;
    std::vector<std::size_t> m_sides;         ///< indices of the axes that are drawn: none, one or two
    std::optional<std::size_t> m_policyAxis;  ///< axis of the policies if one of them is shown
    std::string m_policy;
    std::vector<std::string> m_across, m_up;
    std::vector<std::vector<std::string>> m_values;  ///< [points]
    std::optional<std::size_t> m_chosen;
};

}  // namespace kvw::wb
