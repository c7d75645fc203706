// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/attention/attention_reach.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/metrics/attention_shape.h"
#include "core/metrics/quality.h"

namespace kvw {
namespace {

using metrics::RunningMean;

std::optional<double> defined(double value) {
    return std::isnan(value) ? std::nullopt : std::optional(value);
}

class ReachMeans {
 public:
    void add(const AttentionReach& reach) {
        for (std::size_t i = 0; i < m_means.size(); ++i) {
            m_means[i].add(defined(reach.*kReachNumbers[i]));
        }
    }
    void merge(const ReachMeans& other) {
        for (std::size_t i = 0; i < m_means.size(); ++i) {
            m_means[i].merge(other.m_means[i]);
        }
    }
    [[nodiscard]] AttentionReach values() const {
        AttentionReach reach;
        for (std::size_t i = 0; i < m_means.size(); ++i) {
            reach.*kReachNumbers[i] = m_means[i].value().value_or(kMissing);
        }
        return reach;
    }

 private:
    std::array<RunningMean, kReachNumbers.size()> m_means;
};

/// Returns true if the row has any of the evicted tokens. Tokens evicted before the row was made are not in it and tell
/// nothing.
bool sawAny(std::span<const std::int64_t> tokens, std::span<const std::int64_t> evicted) {
    return std::ranges::any_of(
        evicted, [tokens](std::int64_t token) { return std::binary_search(tokens.begin(), tokens.end(), token); });
}

std::int32_t headsOf(const TraceShape& shape, std::int32_t part) {
    return part < 0 ? shape.queryHeads : shape.queryHeads / shape.parts();
}

}  // namespace

ReachSteps::ReachSteps(const Recording& recording, std::int32_t lane, std::int32_t part)
    : m_recording(recording),
      m_lane(lane),
      m_trace(recording.trace(lane)),
      m_firstHead(std::max(part, 0) * headsOf(m_trace.shape(), part)),
      m_heads(headsOf(m_trace.shape(), part)) {}

ReachSteps::TokensOfUnits ReachSteps::evictedAfter(std::int32_t step) const {
    const TraceShape& shape = m_trace.shape();
    TokensOfUnits evicted(static_cast<std::size_t>(shape.layers * shape.units));
    for (std::int64_t i = m_trace.evictionsFrom(step); i < m_trace.evictions() && m_trace.evictionStep(i) == step;
         ++i) {
        const EvictionRecord record = m_trace.eviction(i);
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

AttentionReach ReachSteps::reachOf(const AttentionRows& rows, std::int32_t layer, const TokensOfUnits& evicted,
                                   bool& saw) {
    const TraceShape& shape = m_trace.shape();
    RunningMean effective, normalised, distance, mass;
    std::optional<double> span;
    saw = false;
    for (std::int32_t head = m_firstHead; head < m_firstHead + m_heads; ++head) {
        const AttentionRows::Head& row = rows.heads[static_cast<std::size_t>(head)];
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
        const auto& gone = evicted[static_cast<std::size_t>(layer * shape.units + shape.unitOf(head))];
        mass.add(metrics::evictedMass(row.probs.first(count), m_tokens, gone));
        saw = saw || sawAny(m_tokens, gone);
    }
    AttentionReach reach;
    reach.effectiveTokens = effective.value().value_or(kMissing);
    reach.normalisedEntropy = normalised.value().value_or(kMissing);
    reach.meanDistance = distance.value().value_or(kMissing);
    reach.span = span.value_or(kMissing);
    reach.evictedMass = saw ? mass.value().value_or(kMissing) : kMissing;
    return reach;
}

StepReach ReachSteps::next() {
    const std::int64_t step = m_steps++;
    StepReach found;
    found.layers.resize(static_cast<std::size_t>(m_trace.shape().layers));
    if (m_trace.step(step).phase != Phase::Decode) {
        return found;
    }
    // The protection may have changed if the run is still going on.
    if (const std::int64_t events = m_trace.events(); !m_protections || events != m_events) {
        m_protections.emplace(m_recording, m_lane);
        m_events = events;
    }
    m_sinks = m_protections->at(step - 1).sinks;
    const TokensOfUnits evicted = evictedAfter(static_cast<std::int32_t>(step));
    for (std::int32_t layer = 0; layer < m_trace.shape().layers; ++layer) {
        const auto rows = m_trace.rows(step, layer);
        if (!rows || rows->heads.size() < static_cast<std::size_t>(m_firstHead + m_heads)) {
            continue;
        }
        bool saw = false;
        found.layers[static_cast<std::size_t>(layer)] = reachOf(*rows, layer, evicted, saw);
        found.rows = true;
        found.evicting = found.evicting || saw;
    }
    return found;
}

Result<LaneReach> attentionReach(const Recording& recording, std::int32_t lane, const std::function<bool()>& stale) {
    const Trace& trace = recording.trace(lane);
    std::vector<ReachMeans> means(static_cast<std::size_t>(trace.shape().layers));
    ReachSteps steps(recording, lane, -1);
    LaneReach result;
    while (steps.steps() < trace.steps()) {
        if (stale && stale()) {
            return fail(Code::Cancelled, "the reach of attention", "no longer wanted");
        }
        const StepReach step = steps.next();
        for (std::size_t layer = 0; layer < means.size(); ++layer) {
            means[layer].add(step.layers[layer]);
        }
        result.rows += step.rows ? 1 : 0;
        result.evicting += step.evicting ? 1 : 0;
    }
    if (result.rows == 0) {
        return fail(Code::BadUsage, phrase("lane %1", lane),
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
