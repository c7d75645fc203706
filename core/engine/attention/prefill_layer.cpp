// SPDX-License-Identifier: Apache-2.0
#include "core/engine/attention/prefill_layer.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <limits>

#include "core/base/stopwatch.h"
#include "core/engine/attention/shared_prefill.h"

namespace kvw {

namespace {

/// Most bytes of newest rows, of all layers, that are kept for the next question about a prompt: more would exceed the
/// prompt itself.
constexpr std::size_t kMostSharedRows = std::size_t{64} << 20U;

}  // namespace

PrefillLayer::PrefillLayer(std::span<PrefillLane> lanes, const Owner& owner, std::int32_t layer, PromptBlocks* there)
    : m_lanes(lanes),
      m_owner(owner.attention),
      m_pass(owner.attention.pass()),
      m_layer(layer),
      m_count(m_pass.count),
      m_queryHeads(owner.store.shape().queryHeads),
      m_headDim(owner.store.shape().headDim),
      m_there(there),
      m_blocks(owner.store, m_pass, layer, owner.buffers, there) {
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
        m_knowsRows = rows.size(2) >= m_window && rows.size(3) == m_blocks.slots();
        m_lastRows = m_knowsRows ? rows.narrow(2, rows.size(2) - m_window, m_window) : at::Tensor();
    }
    if (m_window > 0 && !m_knowsRows) {
        m_lastRows = at::zeros({1, m_queryHeads, m_window, m_blocks.slots()}, at::kFloat);
    }
    if (logits) {
        m_logits = at::full({1, m_queryHeads, m_blocks.slots()}, -std::numeric_limits<float>::infinity(), at::kFloat);
    }
    if (columnSums) {
        const std::vector<double>* kept = keptSums();
        m_computesSums = kept == nullptr || kept->empty();
        m_sums =
            m_computesSums ? std::vector<double>(static_cast<std::size_t>(m_queryHeads * m_blocks.most()), 0.0) : *kept;
    }
    m_blocks.keep({m_computesSums ? m_sums.data() : nullptr,
                   m_window > 0 && !m_knowsRows ? m_lastRows.data_ptr<float>() : nullptr, m_window});
}

std::vector<double>* PrefillLayer::keptSums() const {
    PromptMemory* memory = m_owner.memory();
    return memory != nullptr && m_blocks.most() == m_count ? &memory->columnSums(m_layer) : nullptr;
}

PromptMemory::Layer* PrefillLayer::measured() const {
    PromptMemory* memory = m_owner.memory();
    return memory != nullptr && m_blocks.most() == m_count ? memory->layer(m_layer) : nullptr;
}

Result<void> PrefillLayer::observeQueries(const float* q) {
    const auto asks = [](const PrefillLane& lane) { return lane.attention->policy().needs().queryMomentsFrom >= 0; };
    if (m_there != nullptr && std::any_of(m_lanes.begin(), m_lanes.end(), asks)) {
        KVW_TRY_ASSIGN(q, m_there->copiedQueries());
    }
    for (PrefillLane& lane : m_lanes) {
        lane.run([&]() -> Result<void> {
            observeQueries(q, lane);
            if (lane.attention->policy().needs().rowBlocks) {
                lane.view = lane.attention->policy().observations().tables(m_layer);
            }
            return {};
        });
    }
    return {};
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

std::span<const std::vector<std::int32_t>> PrefillLayer::tokensBy(std::int32_t units) {
    if (units == m_owner.store().shape().units) {
        return m_blocks.tokens();
    }
    auto& tokens = m_tokensBy[units];
    // Lanes with different units read into empty caches, so nothing was evicted and all units are alike.
    tokens.resize(static_cast<std::size_t>(units), m_blocks.tokens()[0]);
    return tokens;
}

/// One tensor serves all blocks: fresh pages for each would cost more than the policy's sums. Every block writes every
/// column that is held.
void PrefillLayer::fillBlockRows(std::int64_t rows) {
    if (!m_blockRows.defined()) {
        m_blockRows = at::zeros({1, m_queryHeads, rows, m_blocks.slots()}, at::kFloat);
    }
    m_blocks.copyBySlot(m_blockRows.data_ptr<float>(), m_blockRows.size(2));
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
            m_blocks.storeNewestRow();
        }
        return {};
    }
    for (PrefillLane& lane : m_lanes) {
        // Other lanes may rely on what this one's listener measures, so it goes on even if the lane has failed.
        CachedAttention& attention = *lane.attention;
        if (PrefillRows* listener = attention.listener(); listener != nullptr) {
            const auto seen = lane.caught([&]() -> Result<void> {
                listener->prefillRows(m_layer, m_pass.first + first, rows, m_blocks.probs(), m_blocks.stride(),
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

std::int64_t PrefillLayer::firstShown() const {
    std::int64_t first = m_count;
    for (const PrefillLane& lane : m_lanes) {
        if (lane.attention->policy().needs().rowBlocks) {
            return 0;
        }
        if (const PrefillRows* listener = lane.attention->listener(); listener != nullptr) {
            first = std::min(first, std::max<std::int64_t>(listener->firstToken(m_layer) - m_pass.first, 0));
        }
    }
    return first;
}

Result<void> PrefillLayer::attend(float* q, float* out) {
    KVW_TRY(observeQueries(q));
    m_blocks.showRowsFrom(firstShown());
    const std::int64_t block = m_blocks.blockRows();
    const std::int64_t wanted = firstWanted(block);
    if (wanted < m_count || m_logits.defined()) {
        q = m_blocks.begin(q, !m_owner.onlySelects());
        KVW_TRY(m_blocks.state());
    }
    for (std::int64_t first = wanted; first < m_count; first += block) {
        const std::int64_t rows = std::min(block, m_count - first);
        m_blocks.attend(first, rows, q, out, m_owner.stopToken());
        KVW_TRY(m_blocks.state());
        KVW_TRY(m_owner.checkNotStopped().and_then([&] { return showRows(first, rows); }));
    }
    KVW_TRY(m_owner.checkNotStopped());
    m_blocks.endRows();
    if (m_logits.defined()) {
        m_blocks.lastLogits(q, m_logits.data_ptr<float>());
    }
    KVW_TRY(m_blocks.state());
    if (auto* kept = keptSums(); kept != nullptr && m_computesSums) {
        *kept = m_sums;
    }
    const auto layers = static_cast<std::size_t>(m_owner.store().shape().layers);
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
        view.columnSums = at::zeros({1, m_queryHeads, m_blocks.slots()}, at::kFloat);
        for (std::int64_t h = 0; h < m_queryHeads; ++h) {
            const auto& order = m_blocks.order(h);
            float* target = view.columnSums.data_ptr<float>() + h * m_blocks.slots();
            for (std::size_t c = 0; c < order.size(); ++c) {
                target[order[c]] = static_cast<float>(m_sums[static_cast<std::size_t>(h * m_blocks.most()) + c]);
            }
        }
    }
    attention.policy().observations().addTensors(view);
    return view;
}

}  // namespace kvw
