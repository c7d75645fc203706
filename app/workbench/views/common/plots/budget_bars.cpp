// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/plots/budget_bars.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "app/workbench/session/theme.h"
#include "core/figures/figure_lines.h"

namespace kvw::wb {

namespace {

constexpr double kHeldWidth = 0.64, kOutlineWidth = 0.84;
constexpr double kLineWidth = 1.12;  // relative to the outline, so that the line sticks out at both sides

}  // namespace

const QColor BudgetBars::kHeld = colorOf(figures::kSky), BudgetBars::kSelected = colorOf(figures::kBlue),
             BudgetBars::kPreview = colorOf(figures::kVermilion);

BudgetBars::BudgetBars(QWidget* parent) : Plot(parent) {
    setAccessibleName(tr("Held tokens per layer at the selected step"));
    setXTitle(tr("layer"));
    addPanel(tr("held (tokens)"));
    setInteractions(QCP::Interactions());
    panel(0)->setMinimumMargins(QMargins(48, 6, 8, 4));
    m_band = new QCPItemRect(this);
    m_band->setLayer(QStringLiteral("background"));
    m_band->setClipAxisRect(panel(0));
    m_band->setPen(Qt::NoPen);
    for (QCPItemPosition* corner : {m_band->topLeft, m_band->bottomRight}) {
        corner->setAxisRect(panel(0));
        corner->setAxes(x(0), y(0));
        corner->setTypeX(QCPItemPosition::ptPlotCoords);
        corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    m_held = addBars(0, kHeld, kHeldWidth);
    m_chosen = addBars(0, kSelected, kHeldWidth);
    m_budget = addBars(0, Qt::NoBrush, kOutlineWidth);
    m_requestedBudget = addLine(0, foreground(), Qt::DashLine);
    m_capacity = addLine(0, capacityColor());
    m_capacity->setAdaptiveSampling(false);
    m_preview = addBars(0, QBrush(kPreview, Qt::BDiagPattern), 0.5);
    m_preview->setPen(QPen(kPreview, 1));
}

QColor BudgetBars::capacityColor() const {
    return lineColor({FigureRole::Allocated}, foreground());
}

void BudgetBars::show(const Shown& shown) {
    for (QCPBars* bars : {m_held, m_chosen, m_budget, m_preview}) {
        bars->data()->clear();
    }
    for (QCPBars* bars : m_lanes) {
        bars->data()->clear();
    }
    m_requestedBudget->data()->clear();
    m_capacity->data()->clear();
    const bool groups = shown.lanes.size() > 1;
    m_band->setVisible(groups && shown.chosen >= 0);
    groups ? showGroups(shown) : showOne(shown);
    m_budget->setPen(QPen(foreground(), 1));
    setLayerAxis(shown.ofHeads ? std::nullopt : std::optional(Qt::Horizontal));
    setXBounds(-0.6, std::max(1, shown.count) - 0.4);
    showX(std::nullopt);
    // The range only grows, so that heights stay comparable while the user scrubs.
    m_highest = std::max(m_highest, highestOf(shown));
    const double most = shown.preview.empty() ? m_highest : std::max(m_highest, std::ranges::max(shown.preview));
    y(0)->setRange(0, shown.highest.value_or(most > 0 ? most * 1.06 : 1));
    redraw();
}

double BudgetBars::highestOf(const Shown& shown) const {
    double most = shown.requestedBudget.value_or(0);
    for (const Lane& lane : shown.lanes) {
        for (const BudgetBar& bar : lane.bars) {
            most = std::fmax(most, std::fmax(bar.held, std::fmax(bar.budget, bar.capacity)));
        }
    }
    return most;
}

void BudgetBars::showOne(const Shown& shown) {
    const std::vector<BudgetBar> none;
    const std::vector<BudgetBar>& bars = shown.lanes.empty() ? none : shown.lanes.front().bars;
    m_budget->setWidth(kOutlineWidth);
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const auto place = static_cast<double>(i);
        (static_cast<int>(i) == shown.chosen ? m_chosen : m_held)->addData(place, bars[i].held);
        addMarks(bars[i], place);
    }
    for (std::size_t i = 0; i < shown.preview.size(); ++i) {
        m_preview->addData(static_cast<double>(i), shown.preview[i]);
    }
    if (shown.requestedBudget) {
        m_requestedBudget->setData({-0.6, shown.count - 0.4}, {*shown.requestedBudget, *shown.requestedBudget}, true);
        m_requestedBudget->setPen(QPen(foreground(), 1, Qt::DashLine));
    }
}

void BudgetBars::addMarks(const BudgetBar& bar, double at) {
    if (std::isfinite(bar.budget)) {
        m_budget->addData(at, bar.budget);
    }
    if (std::isfinite(bar.capacity)) {
        const double half = m_budget->width() * kLineWidth / 2;
        m_capacity->addData({at - half, at + half, at + half}, {bar.capacity, bar.capacity, BudgetBar::kNone});
    }
}

void BudgetBars::showGroups(const Shown& shown) {
    const std::size_t count = shown.lanes.size();
    while (m_lanes.size() < count) {
        m_lanes.push_back(addBars(0, Qt::NoBrush, kHeldWidth));
        for (QCPLayerable* mark : std::initializer_list<QCPLayerable*>{m_budget, m_capacity}) {
            mark->setLayer(QStringLiteral("main"));  // above the new bars
        }
    }
    for (std::size_t lane = 0; lane < count; ++lane) {
        const figures::BarPlace place = figures::barPlace(lane, count);
        m_lanes[lane]->setBrush(shown.lanes[lane].color);
        m_lanes[lane]->setWidth(place.width * kHeldWidth / kOutlineWidth);
        m_budget->setWidth(place.width);
        const std::vector<BudgetBar>& bars = shown.lanes[lane].bars;
        for (std::size_t layer = 0; layer < bars.size(); ++layer) {
            const double at = static_cast<double>(layer) + place.shift;
            m_lanes[lane]->addData(at, bars[layer].held);
            addMarks(bars[layer], at);
        }
    }
    QColor band = kSelected;
    band.setAlpha(48);
    m_band->setBrush(band);
    m_band->topLeft->setCoords(shown.chosen - 0.5, 0);
    m_band->bottomRight->setCoords(shown.chosen + 0.5, 1);
}

}  // namespace kvw::wb
