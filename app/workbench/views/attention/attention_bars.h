// SPDX-License-Identifier: GPL-3.0-or-later
/// Two bar charts of the attention read at one step: one bar per layer, and one per head of the selected layer.
#pragma once

#include "app/workbench/plot/maps/attention_marginals.h"
#include "app/workbench/plot/plot.h"

namespace kvw::wb {

/// Thread: GUI thread.
class AttentionBars : public QWidget {
    Q_OBJECT
 public:
    explicit AttentionBars(QWidget* parent);

    [[nodiscard]] Plot* layers() const noexcept { return m_layers.plot; }
    [[nodiscard]] Plot* heads() const noexcept { return m_heads.plot; }
    /// Draws the bars of the selected `layer` and `head` darker; head -1: none is selected.
    void show(StepMarginals values, int layer, int head, const QString& title);
    /// Returns one bar of `plot` in words. `chosen`: the values are sums over the selected tokens.
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
