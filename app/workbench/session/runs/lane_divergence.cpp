// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/runs/lane_divergence.h"

#include <algorithm>

#include "core/analysis/overlap.h"

namespace kvw::wb {

namespace {

std::int64_t firstOtherWord(const Trace& a, const Trace& b, std::int64_t from, std::int64_t end) {
    for (std::int64_t step = from; step < end; ++step) {
        if (a.step(step).tokenId != b.step(step).tokenId) {
            return step;
        }
    }
    return -1;
}

}  // namespace

std::int64_t LaneDivergence::at(const std::shared_ptr<const Recording>& recording, int a, int b) {
    if (recording == nullptr || a == b || !recording->hasTrace(a) || !recording->hasTrace(b)) {
        return -1;
    }
    if (m_of.lock() != recording || m_a != a || m_b != b) {
        *this = {};
        m_of = recording;
        m_a = a;
        m_b = b;
    }
    const Trace &left = recording->trace(a), &right = recording->trace(b);
    const std::int64_t both = std::min(left.steps(), right.steps());
    if (m_at < 0 && both > m_looked) {
        m_at = recording->description().mode == "generate" ? firstOtherWord(left, right, m_looked, both)
                                                           : firstUnequal(left, right, both, m_looked);
        m_looked = both;
    }
    return m_at;
}

}  // namespace kvw::wb
