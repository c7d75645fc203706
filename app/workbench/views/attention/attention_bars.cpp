// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/attention/attention_bars.h"

#include <algorithm>
#include <cmath>

#include "app/workbench/session/theme.h"
#include "app/workbench/views/common/widgets/boxes.h"

namespace kvw::wb {

namespace {
const QColor kOthers = colorOf(figures::kSky), kChosen = colorOf(figures::kBlue);
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
