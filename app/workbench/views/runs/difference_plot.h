// SPDX-License-Identifier: GPL-3.0-or-later
/// Plot of the NLL of one run less that of another, token by token (for a fork, what its change costs or saves), and
/// below it of the running sum, the gap between both runs.
#pragma once

#include "app/workbench/plot/series.h"
#include "app/workbench/session/runs/run_tree.h"
#include "core/figures/figure.h"
#include "core/metrics/quality.h"

namespace kvw::wb {

/// Thread: GUI thread. The dock links gestures.
class DifferencePlot : public Plot {
    Q_OBJECT
 public:
    explicit DifferencePlot(QWidget* parent);

    /// Shows NLL of `run` less that of `other`. Mean and sum begin at token `from`, which is marked if `fork` is set.
    /// Starts over for another pair, else appends the new steps. Empty unless both have traces and `run` is
    /// teacher-forced.
    void compare(const RunTree::Compared& run, const RunTree::Compared& other, std::int64_t from, bool fork);
    [[nodiscard]] bool empty() const noexcept { return m_done == 0; }
    [[nodiscard]] std::int64_t compared() const noexcept { return m_done; }  ///< tokens
    [[nodiscard]] const metrics::RunningMean& mean() const noexcept { return m_sum; }
    /// Returns the run whose NLL the difference is taken from.
    [[nodiscard]] const RunTree::Compared& plotted() const noexcept { return m_run; }
    /// Describes one token; empty: it is not compared.
    [[nodiscard]] QString describe(std::int64_t token) const;
    /// Returns the figure of the plot. Requires !empty().
    [[nodiscard]] FigureSpec figure() const;
    /// Applies the colours of the theme.
    void recolour();
    /// Fits the y axes to the visible values. `all`: the whole run is visible.
    void fit(bool all);
    [[nodiscard]] static QColor eachColor();
    [[nodiscard]] QColor meanColor() const;
    [[nodiscard]] static QColor bandColor();
    /// Returns the sum of the differences so far, in nats: the height of the band.
    [[nodiscard]] double gap() const noexcept { return m_total; }

 private:
    RunTree::Compared m_run, m_other;
    std::int64_t m_from = 0, m_done = 0;
    Series m_each, m_mean, m_gap;
    metrics::RunningMean m_sum;
    double m_total = 0;
};

}  // namespace kvw::wb
