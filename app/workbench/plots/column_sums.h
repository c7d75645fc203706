// SPDX-License-Identifier: GPL-3.0-or-later
/// How much the columns of a growing triangular map got in a range of its rows, without a sum per cell.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace kvw::wb {

/// Sums and counts of values by column, columns joined in 2^level, as they were before every 128 * 2^level-th row: a
/// range is the difference of two, and the rows beside them. Takes some 2 MB however long the map gets. No Qt; one
/// thread at a time.
class ColumnSums {
 public:
    /// The next row.
    void append(std::span<const std::int32_t> tokens, std::span<const float> values);
    [[nodiscard]] std::int64_t rows() const noexcept { return m_rows; }
    [[nodiscard]] int level() const noexcept { return m_level; }

    struct Range {
        std::vector<double> sums, counts;  ///< by column of 2^level()
        std::int64_t begin, end;           ///< rows that are in them; the others of the range are to be read
    };
    /// Of rows within [begin, end); may be none of them.
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
    std::vector<Sums> m_marks;  ///< before row i * spacing()
};

}  // namespace kvw::wb
