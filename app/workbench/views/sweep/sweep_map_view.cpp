// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/sweep/sweep_map_view.h"

#include <algorithm>
#include <cmath>

#include "app/workbench/plot/colors.h"
#include "app/workbench/session/theme.h"
#include "app/workbench/views/sweep/sweep_axes.h"

namespace kvw::wb {

SweepMapView::SweepMapView(QWidget* parent) : Plot(parent) {
    setObjectName(QStringLiteral("sweepMap"));
    setAccessibleName(tr("Result over the axes of the sweep"));
    addPanel({});
    setInteractions(QCP::Interactions());
    m_map = new QCPColorMap(x(0), y(0));
    m_map->setInterpolate(false);
    m_map->setTightBoundary(false);
    m_map->setSelectable(QCP::stNone);
    m_scale = addColorScale({});
    m_map->setColorScale(m_scale);
    m_map->setGradient(sequentialGradient());
    m_line = addMarks(*this, QCPScatterStyle(QCPScatterStyle::ssDisc, QPen(policyColor(0)), policyColor(0), 7));
    m_bars = addErrorBars(*this, m_line);
    m_running = addMarks(*this, QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(kChosenColor, 2), Qt::NoBrush, 10));
    m_failed = addMarks(*this, QCPScatterStyle(QCPScatterStyle::ssCross, QPen(kFailedColor, 2), Qt::NoBrush, 10));
    m_frame = new QCPItemRect(this);
    m_frame->setPen(QPen(kChosenColor, 2));
    m_frame->setSelectable(false);
    m_frame->setVisible(false);
}

void SweepMapView::setGrid(const SweepRunner& runner) {
    m_sides = mapSides(runner.axes());
    m_policyAxis = mapPolicyAxis(runner.axes());
    m_values.clear();
    m_across.clear();
    m_up.clear();
    const auto add = [this](std::vector<std::string>& names, const SweepPoint& point, std::size_t side) {
        const std::string value = side < m_sides.size() ? point.values[m_sides[side]] : std::string();
        if (std::find(names.begin(), names.end(), value) == names.end()) {
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

bool SweepMapView::placed(const std::vector<std::string>& values) const {
    return !m_policyAxis || m_policy.empty() || values[*m_policyAxis] == m_policy;
}

SweepMapView::Place SweepMapView::placeOf(const std::vector<std::string>& values) const {
    const auto find = [&](const std::vector<std::string>& names, std::size_t side) {
        const std::string value = side < m_sides.size() ? values[m_sides[side]] : std::string();
        return static_cast<std::size_t>(std::find(names.begin(), names.end(), value) - names.begin());
    };
    return {find(m_across, 0), find(m_up, 1)};
}

void SweepMapView::showRuns(const SweepRunner& runner, SweepNumber number, const std::string& policy) {
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

void SweepMapView::nameAxes() {
    const bool cells = m_sides.size() > 1;
    nameTicks(x(0), m_across, std::max(40, width() - (cells ? 150 : 70)));
    if (cells) {
        nameTicks(y(0), m_up, std::max(40, height() - 50));
    }
}

void SweepMapView::resizeEvent(QResizeEvent* event) {
    Plot::resizeEvent(event);
    // QCustomPlot keeps the picture of the gradient that it made first, even if that was only one pixel high.
    m_scale->setGradient(QCPColorGradient());
    m_scale->setGradient(sequentialGradient());
    nameAxes();
    redraw();
}

void SweepMapView::showCells(const SweepRunner& runner, SweepNumber number) {
    // QCustomPlot draws no map of one row or column, so a single one is drawn as two halves.
    const auto across = static_cast<int>(m_across.size()), up = static_cast<int>(m_up.size());
    const int columns = std::max(2, across), lines = std::max(2, up);
    const double halfX = 0.5 * across / columns, halfY = 0.5 * up / lines;
    m_map->data()->setSize(columns, lines);
    m_map->data()->setRange(QCPRange(-0.5 + halfX, across - 0.5 - halfX), QCPRange(-0.5 + halfY, up - 0.5 - halfY));
    m_map->data()->fill(qQNaN());
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
    for (int line = 0; line < lines; ++line) {
        for (int column = 0; column < columns; ++column) {
            const auto at = static_cast<std::size_t>(std::min(line, up - 1)) * m_across.size() +
                            static_cast<std::size_t>(std::min(column, across - 1));
            const double mean = spreadOf(found[at]).mean / shown.unit;
            m_map->data()->setCell(column, line, mean);
            extent.add(mean);
        }
    }
    extent.add(0.0);
    m_scale->setDataRange(QCPRange(extent.low, extent.high > extent.low ? extent.high : extent.low + 1));
    setScaleTitle(shown.title);
}

void SweepMapView::showLine(const SweepRunner& runner, SweepNumber number) {
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

void SweepMapView::showStates(const SweepRunner& runner) {
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

void SweepMapView::setChosen(std::optional<std::size_t> point) {
    m_chosen = point;
    frame();
    redraw();
}

void SweepMapView::frame() {
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

std::vector<std::size_t> SweepMapView::pointsAt(double atX, double atY) const {
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

}  // namespace kvw::wb
