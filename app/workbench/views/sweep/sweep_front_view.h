// SPDX-License-Identifier: GPL-3.0-or-later
/// Plot of a cost against ΔNLL, with the front of results that no other result beats in both.
#pragma once

#include <optional>

#include "app/workbench/plot/plot.h"
#include "app/workbench/session/processes/sweep_runner.h"

namespace kvw::wb {

/// Bytes or time against ΔNLL. Thread: GUI thread.
class SweepFrontView : public Plot {
    Q_OBJECT
 public:
    explicit SweepFrontView(QWidget* parent = nullptr);

    void showRuns(const SweepRunner& runner, SweepNumber cost);
    void setChosen(std::optional<std::size_t> point);
    /// Returns the points (all repeats) within a few pixels of a place; empty: none.
    [[nodiscard]] std::vector<std::size_t> pointsAt(double x, double y) const;
    [[nodiscard]] QString legend() const { return m_legend; }

 private:
    struct Spot {
        double x, y;
        std::vector<std::size_t> points;
    };
    QCPGraph* group(std::size_t at, const QColor& color);

    std::vector<QCPGraph*> m_groups;
    std::vector<QCPErrorBars*> m_bars;
    QCPGraph *m_front, *m_ring;
    std::vector<Spot> m_spots;
    QString m_legend;
    std::optional<std::size_t> m_chosen;
};

}  // namespace kvw::wb
