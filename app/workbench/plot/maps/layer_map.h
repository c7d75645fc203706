// SPDX-License-Identifier: GPL-3.0-or-later
/// Map of layers by steps of a run: a column is the mean of several steps if there are many, and a single step if a
/// short range is shown.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "app/workbench/plot/maps/step_map.h"
#include "app/workbench/plot/plot.h"
#include "app/workbench/session/selection.h"
#include "core/trace/recording.h"

namespace kvw::wb {

/// Fills the map of a Plot and its colour scale. Thread: GUI thread.
class LayerMap {
 public:
    /// Returns the value of a step and layer; NaN: none.
    using Value = std::function<double(std::int64_t step, int layer)>;

    /// Makes the first panel of `plot`, with `title` beside the colour scale.
    LayerMap(Plot& plot, const QString& title);

    /// Identity of the values; for equal sources the values do not change.
    struct Source {
        std::shared_ptr<const Recording> recording;
        int lane = 0, part = -1, number = 0;
        friend bool operator==(const Source&, const Source&) = default;
    };
    static constexpr int kMostColumns = 4096;
    /// Maximum for values that few steps have: so few columns that a dock can show each of them.
    static constexpr int kFewColumns = 256;
    /// Starts over without steps; does nothing if it already follows `source`.
    void follow(const Source& source, int layers, Value value, int mostColumns = kMostColumns);
    /// makes `follow` start over, because the values were computed anew
    void forget() { m_source.reset(); }
    /// Adds the steps up to `steps`. Cost: proportional to the new steps.
    void extendTo(std::int64_t steps);
    /// Updates the map for `range`; queues no replot.
    void show(const StepRange& range);
    [[nodiscard]] int layers() const noexcept { return m_table.rows(); }
    /// Returns the layer at a position of the y axis.
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
    std::pair<std::int64_t, std::int64_t> m_single{0, 0};  ///< steps shown one by one; empty: the table is shown
};

}  // namespace kvw::wb
