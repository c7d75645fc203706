// SPDX-License-Identifier: GPL-3.0-or-later
/// Helpers for both plots of a sweep: units, marks, names at ticks.
#pragma once

#include <algorithm>
#include <cmath>

#include "app/workbench/plot/plot.h"
#include "app/workbench/plot/series.h"
#include "app/workbench/session/theme.h"
#include "app/workbench/session/words/bytes_text.h"
#include "app/workbench/session/words/core_words.h"
#include "core/eval/sweep_results.h"

namespace kvw::wb {

inline const QColor kChosenColor = colorOf(figures::kOrange), kFailedColor = colorOf(figures::kVermilion);

/// Unit and title of a number's axis; the unit suits the largest value.
struct SweepUnit {
    double unit = 1;
    QString title;
};

[[nodiscard]] inline SweepUnit sweepUnit(SweepNumber number, double largest) {
    const SweepNumberText& text = describe(number);
    const QString title = sweepTitle(number);
    if (number == SweepNumber::BytesLive) {
        const BytesUnit unit = bytesUnit(largest);
        return {unit.bytes, QStringLiteral("%1 (%2)").arg(title, QLatin1String(unit.name))};
    }
    if (number == SweepNumber::HeldShare) {
        return {0.01, QStringLiteral("%1 (%)").arg(title)};
    }
    return {1, *text.unit == '\0' ? title : QStringLiteral("%1 (%2)").arg(title, QLatin1String(text.unit))};
}

[[nodiscard]] inline double largest(const std::vector<SweepGroup>& groups, SweepNumber number) {
    double most = 0;
    for (const SweepGroup& group : groups) {
        most = std::fmax(most, group[number].mean);
    }
    return most;
}

/// Adds error bars for the deviations of a graph's points.
[[nodiscard]] inline QCPErrorBars* addErrorBars(Plot& plot, QCPGraph* graph) {
    auto* bars = new QCPErrorBars(plot.x(0), plot.y(0));
    bars->setDataPlottable(graph);
    bars->setErrorType(QCPErrorBars::etValueError);
    bars->setWhiskerWidth(6);
    bars->setSymbolGap(6);
    return bars;
}

/// Adds a graph of points without a line.
[[nodiscard]] inline QCPGraph* addMarks(Plot& plot, const QCPScatterStyle& style) {
    QCPGraph* graph = plot.addLine(0, style.pen().color());
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setScatterStyle(style);
    graph->setAdaptiveSampling(false);
    return graph;
}

/// Puts the names at 0, 1, ...; as many as fit into `room` pixels.
inline void nameTicks(QCPAxis* axis, const std::vector<std::string>& names, int room) {
    const auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    const QFontMetrics metrics(axis->tickLabelFont());
    int widest = 1;
    for (const std::string& name : names) {
        widest = std::max(widest, axis->orientation() == Qt::Horizontal
                                      ? metrics.horizontalAdvance(QString::fromStdString(name)) + 8
                                      : metrics.height());
    }
    const int fitting = std::max(1, room / widest);
    const std::size_t every =
        (names.size() + static_cast<std::size_t>(fitting) - 1) / static_cast<std::size_t>(fitting);
    for (std::size_t i = 0; i < names.size(); i += std::max<std::size_t>(1, every)) {
        ticker->addTick(static_cast<double>(i),
                        metrics.elidedText(QString::fromStdString(names[i]), Qt::ElideMiddle, std::max(40, room / 2)));
    }
    axis->setTicker(ticker);
}

/// Sets the range to `extent` with a margin; `withZero`: includes zero.
inline void fitTo(QCPAxis* axis, Series::Extent extent, bool withZero) {
    if (withZero || extent.empty()) {
        extent.add(0.0);
    }
    const double size = extent.high - extent.low;
    const double margin = size > 0 ? size * 0.08 : std::max(std::abs(extent.high) * 0.1, 0.5);
    axis->setRange(extent.low - margin, extent.high + margin);
}

}  // namespace kvw::wb
