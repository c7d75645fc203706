// SPDX-License-Identifier: GPL-3.0-or-later
/// Curves that the seismograph draws besides the selected lane: thin ones of the other lanes, and the threshold of each
/// prune event.
#pragma once

#include <QPalette>
#include <vector>

#include "app/workbench/plot/series.h"
#include "app/workbench/views/nll/prune_table.h"

namespace kvw::wb {

/// NLL and its difference to the full cache, of every lane except the selected one and the full cache. Thread: GUI
/// thread.
class OtherLanes {
 public:
    /// Draws into panels 0 and 1 of `plot`, below its other curves.
    explicit OtherLanes(Plot& plot);

    /// Starts over with these lanes and no steps.
    void follow(const std::shared_ptr<const Recording>& recording, std::vector<int> lanes);
    void extend();  ///< appends the new steps of each lane
    void recolour(const RunDescription& run, const QPalette& palette);
    [[nodiscard]] const std::vector<int>& lanes() const noexcept { return m_lanes; }
    /// Returns the curves of panel 0 or 1.
    [[nodiscard]] const std::vector<Series>& series(int panel) const {
        return m_series[static_cast<std::size_t>(panel)];
    }
    static constexpr double kShare = 0.6;  ///< of the colour of a lane in that of a curve behind
    [[nodiscard]] static QColor color(const RunDescription& run, int lane, const QPalette& palette);

 private:
    Plot* m_plot;
    std::shared_ptr<const Recording> m_recording;
    std::vector<int> m_lanes;
    std::array<std::vector<Series>, 2> m_series;  ///< [panel][lanes]
};

/// Dashed line at the threshold of each judged event, over the window of the event.
class ThresholdLine {
 public:
    explicit ThresholdLine(Plot& plot);
    /// Draws into the panel of the quantity that the events are judged on.
    void show(const PruneAnalysis& analysis);
    void clear() { show({}); }
    void setColor(const QColor& color);
    [[nodiscard]] const Series& series(int panel) const { return m_series[static_cast<std::size_t>(panel)]; }
    [[nodiscard]] bool empty() const { return m_series[0].extent().empty() && m_series[1].extent().empty(); }

 private:
    std::array<Series, 2> m_series;  ///< [panel]
};

}  // namespace kvw::wb
