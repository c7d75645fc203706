// SPDX-License-Identifier: GPL-3.0-or-later
/// What every layer held while the prompt went through the layers: a map over the stages, and one stage as bars that
/// can be played.
#pragma once

#include <QTimer>
#include <QWidget>
#include <vector>

#include "app/workbench/plots/plot.h"
#include "core/trace/prefill_cascade.h"

class QSlider;
class QToolButton;

namespace kvw::wb {

/// Thread: GUI thread. The plots are the dock's to link.
class CascadeView : public QWidget {
    Q_OBJECT
 public:
    explicit CascadeView(QWidget* parent);

    /// `sameRun`: of what was shown before; the stage stays, or goes on with the newest where it was the newest.
    void setStages(std::vector<PrefillStage> stages, bool sameRun);
    [[nodiscard]] const std::vector<PrefillStage>& stages() const noexcept { return m_stages; }
    [[nodiscard]] int stage() const;
    void choose(int layer);
    [[nodiscard]] Plot* map() const noexcept { return m_map; }
    [[nodiscard]] Plot* bars() const noexcept { return m_bars; }
    /// "after layer 3 of the prompt: 1020 tokens over 4 layers"; empty: no stage.
    [[nodiscard]] QString describe(int stage) const;
    /// What one layer held after a stage.
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
