// SPDX-License-Identifier: Apache-2.0
/// Fill of the sub-caches, and the place where the insertion of a token ends.
///
/// Both follow from token indices alone. Scores only decide which of two tokens leaves, and these two are neighbours in
/// age. So all layers and heads share one layout, and the layout and the ages of the held tokens determine the
/// sub-cache of each token (the ascending-order invariant of POLICIES.md, section 4).
#pragma once

#include <cstdint>
#include <vector>

namespace kvw::cascade {

/// Sizes and periods of the sub-caches. Letters of section 4: s sinks, |C| window, N sub-caches; W_i tokens and period
/// p_i of each.
struct Rule {
    std::int64_t sinks = 0;
    std::vector<std::int64_t> sizes{1}, periods{1};  ///< the newest sub-cache first
    bool eagerFill = false;

    /// Returns N sub-caches of window / N tokens each, with the periods rate^i.
    [[nodiscard]] static Rule equal(std::int64_t sinks, std::int64_t window, std::int64_t cascades, std::int64_t rate,
                                    bool eagerFill = false);

    [[nodiscard]] std::int64_t cascades() const { return static_cast<std::int64_t>(sizes.size()); }
    [[nodiscard]] std::int64_t window() const;
    /// Returns the number of tokens in full sub-caches 0 ... level - 1.
    [[nodiscard]] std::int64_t before(std::int64_t level) const;
    /// Returns the number of newest tokens that are never evicted: the size of sub-cache 0 if it takes every token.
    [[nodiscard]] std::int64_t newest() const { return periods.front() == 1 ? sizes.front() : 0; }
    /// Returns for each sub-cache the interval in tokens at which it takes one: the least common multiple of its own
    /// period and those of the sub-caches before it, which must take the token too.
    [[nodiscard]] std::vector<double> intervals() const;
    /// Returns the number of tokens that full sub-caches reach back over: the sum of size times interval.
    [[nodiscard]] double history() const;
};

/// End of an insertion: the place of the inserted token or of the token it pushed out of younger sub-caches. Sub-caches
/// 0 ... level - 1 each took one token and passed on their oldest.
struct Insertion {
    enum class End : std::uint8_t {
        Sink,     ///< the token is a sink: no sub-cache takes part
        Room,     ///< sub-cache `level` takes one more
        Contest,  ///< the carried token and the newest of sub-cache `level` compete for one place
        Overflow  ///< every sub-cache passed on a token: the oldest token leaves
    };
    End end = End::Sink;
    std::int64_t level = 0;

    [[nodiscard]] bool evicts() const { return end == End::Contest || end == End::Overflow; }
};

class Layout {
 public:
    Layout() = default;
    explicit Layout(const Rule& rule);

    /// Inserts a token. Tokens come in ascending order, sinks included; some may be missing.
    Insertion insert(std::int64_t token);
    /// Returns the number of tokens in each sub-cache, the newest sub-cache first.
    [[nodiscard]] const std::vector<std::int64_t>& sizes() const noexcept { return m_sizes; }
    /// Returns the number of tokens held, sinks included.
    [[nodiscard]] std::int64_t held() const;

 private:
    Rule m_rule;
    std::vector<std::int64_t> m_sizes;
    std::int64_t m_sinks = 0;  ///< number of sinks inserted so far
};

}  // namespace kvw::cascade
