// SPDX-License-Identifier: Apache-2.0
// Records that a lane adds to its trace besides the step: cuts, held tokens, calls of the policy, scores, rows.
#include <algorithm>
#include <string_view>
#include <utility>

#include "core/engine/lane/lane.h"

namespace kvw {

namespace {

/// Limits where attention rows are not recorded: of a policy that selects at every step, the scores of one step in 16;
/// and for one selection half of what the trace keeps at most, so that none of its layers displaces another.
constexpr KeptScores::Limits kScores{16, std::int64_t{32} << 20};

}  // namespace

TraceShape traceShapeOf(const CachedAttention& attention) {
    const CacheShape& shape = attention.cache().shape();
    return {shape.layers, shape.queryHeads, shape.kvHeads, shape.headDim, shape.units};
}

void Lane::recordCallsOf(CachedAttention& attention) const {
    attention.policy().recordCalls(
        m_setup.capture != Capture::None,
        m_setup.capture == Capture::Maps && !m_setup.poolsMaps ? KeptScores::Limits{} : kScores);
}

void Lane::recordScores(std::int64_t step, ScoredLayer layer) {
    // A policy with a set per head may take this lane over: then the trace has one per head from its start.
    const auto units = static_cast<std::size_t>(trace().shape().units);
    layer.tokens.resize(units, layer.tokens.front());
    layer.scores.resize(units, layer.scores.front());
    keepOrWarn(trace().addScores(static_cast<std::int32_t>(step), layer.layer, layer.tokens, layer.scores), step);
}

void Lane::recordCalls(std::int64_t step) {
    const bool first = trace().steps() == 0;
    for (PolicyCall& call : m_attention->policy().takeCalls()) {
        CallRecord record;
        record.step = first && call.name == std::string_view("begin") ? -1 : static_cast<std::int32_t>(step);
        record.layer = call.layer;
        record.name = call.name;
        record.given = std::move(call.given);
        record.slots = call.slots;
        record.held = call.held;
        record.after = call.after;
        record.budgetBefore = call.budgetBefore;
        record.budget = call.budget;
        record.edits = static_cast<std::int32_t>(call.edits);
        record.evicted = call.evicted;
        record.reason = std::move(call.reason);
        record.violation = std::move(call.violation);
        record.us = static_cast<float>(1000 * call.ms);
        trace().addCall(record);
    }
    for (ScoredLayer& layer : m_attention->policy().scores().take()) {
        recordScores(step, std::move(layer));
    }
    if (m_attention->policy().scores().leftOut()) {
        noteOnce(finding("scores-left-out", kScores.mostBytes >> 20));
    }
}

void Lane::recordCuts(std::int64_t step) {
    m_byHand.insert(m_byHand.end(), m_attention->cuts().begin(), m_attention->cuts().end());
    for (EvictionRecord& record : m_byHand) {
        record.step = static_cast<std::int32_t>(step);
        trace().addEviction(std::move(record));
    }
    m_byHand.clear();
}

void Lane::fillHeld(std::span<LayerRecord> records) const {
    const KvCache& cache = m_attention->cache();
    const TraceShape shape = traceShapeOf(*m_attention);
    const sdk::Report& report = m_attention->policy().report();
    const std::int32_t parts = shape.parts();
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        LayerRecord* row = records.data() + static_cast<std::ptrdiff_t>(layer) * (parts + 1);
        std::int64_t held = 0, capacity = 0;
        float budget = 0;
        for (std::int32_t part = 0; part < parts; ++part) {
            const std::int32_t unit = shape.unitOfPart(part);
            const auto index = static_cast<std::size_t>(report.budgetsPerUnit ? layer * shape.units + unit : layer);
            LayerRecord& record = row[part + 1];
            record.held = static_cast<float>(cache.held(layer, unit));
            // The total, so that held and budget can be compared.
            record.budget = index < report.budgets.size()
                                ? static_cast<float>(report.budgets[index] + report.extraTokensPerUnit)
                                : kMissingF;
            record.capacity = static_cast<float>(cache.capacity(layer, unit));
            held += cache.held(layer, unit);
            capacity += cache.capacity(layer, unit);
            budget += record.budget;
        }
        row[0].held = static_cast<float>(held) / static_cast<float>(parts);
        row[0].capacity = static_cast<float>(capacity) / static_cast<float>(parts);
        row[0].budget = budget / static_cast<float>(parts);
    }
}

Result<void> Lane::addRows(std::int64_t step) {
    const KvCache& cache = m_attention->cache();
    const CacheShape& shape = cache.shape();
    const auto units = static_cast<std::size_t>(shape.units);
    std::vector<std::vector<std::int32_t>> order(units), tokens(units);
    std::vector<bool> inOrder(units);
    std::vector<std::vector<float>> gathered(static_cast<std::size_t>(shape.queryHeads));
    std::vector<std::span<const float>> probs(gathered.size());
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        if (!trace().wantsRows(layer)) {
            continue;
        }
        tokens.resize(units);
        for (std::size_t unit = 0; unit < units; ++unit) {
            auto& slots = order[unit];
            cache.slotsInTokenOrder(layer, static_cast<std::int32_t>(unit), slots);
            const auto table = cache.tokens(layer, static_cast<std::int32_t>(unit));
            inOrder[unit] = std::is_sorted(slots.begin(), slots.end()) &&
                            (slots.empty() || slots.back() + 1 == static_cast<std::int32_t>(slots.size()));
            tokens[unit].resize(slots.size());
            std::transform(slots.begin(), slots.end(), tokens[unit].begin(), [&](std::int32_t slot) {
                return static_cast<std::int32_t>(table[static_cast<std::size_t>(slot)]);
            });
        }
        for (std::size_t h = 0; h < probs.size(); ++h) {
            const auto head = static_cast<std::int32_t>(h);
            const float* row = m_attention->row(layer, head);
            const auto unit = static_cast<std::size_t>(m_attention->unitOfQuery(head));
            const auto& slots = order[unit];
            if (inOrder[unit]) {
                probs[h] = {row, slots.size()};
                continue;
            }
            gathered[h].resize(slots.size());
            std::transform(slots.begin(), slots.end(), gathered[h].begin(),
                           [&](std::int32_t slot) { return row[slot]; });
            probs[h] = gathered[h];
        }
        // A policy with a set per head may take this lane over: then the trace has one per head from its start.
        tokens.resize(static_cast<std::size_t>(trace().shape().units), tokens.front());
        KVW_TRY(trace().addRowSpans(static_cast<std::int32_t>(step), layer, tokens, probs));
    }
    return {};
}

}  // namespace kvw
