// SPDX-License-Identifier: Apache-2.0
/// How full the sub-caches are, and where the insertion of a token ends.
///
/// Both follow from token indices alone. Scores only decide which of two tokens leaves, and these two are neighbours in
/// age: so all layers and heads share one layout, and the layout with the ages of the held tokens says which sub-cache
/// a token is in (the ascending-order invariant of POLICIES.md, section 4).
#pragma once

#include <cstdint>
#include <vector>

namespace kvw::cascade {

/// Letters of section 4: s sinks, |C| window, N sub-caches; W_i tokens and period p_i of each.
struct Rule {
    std::int64_t sinks = 0;
    std::vector<std::int64_t> sizes{1}, periods{1};  ///< the newest sub-cache first
    bool eagerFill = false;

    /// N sub-caches of window / N tokens each, with the periods rate^i.
    [[nodiscard]] static Rule equal(std::int64_t sinks, std::int64_t window, std::int64_t cascades, std::int64_t rate,
                                    bool eagerFill = false);

    [[nodiscard]] std::int64_t cascades() const { return static_cast<std::int64_t>(sizes.size()); }
    [[nodiscard]] std::int64_t window() const;
    /// Tokens in full sub-caches 0 ... level - 1.
    [[nodiscard]] std::int64_t before(std::int64_t level) const;
    /// The newest tokens, which are never evicted: those of a sub-cache 0 that takes every token.
    [[nodiscard]] std::int64_t newest() const { return periods.front() == 1 ? sizes.front() : 0; }
    /// Every how many tokens each sub-cache takes one: its own period and those of all before it, which must take it,
    /// too.
    [[nodiscard]] std::vector<double> intervals() const;
    /// Tokens over which full sub-caches reach back: the sum of size and interval.
    [[nodiscard]] double history() const;
};

/// Where an inserted token, or what it pushed out of younger sub-caches, comes to rest. Sub-caches 0 ... level - 1 each
/// took one token and passed their oldest on.
struct Insertion {
    enum class End : std::uint8_t {
        Sink,     ///< the token is a sink: no sub-cache takes part
        Room,     ///< sub-cache `level` takes one more
        Contest,  ///< the carried token and the newest of sub-cache `level` compete for one place
        Overflow  ///< every sub-cache passed one on: the oldest token leaves
    };
    End end = End::Sink;
    std::int64_t level = 0;

    [[nodiscard]] bool evicts() const { return end == End::Contest || end == End::Overflow; }
};

class Layout {
 public:
    Layout() = default;
    explicit Layout(const Rule& rule);

    /// Tokens come in ascending order, sinks included; some may be missing.
    Insertion insert(std::int64_t token);
    /// Tokens in each sub-cache, the newest sub-cache first.
    [[nodiscard]] const std::vector<std::int64_t>& sizes() const noexcept { return m_sizes; }
    /// Tokens held, sinks included.
    [[nodiscard]] std::int64_t held() const;

 private:
    Rule m_rule;
    std::vector<std::int64_t> m_sizes;
    std::int64_t m_sinks = 0;  ///< that came
};

}  // namespace kvw::cascade
