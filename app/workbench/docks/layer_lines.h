// SPDX-License-Identifier: GPL-3.0-or-later
/// Numbers of layers over the steps, a panel per number and a line per layer; one layer stands out.
#pragma once

#include <utility>
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

    /// Of a panel: a line; a line over 0; a stroke from 0 to each value, for numbers that few steps have.
    enum class Form { Line, FromZero, Strokes };

    /// In the panels that `plot` has, as many as `forms`.
    LayerLines(Plot& plot, std::vector<Form> forms) : m_plot(&plot), m_forms(std::move(forms)) {}

    /// Which of `layers` are drawn: evenly spaced, `chosen` among them.
    void choose(int layers, int chosen);
    [[nodiscard]] const std::vector<int>& layers() const noexcept { return m_layers; }
    [[nodiscard]] bool draws(int layer) const;
    /// Starts over, with no steps.
    void follow(const ValueOf& valueOf);
    void clear();  ///< draws nothing until it follows something
    void extendTo(std::int64_t steps);
    /// The other lines than `chosen` step back towards `base`. `whole`: every step is in sight.
    void show(int chosen, const QColor& base, bool whole);

 private:
    Plot* m_plot;
    std::vector<Form> m_forms;  ///< [panels]
    std::vector<int> m_layers;
    int m_of = 0;                               ///< layers that there are
    std::vector<std::vector<Series>> m_series;  ///< [panels][m_layers]
};

}  // namespace kvw::wb
