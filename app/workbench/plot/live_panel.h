// SPDX-License-Identifier: GPL-3.0-or-later
/// Draws a panel that core/figures describes while its run goes on: titles, curves, ticks of prune events, legend and
/// range are those of the description.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "app/workbench/plot/colors.h"
#include "app/workbench/plot/series.h"
#include "app/workbench/session/theme.h"
#include "app/workbench/session/words/core_words.h"
#include "app/workbench/session/words/lane_title.h"
#include "core/figures/step_panel.h"

namespace kvw::wb {

/// Returns the title of an axis in the language of the window.
[[nodiscard]] inline QString axisWords(const FigureAxis& axis) {
    const QString label = figureWords(axis.label);
    return axis.unit.empty() ? label : QStringLiteral("%1 (%2)").arg(label, figureWords(axis.unit));
}

/// The values are read from the trace where they are drawn, except means, which are kept. Thread: GUI thread.
class LivePanel {
 public:
    /// Draws into panel `index` of `plot`, which has no title yet.
    LivePanel(Plot& plot, int index) : m_plot(&plot), m_index(index) {
        if (plot.layer(kBehind) == nullptr) {
            plot.addLayer(kBehind, plot.layer(QStringLiteral("main")), QCustomPlot::limBelow);
        }
    }

    /// Starts over with this description and no steps.
    void follow(std::shared_ptr<const Recording> recording, figures::StepPanel panel) {
        for (std::vector<Series>* each : {&m_series, &m_ticks}) {
            for (Series& series : *each) {
                m_plot->removeGraph(series.graph());
            }
            each->clear();
        }
        m_recording = std::move(recording);
        m_panel = std::move(panel);
        m_names.clear();
        m_means.clear();
        m_plot->setXTitle(axisWords(m_panel.x));
        m_plot->setYTitle(m_index, axisWords(m_panel.y));
        for (const figures::StepSeries& each : m_panel.series) {
            Series& series = m_series.emplace_back(*m_plot, m_index, Qt::gray);
            if (each.behind) {
                series.graph()->setLayer(kBehind);
            }
            if (each.mean == figures::StepMean::Each) {
                series.follow(stepValue(m_recording, m_recording->trace(each.lane), each.value));
            }
            m_means.push_back({{each.mean, m_recording->description().promptTokens}});
            m_names.push_back(figureWords(each.label));
        }
        if (m_panel.prunes) {
            Series& ticks = m_ticks.emplace_back(Series::ticks(*m_plot, m_index, tickColor()));
            ticks.follow(stepValue(m_recording, m_recording->trace(m_panel.lane), &figures::pruneTick));
        }
    }

    /// Adds the new steps of each lane.
    void extend() {
        for (std::size_t i = 0; i < m_series.size(); ++i) {
            const figures::StepSeries& each = m_panel.series[i];
            const Trace& trace = m_recording->trace(each.lane);
            if (each.mean == figures::StepMean::Each) {
                m_series[i].extendTo(trace.steps());
                continue;
            }
            for (Mean& mean = m_means[i]; mean.steps < trace.steps(); ++mean.steps) {
                m_series[i].append(static_cast<double>(mean.steps),
                                   mean.curve.next(mean.steps, each.value(trace.step(mean.steps))));
            }
        }
        for (Series& ticks : m_ticks) {
            ticks.extendTo(m_recording->trace(m_panel.lane).steps());
        }
    }

    /// Sets colours that suit the palette of the plot.
    void recolour() {
        for (std::size_t i = 0; i < m_series.size(); ++i) {
            m_series[i].setColor(color(i));
        }
        for (Series& ticks : m_ticks) {
            ticks.setColor(tickColor());
        }
    }

    /// Fits y to the curves and to `more` series of the panel. `all`: the whole x range is shown.
    void fit(bool all, std::span<const Series> more = {}) {
        std::vector<Series> drawn = m_series;
        drawn.insert(drawn.end(), more.begin(), more.end());
        fitY(*m_plot, m_index, drawn, all, true);
    }

    [[nodiscard]] const figures::StepPanel& description() const noexcept { return m_panel; }
    /// Returns true if any series has values.
    [[nodiscard]] bool hasValues() const {
        return std::ranges::any_of(m_series, [](const Series& each) { return !each.extent().empty(); });
    }
    [[nodiscard]] bool hasPrunes() const {
        return std::ranges::any_of(m_ticks, [](const Series& each) { return !each.extent().empty(); });
    }
    [[nodiscard]] bool hasValues(std::size_t series) const { return !m_series[series].extent().empty(); }
    /// Returns the colour of a series as it is drawn.
    [[nodiscard]] QColor color(std::size_t series) const {
        const figures::StepSeries& each = m_panel.series[series];
        const QColor own = lineColor(each.look, m_plot->foreground());
        return each.behind ? mixed(m_plot->palette().color(QPalette::Base), own, kBehindShare) : own;
    }
    /// Returns a colour for ticks that no curve above them has.
    [[nodiscard]] QColor tickColor() const {
        const bool taken = std::ranges::any_of(m_panel.series, [](const figures::StepSeries& each) {
            return !each.behind && figures::lineColour(each.look) == figures::kPrune;
        });
        return taken ? m_plot->foreground() : colorOf(figures::kPrune);
    }

    struct Entry {
        QString name;
        QColor color;
    };
    /// Returns the legend: the series that have values, those behind last. `hidden`: policies have letters for names.
    [[nodiscard]] std::vector<Entry> legend(bool hidden) const {
        std::vector<Entry> entries;
        const bool none = !hasValues();
        for (const bool behind : {false, true}) {
            for (std::size_t i = 0; i < m_series.size(); ++i) {
                const figures::StepSeries& each = m_panel.series[i];
                if (each.behind == behind && (hasValues(i) || (none && !behind))) {
                    entries.push_back(
                        {each.label.empty() ? laneTitle(*m_recording, each.lane, hidden) : m_names[i], color(i)});
                }
            }
        }
        return entries;
    }

 private:
    static constexpr QLatin1String kBehind{"behind"};
    static constexpr double kBehindShare = 0.6;  // of its colour in that of a curve behind

    Plot* m_plot;
    int m_index;
    std::shared_ptr<const Recording> m_recording;
    figures::StepPanel m_panel;
    std::vector<Series> m_series;  ///< in the order of the description
    struct Mean {
        figures::RunningCurve curve;
        std::int64_t steps = 0;  ///< that it has
    };
    std::vector<Mean> m_means;     ///< of the series; unused by one of each step
    std::vector<QString> m_names;  ///< of those with a label, in the language of the window
    std::vector<Series> m_ticks;   ///< one, or none
};

}  // namespace kvw::wb
