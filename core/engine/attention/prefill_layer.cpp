// SPDX-License-Identifier: Apache-2.0
#include "core/engine/attention/prefill_layer.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/stopwatch.h"
#include "core/engine/attention/shared_prefill.h"
#include "kernels/elementwise.h"

namespace kvw {

namespace {

/// Softmax rows of one block of queries of all heads stay below this, so that prefill memory is linear in the prompt.
constexpr std::int64_t kRowBlockFloats = 8LL << 20U;
constexpr std::int64_t kRowBlockLeast = 8;
constexpr std::int64_t kRowBlockMost = 64;
/// Most bytes of newest rows, of all layers, that are kept for the next question about a prompt: more would exceed the
/// prompt itself.
constexpr std::size_t kMostSharedRows = std::size_t{64} << 20U;
constexpr std::int64_t kTile = static_cast<std::int64_t>(kTileSlots);

}  // namespace

PrefillLayer::PrefillLayer(std::span<PrefillLane> lanes, const Owner& owner, std::int32_t layer)
    : m_lanes(lanes),
      m_owner(owner.attention),
      m_store(owner.store),
      m_pass(owner.attention.pass()),
      m_layer(layer),
      m_count(m_pass.count),
      m_queryHeads(m_store.shape().queryHeads),
      m_headDim(m_store.shape().headDim),
      m_keys(owner.buffers.keys),
      m_values(owner.buffers.values),
      m_probs(owner.buffers.probs),
      m_queries(owner.buffers.queries) {
    const KvCache& cache = m_store.cache();
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
        m_most = std::max(m_most, static_cast<std::int64_t>(slots.size()));
        m_slots = std::max(m_slots, cache.used(layer, unit));
    }
    m_probsStride = (m_most + kTile - 1) / kTile * kTile;
    bool logits = false;
    // A pass that is kept for questions computes all rows now; a question would have to compute them again.
    bool columnSums = keptSums() != nullptr && !m_owner.onlySelects();
    for (const PrefillLane& lane : m_lanes) {
        const sdk::Needs& needs = lane.attention->policy().needs();
        m_window = std::max(m_window, std::min(needs.lastRows, m_count));
        logits = logits || needs.logits;
        columnSums = columnSums || needs.columnSums;
    }
    if (const PromptMemory::Layer* known = measured(); known != nullptr && m_window > 0 && known->lastRows.defined()) {
        const at::Tensor& rows = known->lastRows;
        m_knowsRows = rows.size(2) >= m_window && rows.size(3) == m_slots;
        m_lastRows = m_knowsRows ? rows.narrow(2, rows.size(2) - m_window, m_window) : at::Tensor();
    }
    if (m_window > 0 && !m_knowsRows) {
        m_lastRows = at::zeros({1, m_queryHeads, m_window, m_slots}, at::kFloat);
    }
    if (logits) {
        m_logits = at::full({1, m_queryHeads, m_slots}, -std::numeric_limits<float>::infinity(), at::kFloat);
    }
    if (columnSums) {
        const std::vector<double>* kept = keptSums();
        m_computesSums = kept == nullptr || kept->empty();
        m_sums = m_computesSums ? std::vector<double>(static_cast<std::size_t>(m_queryHeads * m_most), 0.0) : *kept;
    }
}

std::vector<double>* PrefillLayer::keptSums() const {
    PromptMemory* memory = m_owner.memory();
    return memory != nullptr && m_most == m_count ? &memory->columnSums(m_layer) : nullptr;
}

PromptMemory::Layer* PrefillLayer::measured() const {
    PromptMemory* memory = m_owner.memory();
    return memory != nullptr && m_most == m_count ? memory->layer(m_layer) : nullptr;
}

void PrefillLayer::observeQueries(const float* q, PrefillLane& lane) const {
    // Biased moments of the queries before rotation (POLICIES.md, section 11, step 1).
    lane.queryMean = lane.queryCovariance = at::Tensor();
    const std::int64_t from = lane.attention->policy().needs().queryMomentsFrom;
    const std::int64_t begin = std::max<std::int64_t>(from - m_pass.first, 0);
    if (from < 0 || begin >= m_count) {
        return;
    }
    PromptMemory::Layer* known = measured();
    if (known != nullptr && known->momentsFrom == from) {
        lane.queryMean = known->queryMean.clone();
        lane.queryCovariance = known->queryCovariance.clone();
        return;
    }
    const at::Tensor all = at::from_blob(const_cast<float*>(q), {m_count, m_queryHeads, m_headDim}, at::kFloat);
    const at::Tensor used = all.slice(0, begin).to(at::kDouble);
    const at::Tensor mean = used.mean(0);
    const at::Tensor centred = (used - mean).permute({1, 0, 2});
    lane.queryMean = mean.unsqueeze(0);
    lane.queryCovariance =
        centred.transpose(1, 2).matmul(centred).div_(static_cast<double>(m_count - begin)).unsqueeze(0);
    if (known != nullptr) {
        known->momentsFrom = from;
        known->queryMean = lane.queryMean.clone();
        known->queryCovariance = lane.queryCovariance.clone();
    }
}

void PrefillLayer::rotateQueries(float*& q, bool areUsed) {
    if (!areUsed) {
        return;
    }
    if (m_owner.onlySelects()) {
        m_queries.assign(q, q + m_count * m_queryHeads * m_headDim);
        q = m_queries.data();
    }
    const KeyPhases& phases = m_store.phases();
    for (std::int64_t t = 0; t < m_count; ++t) {
        for (std::int64_t h = 0; h < m_queryHeads; ++h) {
            // A query has the phase of its own key; the new tokens are the last m in age order.
            const auto held = static_cast<std::int64_t>(m_order[unitOf(h)].size());
            phases.turn(m_layer, q + (t * m_queryHeads + h) * m_headDim, phases.ofQuery(m_pass, t, held));
        }
    }
}

void PrefillLayer::gatherAll() {
    const CacheShape& stored = m_store.cache().shape();
    m_keys.resize(static_cast<std::size_t>(stored.storedHeads));
    m_values.resize(m_keys.size());
    m_store.pool().parallelFor(m_keys.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t h = begin; h < end; ++h) {
            const auto head = static_cast<std::int32_t>(h);
            const auto& order = m_order[static_cast<std::size_t>(stored.unitOfStored(head))];
            m_keys[h].resize(order.size() * static_cast<std::size_t>(m_headDim));
            m_values[h].resize(m_keys[h].size());
            for (std::size_t i = 0; i < order.size(); ++i) {
                const std::size_t row = i * static_cast<std::size_t>(m_headDim);
                m_store.readKey(m_layer, head, order[i], m_keys[h].data() + row);
                m_store.cache().readValue(m_layer, head, order[i], m_values[h].data() + row);
            }
        }
    });
}

void PrefillLayer::addColumnSums(std::int64_t head, std::int64_t rows, std::int64_t visible) {
    const float* probs = probsOf(head, rows);
    double* target = m_sums.data() + head * m_most;
    for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int64_t c = 0; c < visible + r; ++c) {
            target[c] += static_cast<double>(probs[r * m_probsStride + c]);
        }
    }
}

void PrefillLayer::keepLastRows(std::int64_t head, std::int64_t first, std::int64_t rows) {
    const auto& order = m_order[unitOf(head)];
    const float* probs = probsOf(head, rows);
    float* target = m_lastRows.data_ptr<float>() + head * m_window * m_slots;
    for (std::int64_t r = std::max<std::int64_t>(m_count - m_window - first, 0); r < rows; ++r) {
        float* row = target + (first + r - (m_count - m_window)) * m_slots;
        for (std::size_t c = 0; c < order.size(); ++c) {
            row[order[c]] = probs[r * m_probsStride + static_cast<std::int64_t>(c)];
        }
    }
}

void PrefillLayer::keepNewestRow(std::int64_t rows) {
    for (std::int64_t h = 0; h < m_queryHeads; ++h) {
        const auto& order = m_order[unitOf(h)];
        const float* probs = probsOf(h, rows) + (rows - 1) * m_probsStride;
        m_store.setRow(m_layer, static_cast<std::int32_t>(h), order, probs);
    }
}

std::vector<std::size_t> PrefillLayer::windowBegins(std::int64_t head, std::int64_t first, std::int64_t rows) const {
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

void PrefillLayer::attendHead(std::int64_t head, std::int64_t first, std::int64_t rows, const float* q, float* out) {
    const auto stored = static_cast<std::size_t>(head * m_store.cache().shape().storedHeads / m_queryHeads);
    const auto held = static_cast<std::int64_t>(m_tokens[unitOf(head)].size());
    const std::int64_t visible = held - m_count + first + 1;
    const std::vector<std::size_t> hidden = windowBegins(head, first, rows);
    float* probs = probsOf(head, rows);
    std::fill_n(probs, rows * m_probsStride, 0.0F);
    const std::int64_t offset = (first * m_queryHeads + head) * m_headDim;
    const auto stride = static_cast<std::size_t>(m_queryHeads * m_headDim);
    attendBlock(q + offset, stride, static_cast<std::size_t>(rows), m_keys[stored].data(), m_values[stored].data(),
                static_cast<std::size_t>(visible + rows - 1), static_cast<std::size_t>(m_headDim),
                {static_cast<std::size_t>(visible), hidden.empty() ? nullptr : hidden.data()},
                m_store.scoring(m_layer, head), probs, static_cast<std::size_t>(m_probsStride), out + offset, stride);
    if (m_computesSums) {
        addColumnSums(head, rows, visible);
    }
    if (m_window > 0 && !m_knowsRows && first + rows > m_count - m_window) {
        keepLastRows(head, first, rows);
    }
}

std::span<const std::vector<std::int32_t>> PrefillLayer::tokensBy(std::int32_t units) {
    if (units == m_store.cache().shape().units) {
        return m_tokens;
    }
    auto& tokens = m_tokensBy[units];
    // Lanes with different units read into empty caches, so nothing was evicted and all units are alike.
    tokens.resize(static_cast<std::size_t>(units), m_tokens[0]);
    return tokens;
}

/// One tensor serves all blocks: fresh pages for each would cost more than the policy's sums. Every block writes every
/// column that is held.
void PrefillLayer::fillBlockRows(std::int64_t rows) {
    if (!m_blockRows.defined()) {
        m_blockRows = at::zeros({1, m_queryHeads, rows, m_slots}, at::kFloat);
    }
    const std::int64_t stride = m_blockRows.size(2);
    for (std::int64_t h = 0; h < m_queryHeads; ++h) {
        const auto& order = m_order[unitOf(h)];
        const bool inOrder =
            order.back() + 1 == static_cast<std::int32_t>(order.size()) && std::is_sorted(order.begin(), order.end());
        for (std::int64_t r = 0; r < rows; ++r) {
            float* row = m_blockRows.data_ptr<float>() + (h * stride + r) * m_slots;
            const float* probs = probsOf(h, rows) + r * m_probsStride;
            if (inOrder) {
                std::copy_n(probs, order.size(), row);
                continue;
            }
            for (std::size_t c = 0; c < order.size(); ++c) {
                row[order[c]] = probs[c];
            }
        }
    }
}

Result<void> PrefillLayer::showRowsTo(PrefillLane& lane, std::int64_t first, std::int64_t rows) {
    CachedAttention& attention = *lane.attention;
    if (!attention.policy().needs().rowBlocks) {
        return {};
    }
    fillBlockRows(rows);
    lane.view.rows = m_blockRows.narrow(2, 0, rows);
    return attention.policy().observeRows(lane.view, first);
}

Result<void> PrefillLayer::showRows(std::int64_t first, std::int64_t rows) {
    if (!m_pass.afresh.empty()) {
        if (first + rows == m_count) {
            keepNewestRow(rows);
        }
        return {};
    }
    for (PrefillLane& lane : m_lanes) {
        // Other lanes may rely on what this one's listener measures, so it goes on even if the lane has failed.
        CachedAttention& attention = *lane.attention;
        if (PrefillRows* listener = attention.listener(); listener != nullptr) {
            const auto seen = lane.caught([&]() -> Result<void> {
                listener->prefillRows(m_layer, m_pass.first + first, rows, m_probs.data(), m_probsStride,
                                      tokensBy(attention.store().shape().units));
                return {};
            });
            attention.listenToPrefill(seen ? listener : nullptr);
            lane.done = lane.done && !seen ? seen : lane.done;
        }
        lane.run([&] { return showRowsTo(lane, first, rows); });
    }
    return PrefillLane::anyLeft(m_lanes);
}

void PrefillLayer::lastLogits(const float* q) {
    const Scoring scoring = m_store.scoring(m_layer, 0);
    for (std::int64_t h = 0; h < m_queryHeads; ++h) {
        const std::vector<std::size_t> begin = windowBegins(h, m_count - 1, 1);
        const auto stored = static_cast<std::size_t>(h * m_store.cache().shape().storedHeads / m_queryHeads);
        const auto& order = m_order[unitOf(h)];
        const float* query = q + ((m_count - 1) * m_queryHeads + h) * m_headDim;
        float* target = m_logits.data_ptr<float>() + h * m_slots;
        for (std::size_t c = begin.empty() ? 0 : begin[0]; c < order.size(); ++c) {
            const float* key = m_keys[stored].data() + c * static_cast<std::size_t>(m_headDim);
            float dot = 0;
            for (std::int64_t d = 0; d < m_headDim; ++d) {
                dot += query[d] * key[d];
            }
            float score = dot * scoring.scale;
            if (scoring.softCap > 0) {
                softCap(&score, scoring.softCap, 1);
            }
            target[order[c]] = score;
        }
    }
}

std::int64_t PrefillLayer::firstWanted(std::int64_t block) const {
    const auto seesAll = [](const PrefillLane& lane) {
        const CachedAttention& attention = *lane.attention;
        return !attention.onlySelects() || attention.policy().needs().rowBlocks || attention.listener() != nullptr;
    };
    if (m_computesSums || std::any_of(m_lanes.begin(), m_lanes.end(), seesAll)) {
        return 0;
    }
    // Whole blocks: then the rows are the same bits as in a pass that computes all.
    return m_window == 0 || m_knowsRows ? m_count : (m_count - m_window) / block * block;
}

Result<void> PrefillLayer::attend(float* q, float* out) {
    for (PrefillLane& lane : m_lanes) {
        lane.run([&]() -> Result<void> {
            observeQueries(q, lane);
            if (lane.attention->policy().needs().rowBlocks) {
                lane.view = lane.attention->policy().observations().tables(m_layer);
            }
            return {};
        });
    }
    const std::int64_t block =
        std::clamp(kRowBlockFloats / std::max<std::int64_t>(m_queryHeads * m_most, 1), kRowBlockLeast, kRowBlockMost);
    const std::int64_t wanted = firstWanted(block);
    const bool areUsed = wanted < m_count || m_logits.defined();
    rotateQueries(q, areUsed);
    if (areUsed) {
        gatherAll();
    }
    m_probs.resize(static_cast<std::size_t>(m_queryHeads * std::min(block, m_count) * m_probsStride));
    for (std::int64_t first = wanted; first < m_count; first += block) {
        const std::int64_t rows = std::min(block, m_count - first);
        m_store.pool().parallelFor(static_cast<std::size_t>(m_queryHeads), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t h = begin; h < end && !m_owner.stopped(); ++h) {
                attendHead(static_cast<std::int64_t>(h), first, rows, q, out);
            }
        });
        KVW_TRY(m_owner.checkNotStopped().and_then([&] { return showRows(first, rows); }));
    }
    KVW_TRY(m_owner.checkNotStopped());
    if (m_logits.defined()) {
        lastLogits(q);
    }
    if (auto* kept = keptSums(); kept != nullptr && m_computesSums) {
        *kept = m_sums;
    }
    const auto layers = static_cast<std::size_t>(m_store.cache().shape().layers);
    if (PromptMemory::Layer* known = measured();
        known != nullptr && m_window > 0 && !m_knowsRows && m_lastRows.nbytes() * layers <= kMostSharedRows) {
        known->lastRows = m_lastRows;
    }
    return {};
}

sdk::Observation PrefillLayer::observation(const PrefillLane& lane) {
    CachedAttention& attention = *lane.attention;
    const sdk::Needs& needs = attention.policy().needs();
    sdk::Observation view = attention.policy().observations().tables(m_layer);
    if (const std::int64_t window = std::min(needs.lastRows, m_count); window > 0) {
        view.rows = ownCopy(m_lastRows.narrow(2, m_window - window, window));
    }
    if (needs.logits) {
        view.logits = ownCopy(m_logits);
    }
    // Keys out of a codec are not those that other policies see.
    if (PromptMemory::Layer* known = measured(); known != nullptr && attention.policy().codec() == nullptr) {
        view.memo = &known->byPolicies;
    }
    view.queryMean = lane.queryMean;
    view.queryCovariance = lane.queryCovariance;
    if (needs.columnSums) {
        view.columnSums = at::zeros({1, m_queryHeads, m_slots}, at::kFloat);
        for (std::int64_t h = 0; h < m_queryHeads; ++h) {
            const auto& order = m_order[unitOf(h)];
            float* target = view.columnSums.data_ptr<float>() + h * m_slots;
            for (std::size_t c = 0; c < order.size(); ++c) {
                target[order[c]] = static_cast<float>(m_sums[static_cast<std::size_t>(h * m_most) + c]);
            }
        }
    }
    attention.policy().observations().addTensors(view);
    return view;
}

}  // namespace kvw
