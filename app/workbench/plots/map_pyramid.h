// SPDX-License-Identifier: GPL-3.0-or-later
/// A growing triangular map (rows = queries, columns = tokens) at ever coarser levels, so that any window of it can be
/// shown in a few pixels without a narrow column getting lost.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace kvw::wb {

/// Cells without a value, ordered: when cells are joined, a value wins over evicted, that over not recorded, that over
/// the future. Values are never negative.
inline constexpr float kCellEvicted = -1, kCellMissing = -2, kCellFuture = -3;

enum class Pooling { Max, Mean };

/// Level k joins 2^k x 2^k cells. The finest level kept has at most `side` rows; coarser ones go down to one cell.
/// Cost of a row: at most 4 * side operations. No Qt; one thread at a time.
class MapPyramid {
 public:
    /// Mean: over the cells that have a value.
    explicit MapPyramid(Pooling pooling = Pooling::Max, int side = 2048);

    /// The next row. `tokens` ascending, at most the row's index; those that are missing are evicted.
    void append(std::span<const std::int32_t> tokens, std::span<const float> values);
    /// The next row, of which nothing was recorded.
    void appendMissing();

    [[nodiscard]] Pooling pooling() const noexcept { return m_pooling; }
    [[nodiscard]] std::int64_t rows() const noexcept { return m_rows; }
    [[nodiscard]] int finest() const noexcept { return m_finest; }
    [[nodiscard]] int coarsest() const noexcept;  ///< one cell holds everything
    /// Cell of a kept level; kCellFuture outside.
    [[nodiscard]] float at(int level, std::int64_t row, std::int64_t column) const;
    /// The largest value of columns [column, column + count) of a row of a kept level, or kCell... where there is none.
    [[nodiscard]] float strongest(int level, std::int64_t row, std::int64_t column, int count) const;
    [[nodiscard]] float maximum() const noexcept { return m_maximum; }  ///< of all values so far; 0: none

 private:
    struct Row {
        std::vector<float> strongest;      // [columns]
        std::vector<float> sums, weights;  // mean only
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
