// SPDX-License-Identifier: GPL-3.0-or-later
/// How the NLL of one run differs from that of another, token by token: of a fork, what its change costs or saves, and
/// below the band between the two, which widens by every token's difference.
#pragma once

#include "app/workbench/models/run_tree.h"
#include "app/workbench/plots/series.h"
#include "core/bundle/figure.h"
#include "core/metrics/quality.h"

namespace kvw::wb {

/// Thread: GUI thread. Gestures are the dock's to link.
class DifferencePlot : public Plot {
    Q_OBJECT
 public:
    explicit DifferencePlot(QWidget* parent);

    /// NLL of `run` less that of `other`; the mean begins at token `from`, which is marked where it is a fork. Starts
    /// over where that is another pair; takes what is new. Without one of the two, or where a text is generated: empty.
    void compare(const RunTree::Compared& run, const RunTree::Compared& other, std::int64_t from, bool fork);
    [[nodiscard]] bool empty() const noexcept { return m_done == 0; }
    [[nodiscard]] std::int64_t compared() const noexcept { return m_done; }  ///< tokens
    [[nodiscard]] const metrics::RunningMean& mean() const noexcept { return m_sum; }
    /// The one whose difference is shown.
    [[nodiscard]] const RunTree::Compared& plotted() const noexcept { return m_run; }
    /// Of one token; empty: it is not compared.
    [[nodiscard]] QString describe(std::int64_t token) const;
    /// What is shown, as a figure of its run; call it only while that is something.
    [[nodiscard]] FigureSpec figure() const;
    /// Colours of the theme.
    void recolour();
    /// The y axis to what is shown.
    void fit(bool all);
    [[nodiscard]] static QColor eachColor();
    [[nodiscard]] QColor meanColor() const;
    [[nodiscard]] static QColor bandColor();
    /// What the run has lost by then, in nats: the width of the band.
    [[nodiscard]] double gap() const noexcept { return m_total; }

 private:
    RunTree::Compared m_run, m_other;
    std::int64_t m_from = 0, m_done = 0;
    Series m_each, m_mean, m_gap;
    metrics::RunningMean m_sum;
    double m_total = 0;
};

}  // namespace kvw::wb
