// SPDX-License-Identifier: GPL-3.0-or-later
/// Shows the tokens that every layer held while the prompt went through the layers: a map over all stages, and bars of
/// one stage, which can be played.
#pragma once

#include <QTimer>
#include <QWidget>
#include <vector>

#include "app/workbench/plot/plot.h"
#include "core/analysis/prefill_cascade.h"

class QSlider;
class QToolButton;

namespace kvw::wb {

/// Thread: GUI thread. The dock links the plots.
class CascadeView : public QWidget {
    Q_OBJECT
 public:
    explicit CascadeView(QWidget* parent);

    /// Shows `stages`. With `sameRun` the selected stage stays, but the newest stage stays the newest.
    void setStages(std::vector<PrefillStage> stages, bool sameRun);
    [[nodiscard]] const std::vector<PrefillStage>& stages() const noexcept { return m_stages; }
    [[nodiscard]] int stage() const;
    void choose(int layer);
    [[nodiscard]] Plot* map() const noexcept { return m_map; }
    [[nodiscard]] Plot* bars() const noexcept { return m_bars; }
    /// Returns "after layer 3, pass up to token 511: 1020 tokens in all layers"; empty: there is no such stage.
    [[nodiscard]] QString describe(int stage) const;
    /// Returns the same with the tokens that `layer` held.
    [[nodiscard]] QString describe(int stage, int layer) const;

 Q_SIGNALS:
    void stageChanged();

 private:
    void showStage();
    void play(bool on);

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
