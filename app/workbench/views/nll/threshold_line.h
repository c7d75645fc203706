// SPDX-License-Identifier: GPL-3.0-or-later
/// The threshold of each prune event in the seismograph.
#pragma once

#include <array>

#include "app/workbench/plot/series.h"
#include "app/workbench/views/nll/prune_table.h"

namespace kvw::wb {

/// Dashed line at the threshold of each judged event, over the window of the event. Thread: GUI thread.
class ThresholdLine {
 public:
    explicit ThresholdLine(Plot& plot)
        : m_series{Series(plot, 0, Qt::gray, Qt::DashLine), Series(plot, 1, Qt::gray, Qt::DashLine)} {
        for (Series& each : m_series) {
            each.graph()->setLayer(QStringLiteral("chosen"));  // above the curves
        }
    }
    /// Draws into the panel of the quantity that the events are judged on.
    void show(const PruneAnalysis& analysis) {
        for (Series& each : m_series) {
            each.clear();
        }
        Series& line = m_series[analysis.difference ? 1 : 0];
        for (std::size_t i = 0; i < analysis.threshold.x.size(); ++i) {
            line.append(analysis.threshold.x[i], analysis.threshold.y[i]);
        }
    }

    void clear() { show({}); }
    void setColor(const QColor& color) {
        for (Series& each : m_series) {
            each.setColor(color);
        }
    }
    [[nodiscard]] const Series& series(int panel) const { return m_series[static_cast<std::size_t>(panel)]; }
    [[nodiscard]] bool empty() const { return m_series[0].extent().empty() && m_series[1].extent().empty(); }

 private:
    std::array<Series, 2> m_series;  ///< [panel]
};

}  // namespace kvw::wb
