// SPDX-License-Identifier: Apache-2.0
/// Attention by age: how much of it goes to old, middle and new tokens of the text. The curve is a U if the first and
/// the newest tokens draw more than those in between.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace kvw::metrics {

/// Mean over rows of the attention to each of `bins` equal parts of the text that the query at token t has seen: token
/// j lies in part floor(j * bins / (t + 1)), oldest first. Weights sum to 1 per row, so a row spread evenly over the
/// whole text gives 1 / bins everywhere; an evicted token counts 0 in its part. Rows of fewer tokens than bins are left
/// out, because some of their parts would be empty.
class AgeProfile {
 public:
    explicit AgeProfile(std::size_t bins = 20) : m_sums(bins, 0.0) {}

    /// Adds row [n] of the query at token t; entry i belongs to tokens[i], a negative token is a free slot.
    void add(std::span<const float> row, std::span<const std::int32_t> tokens, std::int64_t t);
    [[nodiscard]] std::int64_t rows() const noexcept { return m_rows; }
    /// Returns the mean row [bins]; empty if no row was added.
    [[nodiscard]] std::vector<double> mean() const;

 private:
    std::vector<double> m_sums;
    std::int64_t m_rows = 0;
};

}  // namespace kvw::metrics
