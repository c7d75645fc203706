// SPDX-License-Identifier: GPL-3.0-or-later
/// Provides the attention rows of one layer and head as a map: any window of it at a size that fits the screen.
#pragma once

#include <QImage>
#include <functional>
#include <memory>
#include <vector>

#include "app/workbench/plot/colors.h"
#include "app/workbench/plot/maps/column_sums.h"
#include "app/workbench/plot/maps/map_pyramid.h"
#include "core/analysis/attention/attention_row.h"
#include "core/trace/pooled_maps.h"
#include "core/trace/recording.h"

namespace kvw::wb {

/// Selects the rows of the map. head -1: mean over the query heads (heads that do not hold a token count as 0).
struct AttentionKey {
    std::shared_ptr<Recording> recording;
    int lane = 0, layer = 0, head = -1;
    Pooling pooling = Pooling::Max;
    std::int64_t arrivals = 0;  ///< Trace::rowArrivals at construction; rows that arrive later are not included
    bool margins = true;        ///< `MapWindow::means` are needed
    bool operator==(const AttentionKey&) const = default;
};

/// Part of the map with cells of size 2^level; cell (0, 0) begins at row `row0`, column `column0` (both multiples of
/// the cell size).
struct MapWindow {
    int level = 0;
    std::int64_t row0 = 0, column0 = 0;
    int rows = 0, columns = 0;
    std::vector<float> values;   ///< [rows, columns]; kCell... if there is no value
    std::vector<float> largest;  ///< [rows] largest visible unpooled value; kCell... if there is none
    std::vector<double> means;   ///< [columns] mean of the visible unpooled values; kMissing if there are none
    float maximum = 0;           ///< largest unpooled value of the whole map
    [[nodiscard]] float at(std::int64_t row, std::int64_t column) const;  ///< value of the cell at this unpooled place
};

/// Colours of a window. Evicted cells are transparent (a hatched ground shows through); not recorded and future cells
/// have colours.
struct MapColors {
    double low = 0, high = 1;  ///< ends of the scale; logarithmic: low > 0
    bool logarithmic = false;
    QRgb future = 0, missing = 0;
    Shades shades = Shades::Usual;
};
[[nodiscard]] QImage paintMap(const MapWindow& window, const MapColors& colors);

/// Reads published steps only. Thread: any, one at a time.
class AttentionSource {
 public:
    explicit AttentionSource(AttentionKey key);
    [[nodiscard]] const AttentionKey& key() const noexcept { return m_key; }

    /// Takes the steps published since the last call. Stops early when `stale` returns true, and continues at the next
    /// call.
    void update(const std::function<bool()>& stale);
    /// Returns rows [rowBegin, rowEnd) and columns [columnBegin, columnEnd) in at most `mostRows` x `mostColumns`
    /// cells.
    [[nodiscard]] MapWindow window(std::int64_t rowBegin, std::int64_t rowEnd, std::int64_t columnBegin,
                                   std::int64_t columnEnd, int mostRows, int mostColumns) const;
    [[nodiscard]] const MapPyramid& pyramid() const noexcept { return m_pyramid; }
    /// Returns the maps that were pooled while they were recorded, as this shows them: of the mean over heads if there
    /// are none of the head, and in no cells below theirs. Null: there are rows.
    [[nodiscard]] const PooledMaps* pooled() const;

 private:
    // Fill cells, `largest`, column sums into `means`, and the number of summed values into `inColumn`.
    void fillFromRows(MapWindow& window, std::vector<double>& inColumn) const;
    void fillFromPyramid(MapWindow& window, std::vector<double>& inColumn) const;
    void addColumns(MapWindow& window, std::vector<double>& inColumn) const;
    void takePooled(const PooledMaps& maps, std::int64_t steps);

    AttentionKey m_key;
    MapPyramid m_pyramid;
    ColumnSums m_columns;          ///< of the same rows; empty if margins are not needed
    std::int64_t m_pooledAt = -1;  ///< published steps when pooled maps were taken
};

}  // namespace kvw::wb
