// SPDX-License-Identifier: Apache-2.0
#include "core/engine/attention/cached_attention.h"

#include <ATen/Parallel.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/engine/attention/codec_storage.h"
#include "core/engine/attention/shared_prefill.h"
#include "core/engine/policy/reencode.h"
#include "core/model/families/decoder/decoder.h"
#include "core/policy/host/choice/combination.h"
#include "core/trace/trace.h"
#include "kernels/elementwise.h"

namespace kvw {

namespace {

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

sdk::ModelShape attentionShape(const ModelConfig& model) {
    return {model.layers, model.queryHeads, model.kvHeads, model.headDim};
}

AttentionOptions attentionOptions(const Decoder& model) {
    AttentionOptions options;
    options.shape = attentionShape(model.config());
    options.softCap = static_cast<float>(model.config().attentionSoftCap);
    options.windows = model.config().windows;
    options.sinks = model.sinks();
    return options;
}

Scoring CachedAttention::scoring(std::int32_t layer, std::int64_t head) const {
    const float* sinks =
        m_options.sinks.empty() ? nullptr : m_options.sinks.data() + layer * m_options.shape.queryHeads + head;
    return {1.0F / std::sqrt(static_cast<float>(m_options.shape.headDim)), m_options.softCap, sinks};
}

Result<std::unique_ptr<CachedAttention>> CachedAttention::make(const AttentionOptions& options, GuardedParts parts,
                                                               std::shared_ptr<RopeTables> rope, ThreadPool& pool) {
    const GuardedPolicy& policy = parts.policy;
    auto needs = policy.needs();
    auto streaming = policy.acceptsStreaming();
    auto protection = policy.protection();
    if (!needs || !streaming || !protection) {
        return tl::unexpected(!needs ? needs.error() : !streaming ? streaming.error() : protection.error());
    }
    if (!options.layerMajor && !*streaming) {
        return tl::unexpected(needsWholePrompt(policy.who()));
    }
    if (options.found && (*needs == sdk::Needs{})) {
        needs->granularity = *options.found;
    }
    if (needs->reencode) {
        KVW_TRY(checkReencoding(*needs, parts));
    }
    const bool rounded = options.kvDtype != Dtype::F32 || parts.codec;
    if (options.cacheRank && options.rotatedRanks && rounded) {
        return tl::unexpected(roundedKeysTurn());
    }
    const auto windowed = [](std::int64_t window) { return window > 0; };
    const auto window = std::find_if(options.windows.begin(), options.windows.end(), windowed);
    if (parts.reader && window != options.windows.end()) {
        return tl::unexpected(readsAmongWindows(parts.reader->who(), window - options.windows.begin(), *window));
    }
    CacheShape shape = cacheShape(options, *needs);
    if (parts.codec) {
        KVW_TRY_ASSIGN(auto layout, parts.codec->layout(options.shape.headDim));
        useCodec(layout, shape);
    }
    std::optional<PageReader> reader;
    if (parts.reader) {
        KVW_TRY_ASSIGN(auto made, PageReader::make(std::move(*parts.reader), shape));
        reader.emplace(std::move(made));
    }
    return std::unique_ptr<CachedAttention>(new CachedAttention(options, std::move(parts), std::move(reader), *needs,
                                                                *protection, shape, std::move(rope), pool));
}

CachedAttention::CachedAttention(const AttentionOptions& options, GuardedParts parts, std::optional<PageReader> reader,
                                 const sdk::Needs& needs, const sdk::Protection& protection, const CacheShape& shape,
                                 std::shared_ptr<RopeTables> rope, ThreadPool& pool)
    : m_options(options),
      m_policy(std::move(parts.policy)),
      m_reader(std::move(reader)),
      m_codec(std::move(parts.codec)),
      m_evicts(parts.evicts),
      m_needs(needs),
      m_protection(protection),
      m_rope(std::move(rope)),
      m_pool(&pool),
      m_workers(pool),
      m_cache(shape),
      m_atRank(m_rope != nullptr && options.cacheRank && options.rotatedRanks),
      m_rawKeys(m_rope != nullptr && !m_atRank && options.cacheRank),
      m_ranks(static_cast<std::size_t>(m_cache.shape().layers * m_cache.shape().units)) {
    if (m_atRank) {
        // Keys are rotated again and again, which adds up only if the angles do.
        m_rope = std::make_shared<RopeTables>(m_rope->linear());
    }
}

CachedAttention::CachedAttention(const CachedAttention& other, GuardedParts parts)
    : m_options(other.m_options),
      m_policy(std::move(parts.policy)),
      m_codec(std::move(parts.codec)),
      m_evicts(other.m_evicts),
      m_needs(other.m_needs),
      m_protection(other.m_protection),
      m_rope(other.m_rope),
      m_pool(other.m_pool),
      m_workers(*m_pool),
      m_cache(other.m_cache),
      m_atRank(other.m_atRank),
      m_rawKeys(other.m_rawKeys),
      m_report(other.m_report),
      m_codingError(other.m_codingError),
      m_uncodedPrompt(other.m_uncodedPrompt),
      m_pinned(other.m_pinned),
      m_tokensToSave(other.m_tokensToSave),
      m_savedRows(other.m_savedRows),
      m_newestPhase(other.m_newestPhase),
      m_calls(other.m_calls),
      m_scores(other.m_scores),
      m_peakAllocated(other.m_peakAllocated),
      m_hasForeignTokens(other.m_hasForeignTokens),
      m_ranks(other.m_ranks) {
    if (parts.reader) {
        m_reader.emplace(*other.m_reader, std::move(*parts.reader));
    }
}

Result<std::unique_ptr<CachedAttention>> CachedAttention::fork() const {
    KVW_TRY_ASSIGN(auto policy, m_policy.clone());
    GuardedParts parts(std::move(policy));
    if (m_reader) {
        KVW_TRY_ASSIGN(auto reader, m_reader->plugin().clone());
        parts.reader = std::move(reader);
    }
    if (m_codec) {
        KVW_TRY_ASSIGN(auto codec, m_codec->clone());
        parts.codec = std::move(codec);
    }
    try {
        return std::unique_ptr<CachedAttention>(new CachedAttention(*this, std::move(parts)));
    } catch (const std::bad_alloc&) {
        return fail(Code::OutOfMemory, "fork", "no memory for a copy of the cache");
    }
}

Result<void> CachedAttention::begin() {
    sdk::RunInfo run;
    run.shape = m_options.shape;
    run.cacheRankPositions = m_options.cacheRank || m_needs.reencode;
    run.layerMajor = m_options.layerMajor;
    run.promptTokens = m_options.promptTokens;
    if (m_rope) {
        run.rope.enabled = true;
        run.rope.halfSplit = m_rope->of(0).halfSplit();
        run.rope.rotaryDim = static_cast<std::int64_t>(m_rope->of(0).rotaryDim());
        for (std::int64_t layer = 0; layer < run.shape.layers; ++layer) {
            run.rope.inverseFrequency.push_back(m_rope->of(layer).inverseFrequency());
        }
    }
    double ms = 0;  // not part of a pass
    auto done = policyCall(
        ms, [&] { return partCall("begin", kAskedFor + needsText(m_needs)); }, [&] { return m_policy.begin(run); });
    if (done && m_reader) {
        done = m_calls.run(
            ms, [&] { return partCall("begin", m_reader->plugin().who()); },
            [&] { return m_reader->plugin().begin(run); });
    }
    if (done && m_codec) {
        done = m_calls.run(
            ms, [&] { return partCall("begin", m_codec->who()); }, [&] { return m_codec->begin(run); });
    }
    return done;
}

Result<void> CachedAttention::setParameters(const ResolvedPolicy& policy) {
    const sdk::Parameters parameters = tuningParameters(policy);
    const auto set = [&]() -> Result<void> {
        double ms = 0;  // not part of a pass
        if (policy.reader() != nullptr) {
            return m_calls.run(
                ms, [&] { return partCall("set", m_reader->plugin().who()); },
                [&] { return m_reader->plugin().set(parameters); });
        }
        return policy.parts[0].kind == PluginKind::Codec
                   ? Result<void>{}
                   : policyCall(
                         ms, [&] { return plainCall("set"); }, [&] { return m_policy.set(parameters); });
    };
    KVW_TRY(set());
    KVW_TRY_ASSIGN(auto protection, m_policy.protection());
    m_protection = protection;
    auto done = refreshReport();
    if (PolicyCall* call = m_calls.last(); call != nullptr) {
        call->budget = budgetOf(-1);
    }
    return done;
}

Result<void> CachedAttention::beginPass(std::int64_t first, std::int64_t count, bool prefill, bool lastPrefill) {
    m_first = first;
    m_count = count;
    m_firstPhase = m_needs.reencode ? m_cache.held(0, 0) : first;
    m_afresh.clear();
    m_prefill = prefill;
    m_lastPrefill = lastPrefill;
    m_cuts.clear();
    m_layerMemory.clear();
    m_policyMs = m_evictMs = 0;
    useTorchThreads();
    m_bytesRead = m_reader && !prefill ? 0 : -1;
    for (std::int32_t layer = 0; layer < m_cache.shape().layers; ++layer) {
        if (prefill) {
            // A layer gets its buffers when the pass comes to it; with layer-major prefill the earlier layers have
            // shrunk by then.
            break;
        }
        KVW_TRY(m_cache.reserve(layer, count));
    }
    if (m_rope) {
        // Phases never exceed the token index in either mode.
        m_rope->ensure(first + count);
    }
    if (!prefill) {
        sizeRows();
    }
    return {};
}

/// Uses one torch thread in a decode step: a policy's tensors are small there, so torch's threads would cost more than
/// they gain and get in the way of the pool's, which wait for the next layer.
void CachedAttention::useTorchThreads() const {
    const int wanted = m_prefill ? m_pool->threads() : 1;
    if (at::get_num_threads() != wanted) {
        at::set_num_threads(wanted);
    }
}

void CachedAttention::sizeRows() {
    if (m_rowStride == m_cache.stride()) {
        return;
    }
    m_rowStride = m_cache.stride();
    const auto size = static_cast<std::size_t>(m_options.shape.layers * m_options.shape.queryHeads * m_rowStride);
    m_rows.assign(size, 0.0F);
    m_logits.assign(m_needs.logits ? size : 0, -std::numeric_limits<float>::infinity());
}

Result<void> CachedAttention::attend(std::int32_t layer, float* q, float* k, const float* v, float* out) {
    if (m_prefill) {
        PrefillLane alone(*this);
        auto done = attendTogether({&alone, 1}, layer, q, k, v, out);
        return alone.done ? done : alone.done;
    }
    const auto& shape = m_options.shape;
    if (m_needs.rawKeys && m_needs.tensorsAtDecode) {
        const std::int64_t size = shape.kvHeads * shape.headDim;
        m_newKeys.resize(static_cast<std::size_t>(size * shape.layers));
        std::copy_n(k, size, m_newKeys.data() + layer * size);
    }
    rotateNewKeys(layer, k);
    append(layer, k, v);
    return decodeLayer(layer, q, out);
}

void CachedAttention::rotateNewKeys(std::int32_t layer, float* k) const {
    // Keys that are stored rotated turn by their token index, or by their place among the tokens encoded afresh:
    // neither changes.
    if (!m_rope || m_rawKeys || m_atRank) {
        return;
    }
    const auto& shape = m_options.shape;
    std::vector<std::int64_t> phases(static_cast<std::size_t>(m_count * shape.queryHeads));
    for (std::int64_t i = 0; i < m_count * shape.kvHeads; ++i) {
        phases[static_cast<std::size_t>(i)] = m_firstPhase + i / shape.kvHeads;
    }
    rotateInPlace(layer, k, m_count, shape.kvHeads, phases);
}

void CachedAttention::append(std::int32_t layer, const float* k, const float* v) {
    const auto& shape = m_options.shape;
    if (m_atRank) {
        appendAtRank(layer, k, v);
    }
    for (std::int64_t t = 0; t < m_count && !m_atRank; ++t) {
        m_cache.append(layer, passToken(t), k + t * shape.kvHeads * shape.headDim,
                       v + t * shape.kvHeads * shape.headDim, static_cast<std::int32_t>(shape.kvHeads));
    }
    if (m_rawKeys || m_atRank) {
        if (m_prefill) {
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
    if (m_reader) {
        addPageBounds(layer, m_first, m_first + m_count);
    }
}

void CachedAttention::addPageBounds(std::int32_t layer, std::int64_t begin, std::int64_t end) {
    PageBounds& bounds = m_reader->bounds();
    bounds.reserve(layer, end);
    const auto heads = static_cast<std::size_t>(m_cache.shape().storedHeads);
    m_pool->parallelFor(heads, 1, [&](std::size_t first, std::size_t last) {
        std::vector<float> key(static_cast<std::size_t>(m_options.shape.headDim));
        for (std::size_t h = first; h < last; ++h) {
            const auto head = static_cast<std::int32_t>(h);
            for (std::int64_t token = begin; token < end; ++token) {
                // Under a reader nothing is evicted: the slot of a token is its index.
                readKey(layer, head, static_cast<std::int32_t>(token), key.data());
                bounds.add(layer, head, token, key.data());
            }
        }
    });
}

Result<void> CachedAttention::choosePages(std::int32_t layer, float* q) {
    const std::int64_t tokens = m_cache.held(layer, 0);
    KVW_TRY(m_calls.run(
        m_policyMs, [&] { return pagesCall(layer, tokens); }, [&] { return m_reader->choose(layer, q, tokens); }));
    m_bytesRead += bytesOfReads(layer) + (m_reader->everything() ? 0 : m_reader->bounds().bytes(tokens));
    const at::Tensor& scores = m_reader->chosen(layer).scores;
    if (m_keepFirstScores && layer == 0 && m_firstScores.step < 0 && scores.defined()) {
        m_firstScores.step = m_first;
        for (std::int64_t page = 0; page < scores.size(1); ++page) {
            m_firstScores.scores[page] = scores[0][page].item<float>();
        }
    }
    return {};
}

Result<void> CachedAttention::decodeLayer(std::int32_t layer, float* q, float* out) {
    const auto& shape = m_options.shape;
    const std::int64_t headDim = shape.headDim;
    m_newestPhase = m_firstPhase;
    for (std::int64_t h = 0; m_rope && h < shape.queryHeads; ++h) {
        const std::int32_t unit = unitOfQuery(static_cast<std::int32_t>(h));
        const std::int64_t phase = m_options.cacheRank ? m_cache.held(layer, unit) - 1 : m_firstPhase;
        turn(layer, q + h * headDim, phase);
        m_newestPhase = h == 0 ? phase : m_newestPhase;
    }
    if (m_reader) {
        KVW_TRY(choosePages(layer, q));
    }
    m_pool->parallelFor(static_cast<std::size_t>(m_cache.shape().storedHeads), 1,
                        [&](std::size_t begin, std::size_t end) {
                            for (std::size_t h = begin; h < end; ++h) {
                                decodeHead(layer, static_cast<std::int32_t>(h), q, out);
                            }
                        });
    return {};
}

void CachedAttention::decodeHead(std::int32_t layer, std::int32_t head, const float* q, float* out) {
    const CacheShape& stored = m_cache.shape();
    const std::int64_t group = stored.queryHeads / stored.storedHeads;
    const std::int32_t unit = stored.unitOfStored(head);
    RotateOnRead rotation;
    if (m_rawKeys) {
        rotation.phase = m_ranks[static_cast<std::size_t>(layer * stored.units + unit)].data();
        const RopeTable& rope = m_rope->of(layer);
        rotation.cosines = rope.cosines(0);
        rotation.sines = rope.sines(0);
        rotation.rotaryDim = rope.rotaryDim();
        rotation.halfSplit = rope.halfSplit();
    }
    const std::int64_t query = head * group;
    const std::int64_t offset = (layer * stored.queryHeads + query) * m_rowStride;
    const HeadSlots slots = m_cache.slots(layer, head, m_rawKeys ? &rotation : nullptr);
    const auto queries = static_cast<std::size_t>(group);
    const auto stride = static_cast<std::size_t>(m_rowStride);
    const float* heads = q + query * stored.headDim;
    float* mixed = out + query * stored.headDim;
    float* rows = m_rows.data() + offset;
    float* logits = m_needs.logits ? m_logits.data() + offset : nullptr;
    const Scoring scores = scoring(layer, query);
    const std::int64_t oldest = oldestSeen(layer, unit);
    if (oldest > 0) {
        WindowTiles seen;
        seen.build({slots.tokens, slots.used}, oldest, group);
        attendRead(slots, seen.view(), heads, queries, scores, mixed, rows, stride, logits, nullptr);
    } else if (m_reader && !m_reader->everything()) {
        attendRead(slots, m_reader->tiles(head), heads, queries, scores, mixed, rows, stride, logits, nullptr);
    } else {
        attendDecode(slots, heads, queries, scores, mixed, rows, stride, logits, nullptr);
    }
}

}  // namespace kvw
