// SPDX-License-Identifier: GPL-3.0-or-later
/// Draws a panel that core/figures describes while its run goes on: titles, curves, ticks of prune events, legend and
/// range are those of the description.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "app/workbench/plot/series.h"
#include "core/figures/step_panel.h"

namespace kvw::wb {

/// The values are read from the trace where they are drawn. Thread: GUI thread.
class LivePanel {
 public:
    /// Draws into panel `index` of `plot`, which has no title yet.
    LivePanel(Plot& plot, int index);

    /// Starts over with this description and no steps.
    void follow(std::shared_ptr<const Recording> recording, figures::StepPanel panel);
    /// Adds the new steps of each lane.
    void extend();
    /// Sets colours that suit the palette of the plot.
    void recolour();
    /// Fits y to the curves and to `more` series of the panel. `all`: the whole x range is shown.
    void fit(bool all, std::span<const Series> more = {});

    [[nodiscard]] const figures::StepPanel& description() const noexcept { return m_panel; }
    [[nodiscard]] bool hasValues() const;  ///< of any series
    [[nodiscard]] bool hasPrunes() const;
    [[nodiscard]] bool hasValues(std::size_t series) const { return !m_series[series].extent().empty(); }
    /// Returns the colour of a series as it is drawn.
    [[nodiscard]] QColor color(std::size_t series) const;
    /// Returns a colour for ticks that no curve above them has.
    [[nodiscard]] QColor tickColor() const;

    struct Entry {
        QString name;
        QColor color;
    };
    /// Returns the legend: the series that have values, those behind last. `hidden`: policies have letters for names.
    [[nodiscard]] std::vector<Entry> legend(bool hidden) const;

 private:
    Plot* m_plot;
    int m_index;
    std::shared_ptr<const Recording> m_recording;
    figures::StepPanel m_panel;
    std::vector<Series> m_series;  ///< in the order of the description
    std::vector<QString> m_names;  ///< of those with a label, in the language of the window
    std::vector<Series> m_ticks;   ///< one, or none
};

/// Returns the title of an axis in the language of the window.
[[nodiscard]] QString axisWords(const FigureAxis& axis);

}  // namespace kvw::wb
