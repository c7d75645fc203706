// SPDX-License-Identifier: GPL-3.0-or-later
/// Attention rows of one layer and head as a map: any window of it at a size that fits the screen.
#pragma once

#include <QImage>
#include <functional>
#include <memory>
#include <vector>

#include "app/workbench/plots/colors.h"
#include "app/workbench/plots/column_sums.h"
#include "app/workbench/plots/map_pyramid.h"
#include "core/trace/attention_row.h"
#include "core/trace/recording.h"

namespace kvw::wb {

/// What is looked at. head -1: mean over the query heads (a token that some head holds counts 0 for the others).
struct AttentionKey {
    std::shared_ptr<Recording> recording;
    int lane = 0, layer = 0, head = -1;
    Pooling pooling = Pooling::Max;
    std::int64_t arrivals = 0;  ///< Trace::rowArrivals when it was made: rows that come later are not in it
    bool margins = true;        ///< `MapWindow::means` are wanted
    bool operator==(const AttentionKey&) const = default;
};

/// Cells of size 2^level; cell (0, 0) begins at row `row0`, column `column0` (both multiples of the cell size).
struct MapWindow {
    int level = 0;
    std::int64_t row0 = 0, column0 = 0;
    int rows = 0, columns = 0;
    std::vector<float> values;   ///< [rows, columns], kCell... where there is no value
    std::vector<float> largest;  ///< [rows] of the unpooled cells in sight, kCell... where none has a value
    std::vector<double> means;   ///< [columns] of the unpooled cells in sight that have a value; kMissing: none has
    float maximum = 0;           ///< of the whole map, unpooled
    [[nodiscard]] float at(std::int64_t row, std::int64_t column) const;  ///< of the unpooled place
};

/// Colours of a window: evicted cells are transparent (a hatched ground shows), not recorded and future ones are not.
struct MapColors {
    double low = 0, high = 1;  ///< of the scale; logarithmic: low > 0
    bool logarithmic = false;
    QRgb future = 0, missing = 0;
    Shades shades = Shades::Usual;
};
[[nodiscard]] QImage paintMap(const MapWindow& window, const MapColors& colors);

/// Thread: one at a time, any; reads published steps only.
class AttentionSource {
 public:
    explicit AttentionSource(AttentionKey key);
    [[nodiscard]] const AttentionKey& key() const noexcept { return m_key; }

    /// Takes the steps published since the last call; stops early when `stale` says so and goes on at the next call.
    void update(const std::function<bool()>& stale);
    /// Rows [rowBegin, rowEnd) and columns likewise, in at most `mostRows` x `mostColumns` cells.
    [[nodiscard]] MapWindow window(std::int64_t rowBegin, std::int64_t rowEnd, std::int64_t columnBegin,
                                   std::int64_t columnEnd, int mostRows, int mostColumns) const;
    [[nodiscard]] const MapPyramid& pyramid() const noexcept { return m_pyramid; }

 private:
    // Cells, `largest`, sums of columns into `means`, and how many values these add up.
    void fillFromRows(MapWindow& window, std::vector<double>& inColumn) const;
    void fillFromPyramid(MapWindow& window, std::vector<double>& inColumn) const;
    void addColumns(MapWindow& window, std::vector<double>& inColumn) const;

    AttentionKey m_key;
    MapPyramid m_pyramid;
    ColumnSums m_columns;  ///< of the same rows, or empty
};

}  // namespace kvw::wb
