// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/prefill_cascade.h"

#include <numeric>

namespace kvw {
namespace {

/// Tokens per layer and unit while evictions are replayed.
class Replay {
 public:
    explicit Replay(const TraceShape& shape)
        : m_shape(shape), m_counts(static_cast<std::size_t>(shape.layers * shape.units), 0) {}

    void add(std::int32_t layer, std::int64_t tokens) {
        for (std::int32_t unit = 0; unit < m_shape.units; ++unit) {
            at(layer, unit) += tokens;
        }
    }
    void evict(const EvictionRecord& record) {
        const auto gone = std::ssize(record.tokens);
        for (std::int32_t unit = 0; unit < m_shape.units; ++unit) {
            if (record.head < 0 || record.head == unit) {
                at(record.layer, unit) -= gone;
            }
        }
    }
    /// Returns the tokens held over layers and units.
    [[nodiscard]] std::int64_t sum() const {
        return std::accumulate(m_counts.begin(), m_counts.end(), std::int64_t{0});
    }
    [[nodiscard]] std::vector<double> held() const {
        std::vector<double> held;
        for (std::int32_t layer = 0; layer < m_shape.layers; ++layer) {
            std::int64_t all = 0;
            for (std::int32_t unit = 0; unit < m_shape.units; ++unit) {
                all += m_counts[static_cast<std::size_t>(layer * m_shape.units + unit)];
            }
            held.push_back(static_cast<double>(all) / m_shape.units);
        }
        return held;
    }

 private:
    std::int64_t& at(std::int32_t layer, std::int32_t unit) {
        return m_counts[static_cast<std::size_t>(layer * m_shape.units + unit)];
    }
    TraceShape m_shape;
    std::vector<std::int64_t> m_counts;
};

}  // namespace

std::vector<PrefillStage> prefillCascade(const Recording& recording, std::int32_t lane) {
    const Trace& trace = recording.trace(lane);
    const TraceShape& shape = trace.shape();
    const std::int64_t wide = recording.description().kvDtype == "f32" ? 4 : 2;
    // The KV heads of a shared keep-set are stored together, so a token counts once for all of them.
    const std::int64_t bytes = (shape.units == 1 ? shape.kvHeads : 1) * std::int64_t{2} * shape.headDim * wide;
    std::vector<PrefillStage> stages;
    if (trace.steps() == 0) {
        const auto last = static_cast<std::int32_t>(recording.description().promptTokens - 1);
        for (std::int64_t i = 0, done = trace.prefillStages(); i < done; ++i) {
            PrefillStage& stage = stages.emplace_back(PrefillStage{last, trace.prefillStageLayer(i), {}});
            for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
                stage.held.push_back(static_cast<double>(trace.prefillStageHeld(i, layer)));
            }
        }
        return stages;
    }
    Replay replay(shape);
    std::int64_t next = 0, before = -1;
    const std::int64_t passes = trace.passMemories();
    for (std::int64_t i = 0; i < passes; ++i) {
        const PassMemory& memory = trace.passMemory(i);
        replay.add(memory.layer, memory.step - before);
        // Evictions of a step are recorded in order: those needed to explain the bytes belong to this layer's turn.
        while (next < trace.evictions() && replay.sum() * bytes > memory.bytesLive) {
            const EvictionRecord record = trace.eviction(next);
            if (record.step > memory.step || record.layer > memory.layer) {
                break;
            }
            replay.evict(record);
            ++next;
        }
        if (replay.sum() * bytes != memory.bytesLive) {
            return {};
        }
        stages.push_back({memory.step, memory.layer, replay.held()});
        if (i + 1 == passes || trace.passMemory(i + 1).step != memory.step) {
            before = memory.step;
            const std::int64_t known = next;
            while (next < trace.evictions() && trace.eviction(next).step <= memory.step) {
                replay.evict(trace.eviction(next++));
            }
            if (next != known) {
                stages.push_back({memory.step, shape.layers, replay.held()});
            }
        }
    }
    return stages;
}

}  // namespace kvw
