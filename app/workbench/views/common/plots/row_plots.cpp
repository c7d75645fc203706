// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/plots/row_plots.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/workbench/plot/colors.h"
#include "core/analysis/attention/attention_row.h"
#include "core/metrics/lorenz.h"

namespace kvw::wb {

namespace {

QString percent(double share) {
    return QStringLiteral("%1\u00a0%").arg(QLocale::c().toString(100 * share, 'g', 3));
}

}  // namespace

LorenzPlot::LorenzPlot(QWidget* parent) : Plot(parent) {
    setAccessibleName(tr("Lorenz curve of the selected row"));
    setXTitle(tr("share of tokens, least read first"));
    addPanel(tr("share of attention"));
    x(0)->setTicker(QSharedPointer<QCPAxisTicker>::create());
    setInteractions(QCP::Interactions());
    m_even = addLine(0, foreground(), Qt::DashLine);
    m_line = addLine(0, foreground());
    m_even->data()->set({QCPGraphData(0, 0), QCPGraphData(1, 1)}, true);
    setXBounds(0, 1);
    showX(std::nullopt);
    y(0)->setRange(0, 1);
}

RowLorenz lorenzOfRow(const Trace& trace, std::int64_t step, int layer, int head) {
    std::vector<std::int32_t> tokens;
    std::vector<float> values;
    attentionRow(trace, step, layer, head, tokens, values);
    metrics::GiniScratch scratch;
    const auto gini = metrics::gini(values, scratch);
    return {metrics::lorenz(values, scratch), gini};
}

void LorenzPlot::setRow(RowLorenz row, const QColor& color) {
    m_curve = std::move(row.curve);
    m_gini = row.gini;
    QVector<QCPGraphData> points;
    points.reserve(static_cast<qsizetype>(m_curve.size()));
    for (std::size_t k = 0; k < m_curve.size(); ++k) {
        points.push_back(QCPGraphData(static_cast<double>(k) / static_cast<double>(tokens()), m_curve[k]));
    }
    m_line->data()->set(points, true);
    recolour(color);
    redraw();
}

void LorenzPlot::recolour(const QColor& color) {
    m_line->setPen(QPen(color, 1));
    m_even->setPen(QPen(foreground(), 1, Qt::DashLine));
}

QString LorenzPlot::describe(double share) const {
    if (m_curve.empty()) {
        return {};
    }
    const auto n = static_cast<double>(tokens());
    const auto k = static_cast<std::size_t>(std::lround(std::clamp(share, 0.0, 1.0) * n));
    return tr("the %1 least read of %2 tokens get %3 of the attention").arg(k).arg(tokens()).arg(percent(m_curve[k]));
}

AgesPlot::AgesPlot(QWidget* parent) : Plot(parent) {
    setAccessibleName(tr("Attention by age of token, per layer"));
    setXTitle(tr("place in the text seen (0 oldest, 1 newest)"));
    addPanel(tr("share of attention"));
    x(0)->setTicker(QSharedPointer<QCPAxisTicker>::create());
    setInteractions(QCP::Interactions());
    m_even = addLine(0, foreground(), Qt::DashLine);
    setXBounds(0, 1);
    showX(std::nullopt);
}

void AgesPlot::setAges(AttentionAges ages) {
    m_ages = std::move(ages);
}

void AgesPlot::showLayers(const std::vector<int>& layers, int chosen) {
    for (Series& line : m_lines) {
        removeGraph(line.graph());
    }
    m_lines.clear();
    const int all = static_cast<int>(m_ages.layers.size());
    double even = 0;
    for (const int layer : layers) {
        if (layer >= all || m_ages.layers[static_cast<std::size_t>(layer)].empty()) {
            continue;
        }
        const std::vector<double>& bins = m_ages.layers[static_cast<std::size_t>(layer)];
        const QColor color = layerColor(layer, all);
        const bool selected = layer == chosen;
        Series& line =
            m_lines.emplace_back(*this, 0, selected ? color : mixed(palette().color(QPalette::Base), color, 0.55));
        line.graph()->setLayer(selected ? QStringLiteral("chosen") : QStringLiteral("main"));
        for (std::size_t bin = 0; bin < bins.size(); ++bin) {
            line.append((static_cast<double>(bin) + 0.5) / static_cast<double>(bins.size()), bins[bin]);
        }
        even = 1 / static_cast<double>(bins.size());
    }
    m_even->data()->clear();
    if (even > 0) {
        m_even->data()->set({QCPGraphData(0, even), QCPGraphData(1, even)}, true);
    }
    m_even->setPen(QPen(foreground(), 1, Qt::DashLine));
    fitY(*this, 0, m_lines, true, true);
    redraw();
}

QString AgesPlot::describe(int layer) const {
    if (layer < 0 || layer >= static_cast<int>(m_ages.layers.size()) ||
        m_ages.layers[static_cast<std::size_t>(layer)].empty()) {
        return {};
    }
    const std::vector<double>& bins = m_ages.layers[static_cast<std::size_t>(layer)];
    const std::size_t tenth = std::max<std::size_t>(1, bins.size() / 10);
    double oldest = 0, newest = 0;
    for (std::size_t bin = 0; bin < tenth; ++bin) {
        oldest += bins[bin];
        newest += bins[bins.size() - 1 - bin];
    }
    const double all = std::accumulate(bins.begin(), bins.end(), 0.0);
    const auto sink = learnedSinkShare(all);
    return tr("layer %1, mean of %2 rows: oldest tenth of the text %3 of the attention, newest tenth %4, between %5")
               .arg(layer)
               .arg(m_ages.rows)
               .arg(percent(oldest), percent(newest), percent(std::max(0.0, all - oldest - newest))) +
           (sink ? tr(", learned sink %1").arg(percent(*sink)) : QString());
}

QString AgesPlot::describeAt(int layer, double x) const {
    if (x < 0 || x >= 1 || layer < 0 || layer >= static_cast<int>(m_ages.layers.size()) ||
        m_ages.layers[static_cast<std::size_t>(layer)].empty()) {
        return {};
    }
    const std::vector<double>& bins = m_ages.layers[static_cast<std::size_t>(layer)];
    const auto count = static_cast<double>(bins.size());
    const auto bin = static_cast<std::size_t>(x * count);
    return tr("layer %1: the part of the text from %2 to %3 gets %4 of the attention; spread evenly it would be %5")
        .arg(layer)
        .arg(percent(static_cast<double>(bin) / count), percent(static_cast<double>(bin + 1) / count),
             percent(bins[bin]), percent(1 / count));
}

}  // namespace kvw::wb
