// SPDX-License-Identifier: GPL-3.0-or-later
/// Bars of the tokens held at one step, each with its budget as an outline and its capacity as a line: for the layers
/// of a lane, for the heads of one layer, or for the layers of all lanes in groups.
#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <optional>
#include <vector>

#include "app/workbench/plot/plot.h"
#include "app/workbench/session/theme.h"
#include "core/figures/figure_colours.h"
#include "core/figures/figure_lines.h"

namespace kvw::wb {

/// Heights of one bar and its marks, in the unit of the y axis; NaN: the value does not exist.
struct BudgetBar {
    static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    double held = 0, budget = kNone, capacity = kNone;
};

/// Thread: GUI thread.
class BudgetBars : public Plot {
    Q_OBJECT
 public:
    inline static const QColor kHeld = colorOf(figures::kSky), kSelected = colorOf(figures::kBlue),
                               kPreview = colorOf(figures::kVermilion);

    explicit BudgetBars(QWidget* parent) : Plot(parent, tr("Held tokens per layer at the selected step"), tr("layer")) {
        addPanel(tr("held (tokens)"));
        setInteractions(QCP::Interactions());
        panel(0)->setMinimumMargins(QMargins(48, 6, 8, 4));
        m_band = addItem<QCPItemRect>("background");
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

    struct Lane {
        QColor color;
        std::vector<BudgetBar> bars;  ///< empty: the lane has no such step
    };
    struct Shown {
        std::vector<Lane> lanes;  ///< more than one: each layer has a group of bars, one in the colour of each lane
        int count = 0;            ///< number of bars or groups
        int chosen = -1;          ///< highlighted bar or group
        bool ofHeads = false;
        std::optional<double> requestedBudget;  ///< budget in the settings, a line across all bars
        std::vector<double> preview;            ///< heights of the hatched bars, from bar 0 on
        std::optional<double> highest = {};     ///< upper end of y; none: fits all bars so far and the preview
    };
    void show(const Shown& shown) {
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
        // The range only grows, so that heights stay comparable while the user scrubs.
        m_highest = std::max(m_highest, highestOf(shown));
        const double most = shown.preview.empty() ? m_highest : std::max(m_highest, std::ranges::max(shown.preview));
        showBars(shown.count, shown.highest.value_or(most > 0 ? most * 1.06 : 1));
    }

    /// Forgets the highest bar so far; call it when the bars show another quantity.
    void forgetHeights() noexcept { m_highest = 0; }

    [[nodiscard]] bool showsRequestedBudget() const { return !m_requestedBudget->data()->isEmpty(); }
    [[nodiscard]] bool showsPreview() const { return !m_preview->data()->isEmpty(); }
    [[nodiscard]] bool showsCapacities() const { return !m_capacity->data()->isEmpty(); }
    [[nodiscard]] QColor capacityColor() const { return lineColor({FigureRole::Allocated}, foreground()); }
    [[nodiscard]] bool showsBudgets() const { return !m_budget->data()->isEmpty(); }

 private:
    static constexpr double kHeldWidth = 0.64, kOutlineWidth = 0.84;
    static constexpr double kLineWidth = 1.12;  // relative to the outline, so that the line sticks out at both sides

    void showOne(const Shown& shown) {
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
            m_requestedBudget->setData({-0.6, shown.count - 0.4}, {*shown.requestedBudget, *shown.requestedBudget},
                                       true);
            m_requestedBudget->setPen(QPen(foreground(), 1, Qt::DashLine));
        }
    }

    void showGroups(const Shown& shown) {
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

    /// Adds the budget and capacity marks of the bar centred at `at`.
    void addMarks(const BudgetBar& bar, double at) {
        if (std::isfinite(bar.budget)) {
            m_budget->addData(at, bar.budget);
        }
        if (std::isfinite(bar.capacity)) {
            const double half = m_budget->width() * kLineWidth / 2;
            m_capacity->addData({at - half, at + half, at + half}, {bar.capacity, bar.capacity, BudgetBar::kNone});
        }
    }

    /// Returns the highest value. The preview is left out, because it is temporary.
    [[nodiscard]] double highestOf(const Shown& shown) const {
        double most = shown.requestedBudget.value_or(0);
        for (const Lane& lane : shown.lanes) {
            for (const BudgetBar& bar : lane.bars) {
                most = std::fmax(most, std::fmax(bar.held, std::fmax(bar.budget, bar.capacity)));
            }
        }
        return most;
    }

    QCPBars *m_held, *m_chosen, *m_budget, *m_preview;
    QCPGraph *m_requestedBudget, *m_capacity;
    QCPItemRect* m_band;            ///< highlights the group of the selected layer
    std::vector<QCPBars*> m_lanes;  ///< [most lanes shown so far]
    double m_highest = 0;
};

}  // namespace kvw::wb
