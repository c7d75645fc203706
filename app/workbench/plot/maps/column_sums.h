// SPDX-License-Identifier: GPL-3.0-or-later
/// Computes sums over the columns of a growing triangular map for a range of its rows, without storing a sum per cell.
#pragma once

#include <algorithm>
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
    void append(std::span<const std::int32_t> tokens, std::span<const float> values) {
        constexpr std::int64_t kMostMarks = 32;
        if (m_rows % spacing() == 0) {
            m_marks.push_back(m_all);
        }
        const auto columns = static_cast<std::size_t>(m_rows >> m_level) + 1;
        m_all.sums.resize(columns);
        m_all.counts.resize(columns);
        for (std::size_t i = 0; i < tokens.size() && i < values.size(); ++i) {
            const auto column = static_cast<std::size_t>(tokens[i]) >> m_level;
            if (tokens[i] >= 0 && column < columns && values[i] >= 0) {
                m_all.sums[column] += static_cast<double>(values[i]);
                m_all.counts[column] += 1;
            }
        }
        ++m_rows;
        if (m_rows != kMostMarks * spacing()) {
            return;
        }
        for (std::size_t i = 0; i < m_marks.size(); i += 2) {
            m_marks[i / 2] = std::move(m_marks[i]);
        }
        m_marks.resize((m_marks.size() + 1) / 2);
        ++m_level;
        halve(m_all.sums);
        halve(m_all.counts);
        for (Sums& mark : m_marks) {
            halve(mark.sums);
            halve(mark.counts);
        }
    }

    [[nodiscard]] std::int64_t rows() const noexcept { return m_rows; }
    [[nodiscard]] int level() const noexcept { return m_level; }

    struct Range {
        std::vector<double> sums, counts;  ///< per 2^level() columns
        std::int64_t begin, end;           ///< rows included in the sums; the other rows of the range must be read
    };
    /// Returns the sums of rows within [begin, end); possibly of no row.
    [[nodiscard]] Range within(std::int64_t begin, std::int64_t end) const {
        end = std::min(end, m_rows);
        const std::int64_t first = (begin + spacing() - 1) / spacing();
        // m_all holds the sums up to the last row.
        const std::int64_t last = end == m_rows ? static_cast<std::int64_t>(m_marks.size()) : end / spacing();
        if (first >= last || first >= static_cast<std::int64_t>(m_marks.size())) {
            return {{}, {}, begin, begin};
        }
        const Sums& upper = end == m_rows ? m_all : m_marks[static_cast<std::size_t>(last)];
        Range range{upper.sums, upper.counts, first * spacing(), end == m_rows ? end : last * spacing()};
        const Sums& lower = m_marks[static_cast<std::size_t>(first)];
        for (std::size_t i = 0; i < lower.sums.size(); ++i) {
            range.sums[i] -= lower.sums[i];
            range.counts[i] -= lower.counts[i];
        }
        return range;
    }

 private:
    struct Sums {
        std::vector<double> sums, counts;
    };
    [[nodiscard]] std::int64_t spacing() const noexcept { return std::int64_t{128} << m_level; }
    static void halve(std::vector<double>& values) {
        for (std::size_t i = 0; i < values.size(); i += 2) {
            values[i / 2] = values[i] + (i + 1 < values.size() ? values[i + 1] : 0);
        }
        values.resize((values.size() + 1) / 2);
    }

    std::int64_t m_rows = 0;
    int m_level = 0;
    Sums m_all;
    std::vector<Sums> m_marks;  ///< [i]: state before row i * spacing()
};

}  // namespace kvw::wb
