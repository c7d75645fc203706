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

/// Letters of section 4: s sinks, |C| window, N cascades, W = |C| / N.
struct Rule {
    std::int64_t sinks = 0;
    std::int64_t window = 1;
    std::int64_t cascades = 1;
    std::int64_t rate = 2;
    bool eagerFill = false;

    [[nodiscard]] std::int64_t size() const { return window / cascades; }
    /// Tokens over which full sub-caches reach back: W (1 + rate + rate^2 + ...).
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
    std::vector<std::int64_t> m_periods;  ///< rate^i
    std::vector<std::int64_t> m_sizes;
    std::int64_t m_sinks = 0;  ///< that came
};

}  // namespace kvw::cascade
