// SPDX-License-Identifier: GPL-3.0-or-later
/// Plot of a number of a sweep over one or two axes.
#pragma once

#include <optional>

#include "app/workbench/plot/plot.h"
#include "app/workbench/session/processes/sweep_runner.h"

namespace kvw::wb {

/// Cells over two axes, or points over one. Thread: GUI thread.
class SweepMapView : public Plot {
    Q_OBJECT
 public:
    explicit SweepMapView(QWidget* parent = nullptr);

    /// `policy`: shows only its runs, if policies are no side of the map (core/eval/sweep_results.h).
    void showRuns(const SweepRunner& runner, SweepNumber number, const std::string& policy = {});
    /// Frames the cell of a grid point.
    void setChosen(std::optional<std::size_t> point);
    /// Returns the grid points at a place of the plot; empty: none.
    [[nodiscard]] std::vector<std::size_t> pointsAt(double x, double y) const;

 protected:
    void resizeEvent(QResizeEvent* event) override;

 private:
    struct Place {
        std::size_t column = 0, line = 0;
        [[nodiscard]] bool operator==(const Place&) const = default;
    };
    [[nodiscard]] Place placeOf(const std::vector<std::string>& values) const;
    /// Returns true if the point has a place in the map: it is of the policy that is shown.
    [[nodiscard]] bool placed(const std::vector<std::string>& values) const;
    void setGrid(const SweepRunner& runner);
    void showCells(const SweepRunner& runner, SweepNumber number);
    void showLine(const SweepRunner& runner, SweepNumber number);
    void showStates(const SweepRunner& runner);
    void nameAxes();
    void frame();

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
