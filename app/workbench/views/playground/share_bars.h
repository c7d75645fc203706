// SPDX-License-Identifier: GPL-3.0-or-later
/// Plot of the Gini number of every layer, above the budget that the playground's rule gives to it.
#pragma once

#include <algorithm>
#include <cmath>

#include "app/workbench/plot/plot.h"
#include "app/workbench/session/theme.h"
#include "app/workbench/views/playground/playground.h"
#include "core/trace/trace.h"

namespace kvw::wb {

/// Thread: GUI thread.
class ShareBars : public Plot {
    Q_OBJECT
 public:
    explicit ShareBars(QWidget* parent) : Plot(parent, tr("Gini and budget per layer"), tr("layer")) {
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

    /// Step and options of the plot.
    struct At {
        std::int64_t step = 0;
        int layer = 0;          ///< highlighted
        bool budgeted = false;  ///< the run has budgets of its own, drawn as outlines
    };
    void show(const Trace& trace, const At& at, const LayerGinis& prompt, const LayerShares& shares) {
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
        showBars(layers, most * 1.06);
    }

    inline static const QColor kGiven = colorOf(figures::kSky), kLimited = colorOf(figures::kOrange);

 private:
    QCPBars *m_gini, *m_chosenGini, *m_promptGini;
    QCPBars *m_given, *m_chosen, *m_limited, *m_recorded;
};

}  // namespace kvw::wb
