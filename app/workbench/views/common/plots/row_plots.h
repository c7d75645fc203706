// SPDX-License-Identifier: GPL-3.0-or-later
/// Plots of attention rows: the Lorenz curve of one row, and attention by age of token over many.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <vector>

#include "app/workbench/plot/colors.h"
#include "app/workbench/plot/latest_job.h"
#include "app/workbench/plot/series.h"
#include "app/workbench/views/common/number_text.h"
#include "core/analysis/attention/attention_ages.h"
#include "core/analysis/attention/attention_row.h"
#include "core/metrics/lorenz.h"

namespace kvw::wb {

/// Cumulative attention over tokens in ascending order, and the diagonal of an even row. Thread: GUI thread.
class LorenzPlot : public Plot {
    Q_OBJECT
 public:
    explicit LorenzPlot(QWidget* parent)
        : Plot(parent, tr("Lorenz curve of the selected row"), tr("share of tokens, least read first")) {
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

    /// A row of attention; head -1: mean over the heads.
    struct Row {
        std::int64_t step = -1;
        int lane = 0, layer = 0, head = -1;
        bool operator==(const Row&) const = default;
    };
    /// Draws a row in `color`. Unless it is the last one that was asked for, `job` reads it first; then calls `drawn`.
    void show(LatestJob& job, std::shared_ptr<const Recording> recording, const Row& row, const QColor& color,
              std::function<void()> drawn) {
        recolour(color);
        if (m_asked == row || row.step < 0) {
            return;
        }
        m_asked = row;
        job.request(
            [this, recording = std::move(recording), row, color, drawn = std::move(drawn)](const LatestJob::Stale&) {
                std::vector<std::int32_t> tokens;
                std::vector<float> values;
                attentionRow(recording->trace(row.lane), row.step, row.layer, row.head, tokens, values);
                metrics::GiniScratch scratch;
                const auto gini = metrics::gini(values, scratch);
                return LatestJob::Report([this, row, color, drawn, gini, curve = metrics::lorenz(values, scratch)] {
                    m_row = row;
                    setCurve(curve, gini, color);
                    drawn();
                });
            },
            false);
    }

    void forget() { m_asked.reset(); }  ///< the rows may have changed
    void clear() {
        forget();
        m_row.reset();
        setCurve({}, std::nullopt, foreground());
    }
    /// Returns the row that is drawn; none: no row was drawn yet.
    [[nodiscard]] const std::optional<Row>& row() const noexcept { return m_row; }
    [[nodiscard]] std::optional<double> gini() const noexcept { return m_gini; }
    [[nodiscard]] std::size_t tokens() const noexcept { return m_curve.empty() ? 0 : m_curve.size() - 1; }
    /// Returns how much attention the `share` of tokens that are read least get; empty: no row.
    [[nodiscard]] QString describe(double share) const {
        if (m_curve.empty()) {
            return {};
        }
        const auto n = static_cast<double>(tokens());
        const auto k = static_cast<std::size_t>(std::lround(std::clamp(share, 0.0, 1.0) * n));
        return tr("the %1 least read of %2 tokens get %3 of the attention")
            .arg(k)
            .arg(tokens())
            .arg(percent(m_curve[k]));
    }

    /// Returns "12.3 %".
    [[nodiscard]] static QString percent(double share) {
        return QStringLiteral("%1\u00a0%").arg(numberText(100 * share));
    }

 private:
    /// `curve`: [n + 1]; empty: there is no such row.
    void setCurve(std::vector<double> curve, std::optional<double> gini, const QColor& color) {
        m_curve = std::move(curve);
        m_gini = gini;
        QVector<QCPGraphData> points;
        points.reserve(static_cast<qsizetype>(m_curve.size()));
        for (std::size_t k = 0; k < m_curve.size(); ++k) {
            points.push_back(QCPGraphData(static_cast<double>(k) / static_cast<double>(tokens()), m_curve[k]));
        }
        m_line->data()->set(points, true);
        recolour(color);
        redraw();
    }

    void recolour(const QColor& color) {
        m_line->setPen(QPen(color, 1));
        m_even->setPen(QPen(foreground(), 1, Qt::DashLine));
    }

    QCPGraph *m_even, *m_line;
    std::optional<Row> m_asked, m_row;
    std::vector<double> m_curve;  ///< [n + 1]
    std::optional<double> m_gini;
};

/// A line per layer over the position in the text, oldest to newest. Thread: GUI thread.
class AgesPlot : public Plot {
    Q_OBJECT
 public:
    explicit AgesPlot(QWidget* parent)
        : Plot(parent, tr("Attention by age of token, per layer"), tr("place in the text seen (0 oldest, 1 newest)")) {
        addPanel(tr("share of attention"));
        x(0)->setTicker(QSharedPointer<QCPAxisTicker>::create());
        setInteractions(QCP::Interactions());
        m_even = addLine(0, foreground(), Qt::DashLine);
        setXBounds(0, 1);
        showX(std::nullopt);
    }

    void setAges(AttentionAges ages) { m_ages = std::move(ages); }
    [[nodiscard]] const AttentionAges& ages() const noexcept { return m_ages; }
    /// Draws the lines of `layers` and highlights `chosen`.
    void showLayers(const std::vector<int>& layers, int chosen) {
        for (Series& line : m_lines) {
            removeGraph(line.graph());
        }
        m_lines.clear();
        const int all = static_cast<int>(m_ages.layers.size());
        double even = 0;
        for (const int layer : layers) {
            if (binsOf(layer) == nullptr) {
                continue;
            }
            const std::vector<double>& bins = *binsOf(layer);
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

    /// Returns the attention that the first and last tenth of the text and the part between get; empty: no rows.
    [[nodiscard]] QString describe(int layer) const {
        if (binsOf(layer) == nullptr) {
            return {};
        }
        const std::vector<double>& bins = *binsOf(layer);
        const std::size_t tenth = std::max<std::size_t>(1, bins.size() / 10);
        double oldest = 0, newest = 0;
        for (std::size_t bin = 0; bin < tenth; ++bin) {
            oldest += bins[bin];
            newest += bins[bins.size() - 1 - bin];
        }
        const double all = std::accumulate(bins.begin(), bins.end(), 0.0);
        const auto sink = learnedSinkShare(all);
        return tr("layer %1, mean of %2 rows: oldest tenth of the text %3 of the attention, newest tenth %4, between "
                  "%5")
                   .arg(layer)
                   .arg(m_ages.rows)
                   .arg(LorenzPlot::percent(oldest), LorenzPlot::percent(newest),
                        LorenzPlot::percent(std::max(0.0, all - oldest - newest))) +
               (sink ? tr(", learned sink %1").arg(LorenzPlot::percent(*sink)) : QString());
    }

    /// Returns the attention at position `x` of the text; empty: `x` is outside.
    [[nodiscard]] QString describeAt(int layer, double x) const {
        if (x < 0 || x >= 1 || binsOf(layer) == nullptr) {
            return {};
        }
        const std::vector<double>& bins = *binsOf(layer);
        const auto count = static_cast<double>(bins.size());
        const auto bin = static_cast<std::size_t>(x * count);
        return tr("layer %1: the part of the text from %2 to %3 gets %4 of the attention; spread evenly it would be %5")
            .arg(layer)
            .arg(LorenzPlot::percent(static_cast<double>(bin) / count),
                 LorenzPlot::percent(static_cast<double>(bin + 1) / count), LorenzPlot::percent(bins[bin]),
                 LorenzPlot::percent(1 / count));
    }

 private:
    /// Returns the attention of a layer by age; null: it has no rows.
    [[nodiscard]] const std::vector<double>* binsOf(int layer) const {
        const auto at = static_cast<std::size_t>(layer);
        return layer >= 0 && at < m_ages.layers.size() && !m_ages.layers[at].empty() ? &m_ages.layers[at] : nullptr;
    }

    AttentionAges m_ages;
    std::vector<Series> m_lines;
    QCPGraph* m_even;
};

}  // namespace kvw::wb
