// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/playground/share_bars.h"

#include <algorithm>
#include <cmath>

#include "app/workbench/session/theme.h"
#include "core/trace/trace.h"

namespace kvw::wb {

const QColor ShareBars::kGiven = colorOf(figures::kSky), ShareBars::kLimited = colorOf(figures::kOrange);

ShareBars::ShareBars(QWidget* parent) : Plot(parent) {
    setAccessibleName(tr("Gini and budget per layer"));
    setXTitle(tr("layer"));
    addPanel(tr("Gini"));
    addPanel(tr("budget (tokens)"));
    setInteractions(QCP::Interactions());
    constexpr double kWide = 0.84, kNarrow = 0.64;
    const QColor chosen = colorOf(figures::kBlue);
    m_gini = addBars(0, kGiven, kNarrow);
    m_chosenGini = addBars(0, chosen, kNarrow);
    m_promptGini = addBars(0, Qt::NoBrush, kWide);
    m_given = addBars(1, kGiven, kNarrow);
    m_chosen = addBars(1, chosen, kNarrow);
    m_limited = addBars(1, QBrush(kLimited, Qt::BDiagPattern), kNarrow);
    m_recorded = addBars(1, Qt::NoBrush, kWide);
    y(0)->setRange(0, 1);
}

void ShareBars::show(const Trace& trace, const At& at, const LayerGinis& prompt, const LayerShares& shares) {
    for (QCPBars* bars : {m_gini, m_chosenGini, m_promptGini, m_given, m_chosen, m_limited, m_recorded}) {
        bars->data()->clear();
    }
    const QPen outline(foreground(), 1);
    m_promptGini->setPen(outline);
    m_recorded->setPen(outline);
    const int layers = trace.shape().layers;
    const std::int64_t cut = std::clamp<std::int64_t>(shares.prompt - 1, 0, trace.steps() - 1);
    double most = 1;
    for (int layer = 0; layer < layers; ++layer) {
        const auto index = static_cast<std::size_t>(layer);
        const bool chosen = layer == at.layer;
        if (const float gini = trace.layer(at.step, layer).gini; std::isfinite(gini)) {
            (chosen ? m_chosenGini : m_gini)->addData(layer, static_cast<double>(gini));
        }
        if (index < prompt.layers.size()) {
            m_promptGini->addData(layer, prompt.layers[index]);
        }
        if (index < shares.tokens.size()) {
            const auto tokens = static_cast<double>(shares.tokens[index]);
            (shares.clamped[index] != 0 ? m_limited : chosen ? m_chosen : m_given)->addData(layer, tokens);
            most = std::max(most, tokens);
        }
        if (const float budget = trace.layer(cut, layer).budget; at.budgeted && std::isfinite(budget)) {
            m_recorded->addData(layer, static_cast<double>(budget));
            most = std::max(most, static_cast<double>(budget));
        }
    }
    setXBounds(-0.6, std::max(1, layers) - 0.4);
    showX(std::nullopt);
    y(1)->setRange(0, most * 1.06);
    redraw();
}

}  // namespace kvw::wb
