// SPDX-License-Identifier: Apache-2.0
/// Attention maps of a lane that are pooled over queries and tokens while they are recorded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "core/session/spec/map_pooling.h"
#include "core/trace/columns.h"
#include "core/trace/trace.h"

namespace kvw {

/// Cell of a pooled map. An entry is a pair of a recorded query and a token that it could have read.
struct PooledCell {
    double value = 0;           ///< MapPool::Max: the largest weight; Mean: the sum of the weights
    std::uint32_t held = 0;     ///< entries that have a weight; the others are of evicted tokens
    std::uint32_t entries = 0;  ///< 0: no row was recorded, or the tokens come after the queries

    void join(const PooledCell& other, MapPool pool) noexcept;
    /// Returns the largest or the mean weight; kMissingF: nothing was held.
    [[nodiscard]] float shown(MapPool pool) const noexcept;
};

/// Copy of one map, lower triangle: row r has the cells of columns 0 ... r. Cell (r, c) stands for the queries and
/// tokens from r << level and c << level on, 1 << level of each.
struct PooledMap {
    int level = 0;
    std::int32_t rows = 0;  ///< up to the last with a recorded query
    MapPool pool = MapPool::Max;
    std::vector<PooledCell> cells;
    std::int64_t steps = 0;  ///< tokens up to the last recorded query

    [[nodiscard]] static std::size_t at(std::int64_t row, std::int64_t column) noexcept {
        return static_cast<std::size_t>(row) * (static_cast<std::size_t>(row) + 1) / 2 +
               static_cast<std::size_t>(column);
    }
    [[nodiscard]] std::int64_t cellSize() const noexcept { return std::int64_t{1} << level; }
};

/// The maps of a lane: of each chosen layer one of the mean over its query heads (a head that does not hold a token
/// counts 0, as in `attentionRow`), and one per query head if they are wanted. All have cells of one size, a power of
/// two, which doubles when a row has no room: cells are joined in pairs, exactly for the largest weight and for counts,
/// and up to the rounding of double for sums.
///
/// Threads: one writer; readers on any thread get copies. A lock is held for one row or one copy. A map has the rows of
/// a step as soon as they are added, before the step is published.
class PooledMaps {
 public:
    /// expected: tokens that the lane will have, from which the size of cells follows; 0: not known.
    PooledMaps(const TraceShape& shape, MapPooling pooling, std::int64_t expected);
    /// Makes empty maps with the pooling and the cells of `like`, for rows of another shape.
    PooledMaps(const TraceShape& shape, const PooledMaps& like);

    [[nodiscard]] const MapPooling& pooling() const noexcept { return m_pooling; }
    /// Returns true if the layer has maps.
    [[nodiscard]] bool has(std::int32_t layer) const noexcept;
    /// Returns the layers that have maps, ascending.
    [[nodiscard]] const std::vector<std::int32_t>& layers() const noexcept { return m_layers; }
    /// Returns the tokens up to the last query recorded; 0: none is.
    [[nodiscard]] std::int64_t steps() const;
    /// Returns the queries, and tokens, that a cell stands for now.
    [[nodiscard]] std::int64_t cellSize() const;
    /// Returns the map of a layer; head -1: of the mean. None: it is not recorded, or has no rows yet.
    [[nodiscard]] std::optional<PooledMap> map(std::int32_t layer, std::int32_t head = -1) const;
    /// Returns the bytes of all cells up to the last row.
    [[nodiscard]] std::int64_t bytes() const;

    /// Adds the rows of a step and layer: unitTokens [units][n], ascending; headProbs [query_heads][n], in the order of
    /// the tokens of the head's unit. Ignores layers without maps.
    void add(std::int64_t step, std::int32_t layer, std::span<const std::span<const std::int32_t>> unitTokens,
             std::span<const std::span<const float>> headProbs);
    /// Adds the entries of maps of other steps, with the same layers and heads.
    void add(const PooledMaps& other);
    /// Forgets all rows.
    void clear();
    /// Copies the entries of the first `steps` steps. Of a row of cells that has later ones, too, nothing is copied.
    void copy(const PooledMaps& other, std::int64_t steps);
    /// Sets the size of cells and the steps, as read from a bundle, and then PooledMap::cells of each map. Called
    /// before readers have this.
    void restore(int level, std::int64_t steps) noexcept;
    void restore(std::int32_t layer, std::int32_t head, std::span<const PooledCell> cells);

 private:
    using Cells = trace::SparseColumn<PooledCell>;
    [[nodiscard]] std::size_t mapsPerLayer() const noexcept { return m_pooling.heads ? 1 + m_heads : 1; }
    [[nodiscard]] std::size_t placeOf(std::int32_t layer, std::int32_t head) const noexcept;
    [[nodiscard]] std::int64_t rows() const noexcept { return m_steps == 0 ? 0 : ((m_steps - 1) >> m_level) + 1; }
    void makeRoom(std::int64_t step);
    void doubleCells();
    void addRow(Cells& cells, std::int64_t step, std::span<const std::int32_t> tokens, std::span<const float> weights);
    void addCells(const PooledMaps& other, std::int64_t rows);

    TraceShape m_shape;
    std::size_t m_heads;
    MapPooling m_pooling;
    std::vector<std::int32_t> m_layers;
    mutable std::mutex m_mutex;
    int m_level = 0;
    std::int64_t m_first = 0, m_steps = 0;       ///< the first query, and one past the last; 0: none
    std::vector<std::unique_ptr<Cells>> m_maps;  ///< [layers with maps][maps per layer], the mean first
    std::vector<float> m_sums, m_weights;        ///< of the row being added
    std::vector<std::int32_t> m_tokens;
    std::vector<PooledCell> m_row;
};

}  // namespace kvw
