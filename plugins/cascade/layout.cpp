// SPDX-License-Identifier: Apache-2.0
#include "plugins/cascade/layout.h"

#include <numeric>

namespace kvw::cascade {

double Rule::history() const {
    double periods = 0;
    for (std::int64_t i = 0; i < cascades; ++i) {
        periods = periods * static_cast<double>(rate) + 1;
    }
    return static_cast<double>(size()) * periods;
}

Layout::Layout(const Rule& rule) : m_rule(rule), m_sizes(static_cast<std::size_t>(rule.cascades), 0) {
    for (std::int64_t i = 0, period = 1; i < rule.cascades; ++i, period *= rule.rate) {
        m_periods.push_back(period);
    }
}

Insertion Layout::insert(std::int64_t token) {
    const std::int64_t place = token - m_rule.sinks;
    if (place < 0) {
        ++m_sinks;
        return {};
    }
    const bool all = m_rule.eagerFill && token <= m_rule.window + m_rule.sinks;
    for (std::int64_t level = 0; level < m_rule.cascades; ++level) {
        const auto i = static_cast<std::size_t>(level);
        // The inserted token's index is tested at every level, also where an older token is carried.
        const bool accepts = all || place % m_periods[i] == 0;
        if (m_sizes[i] == 0 || (accepts && m_sizes[i] < m_rule.size())) {
            ++m_sizes[i];
            return {Insertion::End::Room, level};
        }
        if (!accepts) {
            return {Insertion::End::Contest, level};
        }
    }
    return {Insertion::End::Overflow, m_rule.cascades};
}

std::int64_t Layout::held() const {
    return std::accumulate(m_sizes.begin(), m_sizes.end(), m_sinks);
}

}  // namespace kvw::cascade
