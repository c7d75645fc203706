// SPDX-License-Identifier: GPL-3.0-or-later
/// Curves beside an attention map: how much each token is read, how sharply each query reads or how much it reads
/// chosen tokens. Also two bar charts of one step, one bar per layer, and one per head of the selected layer.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "app/workbench/plot/maps/attention_source.h"
#include "app/workbench/plot/plot.h"

namespace kvw::wb {

/// Points of the two curves, one per visible row and column of cells.
struct MapMarginals {
    std::vector<double> tokens, received;  ///< mean of a column's cells that have a value, with either pooling
    std::vector<double> steps, given;      ///< largest cell of a row; with chosen tokens: weight of the row on them
};
/// `window` must be from `source`; `tokens` must be in ascending order.
[[nodiscard]] MapMarginals marginalsOf(const AttentionSource& source, const MapWindow& window,
                                       std::span<const std::int32_t> tokens, const std::function<bool()>& stale);

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
