// SPDX-License-Identifier: GPL-3.0-or-later
/// What the seismograph draws beside the selected lane: thin curves of the other lanes, and the threshold of each prune
/// event.
#pragma once

#include <QPalette>
#include <vector>

#include "app/workbench/docks/prune_table.h"
#include "app/workbench/plots/series.h"

namespace kvw::wb {

/// NLL and its difference to the full cache, of every lane but the selected one and the full cache. Thread: GUI thread.
class OtherLanes {
 public:
    /// In panels 0 and 1 of `plot`, below what it draws otherwise.
    explicit OtherLanes(Plot& plot);

    /// Starts over with these lanes, with no steps.
    void follow(const std::shared_ptr<const Recording>& recording, std::vector<int> lanes);
    void extend();  ///< each as far as it has come
    void recolour(const RunDescription& run, const QPalette& palette);
    [[nodiscard]] const std::vector<int>& lanes() const noexcept { return m_lanes; }
    /// Of panel 0 or 1.
    [[nodiscard]] const std::vector<Series>& series(int panel) const {
        return m_series[static_cast<std::size_t>(panel)];
    }
    [[nodiscard]] static QColor color(const RunDescription& run, int lane, const QPalette& palette);

 private:
    Plot* m_plot;
    std::shared_ptr<const Recording> m_recording;
    std::vector<int> m_lanes;
    std::array<std::vector<Series>, 2> m_series;  ///< [panel][lanes]
};

/// The threshold over the window of each event that is judged, dashed.
class ThresholdLine {
 public:
    explicit ThresholdLine(Plot& plot);
    /// In the panel of what the events are judged on.
    void show(const PruneAnalysis& analysis);
    void clear() { show({}); }
    void setColor(const QColor& color);
    [[nodiscard]] const Series& series(int panel) const { return m_series[static_cast<std::size_t>(panel)]; }
    [[nodiscard]] bool empty() const { return m_series[0].extent().empty() && m_series[1].extent().empty(); }

 private:
    std::array<Series, 2> m_series;  ///< [panel]
};

}  // namespace kvw::wb
