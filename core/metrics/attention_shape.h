// SPDX-License-Identifier: Apache-2.0
/// The shape of attention rows: Gini, entropies, temporal variance, CAKE preference, effective context, overlap.
///
/// Definitions: METRICS.md section 1. `a` is one attention row (softmax weights of one query). Rows come as spans over
/// the entries seen; where a function also takes `tokens`, entry j belongs to `tokens[j]` and a negative token is a
/// free slot, which is skipped. An undefined value (no entries, 0/0, too few rows, a NaN or infinity in the input) is
/// `std::nullopt`. Every function is pure and may be called from any thread; a scratch or a `LiveVariance` belongs to
/// one thread at a time. float overloads are for the engine's rows, double overloads for references; sums are in
/// double.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kvw::metrics {

/// Working memory of the Gini functions; reuse one per thread: it keeps its memory.
struct GiniScratch {
    std::vector<float> floats;
    std::vector<double> doubles;
};

/// Gini of n >= 1 non-negative numbers: G = sum_i (2i - n - 1) a_(i) / (n sum a), a_(i) ascending, i from 1; sum a = 0
/// gives 0. Range 0 (equal) to (n-1)/n (one-hot), scale-free, order irrelevant. Cost: a sort. Source:
/// Adap-KV (POLICIES.md 6).
[[nodiscard]] std::optional<double> gini(std::span<const float> values, GiniScratch& scratch);
[[nodiscard]] std::optional<double> gini(std::span<const double> values, GiniScratch& scratch);

/// A block of attention rows [heads, rows, columns], row-major; the functions below read the first `prefix` columns.
template <class T>
struct RowBlock {
    std::span<const T> values;  ///< borrowed for the call
    std::size_t heads = 0;
    std::size_t rows = 0;  ///< the last w queries
    std::size_t columns = 0;
    std::size_t prefix = 0;  ///< columns before the last w

    [[nodiscard]] std::span<const T> row(std::size_t head, std::size_t index) const {
        return values.subspan((head * rows + index) * columns, prefix);
    }
};

/// Spatial entropy of one row, nats: H(a) = -sum_j a_j ln(a_j + 1e-10). The row is not renormalised. The float overload
/// uses a polynomial logarithm (relative error 2e-7). Source: CAKE (POLICIES.md 5.1).
[[nodiscard]] std::optional<double> spatialEntropy(std::span<const float> row);
[[nodiscard]] std::optional<double> spatialEntropy(std::span<const double> row);

/// Normalised entropy H(a) / ln n of a row (or of the mean over heads of rows) with n entries; n < 2: none.
[[nodiscard]] std::optional<double> normalisedEntropy(std::optional<double> entropy, std::size_t entries);

/// CAKE H: the sum of H over heads, rows and the prefix columns only. Source: CAKE (POLICIES.md 5.1).
[[nodiscard]] std::optional<double> cakeEntropy(const RowBlock<float>& block);
[[nodiscard]] std::optional<double> cakeEntropy(const RowBlock<double>& block);

/// Temporal variance (CAKE V): the unbiased variance over rows of each head and prefix column (divisor rows - 1),
/// summed over columns and heads; two passes in double. Fewer than 2 rows: none. Source: CAKE (POLICIES.md 5.1).
[[nodiscard]] std::optional<double> temporalVariance(const RowBlock<float>& block);
[[nodiscard]] std::optional<double> temporalVariance(const RowBlock<double>& block);

/// Live temporal variance of heads that share one token table (one KV head's query heads, or a layer's heads): over the
/// last w decode rows (over all rows while there are fewer) and the tokens held in all of them, summed over tokens and
/// heads. Each push computes it from the stored rows, so rounding does not accumulate. Cost: O(w * slots) per head and
/// push. Memory: 4 w bytes per head and slot, allocated only when `tokens` grows.
class LiveVariance {
 public:
    static constexpr std::size_t kWindow = 8;
    explicit LiveVariance(std::size_t heads, std::size_t window = kWindow);

    /// Adds one decode row: tokens [slots] (negative: free), probs [heads, slots]. Probabilities of free slots are
    /// ignored. A slot whose token differs from the previous push holds a new token. After a compaction tokens are in
    /// other slots and therefore count as new: they return to the sum after w pushes.
    void push(std::span<const std::int64_t> tokens, std::span<const float> probs);
    /// Gives the memory of the rows away. Put it back before anything else is called.
    [[nodiscard]] std::vector<float> takeRows() { return std::move(m_ring); }
    [[nodiscard]] std::size_t rowsSize() const { return m_window * m_heads * m_capacity; }
    void putBackRows(std::vector<float> rows) { m_ring = std::move(rows); }

    [[nodiscard]] std::optional<double> value() const;  ///< all heads; < 2 rows or no common token: none
    [[nodiscard]] std::optional<double> head(std::size_t index) const;   ///< one head
    [[nodiscard]] std::size_t commonTokens() const { return m_common; }  ///< tokens held in all rows of the window
    [[nodiscard]] std::size_t rows() const { return m_rows; }            ///< rows in the window, at most w

 private:
    void grow(std::size_t slots);
    /// Returns the variance over the rows of the window, the newest included, of one head.
    [[nodiscard]] double varianceOf(std::size_t head) const;

    std::size_t m_heads, m_window, m_capacity = 0, m_slots = 0, m_rows = 0, m_next = 0, m_common = 0;
    std::vector<std::int64_t> m_tokens;  ///< [capacity] tokens of the last push
    std::vector<std::uint32_t> m_age;    ///< [capacity] rows since the token came, saturating at w; 0: free
    std::vector<std::size_t> m_outside;  ///< slots whose token was not held in all rows of the window, ascending
    std::vector<float> m_ring;           ///< [window, heads, capacity]
    std::vector<double> m_variance;      ///< [heads]
};

/// CAKE preference P = H^(1/tau1) * V^(1/tau2); H below 0 (rounding of a one-hot row) counts as 0. None unless tau1,
/// tau2 > 0 and V >= 0. Source: CAKE (POLICIES.md 5.1).
[[nodiscard]] std::optional<double> cakePreference(double entropy, double variance, double tau1, double tau2);

/// Effective tokens of one row: exp(H(a)), how many tokens the query really reads. Value of a layer: the mean over its
/// query heads.
[[nodiscard]] std::optional<double> effectiveTokens(std::span<const double> row);

/// Mean distance sum_j a_j (t - token_j) in tokens: how far back a query at token t reads.
[[nodiscard]] std::optional<double> meanDistance(std::span<const double> row, std::span<const std::int64_t> tokens,
                                                 std::int64_t t);

/// Span t - min(held tokens >= sinks): how far the cache reaches. None if only sinks are held.
[[nodiscard]] std::optional<std::int64_t> contextSpan(std::span<const std::int64_t> tokens, std::int64_t sinks,
                                                      std::int64_t t);

/// Overlap of two keep-sets (any order, no token twice): Jaccard |A and B| / |A or B|; both empty: 1. Free slots are
/// skipped.
[[nodiscard]] double jaccard(std::span<const std::int64_t> a, std::span<const std::int64_t> b);

}  // namespace kvw::metrics
