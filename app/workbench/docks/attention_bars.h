// SPDX-License-Identifier: GPL-3.0-or-later
/// Two rows of bars: what each layer, and each head of the selected one, reads at a step.
#pragma once

#include "app/workbench/plots/attention_marginals.h"
#include "app/workbench/plots/plot.h"

namespace kvw::wb {

/// Thread: GUI thread.
class AttentionBars : public QWidget {
    Q_OBJECT
 public:
    explicit AttentionBars(QWidget* parent);

    [[nodiscard]] Plot* layers() const noexcept { return m_layers.plot; }
    [[nodiscard]] Plot* heads() const noexcept { return m_heads.plot; }
    /// The selected ones are darker; head -1: none.
    void show(StepMarginals values, int layer, int head, const QString& title);
    /// A bar of one of the plots, in words. `chosen`: it is of selected tokens.
    [[nodiscard]] QString describe(const Plot* plot, long bar, bool chosen) const;
    void applyTheme();

 private:
    struct Row {
        Plot* plot = nullptr;
        QCPBars *others = nullptr, *chosen = nullptr;
    };
    [[nodiscard]] Row make(const QString& name, const QString& axis);
    static void fill(const Row& row, const std::vector<double>& values, int chosen, const QString& title);

    Row m_layers, m_heads;
    StepMarginals m_values;
    int m_layer = 0;
};

}  // namespace kvw::wb
