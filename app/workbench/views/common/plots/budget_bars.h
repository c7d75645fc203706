// SPDX-License-Identifier: GPL-3.0-or-later
/// Bars of the tokens held at one step, each with its budget as an outline and its capacity as a line: for the layers
/// of a lane, for the heads of one layer, or for the layers of all lanes in groups.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "app/workbench/plot/plot.h"

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
    static const QColor kHeld, kSelected, kPreview;

    explicit BudgetBars(QWidget* parent);

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
    void show(const Shown& shown);
    /// Forgets the highest bar so far; call it when the bars show another quantity.
    void forgetHeights() noexcept { m_highest = 0; }

    [[nodiscard]] bool showsAsked() const { return !m_requestedBudget->data()->isEmpty(); }
    [[nodiscard]] bool showsPreview() const { return !m_preview->data()->isEmpty(); }
    [[nodiscard]] bool showsCapacities() const { return !m_capacity->data()->isEmpty(); }
    [[nodiscard]] QColor capacityColor() const;
    [[nodiscard]] bool showsBudgets() const { return !m_budget->data()->isEmpty(); }

 private:
    void showOne(const Shown& shown);
    void showGroups(const Shown& shown);
    /// Adds the budget and capacity marks of the bar centred at `at`.
    void addMarks(const BudgetBar& bar, double at);
    /// Returns the highest value. The preview is left out, because it is temporary.
    [[nodiscard]] double highestOf(const Shown& shown) const;

    QCPBars *m_held, *m_chosen, *m_budget, *m_preview;
    QCPGraph *m_requestedBudget, *m_capacity;
    QCPItemRect* m_band;            ///< highlights the group of the selected layer
    std::vector<QCPBars*> m_lanes;  ///< [most lanes shown so far]
    double m_highest = 0;
};

}  // namespace kvw::wb
