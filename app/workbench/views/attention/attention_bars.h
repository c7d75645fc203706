// SPDX-License-Identifier: GPL-3.0-or-later
/// Curves beside an attention map: how much each token is read, how sharply each query reads or how much it reads
/// chosen tokens. Also two bar charts of one step, one bar per layer, and one per head of the selected layer.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

#include "app/workbench/plot/maps/attention_source.h"
#include "app/workbench/plot/plot.h"
#include "app/workbench/session/theme.h"
#include "app/workbench/views/common/number_text.h"
#include "app/workbench/views/common/widgets/boxes.h"

namespace kvw::wb {

/// Points of the two curves, one per visible row and column of cells.
struct MapMarginals {
    std::vector<double> tokens, received;  ///< mean of a column's cells that have a value, with either pooling
    std::vector<double> steps, given;      ///< largest cell of a row; with chosen tokens: weight of the row on them
};

/// Returns the attention of a step on the tokens, for the head of the key or as mean over the heads.
inline double onTokens(const AttentionKey& key, std::int64_t step, std::span<const std::int32_t> tokens) {
    const std::vector<float> heads = attentionByHead(key.recording->trace(key.lane), step, key.layer, tokens);
    if (key.head >= 0 && static_cast<std::size_t>(key.head) < heads.size()) {
        return static_cast<double>(heads[static_cast<std::size_t>(key.head)]);
    }
    return heads.empty() ? kMissing
                         : std::accumulate(heads.begin(), heads.end(), 0.0) / static_cast<double>(heads.size());
}

/// `window` must be from `source`; `tokens` must be in ascending order.
[[nodiscard]] inline MapMarginals marginalsOf(const AttentionSource& source, const MapWindow& window,
                                              std::span<const std::int32_t> tokens,
                                              const std::function<bool()>& stale) {
    MapMarginals found;
    const std::int64_t size = std::int64_t{1} << window.level;
    const auto middle = [size](std::int64_t first, int index) {
        return static_cast<double>(first + index * size) + static_cast<double>(size - 1) / 2;
    };
    const std::int64_t published = source.pyramid().rows();
    for (int row = 0; row < window.rows && !stale(); ++row) {
        const float largest = window.largest[static_cast<std::size_t>(row)];
        if (largest < 0) {
            continue;
        }
        double given = static_cast<double>(largest);
        if (!tokens.empty()) {
            const std::int64_t first = window.row0 + row * size;
            given = kMissing;
            for (std::int64_t step = first; step < std::min(first + size, published) && !stale(); ++step) {
                given = std::fmax(given, onTokens(source.key(), step, tokens));
            }
        }
        found.steps.push_back(middle(window.row0, row));
        found.given.push_back(given);
    }

    for (std::size_t column = 0; column < window.means.size(); ++column) {
        if (window.means[column] >= 0) {
            found.tokens.push_back(middle(window.column0, static_cast<int>(column)));
            found.received.push_back(window.means[column]);
        }
    }
    return found;
}

/// Thread: GUI thread.
class AttentionBars : public QWidget {
    Q_OBJECT
 public:
    explicit AttentionBars(QWidget* parent) : QWidget(parent) {
        m_layers = make(tr("Attention by layer"), tr("layer"));
        m_layers.plot->setLayerAxis(Qt::Horizontal);
        m_heads = make(tr("Attention by head"), tr("head"));
        rowOf({m_layers.plot, m_heads.plot}, this, {0, 1});
    }

    [[nodiscard]] Plot* layers() const noexcept { return m_layers.plot; }
    [[nodiscard]] Plot* heads() const noexcept { return m_heads.plot; }
    /// Draws the bars of the selected `layer` and `head` darker; head -1: none is selected.
    void show(StepMarginals values, int layer, int head, const QString& title) {
        fill(m_layers, values.layers, layer, title);
        fill(m_heads, values.heads, head, title);
        m_values = std::move(values);
        m_layer = layer;
    }

    /// Returns one bar of `plot` in words. `chosen`: the values are sums over the selected tokens.
    [[nodiscard]] QString describe(const Plot* plot, long bar, bool chosen) const {
        const std::vector<double>& values = plot == m_layers.plot ? m_values.layers : m_values.heads;
        if (bar < 0 || static_cast<std::size_t>(bar) >= values.size()) {
            return {};
        }
        const QString weight = numberText(values[static_cast<std::size_t>(bar)]);
        return (plot == m_layers.plot ? tr("layer %1, mean of its heads: ").arg(bar)
                                      : tr("layer %1, head %2: ").arg(m_layer).arg(bar)) +
               (chosen ? tr("%1 on the selected tokens") : tr("largest weight %1")).arg(weight);
    }

 private:
    inline static const QColor kOthers = colorOf(figures::kSky), kChosen = colorOf(figures::kBlue);

    struct Row {
        Plot* plot = nullptr;
        QCPBars *others = nullptr, *chosen = nullptr;
    };
    [[nodiscard]] Row make(const QString& name, const QString& axis) {
        Row row;
        row.plot = new Plot(this, name, axis);
        row.plot->addPanel({});
        row.plot->setInteractions(QCP::Interactions());
        row.others = row.plot->addBars(0, kOthers, 0.7);
        row.chosen = row.plot->addBars(0, kChosen, 0.7);
        return row;
    }

    static void fill(const Row& row, const std::vector<double>& values, int chosen, const QString& title) {
        double most = 0;
        row.others->data()->clear();
        row.chosen->data()->clear();
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (std::isfinite(values[i])) {
                most = std::max(most, values[i]);
                (static_cast<int>(i) == chosen ? row.chosen : row.others)->addData(static_cast<double>(i), values[i]);
            }
        }
        row.plot->setYTitle(0, title);
        row.plot->showBars(static_cast<int>(values.size()), most > 0 ? most * 1.05 : 1);
    }

    Row m_layers, m_heads;
    StepMarginals m_values;
    int m_layer = 0;
};

}  // namespace kvw::wb
