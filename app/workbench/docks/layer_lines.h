// SPDX-License-Identifier: GPL-3.0-or-later
/// Numbers of layers over the steps, a panel per number and a line per layer; one layer stands out.
#pragma once

#include <vector>

#include "app/workbench/plots/series.h"

namespace kvw::wb {

/// Thread: GUI thread.
class LayerLines {
 public:
    /// Lines are for ten series or fewer.
    static constexpr int kMostLines = 10;
    /// Of panel `number` and `layer`, by step.
    using ValueOf = std::function<Digest::ValueAt(int number, int layer)>;

    /// In the panels that `plot` has.
    explicit LayerLines(Plot& plot) : m_plot(&plot) {}

    /// Which of `layers` are drawn: evenly spaced, `chosen` among them.
    void choose(int layers, int chosen);
    [[nodiscard]] const std::vector<int>& layers() const noexcept { return m_layers; }
    [[nodiscard]] bool draws(int layer) const;
    /// Starts over, with no steps.
    void follow(const ValueOf& valueOf);
    void extendTo(std::int64_t steps);
    /// The other lines than `chosen` step back towards `base`. `whole`: every step is in sight.
    void show(int chosen, const QColor& base, bool whole);

 private:
    Plot* m_plot;
    std::vector<int> m_layers;
    int m_of = 0;                               ///< layers that there are
    std::vector<std::vector<Series>> m_series;  ///< [panels][m_layers]
};

}  // namespace kvw::wb
