// SPDX-License-Identifier: Apache-2.0
#include "core/engine/attention/block_attention.h"

#include <algorithm>

#include "kernels/elementwise.h"

namespace kvw {

BlockAttention::BlockAttention(AttentionStore& store, const AttentionPass& pass, std::int32_t layer, Buffers& buffers,
                               PromptBlocks* there)
    : m_store(store),
      m_pass(pass),
      m_layer(layer),
      m_buffers(buffers),
      m_count(pass.count),
      m_queryHeads(store.shape().queryHeads),
      m_headDim(store.shape().headDim),
      m_there(there) {
    const KvCache& cache = store.cache();
    const std::int32_t units = cache.shape().units;
    m_order.resize(static_cast<std::size_t>(units));
    m_tokens.resize(m_order.size());
    for (std::int32_t unit = 0; unit < units; ++unit) {
        auto& slots = m_order[static_cast<std::size_t>(unit)];
        cache.slotsInTokenOrder(layer, unit, slots);
        const auto table = cache.tokens(layer, unit);
        for (const std::int32_t slot : slots) {
            m_tokens[static_cast<std::size_t>(unit)].push_back(
                static_cast<std::int32_t>(table[static_cast<std::size_t>(slot)]));
        }
        m_inOrder.push_back(slots.back() + 1 == static_cast<std::int32_t>(slots.size()) &&
                            std::is_sorted(slots.begin(), slots.end()));
        m_most = std::max(m_most, static_cast<std::int64_t>(slots.size()));
        m_slots = std::max(m_slots, cache.used(layer, unit));
    }
    m_stride = roundToTile(m_most);
}

std::int64_t BlockAttention::blockRows() const noexcept {
    return std::clamp(kRowFloats / std::max<std::int64_t>(m_queryHeads * m_most, 1), kLeastRows, kMostRows);
}

float* BlockAttention::begin(float* q, bool inPlace) {
    m_buffers.probs.resize(static_cast<std::size_t>(m_queryHeads * std::min(blockRows(), m_count) * m_stride));
    if (m_there != nullptr) {
        gather();
        m_state = m_there->begin(*this);
        return nullptr;
    }
    if (!inPlace) {
        m_buffers.queries.assign(q, q + m_count * m_queryHeads * m_headDim);
        q = m_buffers.queries.data();
    }
    rotate(q);
    gather();
    return q;
}

void BlockAttention::rotate(float* q) const {
    const KeyPhases& phases = m_store.phases();
    for (std::int64_t t = 0; t < m_count; ++t) {
        for (std::int64_t h = 0; h < m_queryHeads; ++h) {
            // A query has the phase of its own key; the new tokens are the last m in age order.
            const auto held = static_cast<std::int64_t>(order(h).size());
            phases.turn(m_layer, q + (t * m_queryHeads + h) * m_headDim, phases.ofQuery(m_pass, t, held));
        }
    }
}

void BlockAttention::gather() {
    const CacheShape& stored = m_store.shape();
    auto &keys = m_buffers.keys, &values = m_buffers.values;
    keys.resize(static_cast<std::size_t>(stored.storedHeads));
    values.resize(keys.size());
    m_store.pool().parallelFor(keys.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t h = begin; h < end; ++h) {
            const auto head = static_cast<std::int32_t>(h);
            const auto& slots = m_order[static_cast<std::size_t>(stored.unitOfStored(head))];
            // The keys and values of the pass itself, the last ones, are there already.
            const std::size_t count = slots.size() - (m_there != nullptr ? static_cast<std::size_t>(m_count) : 0);
            keys[h].resize(count * static_cast<std::size_t>(m_headDim));
            values[h].resize(keys[h].size());
            for (std::size_t i = 0; i < count; ++i) {
                const std::size_t row = i * static_cast<std::size_t>(m_headDim);
                m_store.readKey(m_layer, head, slots[i], keys[h].data() + row);
                m_store.readValue(m_layer, head, slots[i], values[h].data() + row);
            }
        }
    });
}

void BlockAttention::attend(std::int64_t first, std::int64_t rows, const float* q, float* out,
                            const std::stop_token& stop) {
    m_first = first;
    m_rows = rows;
    if (m_there != nullptr) {
        attendThere();
        return;
    }
    m_store.pool().parallelFor(static_cast<std::size_t>(m_queryHeads), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t h = begin; h < end && !stop.stop_requested(); ++h) {
            attendHead(static_cast<std::int64_t>(h), q, out);
        }
    });
}

void BlockAttention::attendThere() {
    const bool keeps = keepsRows();
    if (m_state) {
        const bool shown = keeps || m_first + m_rows > m_shownFrom;
        m_state = m_there->attend(m_first, m_rows, shown ? m_buffers.probs.data() : nullptr);
    }
    for (std::int64_t h = 0; h < m_queryHeads && keeps && m_state; ++h) {
        keepLastRows(h);
    }
}

void BlockAttention::endRows() {
    if (m_there != nullptr && keepsSums() && m_state) {
        m_state = m_there->copySums(m_kept.columnSums);
    }
}

void BlockAttention::attendHead(std::int64_t head, const float* q, float* out) {
    const std::size_t stored = storedOf(head);
    const auto held = static_cast<std::int64_t>(order(head).size());
    const std::int64_t visible = held - m_count + m_first + 1;
    const std::vector<std::size_t> hidden = windowBegins(head, m_first, m_rows);
    const std::int64_t offset = (m_first * m_queryHeads + head) * m_headDim;
    const auto stride = static_cast<std::size_t>(m_queryHeads * m_headDim);
    attendBlock(q + offset, stride, static_cast<std::size_t>(m_rows), m_buffers.keys[stored].data(),
                m_buffers.values[stored].data(), static_cast<std::size_t>(visible + m_rows - 1),
                static_cast<std::size_t>(m_headDim),
                {static_cast<std::size_t>(visible), hidden.empty() ? nullptr : hidden.data()},
                m_store.scoring(m_layer, head), probsOf(head), static_cast<std::size_t>(m_stride), out + offset,
                stride);
    if (m_kept.columnSums != nullptr) {
        addColumnSums(head, visible);
    }
    if (keepsRows()) {
        keepLastRows(head);
    }
}

std::vector<std::size_t> BlockAttention::windowBegins(std::int64_t head, std::int64_t first, std::int64_t rows) const {
    std::vector<std::size_t> begins;
    const std::int64_t window = m_store.rules().window(m_layer);
    if (window == 0) {
        return begins;
    }
    const auto& tokens = m_tokens[unitOf(head)];
    const std::int64_t column = static_cast<std::int64_t>(tokens.size()) - m_count + first;
    for (std::int64_t r = 0; r < rows; ++r) {
        if (m_store.rules().windowsCountRanks) {
            begins.push_back(static_cast<std::size_t>(std::max<std::int64_t>(column + r - window + 1, 0)));
            continue;
        }
        const std::int64_t oldest = m_pass.first + first + r - window + 1;
        const auto at = std::lower_bound(tokens.begin(), tokens.end(), oldest);
        begins.push_back(static_cast<std::size_t>(at - tokens.begin()));
    }
    return begins;
}

void BlockAttention::addColumnSums(std::int64_t head, std::int64_t visible) {
    const float* probs = probsOf(head);
    double* target = m_kept.columnSums + head * m_most;
    for (std::int64_t r = 0; r < m_rows; ++r) {
        for (std::int64_t c = 0; c < visible + r; ++c) {
            target[c] += static_cast<double>(probs[r * m_stride + c]);
        }
    }
}

void BlockAttention::copyRow(std::int64_t head, std::int64_t r, float* target) const {
    const auto& slots = order(head);
    const float* probs = probsOf(head) + r * m_stride;
    const std::size_t seen = slots.size() - static_cast<std::size_t>(m_count - m_first - m_rows);
    if (m_inOrder[unitOf(head)]) {
        std::copy_n(probs, seen, target);
        std::fill(target + seen, target + slots.size(), 0.0F);
        return;
    }
    for (std::size_t c = 0; c < slots.size(); ++c) {
        target[slots[c]] = c < seen ? probs[c] : 0.0F;
    }
}

void BlockAttention::keepLastRows(std::int64_t head) {
    const std::int64_t begin = m_count - m_kept.window;
    float* target = m_kept.lastRows + head * m_kept.window * m_slots;
    for (std::int64_t r = std::max<std::int64_t>(begin - m_first, 0); r < m_rows; ++r) {
        copyRow(head, r, target + (m_first + r - begin) * m_slots);
    }
}

void BlockAttention::copyBySlot(float* target, std::int64_t targetRows) const {
    for (std::int64_t h = 0; h < m_queryHeads; ++h) {
        for (std::int64_t r = 0; r < m_rows; ++r) {
            copyRow(h, r, target + (h * targetRows + r) * m_slots);
        }
    }
}

void BlockAttention::storeNewestRow() {
    for (std::int64_t h = 0; h < m_queryHeads; ++h) {
        const float* probs = probsOf(h) + (m_rows - 1) * m_stride;
        m_store.setRow(m_layer, static_cast<std::int32_t>(h), order(h), probs);
    }
}

void BlockAttention::lastLogits(const float* q, float* target) {
    const Scoring scoring = m_store.scoring(m_layer, 0);
    std::vector<float> scores;
    if (m_there != nullptr) {
        scores.resize(static_cast<std::size_t>(m_queryHeads * m_stride));
        m_state = m_state.and_then([&] { return m_there->copyLastScores(scores.data()); });
    }
    for (std::int64_t h = 0; h < m_queryHeads; ++h) {
        const std::vector<std::size_t> begin = windowBegins(h, m_count - 1, 1);
        const auto& slots = order(h);
        const std::size_t seen = begin.empty() ? 0 : begin[0];
        if (m_there != nullptr) {
            for (std::size_t c = seen; c < slots.size(); ++c) {
                target[h * m_slots + slots[c]] = scores[static_cast<std::size_t>(h * m_stride) + c];
            }
            continue;
        }
        const float* query = q + ((m_count - 1) * m_queryHeads + h) * m_headDim;
        for (std::size_t c = seen; c < slots.size(); ++c) {
            const float* key = m_buffers.keys[storedOf(h)].data() + c * static_cast<std::size_t>(m_headDim);
            float dot = 0;
            for (std::int64_t d = 0; d < m_headDim; ++d) {
                dot += query[d] * key[d];
            }
            float score = dot * scoring.scale;
            if (scoring.softCap > 0) {
                softCap(&score, scoring.softCap, 1);
            }
            target[h * m_slots + slots[c]] = score;
        }
    }
}

}  // namespace kvw
