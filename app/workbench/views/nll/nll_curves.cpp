// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/nll/nll_curves.h"

#include "app/workbench/plot/colors.h"
#include "app/workbench/session/theme.h"

namespace kvw::wb {

namespace {

constexpr const char* kBehind = "behind";

}  // namespace

OtherLanes::OtherLanes(Plot& plot) : m_plot(&plot) {
    plot.addLayer(QLatin1String(kBehind), plot.layer(QStringLiteral("main")), QCustomPlot::limBelow);
}

void OtherLanes::follow(const std::shared_ptr<const Recording>& recording, std::vector<int> lanes) {
    for (std::vector<Series>& each : m_series) {
        for (Series& series : each) {
            m_plot->removeGraph(series.graph());
        }
        each.clear();
    }
    m_recording = recording;
    m_lanes = std::move(lanes);
    for (const int lane : m_lanes) {
        const Trace& trace = recording->trace(lane);
        for (int panel = 0; panel < 2; ++panel) {
            Series series(*m_plot, panel, Qt::blue);
            series.graph()->setLayer(QLatin1String(kBehind));
            series.follow(stepValue(recording, trace, [panel](const StepRecord& step) {
                return panel == 0 ? step.nll : step.nll - step.nllFull;
            }));
            m_series[static_cast<std::size_t>(panel)].push_back(series);
        }
    }
}

void OtherLanes::extend() {
    for (std::vector<Series>& each : m_series) {
        for (std::size_t i = 0; i < each.size(); ++i) {
            each[i].extendTo(m_recording->trace(m_lanes[i]).steps());
        }
    }
}

void OtherLanes::recolour(const RunDescription& run, const QPalette& palette) {
    for (std::vector<Series>& each : m_series) {
        for (std::size_t i = 0; i < each.size(); ++i) {
            each[i].setColor(color(run, m_lanes[i], palette));
        }
    }
}

QColor OtherLanes::color(const RunDescription& run, int lane, const QPalette& palette) {
    return mixed(palette.color(QPalette::Base), laneColor(run, lane, palette), kShare);
}

ThresholdLine::ThresholdLine(Plot& plot)
    : m_series{Series(plot, 0, Qt::gray, Qt::DashLine), Series(plot, 1, Qt::gray, Qt::DashLine)} {}

void ThresholdLine::show(const PruneAnalysis& analysis) {
    for (Series& each : m_series) {
        each.clear();
    }
    Series& line = m_series[analysis.difference ? 1 : 0];
    for (const PruneRow& row : analysis.rows) {
        if (row.group.spike) {
            // Points between the ends keep the y range right where only the middle is visible.
            constexpr std::int64_t kApart = 4;
            const std::int64_t last = row.group.windowEnd - 1;
            for (std::int64_t token = row.group.windowBegin; token < last; token += kApart) {
                line.append(static_cast<double>(token), row.group.spike->threshold);
            }
            line.append(static_cast<double>(last), row.group.spike->threshold);
            line.append(static_cast<double>(last) + 0.5, kMissing);
        }
    }
}

void ThresholdLine::setColor(const QColor& color) {
    for (Series& each : m_series) {
        each.setColor(color);
    }
}

}  // namespace kvw::wb
