// SPDX-License-Identifier: Apache-2.0
#include "core/trace/attention_reach.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>

#include "core/metrics/attention_shape.h"
#include "core/metrics/quality.h"

namespace kvw {
namespace {

using metrics::RunningMean;

struct ReachMeans {
    RunningMean effective, normalised, distance, span, evicted;

    void merge(const ReachMeans& other) {
        effective.merge(other.effective);
        normalised.merge(other.normalised);
        distance.merge(other.distance);
        span.merge(other.span);
        evicted.merge(other.evicted);
    }
    [[nodiscard]] AttentionReach values() const {
        return {effective.value().value_or(kMissing), normalised.value().value_or(kMissing),
                distance.value().value_or(kMissing), span.value().value_or(kMissing),
                evicted.value().value_or(kMissing)};
    }
};

/// By layer and unit, ascending.
using TokensOfUnits = std::vector<std::vector<std::int64_t>>;

TokensOfUnits evictedAfter(const Trace& trace, std::int32_t step) {
    const TraceShape& shape = trace.shape();
    TokensOfUnits evicted(static_cast<std::size_t>(shape.layers * shape.units));
    for (std::int64_t i = trace.evictionsFrom(step); i < trace.evictions() && trace.evictionStep(i) == step; ++i) {
        const EvictionRecord record = trace.eviction(i);
        if (record.layer < 0 || record.layer >= shape.layers || record.head >= shape.units) {
            continue;
        }
        for (std::int32_t unit = std::max(record.head, 0); unit <= (record.head < 0 ? shape.units - 1 : record.head);
             ++unit) {
            auto& tokens = evicted[static_cast<std::size_t>(record.layer * shape.units + unit)];
            tokens.insert(tokens.end(), record.tokens.begin(), record.tokens.end());
        }
    }
    for (auto& tokens : evicted) {
        std::sort(tokens.begin(), tokens.end());
    }
    return evicted;
}

/// What left before the row was made is not in it, and says nothing.
bool sawAny(std::span<const std::int64_t> tokens, std::span<const std::int64_t> evicted) {
    return std::any_of(evicted.begin(), evicted.end(), [tokens](std::int64_t token) {
        return std::binary_search(tokens.begin(), tokens.end(), token);
    });
}

class RowReach {
 public:
    RowReach(const TraceShape& shape, std::int64_t sinks) : m_shape(shape), m_sinks(sinks) {}

    /// True: something it saw was evicted behind it.
    bool add(const AttentionRows& rows, std::int32_t layer, const TokensOfUnits& evicted, ReachMeans& means) {
        RunningMean effective, normalised, distance, mass;
        std::optional<double> span;
        bool saw = false;
        for (std::size_t head = 0; head < rows.heads.size(); ++head) {
            const AttentionRows::Head& row = rows.heads[head];
            const std::size_t count = std::min(row.tokens.size(), row.probs.size());
            m_tokens.assign(row.tokens.begin(), row.tokens.begin() + static_cast<std::ptrdiff_t>(count));
            m_row.assign(row.probs.begin(), row.probs.begin() + static_cast<std::ptrdiff_t>(count));
            const std::span<const double> values(m_row);
            effective.add(metrics::effectiveTokens(values));
            normalised.add(metrics::normalisedEntropy(metrics::spatialEntropy(values), count));
            distance.add(metrics::meanDistance(values, m_tokens, rows.step));
            if (const auto reach = metrics::contextSpan(m_tokens, m_sinks, rows.step)) {
                span = std::max(span.value_or(0), static_cast<double>(*reach));
            }
            const auto& gone = evicted[static_cast<std::size_t>(layer * m_shape.units +
                                                                m_shape.unitOf(static_cast<std::int32_t>(head)))];
            mass.add(metrics::evictedMass(row.probs.first(count), m_tokens, gone));
            saw = saw || sawAny(m_tokens, gone);
        }
        means.effective.add(effective.value());
        means.normalised.add(normalised.value());
        means.distance.add(distance.value());
        means.span.add(span);
        means.evicted.add(saw ? mass.value() : std::nullopt);
        return saw;
    }

 private:
    TraceShape m_shape;
    std::int64_t m_sinks;
    std::vector<std::int64_t> m_tokens;
    std::vector<double> m_row;
};

}  // namespace

Result<LaneReach> attentionReach(const Recording& recording, std::int32_t lane, const std::function<bool()>& stale) {
    const Trace& trace = recording.trace(lane);
    const TraceShape& shape = trace.shape();
    RowReach reach(shape, recording.description().lanes[static_cast<std::size_t>(lane)].sinks);
    std::vector<ReachMeans> means(static_cast<std::size_t>(shape.layers));
    LaneReach result;
    for (std::int64_t step = 0; step < trace.steps(); ++step) {
        if (stale && stale()) {
            return fail(Code::Cancelled, "the reach of attention", "no longer wanted");
        }
        if (trace.step(step).phase != Phase::Decode) {
            continue;
        }
        const TokensOfUnits evicted = evictedAfter(trace, static_cast<std::int32_t>(step));
        bool any = false, saw = false;
        for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
            if (const auto rows = trace.rows(step, layer)) {
                saw = reach.add(*rows, layer, evicted, means[static_cast<std::size_t>(layer)]) || saw;
                any = true;
            }
        }
        result.rows += any ? 1 : 0;
        result.evicting += saw ? 1 : 0;
    }
    if (result.rows == 0) {
        return fail(Code::BadUsage, fmt::format("lane {}", lane),
                    "the reach of attention is measured on rows of decoded tokens, which this run has not recorded; "
                    "capture \"maps\" records them");
    }
    ReachMeans all;
    for (const ReachMeans& layer : means) {
        result.layers.push_back(layer.values());
        all.merge(layer);
    }
    result.all = all.values();
    return result;
}

}  // namespace kvw
