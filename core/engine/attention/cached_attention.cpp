// SPDX-License-Identifier: Apache-2.0
#include "core/engine/attention/cached_attention.h"

#include <ATen/Parallel.h>
#include <fmt/format.h>

#include <algorithm>

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
    options.rules.softCap = static_cast<float>(model.config().attentionSoftCap);
    options.rules.windows = model.config().windows;
    options.rules.sinks = model.sinks();
    return options;
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
    const auto window = std::find_if(options.rules.windows.begin(), options.rules.windows.end(), windowed);
    if (parts.reader && window != options.rules.windows.end()) {
        return tl::unexpected(readsAmongWindows(parts.reader->who(), window - options.rules.windows.begin(), *window));
    }
    CacheShape shape = cacheShape(options, *needs);
    if (parts.codec) {
        KVW_TRY_ASSIGN(auto layout, parts.codec->layout(options.shape.headDim));
        useCodec(layout, shape);
    }
    AttentionStore::Settings settings{shape, options.rules, needs->logits, 0};
    settings.rules.windowsCountRanks = options.cacheRank || needs->reencode;
    if (parts.reader) {
        KVW_TRY_ASSIGN(settings.pageSize, parts.reader->pageSize());
    }
    return std::unique_ptr<CachedAttention>(
        new CachedAttention(options, std::move(parts), *needs, *protection, settings, std::move(rope), pool));
}

CachedAttention::CachedAttention(const AttentionOptions& options, GuardedParts parts, const sdk::Needs& needs,
                                 const sdk::Protection& protection, const AttentionStore::Settings& settings,
                                 std::shared_ptr<RopeTables> rope, ThreadPool& pool)
    : m_options(options),
      m_policy(std::move(parts.policy)),
      m_codec(std::move(parts.codec)),
      m_evicts(parts.evicts),
      m_needs(needs),
      m_protection(protection),
      m_workers(pool),
      m_store(settings, KeyPhases(std::move(rope), options.cacheRank, options.rotatedRanks, settings.shape), pool),
      m_manualEdits(m_store) {
    if (parts.reader) {
        m_reader.emplace(std::move(*parts.reader), settings.shape);
    }
}

CachedAttention::CachedAttention(const CachedAttention& other, GuardedParts parts)
    : m_options(other.m_options),
      m_policy(std::move(parts.policy)),
      m_codec(std::move(parts.codec)),
      m_evicts(other.m_evicts),
      m_needs(other.m_needs),
      m_protection(other.m_protection),
      m_workers(other.m_store.pool()),
      m_store(other.m_store),
      m_manualEdits(m_store),
      m_report(other.m_report),
      m_codingError(other.m_codingError),
      m_uncodedPrompt(other.m_uncodedPrompt),
      m_newestPhase(other.m_newestPhase),
      m_calls(other.m_calls),
      m_scores(other.m_scores) {
    m_manualEdits.adopt(other.m_manualEdits);
    if (parts.reader) {
        m_reader.emplace(std::move(*parts.reader), m_store.shape());
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
    if (const RopeTables* rope = m_store.phases().rope(); rope != nullptr) {
        run.rope.enabled = true;
        run.rope.halfSplit = rope->of(0).halfSplit();
        run.rope.rotaryDim = static_cast<std::int64_t>(rope->of(0).rotaryDim());
        for (std::int64_t layer = 0; layer < run.shape.layers; ++layer) {
            run.rope.inverseFrequency.push_back(rope->of(layer).inverseFrequency());
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
    m_pass = {};
    m_pass.first = first;
    m_pass.count = count;
    m_pass.firstPhase = m_needs.reencode ? m_store.cache().held(0, 0) : first;
    m_pass.prefill = prefill;
    m_pass.lastPrefill = lastPrefill;
    m_pass.slotsAreTokens = prefill && m_options.layerMajor;
    m_cuts.clear();
    m_layerMemory.clear();
    m_policyMs = m_evictMs = 0;
    useTorchThreads();
    m_bytesRead = m_reader && !prefill ? 0 : -1;
    // Phases never exceed the token index in either mode.
    m_store.ensurePhases(first + count);
    // In a prefill a layer gets its buffers when the pass comes to it; with layer-major prefill the earlier layers have
    // shrunk by then.
    return prefill ? Result<void>{} : m_store.beginDecode();
}

/// Uses one torch thread in a decode step: a policy's tensors are small there, so torch's threads would cost more than
/// they gain and get in the way of the pool's, which wait for the next layer.
void CachedAttention::useTorchThreads() const {
    const int wanted = m_pass.prefill ? m_store.pool().threads() : 1;
    if (at::get_num_threads() != wanted) {
        at::set_num_threads(wanted);
    }
}

Result<void> CachedAttention::attend(std::int32_t layer, float* q, float* k, const float* v, float* out) {
    if (m_pass.prefill) {
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
    m_store.rotateNew(layer, m_pass, k);
    m_store.append(layer, m_pass, k, v);
    return decodeLayer(layer, q, out);
}

Result<void> CachedAttention::takeStep(const std::function<Result<void>(AttentionStore&, const AttentionPass&)>& take) {
    KVW_TRY(take(m_store, m_pass));
    m_newestPhase = m_store.newestPhase(m_store.shape().layers - 1, m_pass);
    return {};
}

Result<void> CachedAttention::choosePages(std::int32_t layer, float* q) {
    const std::int64_t tokens = m_store.cache().held(layer, 0);
    KVW_TRY(m_calls.run(
        m_policyMs, [&] { return pagesCall(layer, tokens); },
        [&] { return m_reader->choose(layer, q, tokens, *m_store.bounds()); }));
    m_bytesRead += m_store.bytesRead(layer, m_reader->tiles());
    const at::Tensor& scores = m_reader->chosen(layer).scores;
    if (m_keepFirstScores && layer == 0 && m_firstScores.step < 0 && scores.defined()) {
        m_firstScores.step = m_pass.first;
        for (std::int64_t page = 0; page < scores.size(1); ++page) {
            m_firstScores.scores[page] = scores[0][page].item<float>();
        }
    }
    return {};
}

Result<void> CachedAttention::decodeLayer(std::int32_t layer, float* q, float* out) {
    m_newestPhase = m_store.newestPhase(layer, m_pass);
    m_store.rotateQueries(layer, m_pass, q);
    if (m_reader) {
        KVW_TRY(choosePages(layer, q));
    }
    m_store.attend(layer, m_pass, m_reader ? &m_reader->tiles() : nullptr, q, out);
    return {};
}

Result<void> CachedAttention::checkManualEdit(RunChange::Kind kind) const {
    if (m_reader) {
        return fail(Code::BadUsage, m_reader->plugin().who(),
                    "read selection needs every token where it is, so none can be taken or put back by hand");
    }
    if (m_needs.reencode) {
        return fail(Code::BadUsage, m_policy.who(),
                    "what it holds is encoded afresh at every step, so there is nothing to lay hands on");
    }
    const bool turns = m_store.phases().stored() == StoredKeys::AtRank;
    if (kind == RunChange::Kind::Restore && (m_codec || turns)) {
        return fail(Code::BadUsage, m_codec ? m_codec->who() : "--rank-keys",
                    m_codec ? "a token that left a cache in codes cannot come back as it was"
                            : "keys that turn at every prune cannot come back as they were",
                    {}, m_codec ? "a policy without a codec" : "--rank-keys raw, or original positions");
    }
    return {};
}

}  // namespace kvw
