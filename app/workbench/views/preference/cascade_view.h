// SPDX-License-Identifier: GPL-3.0-or-later
/// Shows the tokens that every layer held while the prompt went through the layers: a map over all stages, and bars of
/// one stage, which can be played.
#pragma once

#include <QSlider>
#include <QTimer>
#include <QToolButton>
#include <QWidget>
#include <algorithm>
#include <numeric>
#include <vector>

#include "app/workbench/plot/plot.h"
#include "app/workbench/session/theme.h"
#include "app/workbench/views/common/number_text.h"
#include "app/workbench/views/common/view_option.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/halves.h"
#include "core/analysis/prefill_cascade.h"

namespace kvw::wb {

/// Thread: GUI thread. The dock links the plots.
class CascadeView : public QWidget {
    Q_OBJECT
 public:
    explicit CascadeView(QWidget* parent)
        : QWidget(parent),
          m_map(new Plot(this, tr("Tokens held by layer, after each layer of the prefill"), tr("layers done"))),
          m_bars(new Plot(this, tr("Tokens held per layer at the chosen stage"), tr("layer"))),
          m_slider(new QSlider(Qt::Horizontal, this)),
          m_play(new QToolButton(this)) {
        m_map->addPanel(tr("layer"));
        m_map->setInteractions(QCP::Interactions());
        m_scale = m_map->addColorScale(tr("held (tokens)"));
        m_cells = m_map->addLayerMap(0, m_scale);
        m_bars->addPanel(tr("held (tokens)"));
        m_bars->setLayerAxis(Qt::Horizontal);
        m_bars->setInteractions(QCP::Interactions());
        m_held = m_bars->addBars(0, colorOf(figures::kSky), 0.7);
        m_chosenBar = m_bars->addBars(0, colorOf(figures::kBlue), 0.7);

        m_play->setText(tr("Play"));
        m_play->setCheckable(true);
        m_play->setToolTip(tr("Goes through the layers of the prefill"));
        new ViewOption(*m_slider, "viewStage");
        m_slider->setAccessibleName(tr("Stage of the prefill"));
        connect(m_play, &QToolButton::toggled, this, &CascadeView::play);
        connect(m_slider, &QSlider::valueChanged, this, [this] { showStage(); });
        connect(&m_timer, &QTimer::timeout, this, [this] {
            if (!isVisible() || m_slider->value() >= m_slider->maximum()) {
                m_play->setChecked(false);
            } else {
                m_slider->setValue(m_slider->value() + 1);
            }
        });
        auto* halves = splitOf(new Halves(this), {m_bars, m_map});
        columnOf({{halves, 1}, rowOf({m_play, {m_slider, 1}})}, this, {0, 1});
    }

    /// Shows `stages`. With `sameRun` the selected stage stays, but the newest stage stays the newest.
    void setStages(std::vector<PrefillStage> stages, bool sameRun) {
        m_play->setChecked(false);
        const bool newest = m_slider->value() >= m_slider->maximum();
        const bool stays = sameRun && !m_stages.empty() && !newest;
        m_stages = std::move(stages);
        const int count = static_cast<int>(m_stages.size());
        const int layers = m_stages.empty() ? 1 : static_cast<int>(m_stages.front().held.size());
        double most = 1;
        Plot::fillMap(*m_cells, count, layers, 1, 1, [&](int column, int row) {
            const double held = m_stages[static_cast<std::size_t>(column)].held[static_cast<std::size_t>(row)];
            most = std::max(most, held);
            return held > 0 ? held : qQNaN();
        });
        m_scale->setDataRange(QCPRange(0, most));
        m_map->y(0)->setRange(-0.5, layers - 0.5);
        m_map->setXBounds(0.5, std::max(1, count) + 0.5);
        m_map->showX(std::nullopt);
        m_bars->showBars(layers, most * 1.06);
        m_slider->setRange(0, std::max(0, count - 1));
        if (!stays) {
            m_slider->setValue(std::max(0, count - 1));
        }
        showStage();
        m_map->redraw();
    }

    [[nodiscard]] const std::vector<PrefillStage>& stages() const noexcept { return m_stages; }
    [[nodiscard]] int stage() const { return m_stages.empty() ? -1 : m_slider->value(); }
    void choose(int layer) {
        if (layer != m_chosen) {
            m_chosen = layer;
            showStage();
        }
    }
    [[nodiscard]] Plot* map() const noexcept { return m_map; }
    [[nodiscard]] Plot* bars() const noexcept { return m_bars; }
    /// Returns "after layer 3, pass up to token 511: 1020 tokens in all layers"; empty: there is no such stage.
    [[nodiscard]] QString describe(int stage) const {
        if (stage < 0 || stage >= static_cast<int>(m_stages.size())) {
            return {};
        }
        const PrefillStage& at = m_stages[static_cast<std::size_t>(stage)];
        const QString all = numberText(std::accumulate(at.held.begin(), at.held.end(), 0.0), 'g', 6);
        const int layers = static_cast<int>(at.held.size());
        return at.layer >= layers
                   ? tr("at the end of the pass up to token %1: %2 tokens in all layers").arg(at.step).arg(all)
                   : tr("after layer %1, pass up to token %2: %3 tokens in all layers")
                         .arg(at.layer)
                         .arg(at.step)
                         .arg(all);
    }

    /// Returns the same with the tokens that `layer` held.
    [[nodiscard]] QString describe(int stage, int layer) const {
        if (stage < 0 || stage >= static_cast<int>(m_stages.size()) || layer < 0 ||
            layer >= static_cast<int>(m_stages.front().held.size())) {
            return {};
        }
        return describe(stage) +
               tr(" · layer %1 holds %2")
                   .arg(layer)
                   .arg(numberText(m_stages[static_cast<std::size_t>(stage)].held[static_cast<std::size_t>(layer)], 'g',
                                   6));
    }

 Q_SIGNALS:
    void stageChanged();

 private:
    /// Limits: the whole cascade plays in about kCascadeMs, and every stage stays visible long enough.
    static constexpr int kCascadeMs = 6000, kShortestStageMs = 60, kLongestStageMs = 700;

    void showStage() {
        m_held->data()->clear();
        m_chosenBar->data()->clear();
        if (!m_stages.empty()) {
            const std::vector<double>& held = m_stages[static_cast<std::size_t>(stage())].held;
            for (int layer = 0; layer < static_cast<int>(held.size()); ++layer) {
                (layer == m_chosen ? m_chosenBar : m_held)->addData(layer, held[static_cast<std::size_t>(layer)]);
            }
        }
        m_map->setCursor(m_stages.empty() ? std::nullopt : std::optional(static_cast<double>(stage() + 1)));
        m_bars->redraw();
        Q_EMIT stageChanged();
    }

    void play(bool on) {
        m_play->setText(on ? tr("Pause") : tr("Play"));
        if (!on) {
            m_timer.stop();
            return;
        }
        if (m_slider->value() >= m_slider->maximum()) {
            m_slider->setValue(0);
        }
        const int count = std::max(1, static_cast<int>(m_stages.size()));
        m_timer.start(std::clamp(kCascadeMs / count, kShortestStageMs, kLongestStageMs));
    }

    Plot *m_map, *m_bars;
    QCPColorScale* m_scale;
    QCPColorMap* m_cells;
    QCPBars *m_held, *m_chosenBar;
    QSlider* m_slider;
    QToolButton* m_play;
    QTimer m_timer;
    std::vector<PrefillStage> m_stages;
    int m_chosen = 0;
};

}  // namespace kvw::wb
