// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/attention/attention_bars.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/workbench/session/theme.h"
#include "app/workbench/views/common/widgets/boxes.h"

namespace kvw::wb {

namespace {

const QColor kOthers = colorOf(figures::kSky), kChosen = colorOf(figures::kBlue);

double meanOf(const std::vector<float>& values) {
    return values.empty() ? kMissing
                          : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Returns the attention of a step on the tokens, for the head of the key or as mean over the heads.
double onTokens(const AttentionKey& key, std::int64_t step, std::span<const std::int32_t> tokens) {
    const std::vector<float> heads = attentionByHead(key.recording->trace(key.lane), step, key.layer, tokens);
    return key.head >= 0 && static_cast<std::size_t>(key.head) < heads.size()
               ? static_cast<double>(heads[static_cast<std::size_t>(key.head)])
               : meanOf(heads);
}

}  // namespace

MapMarginals marginalsOf(const AttentionSource& source, const MapWindow& window, std::span<const std::int32_t> tokens,
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

AttentionBars::AttentionBars(QWidget* parent) : QWidget(parent) {
    m_layers = make(tr("Attention by layer"), tr("layer"));
    m_layers.plot->setLayerAxis(Qt::Horizontal);
    m_heads = make(tr("Attention by head"), tr("head"));
    rowOf({m_layers.plot, m_heads.plot}, this, {0, 1});
}

AttentionBars::Row AttentionBars::make(const QString& name, const QString& axis) {
    Row row;
    row.plot = new Plot(this);
    row.plot->setAccessibleName(name);
    row.plot->setXTitle(axis);
    row.plot->addPanel({});
    row.plot->setInteractions(QCP::Interactions());
    row.others = row.plot->addBars(0, kOthers, 0.7);
    row.chosen = row.plot->addBars(0, kChosen, 0.7);
    return row;
}

void AttentionBars::show(StepMarginals values, int layer, int head, const QString& title) {
    fill(m_layers, values.layers, layer, title);
    fill(m_heads, values.heads, head, title);
    m_values = std::move(values);
    m_layer = layer;
}

QString AttentionBars::describe(const Plot* plot, long bar, bool chosen) const {
    const std::vector<double>& values = plot == m_layers.plot ? m_values.layers : m_values.heads;
    if (bar < 0 || static_cast<std::size_t>(bar) >= values.size()) {
        return {};
    }
    const QString weight = QLocale::c().toString(values[static_cast<std::size_t>(bar)], 'g', 3);
    return (plot == m_layers.plot ? tr("layer %1, mean of its heads: ").arg(bar)
                                  : tr("layer %1, head %2: ").arg(m_layer).arg(bar)) +
           (chosen ? tr("%1 on the selected tokens") : tr("largest weight %1")).arg(weight);
}

void AttentionBars::fill(const Row& row, const std::vector<double>& values, int chosen, const QString& title) {
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
    row.plot->setXBounds(-0.6, static_cast<double>(std::max<std::size_t>(1, values.size())) - 0.4);
    row.plot->showX(std::nullopt);
    row.plot->y(0)->setRange(0, most > 0 ? most * 1.05 : 1);
    row.plot->redraw();
}

void AttentionBars::applyTheme() {
    for (Plot* plot : {m_layers.plot, m_heads.plot}) {
        plot->applyTheme();
    }
}

}  // namespace kvw::wb
