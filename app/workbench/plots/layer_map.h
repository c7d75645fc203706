// SPDX-License-Identifier: GPL-3.0-or-later
/// A map of layers by steps of a run: columns stand for several steps where there are many, and for single ones where
/// a range is zoomed in.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "app/workbench/models/selection.h"
#include "app/workbench/plots/plot.h"
#include "app/workbench/plots/step_map.h"
#include "core/trace/recording.h"

namespace kvw::wb {

/// Fills the map of a Plot and its colour scale. Thread: GUI thread.
class LayerMap {
 public:
    /// Value of a step and layer; NaN: none.
    using Value = std::function<double(std::int64_t step, int layer)>;

    /// Makes the first panel of `plot`, with `title` beside the colour scale.
    LayerMap(Plot& plot, const QString& title);

    /// What the values are of; with it they do not change.
    struct Source {
        std::shared_ptr<const Recording> recording;
        int lane = 0, part = -1, number = 0;
        friend bool operator==(const Source&, const Source&) = default;
    };
    static constexpr int kMostColumns = 4096;
    /// Of numbers that few steps have: no more columns than a dock shows apart, and so none out of sight.
    static constexpr int kFewColumns = 256;
    /// Starts over, with no steps; nothing where it follows `source` already.
    void follow(const Source& source, int layers, Value value, int mostColumns = kMostColumns);
    /// Its values were computed anew: `follow` starts over.
    void forget() { m_source.reset(); }
    /// Adds the steps up to `steps`. Cost: the new ones.
    void extendTo(std::int64_t steps);
    /// What `range` needs and the map has not; queues no replot.
    void show(const StepRange& range);
    [[nodiscard]] int layers() const noexcept { return m_table.rows(); }
    /// Layer under a place of the y axis.
    [[nodiscard]] int layerAt(double y) const;

 private:
    void copySteps(std::int64_t first, std::int64_t end);
    void copyTable(bool whole);
    void copyColumns(int first, int end);
    void setMapRange(double first, double last);

    Plot& m_plot;
    QCPColorScale* m_scale;
    QCPColorMap* m_map;
    Value m_value;
    StepMap m_table;
    double m_lowest = 0, m_highest = 0;
    int m_mostColumns = kMostColumns, m_shownColumns = 0;
    std::optional<Source> m_source;
    std::pair<std::int64_t, std::int64_t> m_single{0, 0};  ///< steps that it shows one by one; empty: it does not
};

}  // namespace kvw::wb
