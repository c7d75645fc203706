// SPDX-License-Identifier: GPL-3.0-or-later
/// Map of layers by steps of a run: a column is the mean of several steps if there are many, and a single step if a
/// short range is shown.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

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
    LayerMap(Plot& plot, const QString& title) : m_plot(plot) {
        plot.addPanel(QObject::tr("layer"));
        plot.panel(0)->setMinimumMargins(QMargins(40, 6, 8, 4));
        m_scale = plot.addColorScale(title);
        m_map = plot.addLayerMap(0, m_scale);
    }

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
    void follow(const Source& source, int layers, Value value, int mostColumns = kMostColumns) {
        if (m_source == source && m_table.rows() == layers) {
            return;
        }
        m_source = source;
        m_value = std::move(value);
        m_mostColumns = mostColumns;
        m_table = StepMap(layers, mostColumns);
        m_lowest = std::numeric_limits<double>::infinity();
        m_highest = -m_lowest;
        m_shownColumns = 0;
        m_single = {};
        m_map->data()->clear();
        m_plot.y(0)->setRange(-0.5, std::max(1, layers) - 0.5);
    }

    /// makes `follow` start over, because the values were computed again
    void forget() { m_source.reset(); }
    /// Adds the steps up to `steps`. Cost: proportional to the new steps.
    void extendTo(std::int64_t steps) {
        std::vector<float> column(static_cast<std::size_t>(layers()));
        for (std::int64_t step = m_table.steps(); step < steps; ++step) {
            for (int layer = 0; layer < layers(); ++layer) {
                const double value = m_value(step, layer);
                column[static_cast<std::size_t>(layer)] = static_cast<float>(value);
                if (std::isfinite(value)) {
                    m_lowest = std::min(m_lowest, value);
                    m_highest = std::max(m_highest, value);
                }
            }
            m_table.append(column);
        }
    }

    /// Updates the map for `range`; queues no replot.
    void show(const StepRange& range) {
        if (m_table.columns() == 0 || layers() == 0) {
            return;
        }
        // If columns join several steps, read a range again in which each step has room for its own column.
        const bool stepByStep = !range.all() && m_table.binSize() > 1 && range.last - range.first < m_mostColumns;
        if (stepByStep) {
            copySteps(range.first, range.last + 1);
        } else {
            const auto was = std::exchange(m_single, {});
            copyTable(was.first < was.second);
        }
        const double low = std::isfinite(m_lowest) ? m_lowest : 0;
        m_scale->setDataRange(QCPRange(low, m_highest > low ? m_highest : low + 1));
    }

    [[nodiscard]] int layers() const noexcept { return m_table.rows(); }
    /// Returns the layer at a position of the y axis.
    [[nodiscard]] int layerAt(double y) const {
        return std::clamp(static_cast<int>(std::lround(y)), 0, std::max(0, layers() - 1));
    }

 private:
    void copySteps(std::int64_t first, std::int64_t end) {
        first = std::clamp<std::int64_t>(first, 0, m_table.steps() - 2);  // QCustomPlot draws no map with one column
        end = std::clamp<std::int64_t>(end, first + 2, m_table.steps());
        if (m_single == std::pair(first, end)) {
            return;
        }
        m_single = {first, end};
        const int rows = layers();
        m_map->data()->setSize(static_cast<int>(end - first), std::max(2, rows));
        for (std::int64_t step = first; step < end; ++step) {
            for (int row = 0; row < std::max(2, rows); ++row) {
                m_map->data()->setCell(static_cast<int>(step - first), row, m_value(step, std::min(row, rows - 1)));
            }
        }
        setMapRange(static_cast<double>(first), static_cast<double>(end - 1));
    }

    /// Copies changed columns of the table. `whole`: the map shows single steps, so all columns must be copied.
    void copyTable(bool whole) {
        const int columns = m_table.columns();
        const int changed = m_table.takeFirstChanged(), first = whole ? 0 : changed;
        m_shownColumns = whole ? 0 : m_shownColumns;
        const auto bin = static_cast<double>(m_table.binSize());
        if (columns != m_shownColumns) {
            // setSize clears all cells, so make room for twice as many; the rest has no value.
            if (columns > m_map->data()->keySize() || first == 0) {
                m_map->data()->setSize(std::min(m_mostColumns, std::max(64, columns * 2)), std::max(2, layers()));
                m_map->data()->fill(qQNaN());
                copyColumns(0, columns);
            }
            m_shownColumns = columns;
        }
        copyColumns(first, columns);
        const int cells = m_map->data()->keySize();
        setMapRange((bin - 1) / 2, (bin - 1) / 2 + bin * (cells - 1));
    }

    void copyColumns(int first, int end) {
        for (int column = first; column < end; ++column) {
            // QCustomPlot draws no map with one row, so a single layer becomes two halves.
            for (int row = 0; row < std::max(2, layers()); ++row) {
                const float value = m_table.at(std::min(row, layers() - 1), column);
                m_map->data()->setCell(column, row, static_cast<double>(value));
            }
        }
    }

    void setMapRange(double first, double last) {
        m_map->data()->setRange(QCPRange(first, last),
                                layers() == 1 ? QCPRange(-0.25, 0.25) : QCPRange(0, layers() - 1));
    }

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
