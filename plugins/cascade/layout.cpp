// SPDX-License-Identifier: Apache-2.0
#include "plugins/cascade/layout.h"

#include <numeric>

namespace kvw::cascade {

Rule Rule::equal(std::int64_t sinks, std::int64_t window, std::int64_t cascades, std::int64_t rate, bool eagerFill) {
    Rule rule{sinks, std::vector<std::int64_t>(static_cast<std::size_t>(cascades), window / cascades), {}, eagerFill};
    rule.periods.clear();
    for (std::int64_t i = 0, period = 1; i < cascades; ++i, period *= rate) {
        rule.periods.push_back(period);
    }
    return rule;
}

std::int64_t Rule::window() const {
    return before(cascades());
}

std::int64_t Rule::before(std::int64_t level) const {
    return std::accumulate(sizes.begin(), sizes.begin() + level, std::int64_t{0});
}

std::vector<double> Rule::intervals() const {
    constexpr std::int64_t kLargest = std::int64_t{1} << 53;
    std::vector<double> intervals;
    std::int64_t common = 1;
    for (const std::int64_t period : periods) {
        // Saturates where a double is no longer exact: no run is long enough for a second token.
        const std::int64_t factor = period / std::gcd(common, period);
        common = common > kLargest / factor ? kLargest : common * factor;
        intervals.push_back(static_cast<double>(common));
    }
    return intervals;
}

double Rule::history() const {
    double tokens = 0;
    const std::vector<double> each = intervals();
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        tokens += static_cast<double>(sizes[i]) * each[i];
    }
    return tokens;
}

Layout::Layout(const Rule& rule) : m_rule(rule), m_sizes(rule.sizes.size(), 0) {}

Insertion Layout::insert(std::int64_t token) {
    const std::int64_t place = token - m_rule.sinks;
    if (place < 0) {
        ++m_sinks;
        return {};
    }
    const bool all = m_rule.eagerFill && token <= m_rule.window() + m_rule.sinks;
    for (std::int64_t level = 0; level < m_rule.cascades(); ++level) {
        const auto i = static_cast<std::size_t>(level);
        // Every level tests the index of the inserted token, even if it is offered an older, carried token.
        const bool accepts = all || place % m_rule.periods[i] == 0;
        if (m_sizes[i] == 0 || (accepts && m_sizes[i] < m_rule.sizes[i])) {
            ++m_sizes[i];
            return {Insertion::End::Room, level};
        }
        if (!accepts) {
            return {Insertion::End::Contest, level};
        }
    }
    return {Insertion::End::Overflow, m_rule.cascades()};
}

std::int64_t Layout::held() const {
    return std::accumulate(m_sizes.begin(), m_sizes.end(), m_sinks);
}

}  // namespace kvw::cascade
