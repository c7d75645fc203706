// SPDX-License-Identifier: Apache-2.0
#include "core/decode/cached_attention.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "kernels/elementwise.h"

namespace kvw {

namespace {

/// Softmax rows of one block of queries of all heads stay below this, so that prefill memory is linear in the prompt.
constexpr std::int64_t kRowBlockFloats = 8LL << 20U;
constexpr std::int64_t kRowBlockMost = 64;
constexpr std::int64_t kTile = static_cast<std::int64_t>(kTileSlots);

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::time_point since) {
    return std::chrono::duration<double, std::milli>(Clock::now() - since).count();
}

CacheShape cacheShape(const AttentionOptions& options, const sdk::Needs& needs) {
    CacheShape shape;
    shape.layers = static_cast<std::int32_t>(options.shape.layers);
    shape.queryHeads = static_cast<std::int32_t>(options.shape.queryHeads);
    shape.kvHeads = static_cast<std::int32_t>(options.shape.kvHeads);
    shape.headDim = static_cast<std::int32_t>(options.shape.headDim);
    shape.units = static_cast<std::int32_t>(options.shape.units(needs.granularity));
    shape.storedHeads = needs.granularity == sdk::Granularity::QueryHead ? shape.queryHeads : shape.kvHeads;
    shape.statistics = static_cast<std::int32_t>(needs.statistics);
    shape.dtype = options.kvDtype;
    return shape;
}

}  // namespace

Result<std::unique_ptr<CachedAttention>> CachedAttention::make(const AttentionOptions& options, GuardedPolicy policy,
                                                               std::shared_ptr<RopeTables> rope, ThreadPool& pool) {
    auto needs = policy.needs();
    auto streaming = policy.acceptsStreaming();
    auto protection = policy.protection();
    if (!needs || !streaming || !protection) {
        return tl::unexpected(!needs ? needs.error() : !streaming ? streaming.error() : protection.error());
    }
    if (!options.layerMajor && !*streaming) {
        return fail(Code::BadUsage, policy.who(),
                    "this policy decides on the whole prompt, so it cannot run with streaming prefill", "streaming",
                    "layer-major");
    }
    return std::unique_ptr<CachedAttention>(
        new CachedAttention(options, std::move(policy), *needs, *protection, std::move(rope), pool));
}

CachedAttention::CachedAttention(const AttentionOptions& options, GuardedPolicy policy, const sdk::Needs& needs,
                                 const sdk::Protection& protection, std::shared_ptr<RopeTables> rope, ThreadPool& pool)
    : m_options(options),
      m_policy(std::move(policy)),
      m_needs(needs),
      m_protection(protection),
      m_rope(std::move(rope)),
      m_pool(&pool),
      m_cache(cacheShape(options, m_needs)),
      m_rawKeys(m_rope != nullptr && (options.cacheRank || m_needs.rawKeys)),
      m_ranks(static_cast<std::size_t>(m_cache.shape().layers * m_cache.shape().units)) {}

CachedAttention::CachedAttention(const CachedAttention& other, GuardedPolicy policy)
    : m_options(other.m_options),
      m_policy(std::move(policy)),
      m_needs(other.m_needs),
      m_protection(other.m_protection),
      m_rope(other.m_rope),
      m_pool(other.m_pool),
      m_cache(other.m_cache),
      m_rawKeys(other.m_rawKeys),
      m_report(other.m_report),
      m_newestPhase(other.m_newestPhase),
      m_peakAllocated(other.m_peakAllocated),
      m_ranks(other.m_ranks) {}

Result<std::unique_ptr<CachedAttention>> CachedAttention::fork() const {
    auto policy = m_policy.clone();
    if (!policy) {
        return tl::unexpected(policy.error());
    }
    try {
        return std::unique_ptr<CachedAttention>(new CachedAttention(*this, std::move(*policy)));
    } catch (const std::bad_alloc&) {
        return fail(Code::OutOfMemory, "fork", "no memory for a copy of the cache");
    }
}

Result<void> CachedAttention::begin() {
    sdk::RunInfo run;
    run.shape = m_options.shape;
    run.cacheRankPositions = m_options.cacheRank;
    run.layerMajor = m_options.layerMajor;
    run.promptTokens = m_options.promptTokens;
    if (m_rope) {
        run.rope.enabled = true;
        run.rope.halfSplit = m_rope->halfSplit();
        run.rope.rotaryDim = static_cast<std::int64_t>(m_rope->rotaryDim());
        run.rope.inverseFrequency.assign(m_rope->inverseFrequency().begin(), m_rope->inverseFrequency().end());
    }
    return m_policy.begin(run);
}

Result<void> CachedAttention::setParameters(const sdk::Parameters& parameters) {
    if (auto done = m_policy.set(parameters); !done) {
        return done;
    }
    auto protection = m_policy.protection();
    if (!protection) {
        return tl::unexpected(protection.error());
    }
    m_protection = *protection;
    return refreshReport();
}

Result<void> CachedAttention::refreshReport() {
    auto report = m_policy.report();
    if (!report) {
        return tl::unexpected(report.error());
    }
    m_report = std::move(*report);
    return {};
}

Result<void> CachedAttention::beginPass(std::int64_t first, std::int64_t count, bool prefill, bool lastPrefill) {
    m_first = first;
    m_count = count;
    m_prefill = prefill;
    m_lastPrefill = lastPrefill;
    m_cuts.clear();
    m_policyMs = m_evictMs = 0;
    for (std::int32_t layer = 0; layer < m_cache.shape().layers; ++layer) {
        if (prefill) {
            break;  // layer-major: a layer gets its buffers when the pass comes to it, the earlier ones have shrunk by
                    // then
        }
        if (auto done = m_cache.reserve(layer, count); !done) {
            return done;
        }
    }
    if (m_rope) {
        // Phases never exceed the token index in either mode.
        m_rope->ensure(first + count);
    }
    if (!prefill && m_rowStride != m_cache.stride()) {
        m_rowStride = m_cache.stride();
        const auto size = static_cast<std::size_t>(m_options.shape.layers * m_options.shape.queryHeads * m_rowStride);
        m_rows.assign(size, 0.0F);
        m_logits.assign(m_needs.logits ? size : 0, -std::numeric_limits<float>::infinity());
    }
    return {};
}

void CachedAttention::rotateInPlace(float* heads, std::int64_t tokens, std::int64_t headCount,
                                    const std::vector<std::int64_t>& phases) const {
    const auto headDim = m_options.shape.headDim;
    for (std::int64_t t = 0; t < tokens; ++t) {
        for (std::int64_t h = 0; h < headCount; ++h) {
            const std::int64_t phase = phases[static_cast<std::size_t>(t * headCount + h)];
            rotate(heads + (t * headCount + h) * headDim, m_rope->cosines(phase), m_rope->sines(phase),
                   m_rope->rotaryDim(), m_rope->halfSplit());
        }
    }
}

void CachedAttention::updateRanks(std::int32_t layer, std::int32_t unit) {
    auto& ranks = m_ranks[static_cast<std::size_t>(layer * m_cache.shape().units + unit)];
    ranks.assign(static_cast<std::size_t>(m_cache.stride()), 0);
    if (!m_options.cacheRank) {
        const auto tokens = m_cache.tokens(layer, unit);
        for (std::size_t slot = 0; slot < tokens.size(); ++slot) {
            ranks[slot] = static_cast<std::int32_t>(std::max<std::int64_t>(tokens[slot], 0));
        }
        return;
    }
    std::vector<std::int32_t> order;
    m_cache.order(layer, unit, order);
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        ranks[static_cast<std::size_t>(order[rank])] = static_cast<std::int32_t>(rank);
    }
}

std::int64_t CachedAttention::phaseOf(std::int32_t layer, std::int32_t unit, std::int32_t slot) const {
    return m_ranks[static_cast<std::size_t>(layer * m_cache.shape().units + unit)][static_cast<std::size_t>(slot)];
}

Result<void> CachedAttention::attend(std::int32_t layer, float* q, float* k, const float* v, float* out) {
    const auto& shape = m_options.shape;
    if (m_prefill) {
        if (auto done = m_cache.reserve(layer, m_count); !done) {
            return done;
        }
        m_peakAllocated = std::max(m_peakAllocated, m_cache.bytesAllocated());
    }
    // Keys that are stored rotated turn by their token index, which never changes.
    if (m_rope && !m_rawKeys) {
        std::vector<std::int64_t> phases(static_cast<std::size_t>(m_count * shape.queryHeads));
        for (std::int64_t i = 0; i < m_count * shape.kvHeads; ++i) {
            phases[static_cast<std::size_t>(i)] = m_first + i / shape.kvHeads;
        }
        rotateInPlace(k, m_count, shape.kvHeads, phases);
    }
    for (std::int64_t t = 0; t < m_count; ++t) {
        m_cache.append(layer, m_first + t, k + t * shape.kvHeads * shape.headDim, v + t * shape.kvHeads * shape.headDim,
                       static_cast<std::int32_t>(shape.kvHeads));
    }
    if (m_rawKeys) {
        if (m_prefill || !m_options.cacheRank) {
            for (std::int32_t unit = 0; unit < m_cache.shape().units; ++unit) {
                updateRanks(layer, unit);
            }
        } else {
            for (std::int32_t unit = 0; unit < m_cache.shape().units; ++unit) {
                auto& ranks = m_ranks[static_cast<std::size_t>(layer * m_cache.shape().units + unit)];
                ranks.resize(static_cast<std::size_t>(m_cache.stride()), 0);
                ranks[static_cast<std::size_t>(m_cache.slotOfNewest(layer, unit))] =
                    static_cast<std::int32_t>(m_cache.held(layer, unit) - 1);
            }
        }
    }
    return m_prefill ? prefillLayer(layer, q, k, v, out) : decodeLayer(layer, q, out);
}

void CachedAttention::gather(std::int32_t layer, std::int32_t storedHead, const std::vector<std::int32_t>& order,
                             bool rotated, float* keys, float* values) const {
    const std::int64_t headDim = m_options.shape.headDim;
    const std::int32_t unit = m_cache.shape().unitOfStored(storedHead);
    for (std::size_t i = 0; i < order.size(); ++i) {
        float* key = keys + static_cast<std::int64_t>(i) * headDim;
        m_cache.readKey(layer, storedHead, order[i], key);
        if (rotated && m_rawKeys) {
            const std::int64_t phase = phaseOf(layer, unit, order[i]);
            rotate(key, m_rope->cosines(phase), m_rope->sines(phase), m_rope->rotaryDim(), m_rope->halfSplit());
        }
        if (values != nullptr) {
            m_cache.readValue(layer, storedHead, order[i], values + static_cast<std::int64_t>(i) * headDim);
        }
    }
}

Result<void> CachedAttention::prefillLayer(std::int32_t layer, float* q, const float* /*k*/, const float* /*v*/,
                                           float* out) {
    const auto& shape = m_options.shape;
    const CacheShape& stored = m_cache.shape();
    const std::int64_t queryHeads = shape.queryHeads;
    const std::int64_t headDim = shape.headDim;
    const float scale = 1.0F / std::sqrt(static_cast<float>(headDim));

    std::vector<std::vector<std::int32_t>> order(static_cast<std::size_t>(stored.units));
    std::vector<std::vector<std::int32_t>> tokens(order.size());
    std::int64_t most = 0;
    std::int64_t slots = 0;
    for (std::int32_t unit = 0; unit < stored.units; ++unit) {
        auto& slotList = order[static_cast<std::size_t>(unit)];
        m_cache.order(layer, unit, slotList);
        const auto table = m_cache.tokens(layer, unit);
        for (const std::int32_t slot : slotList) {
            tokens[static_cast<std::size_t>(unit)].push_back(
                static_cast<std::int32_t>(table[static_cast<std::size_t>(slot)]));
        }
        most = std::max(most, static_cast<std::int64_t>(slotList.size()));
        slots = std::max(slots, m_cache.used(layer, unit));
    }

    at::Tensor queryMean;
    at::Tensor queryCovariance;
    if (m_needs.queryMomentsFrom >= 0) {
        // Biased moments of the queries before rotation (POLICIES.md, section 11, step 1).
        const std::int64_t begin = std::max<std::int64_t>(m_needs.queryMomentsFrom - m_first, 0);
        const at::Tensor all = at::from_blob(q, {m_count, queryHeads, headDim}, at::kFloat);
        if (begin < m_count) {
            const at::Tensor used = all.slice(0, begin).to(at::kDouble);
            const at::Tensor mean = used.mean(0);
            const at::Tensor centred = (used - mean).permute({1, 0, 2});
            const auto n = static_cast<double>(m_count - begin);
            queryMean = mean.to(at::kFloat).unsqueeze(0);
            queryCovariance = (centred.transpose(1, 2).matmul(centred) / n).to(at::kFloat).unsqueeze(0);
        }
    }

    if (m_rope) {
        std::vector<std::int64_t> phases(static_cast<std::size_t>(m_count * queryHeads));
        for (std::int64_t t = 0; t < m_count; ++t) {
            for (std::int64_t h = 0; h < queryHeads; ++h) {
                // A query has the phase of its own key; new tokens are the last m in age order.
                const auto unit = static_cast<std::size_t>(unitOfQuery(static_cast<std::int32_t>(h)));
                phases[static_cast<std::size_t>(t * queryHeads + h)] =
                    m_options.cacheRank ? static_cast<std::int64_t>(order[unit].size()) - m_count + t : m_first + t;
            }
        }
        rotateInPlace(q, m_count, queryHeads, phases);
        m_newestPhase = phases[static_cast<std::size_t>((m_count - 1) * queryHeads)];
    } else {
        m_newestPhase = m_first + m_count - 1;
    }

    std::vector<std::vector<float>> keys(static_cast<std::size_t>(stored.storedHeads));
    std::vector<std::vector<float>> values(keys.size());
    m_pool->parallelFor(keys.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t h = begin; h < end; ++h) {
            const auto& slotList = order[static_cast<std::size_t>(stored.unitOfStored(static_cast<std::int32_t>(h)))];
            keys[h].resize(slotList.size() * static_cast<std::size_t>(headDim));
            values[h].resize(keys[h].size());
            gather(layer, static_cast<std::int32_t>(h), slotList, true, keys[h].data(), values[h].data());
        }
    });

    const std::int64_t window = std::min(m_needs.lastRows, m_count);
    at::Tensor lastRows = window > 0 ? at::zeros({1, queryHeads, window, slots}, at::kFloat) : at::Tensor();
    at::Tensor logits = m_needs.logits
                            ? at::full({1, queryHeads, slots}, -std::numeric_limits<float>::infinity(), at::kFloat)
                            : at::Tensor();
    std::vector<double> sums(m_needs.columnSums ? static_cast<std::size_t>(queryHeads * most) : 0, 0.0);

    const std::int64_t block =
        std::clamp(kRowBlockFloats / std::max<std::int64_t>(queryHeads * most, 1), std::int64_t{8}, kRowBlockMost);
    const std::int64_t probsStride = (most + kTile - 1) / kTile * kTile;
    std::vector<float> probs(static_cast<std::size_t>(queryHeads * std::min(block, m_count) * probsStride));
    sdk::Observation view;
    if (m_needs.rowBlocks) {
        view = observation(layer, true);
    }
    for (std::int64_t first = 0; first < m_count; first += block) {
        const std::int64_t rows = std::min(block, m_count - first);
        m_pool->parallelFor(static_cast<std::size_t>(queryHeads), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t h = begin; h < end; ++h) {
                const auto head = static_cast<std::int64_t>(h);
                const auto storedHead = static_cast<std::size_t>(head * stored.storedHeads / queryHeads);
                const auto& unitTokens = tokens[static_cast<std::size_t>(unitOfQuery(static_cast<std::int32_t>(h)))];
                const auto held = static_cast<std::int64_t>(unitTokens.size());
                const std::int64_t visible = held - m_count + first + 1;
                float* headProbs = probs.data() + head * rows * probsStride;
                std::fill_n(headProbs, rows * probsStride, 0.0F);
                attendBlock(q + (first * queryHeads + head) * headDim, static_cast<std::size_t>(queryHeads * headDim),
                            static_cast<std::size_t>(rows), keys[storedHead].data(), values[storedHead].data(),
                            static_cast<std::size_t>(visible + rows - 1), static_cast<std::size_t>(headDim),
                            static_cast<std::size_t>(visible), scale, headProbs, static_cast<std::size_t>(probsStride),
                            out + (first * queryHeads + head) * headDim,
                            static_cast<std::size_t>(queryHeads * headDim));
                if (m_needs.columnSums) {
                    double* target = sums.data() + head * most;
                    for (std::int64_t r = 0; r < rows; ++r) {
                        for (std::int64_t c = 0; c < held; ++c) {
                            target[c] += static_cast<double>(headProbs[r * probsStride + c]);
                        }
                    }
                }
                if (window > 0 && first + rows > m_count - window) {
                    const auto& slotList = order[static_cast<std::size_t>(unitOfQuery(static_cast<std::int32_t>(h)))];
                    float* target = lastRows.data_ptr<float>() + head * window * slots;
                    for (std::int64_t r = std::max<std::int64_t>(m_count - window - first, 0); r < rows; ++r) {
                        float* row = target + (first + r - (m_count - window)) * slots;
                        for (std::int64_t c = 0; c < held; ++c) {
                            row[slotList[static_cast<std::size_t>(c)]] = headProbs[r * probsStride + c];
                        }
                    }
                }
            }
        });
        if (m_listener != nullptr || m_needs.rowBlocks) {
            if (m_listener != nullptr) {
                m_listener->prefillRows(layer, m_first + first, rows, probs.data(), probsStride, tokens);
            }
            if (m_needs.rowBlocks) {
                at::Tensor blockRows = at::zeros({1, queryHeads, rows, slots}, at::kFloat);
                for (std::int64_t h = 0; h < queryHeads; ++h) {
                    const auto& slotList = order[static_cast<std::size_t>(unitOfQuery(static_cast<std::int32_t>(h)))];
                    for (std::int64_t r = 0; r < rows; ++r) {
                        float* row = blockRows.data_ptr<float>() + (h * rows + r) * slots;
                        for (std::size_t c = 0; c < slotList.size(); ++c) {
                            row[slotList[c]] = probs[static_cast<std::size_t>((h * rows + r) * probsStride) + c];
                        }
                    }
                }
                view.rows = blockRows;
                const auto since = Clock::now();
                if (auto done = m_policy.observeRows(view, first); !done) {
                    return done;
                }
                m_policyMs += milliseconds(since);
            }
        }
    }

    if (m_needs.logits) {
        for (std::int64_t h = 0; h < queryHeads; ++h) {
            const auto storedHead = static_cast<std::size_t>(h * stored.storedHeads / queryHeads);
            const auto& slotList = order[static_cast<std::size_t>(unitOfQuery(static_cast<std::int32_t>(h)))];
            const float* query = q + ((m_count - 1) * queryHeads + h) * headDim;
            float* target = logits.data_ptr<float>() + h * slots;
            for (std::size_t c = 0; c < slotList.size(); ++c) {
                float dot = 0;
                for (std::int64_t d = 0; d < headDim; ++d) {
                    dot += query[d] *
                           keys[storedHead][c * static_cast<std::size_t>(headDim) + static_cast<std::size_t>(d)];
                }
                target[slotList[c]] = dot * scale;
            }
        }
    }

    view = observation(layer, true);
    view.rows = lastRows;
    view.logits = logits;
    view.queryMean = queryMean;
    view.queryCovariance = queryCovariance;
    if (m_needs.columnSums) {
        view.columnSums = at::zeros({1, queryHeads, slots}, at::kFloat);
        for (std::int64_t h = 0; h < queryHeads; ++h) {
            const auto& slotList = order[static_cast<std::size_t>(unitOfQuery(static_cast<std::int32_t>(h)))];
            float* target = view.columnSums.data_ptr<float>() + h * slots;
            for (std::size_t c = 0; c < slotList.size(); ++c) {
                target[slotList[c]] = static_cast<float>(sums[static_cast<std::size_t>(h * most) + c]);
            }
        }
    }
    addTensors(view, layer, 1);
    const auto since = Clock::now();
    auto edits = m_policy.prefillLayer(view);
    m_policyMs += milliseconds(since);
    if (!edits) {
        return tl::unexpected(edits.error());
    }
    return apply(*edits);
}

sdk::Observation CachedAttention::observation(std::int32_t layer, bool prefill) {
    const CacheShape& shape = m_cache.shape();
    sdk::Observation view;
    view.prefill = prefill;
    view.lastPrefillPass = prefill && m_lastPrefill;
    view.firstLayer = layer;
    view.layers = prefill ? 1 : shape.layers;
    view.passTokens = m_count;
    view.seen = m_first + m_count;
    std::int64_t slots = 1;
    for (std::int64_t l = layer; l < layer + view.layers; ++l) {
        for (std::int32_t unit = 0; unit < shape.units; ++unit) {
            slots = std::max(slots, m_cache.used(static_cast<std::int32_t>(l), unit));
            view.held.push_back(m_cache.held(static_cast<std::int32_t>(l), unit));
        }
    }
    const std::int64_t stride = m_cache.stride();
    view.tokens = at::from_blob(m_cache.tokens() + static_cast<std::int64_t>(layer) * shape.units * stride,
                                {view.layers, shape.units, slots}, {shape.units * stride, stride, 1}, at::kLong);
    if (shape.statistics > 0) {
        view.statistics =
            at::from_blob(m_cache.statistics() + static_cast<std::int64_t>(layer) * shape.units * stride,
                          {shape.statistics, view.layers, shape.units, slots},
                          {shape.layers * shape.units * stride, shape.units * stride, stride, 1}, at::kFloat);
    }
    return view;
}

void CachedAttention::addTensors(sdk::Observation& view, std::int32_t firstLayer, std::int32_t layers) {
    const bool wanted = m_needs.keys || m_needs.rawKeys || m_needs.values;
    if (!wanted || (!m_prefill && !m_needs.tensorsAtDecode)) {
        return;
    }
    const CacheShape& shape = m_cache.shape();
    const std::int64_t slots = view.slotCount();
    const auto fresh = [&] { return at::zeros({layers, shape.storedHeads, slots, shape.headDim}, at::kFloat); };
    view.keys = m_needs.keys ? fresh() : at::Tensor();
    view.rawKeys = m_needs.rawKeys ? fresh() : at::Tensor();
    view.values = m_needs.values ? fresh() : at::Tensor();
    for (std::int32_t l = 0; l < layers; ++l) {
        for (std::int32_t h = 0; h < shape.storedHeads; ++h) {
            const std::int32_t unit = shape.unitOfStored(h);
            const auto tokens = m_cache.tokens(firstLayer + l, unit);
            for (std::size_t slot = 0; slot < tokens.size(); ++slot) {
                if (tokens[slot] < 0) {
                    continue;
                }
                const auto row =
                    ((static_cast<std::int64_t>(l) * shape.storedHeads + h) * slots + static_cast<std::int64_t>(slot)) *
                    shape.headDim;
                const auto index = static_cast<std::int32_t>(slot);
                if (m_needs.rawKeys) {
                    m_cache.readKey(firstLayer + l, h, index, view.rawKeys.data_ptr<float>() + row);
                }
                if (m_needs.keys) {
                    float* key = view.keys.data_ptr<float>() + row;
                    m_cache.readKey(firstLayer + l, h, index, key);
                    if (m_rawKeys) {
                        const std::int64_t phase = phaseOf(firstLayer + l, unit, index);
                        rotate(key, m_rope->cosines(phase), m_rope->sines(phase), m_rope->rotaryDim(),
                               m_rope->halfSplit());
                    }
                }
                if (m_needs.values) {
                    m_cache.readValue(firstLayer + l, h, index, view.values.data_ptr<float>() + row);
                }
            }
        }
    }
}

Result<void> CachedAttention::decodeLayer(std::int32_t layer, float* q, float* out) {
    const auto& shape = m_options.shape;
    const CacheShape& stored = m_cache.shape();
    const std::int64_t headDim = shape.headDim;
    const std::int64_t group = shape.queryHeads / stored.storedHeads;
    const float scale = 1.0F / std::sqrt(static_cast<float>(headDim));
    m_newestPhase = m_first;
    for (std::int64_t h = 0; m_rope && h < shape.queryHeads; ++h) {
        const std::int32_t unit = unitOfQuery(static_cast<std::int32_t>(h));
        const std::int64_t phase = m_options.cacheRank ? m_cache.held(layer, unit) - 1 : m_first;
        rotate(q + h * headDim, m_rope->cosines(phase), m_rope->sines(phase), m_rope->rotaryDim(), m_rope->halfSplit());
        m_newestPhase = h == 0 ? phase : m_newestPhase;
    }
    m_pool->parallelFor(static_cast<std::size_t>(stored.storedHeads), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t h = begin; h < end; ++h) {
            const auto head = static_cast<std::int32_t>(h);
            RotateOnRead rotation;
            if (m_rawKeys) {
                rotation.phase =
                    m_ranks[static_cast<std::size_t>(layer * stored.units + stored.unitOfStored(head))].data();
                rotation.cosines = m_rope->cosines(0);
                rotation.sines = m_rope->sines(0);
                rotation.rotaryDim = m_rope->rotaryDim();
                rotation.halfSplit = m_rope->halfSplit();
            }
            const std::int64_t query = head * group;
            const std::int64_t offset = (layer * shape.queryHeads + query) * m_rowStride;
            attendDecode(m_cache.slots(layer, head, m_rawKeys ? &rotation : nullptr), q + query * headDim,
                         static_cast<std::size_t>(group), scale, out + query * headDim, m_rows.data() + offset,
                         static_cast<std::size_t>(m_rowStride), m_needs.logits ? m_logits.data() + offset : nullptr,
                         nullptr);
        }
    });
    return {};
}

Result<void> CachedAttention::endPass() {
    if (!m_prefill) {
        m_peakAllocated = std::max(m_peakAllocated, m_cache.bytesAllocated());
        return {};
    }
    const auto since = Clock::now();
    auto edits = m_policy.prefillEnd();
    m_policyMs += milliseconds(since);
    if (!edits) {
        return tl::unexpected(edits.error());
    }
    if (auto done = apply(*edits); !done) {
        return done;
    }
    if (m_lastPrefill) {
        const auto compacting = Clock::now();
        for (std::int32_t layer = 0; layer < m_cache.shape().layers; ++layer) {
            if (auto done = m_cache.compact(layer, 1); !done) {
                return done;
            }
            for (std::int32_t unit = 0; m_rawKeys && unit < m_cache.shape().units; ++unit) {
                updateRanks(layer, unit);
            }
        }
        m_cache.shrinkTables();
        m_evictMs += milliseconds(compacting);
    }
    return {};
}

Result<void> CachedAttention::decide() {
    sdk::Observation view = observation(0, false);
    const auto& shape = m_options.shape;
    const std::int64_t slots = view.slotCount();
    if (m_needs.decodeRow || m_needs.lastRows > 0 || m_needs.columnSums || m_needs.rowBlocks) {
        const std::vector<std::int64_t> strides{shape.queryHeads * m_rowStride, m_rowStride, m_rowStride, 1};
        view.rows = at::from_blob(m_rows.data(), {shape.layers, shape.queryHeads, 1, slots}, strides, at::kFloat);
        view.columnSums = view.rows.squeeze(2);
    }
    if (m_needs.logits) {
        view.logits = at::from_blob(m_logits.data(), {shape.layers, shape.queryHeads, slots},
                                    {shape.queryHeads * m_rowStride, m_rowStride, 1}, at::kFloat);
    }
    addTensors(view, 0, static_cast<std::int32_t>(shape.layers));
    const auto since = Clock::now();
    auto edits = m_policy.step(view);
    m_policyMs += milliseconds(since);
    if (!edits) {
        return tl::unexpected(edits.error());
    }
    return apply(*edits);
}

void CachedAttention::tables(std::vector<std::int64_t>& storage, std::vector<LayerTokens>& layers) const {
    const CacheShape& shape = m_cache.shape();
    const bool byToken = slotsAreTokens();
    std::vector<std::int64_t> slotCounts(static_cast<std::size_t>(shape.layers), 0);
    std::int64_t most = 0;
    std::size_t size = 0;
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        std::int64_t& slots = slotCounts[static_cast<std::size_t>(layer)];
        for (std::int32_t unit = 0; unit < shape.units; ++unit) {
            slots = std::max(slots, m_cache.used(layer, unit));
        }
        slots = byToken && slots > 0 ? m_count : slots;
        most = std::max(most, slots);
        size += static_cast<std::size_t>(slots * shape.units);
    }
    if (!m_prefill) {
        // At decode a policy sees all layers in one block, as wide as the widest.
        size = static_cast<std::size_t>(most) * static_cast<std::size_t>(shape.units * shape.layers);
        std::fill(slotCounts.begin(), slotCounts.end(), most);
    }
    storage.assign(size, -1);
    layers.clear();
    std::int64_t* cursor = storage.data();
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        const std::int64_t slots = slotCounts[static_cast<std::size_t>(layer)];
        if (slots == 0) {
            layers.emplace_back();
            continue;
        }
        layers.push_back({{cursor, static_cast<std::size_t>(slots * shape.units)}, shape.units, slots});
        for (std::int32_t unit = 0; unit < shape.units; ++unit, cursor += slots) {
            const auto tokens = m_cache.tokens(layer, unit);
            if (!byToken) {
                std::copy(tokens.begin(), tokens.end(), cursor);
                continue;
            }
            for (const std::int64_t token : tokens) {
                if (token >= 0) {
                    cursor[token] = token;
                }
            }
        }
    }
}

Result<void> CachedAttention::apply(const sdk::Edits& edits) {
    if (auto done = refreshReport(); !done) {
        return done;
    }
    if (edits.empty()) {
        return {};
    }
    const auto since = Clock::now();
    std::vector<std::int64_t> storage;
    std::vector<LayerTokens> layers;
    tables(storage, layers);
    const std::int64_t step = m_first + m_count - 1;
    auto cuts = checkEdits(edits, layers, m_protection, m_report, m_policy.who(), step);
    if (!cuts) {
        return tl::unexpected(cuts.error());
    }
    std::vector<std::int32_t> slots;
    for (const LayerCut& accepted : *cuts) {
        Cut cut;
        cut.layer = static_cast<std::int32_t>(accepted.layer);
        cut.unit = static_cast<std::int32_t>(accepted.unit);
        cut.lowestKept = accepted.cut;
        cut.reason = edits[accepted.edit].reason;
        if (m_keepFirstScores && m_firstScores.step < 0 && cut.layer == 0 && cut.unit == 0) {
            m_firstScores.step = step;
            const sdk::Edit& edit = edits[accepted.edit];
            const auto first = layers[0].tokens.first(static_cast<std::size_t>(layers[0].slots));
            for (std::size_t slot = 0; edit.scores.defined() && slot < first.size(); ++slot) {
                if (first[slot] >= 0) {
                    m_firstScores.scores[first[slot]] =
                        edit.scores[0][0][static_cast<std::int64_t>(slot)].item<float>();
                }
            }
        }
        const LayerTokens& table = layers[static_cast<std::size_t>(accepted.layer)];
        std::vector<std::pair<std::int32_t, std::size_t>> order;
        for (std::size_t i = 0; i < accepted.slots.size(); ++i) {
            const auto index = static_cast<std::size_t>(accepted.unit * table.slots + accepted.slots[i]);
            order.emplace_back(static_cast<std::int32_t>(table.tokens[index]), i);
        }
        std::sort(order.begin(), order.end());
        for (const auto& [token, i] : order) {
            cut.tokens.push_back(token);
            if (!accepted.scores.empty()) {
                cut.scores.push_back(accepted.scores[i]);
            }
        }
        slots = accepted.slots;
        if (slotsAreTokens()) {
            slots.clear();
            const auto held = m_cache.tokens(cut.layer, cut.unit);
            for (std::size_t slot = 0; slot < held.size(); ++slot) {
                if (held[slot] >= 0 &&
                    std::binary_search(cut.tokens.begin(), cut.tokens.end(), static_cast<std::int32_t>(held[slot]))) {
                    slots.push_back(static_cast<std::int32_t>(slot));
                }
            }
        }
        m_cache.evict(cut.layer, cut.unit, slots);
        if (m_rawKeys && m_options.cacheRank && !m_prefill) {
            lowerRanks(cut.layer, cut.unit, cut.tokens);
        }
        m_cuts.push_back(std::move(cut));
    }
    if (slotsAreTokens()) {
        // One-shot policies: a layer shrinks before the next one grows, so no more than one is ever full.
        for (const LayerCut& accepted : *cuts) {
            if (auto done = m_cache.compact(static_cast<std::int32_t>(accepted.layer), 1); !done) {
                return done;
            }
        }
    }
    m_evictMs += milliseconds(since);
    return {};
}

void CachedAttention::lowerRanks(std::int32_t layer, std::int32_t unit, const std::vector<std::int32_t>& evicted) {
    auto& ranks = m_ranks[static_cast<std::size_t>(layer * m_cache.shape().units + unit)];
    const auto tokens = m_cache.tokens(layer, unit);
    constexpr std::size_t kFew = 4;
    if (evicted.size() > kFew) {
        updateRanks(layer, unit);
        return;
    }
    for (const std::int32_t gone : evicted) {
        for (std::size_t slot = 0; slot < tokens.size(); ++slot) {
            ranks[slot] -= tokens[slot] > gone ? 1 : 0;
        }
    }
}

}  // namespace kvw
