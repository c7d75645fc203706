// SPDX-License-Identifier: GPL-3.0-or-later
/// Computes sums over the columns of a growing triangular map for a range of its rows, without storing a sum per cell.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace kvw::wb {

/// Stores sums and counts of values per 2^level columns before every 128 * 2^level-th row. The sums of a range are the
/// difference of two stored states, plus the rows at its ends, which the caller reads. Takes about 2 MB whatever the
/// size of the map. No Qt; one thread at a time.
class ColumnSums {
 public:
    /// Adds the next row.
    void append(std::span<const std::int32_t> tokens, std::span<const float> values);
    [[nodiscard]] std::int64_t rows() const noexcept { return m_rows; }
    [[nodiscard]] int level() const noexcept { return m_level; }

    struct Range {
        std::vector<double> sums, counts;  ///< per 2^level() columns
        std::int64_t begin, end;           ///< rows included in the sums; the other rows of the range must be read
    };
    /// Returns the sums of rows within [begin, end); possibly of no row.
    [[nodiscard]] Range within(std::int64_t begin, std::int64_t end) const;

 private:
    struct Sums {
        std::vector<double> sums, counts;
    };
    [[nodiscard]] std::int64_t spacing() const noexcept { return std::int64_t{128} << m_level; }
    static void halve(std::vector<double>& values);

    std::int64_t m_rows = 0;
    int m_level = 0;
    Sums m_all;
    std::vector<Sums> m_marks;  ///< [i]: state before row i * spacing()
};

}  // namespace kvw::wb
