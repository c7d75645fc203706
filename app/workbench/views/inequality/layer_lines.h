// SPDX-License-Identifier: GPL-3.0-or-later
/// Lines of layers over the steps: a panel per number, a line per layer, one of them highlighted.
#pragma once

#include <utility>
#include <vector>

#include "app/workbench/plot/series.h"

namespace kvw::wb {

/// Thread: GUI thread.
class LayerLines {
 public:
    /// Most layers drawn at once.
    static constexpr int kMostLines = 10;
    /// Returns the values by step of panel `number` and `layer`.
    using ValueOf = std::function<Digest::ValueAt(int number, int layer)>;

    /// Style of a panel: a line; a line on an axis that includes 0; a stroke from 0 to each value, for numbers that few
    /// steps have.
    enum class Form { Line, FromZero, Strokes };

    /// Draws into the panels of `plot`; `forms` has one entry per panel.
    LayerLines(Plot& plot, std::vector<Form> forms) : m_plot(&plot), m_forms(std::move(forms)) {}

    /// Chooses which of `layers` are drawn: evenly spaced, `chosen` among them.
    void choose(int layers, int chosen);
    [[nodiscard]] const std::vector<int>& layers() const noexcept { return m_layers; }
    [[nodiscard]] bool draws(int layer) const;
    /// Starts over with no steps.
    void follow(const ValueOf& valueOf);
    void clear();  ///< draws nothing until the next follow()
    void extendTo(std::int64_t steps);
    /// Highlights `chosen`; the other lines fade towards `base`. `whole`: every step is visible.
    void show(int chosen, const QColor& base, bool whole);

 private:
    Plot* m_plot;
    std::vector<Form> m_forms;  ///< [panels]
    std::vector<int> m_layers;
    int m_of = 0;                               ///< number of all layers
    std::vector<std::vector<Series>> m_series;  ///< [panels][m_layers]
};

}  // namespace kvw::wb
