// SPDX-License-Identifier: Apache-2.0
#include "core/trace/overlap.h"

#include <algorithm>
#include <map>

namespace kvw {
namespace {

constexpr double kNoRounding = 1e-6;

/// Of two lists of "dropped at, or -1 while held".
double jaccard(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b) {
    std::int64_t both = 0, either = 0;
    for (std::size_t token = 0; token < std::min(a.size(), b.size()); ++token) {
        both += a[token] < 0 && b[token] < 0 ? 1 : 0;
        either += a[token] < 0 || b[token] < 0 ? 1 : 0;
    }
    return either == 0 ? 1.0 : static_cast<double>(both) / static_cast<double>(either);
}

/// Keep-set per unit, read once.
class Sets {
 public:
    Sets(const Trace& trace, std::int64_t step, std::int32_t layer) : m_trace(trace), m_step(step), m_layer(layer) {}
    const std::vector<std::int32_t>& of(std::int32_t unit) {
        const auto [found, added] = m_units.try_emplace(unit);
        if (added) {
            found->second = m_trace.evictedAt(m_step, m_layer, unit);
        }
        return found->second;
    }

 private:
    const Trace& m_trace;
    std::int64_t m_step;
    std::int32_t m_layer;
    std::map<std::int32_t, std::vector<std::int32_t>> m_units;
};

}  // namespace

std::vector<double> keepSetOverlap(const Recording& recording, std::int32_t a, std::int32_t b, std::int64_t step,
                                   const std::function<bool()>& stale) {
    const Trace &left = recording.trace(a), &right = recording.trace(b);
    const TraceShape &shape = left.shape(), &other = right.shape();
    if (step < 0 || step >= std::min(left.steps(), right.steps()) || shape.layers != other.layers ||
        shape.queryHeads != other.queryHeads) {
        return {};
    }
    std::vector<double> overlap;
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        if (stale && stale()) {
            return {};
        }
        Sets ofLeft(left, step, layer), ofRight(right, step, layer);
        std::map<std::pair<std::int32_t, std::int32_t>, double> known;
        double sum = 0;
        for (std::int32_t head = 0; head < shape.queryHeads; ++head) {
            const std::pair units{shape.unitOf(head), other.unitOf(head)};
            const auto [found, added] = known.try_emplace(units, 0);
            if (added) {
                found->second = jaccard(ofLeft.of(units.first), ofRight.of(units.second));
            }
            sum += found->second;
        }
        overlap.push_back(sum / std::max(1, shape.queryHeads));
    }
    return overlap;
}

std::int64_t firstDifference(const Recording& recording, std::int32_t a, std::int32_t b, std::int64_t from) {
    const Trace &left = recording.trace(a), &right = recording.trace(b);
    const std::int64_t steps = std::min(left.steps(), right.steps());
    for (std::int64_t step = from; step < steps; ++step) {
        const StepRecord& record = right.step(step);
        if (record.tokenId != left.step(step).tokenId || record.kl > kNoRounding) {
            return step;
        }
    }
    return -1;
}

}  // namespace kvw
