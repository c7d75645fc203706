// SPDX-License-Identifier: GPL-3.0-or-later
/// Bars of what is held at one step, each in the outline of its budget and under a line at its capacity: of the layers
/// of a lane, of the heads of one of them, or of the layers of every lane, in groups.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "app/workbench/plots/plot.h"

namespace kvw::wb {

/// In the unit that the y axis names; NaN: there is none.
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
        std::vector<BudgetBar> bars;  ///< empty: it has none at this step
    };
    struct Shown {
        std::vector<Lane> lanes;  ///< more than one: a group of bars in their colours for each layer
        int count = 0;            ///< of bars, or of groups
        int chosen = -1;          ///< stands out
        bool ofHeads = false;
        std::optional<double> asked;  ///< a line across all
        std::vector<double> preview;  ///< hatched, of the first bars
        std::optional<double> highest =
            {};  ///< of the y axis; none: what the highest bar so far, and the preview, need
    };
    void show(const Shown& shown);
    /// Heights are of something else from here on.
    void forgetHeights() noexcept { m_highest = 0; }

    [[nodiscard]] bool showsAsked() const { return !m_asked->data()->isEmpty(); }
    [[nodiscard]] bool showsPreview() const { return !m_preview->data()->isEmpty(); }
    [[nodiscard]] bool showsCapacities() const { return !m_capacity->data()->isEmpty(); }
    [[nodiscard]] QColor capacityColor() const;
    [[nodiscard]] bool showsBudgets() const { return !m_budget->data()->isEmpty(); }

 private:
    void showOne(const Shown& shown);
    void showGroups(const Shown& shown);
    /// Marks over one bar, which has the middle `at`.
    void addMarks(const BudgetBar& bar, double at);
    /// But for the preview, which goes again.
    [[nodiscard]] double highestOf(const Shown& shown) const;

    QCPBars *m_held, *m_chosen, *m_budget, *m_preview;
    QCPGraph *m_asked, *m_capacity;
    QCPItemRect* m_band;            ///< behind the group of the selected layer
    std::vector<QCPBars*> m_lanes;  ///< one for each that was ever shown
    double m_highest = 0;
};

}  // namespace kvw::wb
