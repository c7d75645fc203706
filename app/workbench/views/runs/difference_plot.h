// SPDX-License-Identifier: GPL-3.0-or-later
/// Plot of the NLL of one run less that of another, token by token (for a fork, what its change costs or saves), and
/// below it of the running sum, the gap between both runs.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/workbench/export/figure_files.h"
#include "app/workbench/plot/series.h"
#include "app/workbench/session/runs/run_tree.h"
#include "app/workbench/session/theme.h"
#include "app/workbench/session/words/difference_text.h"
#include "core/figures/builders/figure_parts.h"
#include "core/figures/figure.h"
#include "core/metrics/quality.h"
#include "core/session/spec/repeat_command.h"

namespace kvw::wb {

/// Thread: GUI thread. The dock links gestures.
class DifferencePlot : public Plot {
    Q_OBJECT
 public:
    explicit DifferencePlot(QWidget* parent)
        : Plot(parent, tr("Difference in NLL of two runs over the steps"), tr("step (tokens)")) {
        addPanel(tr("Δ NLL (nats)"));
        addPanel(tr("gap (nats)"), 0.8);
        m_each = Series(*this, 0, eachColor());
        m_mean = Series(*this, 0, meanColor());
        m_gap = Series(*this, 1, bandColor());
        QColor fill = bandColor();
        fill.setAlpha(kBandAlpha);
        m_gap.graph()->setBrush(fill);
        recolour();
    }

    /// Shows NLL of `run` less that of `other`. Mean and sum begin at token `from`, which is marked if `fork` is set.
    /// Starts over for another pair, else appends the new steps. Empty unless both have traces and `run` is
    /// teacher-forced.
    void compare(const RunTree::Compared& run, const RunTree::Compared& other, std::int64_t from, bool fork) {
        const auto same = [](const RunTree::Compared& a, const RunTree::Compared& b) {
            return a.recording == b.recording && a.lane == b.lane;
        };
        if (!same(run, m_run) || !same(other, m_other) || from != m_from) {
            m_run = run;
            m_other = other;
            m_from = from;
            m_done = 0;
            m_sum = {};
            m_total = 0;
            m_each.follow([run, other](std::int64_t step) {
                return run.trace()->step(step).nll - other.trace()->step(step).nll;
            });
            m_mean.clear();
            m_gap.clear();
            setBoundary(fork ? std::optional(static_cast<double>(from) - 0.5) : std::nullopt, tr("fork"));
        }
        const Trace *mine = run.trace(), *theirs = other.trace();
        if (mine == nullptr || theirs == nullptr || run.recording->description().mode != "teacher") {
            return;
        }
        const std::int64_t both = std::min(mine->steps(), theirs->steps());
        for (; m_done < both; ++m_done) {
            const double difference = mine->step(m_done).nll - theirs->step(m_done).nll;
            const auto x = static_cast<double>(m_done);
            if (m_done >= from && std::isfinite(difference)) {
                m_sum.add(difference);
                m_mean.append(x, m_sum.count() < kFewestMeant ? kMissing : *m_sum.value());
                m_total += difference;
                m_gap.append(x, m_total);
            }
        }
        m_each.extendTo(both);
    }

    [[nodiscard]] bool empty() const noexcept { return m_done == 0; }
    [[nodiscard]] std::int64_t compared() const noexcept { return m_done; }  ///< tokens
    [[nodiscard]] const metrics::RunningMean& mean() const noexcept { return m_sum; }
    /// Returns the run whose NLL the difference is taken from.
    [[nodiscard]] const RunTree::Compared& plotted() const noexcept { return m_run; }
    /// Describes one token; empty: it is not compared.
    [[nodiscard]] QString describe(std::int64_t token) const {
        const Digest &differences = m_each.points(), &sums = m_gap.points();
        if (token < 0 || token >= differences.size() || !std::isfinite(differences.at(token).y)) {
            return {};
        }
        const QString difference = tr("step %1: Δ %2 nats").arg(token).arg(differenceText(differences.at(token).y, 3));
        const std::int64_t sum = sums.find(static_cast<double>(token));
        return sum < 0 ? difference : difference + tr(", the gap %1 nats").arg(differenceText(sums.at(sum).y));
    }

    /// Returns the figure of the plot. Requires !empty().
    [[nodiscard]] FigureSpec figure() const {
        FigureSpec figure = figures::startFigure(
            *m_run.recording, m_run.lane, "run-difference", "Difference in NLL of two runs",
            "NLL of each token less that of the run beside it (" +
                figures::laneLabel(*m_other.recording, m_other.lane) + "), and its mean from token " +
                std::to_string(m_from) + " on; below, the sum of the differences from there.");
        setProvenance(figure, "beside", repeatCommand(*m_other.recording));
        const auto start = [this](const char* title) {
            FigurePanel panel = figures::startPanel({}, figures::stepAxis(), {title, "nats"});
            panel.marks.push_back({static_cast<double>(m_from) - 0.5, true, "prompt", "from here", std::nullopt});
            return panel;
        };
        const auto add = [](FigurePanel& panel, const Series& from, const char* label, const SeriesLook& look) {
            FigureSeries series{label, {}, {}, FigureStyle::Line, look.role, look.index};
            for (std::int64_t i = 0; i < from.points().size(); ++i) {
                const Digest::Point point = from.points().at(i);
                series.x.push_back(point.x);
                series.y.push_back(point.y);
            }
            figures::addSeries(panel, std::move(series));
        };
        FigurePanel differences = start("ΔNLL"), sums = start("gap");
        add(differences, m_each, "each token", kEachLook);
        add(differences, m_mean, "mean so far", kMeanLook);
        add(sums, m_gap, "all so far", kGapLook);
        figure.panels.push_back(std::move(differences));
        figure.panels.push_back(std::move(sums));
        return figure;
    }

    /// Applies the colours of the theme.
    void recolour() {
        m_each.setColor(eachColor());
        m_mean.setColor(meanColor());
    }
    /// Fits the y axes to the visible values. `all`: the whole run is visible.
    void fit(bool all) {
        const std::array shown{m_each, m_mean};
        fitY(*this, 0, shown, all, false);  // without zero at the edge: before a fork the difference is 0
        fitY(*this, 1, std::span(&m_gap, 1), all, true);
    }
    [[nodiscard]] static QColor eachColor() { return colorOf(figures::lineColour(kEachLook)); }
    [[nodiscard]] QColor meanColor() const { return lineColor(kMeanLook, foreground()); }
    [[nodiscard]] static QColor bandColor() { return colorOf(figures::lineColour(kGapLook)); }
    /// Returns the sum of the differences so far, in nats: the height of the band.
    [[nodiscard]] double gap() const noexcept { return m_total; }

 private:
    /// With fewer tokens a mean is noise and would stretch the axis.
    static constexpr std::int64_t kFewestMeant = 8;
    static constexpr int kBandAlpha = 90;
    static constexpr SeriesLook kEachLook{FigureRole::Lane, 6}, kMeanLook{FigureRole::Budget, 1},
        kGapLook{FigureRole::Difference, 2};

    RunTree::Compared m_run, m_other;
    std::int64_t m_from = 0, m_done = 0;
    Series m_each, m_mean, m_gap;
    metrics::RunningMean m_sum;
    double m_total = 0;
};

}  // namespace kvw::wb
