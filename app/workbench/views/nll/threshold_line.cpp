// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/nll/threshold_line.h"

namespace kvw::wb {

ThresholdLine::ThresholdLine(Plot& plot)
    : m_series{Series(plot, 0, Qt::gray, Qt::DashLine), Series(plot, 1, Qt::gray, Qt::DashLine)} {
    for (Series& each : m_series) {
        each.graph()->setLayer(QStringLiteral("chosen"));  // above the curves
    }
}

void ThresholdLine::show(const PruneAnalysis& analysis) {
    for (Series& each : m_series) {
        each.clear();
    }
    Series& line = m_series[analysis.difference ? 1 : 0];
    for (std::size_t i = 0; i < analysis.threshold.x.size(); ++i) {
        line.append(analysis.threshold.x[i], analysis.threshold.y[i]);
    }
}

void ThresholdLine::setColor(const QColor& color) {
    for (Series& each : m_series) {
        each.setColor(color);
    }
}

}  // namespace kvw::wb
