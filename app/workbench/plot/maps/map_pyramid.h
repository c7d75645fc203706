// SPDX-License-Identifier: GPL-3.0-or-later
/// Stores a growing triangular map (rows = queries, columns = tokens) at ever coarser levels, so that any window of it
/// can be drawn in a few pixels without losing a narrow column.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace kvw::wb {

/// Cells without a value, in order of precedence: in a joined cell, a value takes precedence over evicted, evicted over
/// not recorded, and not recorded over future. Values are never negative.
inline constexpr float kCellEvicted = -1, kCellMissing = -2, kCellFuture = -3;

enum class Pooling { Max, Mean };

/// Level k joins 2^k x 2^k cells. The finest stored level has at most `side` rows; the coarsest is one cell. Cost of a
/// row: at most 4 * side operations. No Qt; one thread at a time.
class MapPyramid {
 public:
    /// Mean pooling averages the cells that have a value.
    explicit MapPyramid(Pooling pooling = Pooling::Max, int side = 2048);

    /// Adds the next row. `tokens` must be ascending and at most the row's index; missing tokens are evicted.
    void append(std::span<const std::int32_t> tokens, std::span<const float> values);
    /// Adds a row of which nothing was recorded.
    void appendMissing();
    /// Adds the next `rows` rows, already joined to one row of cells of that level, the same for all calls: `rows` is
    /// 2^level, less only in the last call. `values`: kCell... if there is none; with mean pooling `weights` are the
    /// numbers of values that each is the mean of.
    void appendJoined(int level, std::int64_t rows, std::span<const float> values, std::span<const float> weights);

    [[nodiscard]] Pooling pooling() const noexcept { return m_pooling; }
    [[nodiscard]] std::int64_t rows() const noexcept { return m_rows; }
    [[nodiscard]] int finest() const noexcept { return m_finest; }
    [[nodiscard]] int coarsest() const noexcept;  ///< its only cell holds everything
    /// Returns a cell of a stored level; kCellFuture outside.
    [[nodiscard]] float at(int level, std::int64_t row, std::int64_t column) const;
    /// Returns the largest value of columns [column, column + count) in a row of a stored level; kCell... if there is
    /// none.
    [[nodiscard]] float strongest(int level, std::int64_t row, std::int64_t column, int count) const;
    [[nodiscard]] float maximum() const noexcept { return m_maximum; }  ///< largest value so far; 0: none

 private:
    struct Row {
        std::vector<float> strongest;      // [columns]
        std::vector<float> sums, weights;  // Pooling::Mean only
    };
    void prepare();
    void commit();

    Pooling m_pooling;
    std::int64_t m_side, m_rows = 0;
    int m_finest = 0;
    float m_maximum = 0;
    std::vector<std::vector<Row>> m_levels;  // [level - finest][row]
    Row m_new;                               // the row being added, at the finest level
};

}  // namespace kvw::wb
