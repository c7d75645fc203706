// SPDX-License-Identifier: Apache-2.0
#include "core/engine/attention/cached_attention.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "core/base/stopwatch.h"
#include "core/engine/attention/prefill_layer.h"
#include "core/engine/attention/query_noise.h"
#include "core/engine/attention/shared_prefill.h"
#include "core/engine/policy/reencode.h"
#include "core/model/families/decoder/decoder.h"
#include "core/policy/host/choice/combination.h"

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
    shape.concatenates = options.concatenates;
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
    if (parts.codec && options.concatenates) {
        return fail(Code::BadUsage, parts.codec->who(), "a cache in codes is not concatenated", "storage=concat",
                    "a policy without a codec, or storage=slots");
    }
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
      m_store(settings, KeyPhases(std::move(rope), options.cacheRank, options.rotatedRanks, settings.shape), pool),
      m_manualEdits(m_store),
      m_policy(std::move(parts), needs, protection, m_store, m_pass) {}

CachedAttention::CachedAttention(const CachedAttention& other, GuardedParts clones)
    : m_options(other.m_options),
      m_store(other.m_store),
      m_manualEdits(m_store),
      m_policy(other.m_policy, std::move(clones), m_store, m_pass),
      m_pruning(other.m_pruning),
      m_newestPhase(other.m_newestPhase) {
    m_manualEdits.adopt(other.m_manualEdits);
}

Result<std::unique_ptr<CachedAttention>> CachedAttention::fork() const {
    KVW_TRY_ASSIGN(auto clones, m_policy.cloneParts());
    try {
        return std::unique_ptr<CachedAttention>(new CachedAttention(*this, std::move(clones)));
    } catch (const std::bad_alloc&) {
        return fail(Code::OutOfMemory, "fork", "no memory for a copy of the cache");
    }
}

Result<void> CachedAttention::begin() {
    sdk::RunInfo run;
    run.shape = m_options.shape;
    run.cacheRankPositions = m_options.cacheRank || reencodes();
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
    return m_policy.begin(run);
}

Result<void> CachedAttention::beginPass(std::int64_t first, std::int64_t count, bool prefill, bool lastPrefill) {
    m_pass = {};
    m_pass.first = first;
    m_pass.count = count;
    m_pass.firstPhase = reencodes() ? m_store.cache().held(0, 0) : first;
    m_pass.prefill = prefill;
    m_pass.lastPrefill = lastPrefill;
    m_pass.slotsAreTokens = prefill && m_options.layerMajor;
    m_cuts.clear();
    m_layerMemory.clear();
    m_evictMs = 0;
    m_policy.beginPass();
    useTorchThreads();
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

void CachedAttention::addNoiseTo(float* q, std::int32_t layer) const {
    if (!m_options.jitter.on()) {
        return;
    }
    const auto size = static_cast<std::size_t>(m_options.shape.queryHeads * m_options.shape.headDim);
    for (std::int64_t t = 0; t < m_pass.count; ++t) {
        addNoise(m_options.jitter, m_options.seed, layer, m_pass.token(t),
                 {q + static_cast<std::size_t>(t) * size, size});
    }
}

Result<void> CachedAttention::attend(std::int32_t layer, float* q, float* k, const float* v, float* out) {
    if (!m_onlySelects) {  // queries that were kept have it already
        addNoiseTo(q, layer);
    }
    if (m_pass.prefill) {
        PrefillLane alone(*this);
        auto done = attendTogether({&alone, 1}, layer, q, k, v, out);
        return alone.done ? done : alone.done;
    }
    m_policy.observations().keepRawKeys(layer, k);
    m_store.rotateNew(layer, m_pass, k);
    m_store.append(layer, m_pass, k, v);
    m_newestPhase = m_store.newestPhase(layer, m_pass);
    m_store.rotateQueries(layer, m_pass, q);
    KVW_TRY_ASSIGN(const PageTiles* read, m_policy.choosePages(layer, q));
    m_store.attend(layer, m_pass, read, q, out);
    return {};
}

Result<void> CachedAttention::attend(std::int32_t layer, PromptBlocks& there) {
    PrefillLane alone(*this);
    auto done = attendTogether({&alone, 1}, layer, there);
    return alone.done ? done : alone.done;
}

PromptSink::Keys CachedAttention::mostKeys() const {
    const CacheShape& shape = m_store.shape();
    std::int64_t held = 0;
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        for (std::int32_t unit = 0; unit < shape.units; ++unit) {
            held = std::max(held, cache().held(layer, unit));
        }
    }
    return {held + m_pass.count, shape.storedHeads};
}

Result<void> CachedAttention::takeStep(const std::function<Result<void>(AttentionStore&, const AttentionPass&)>& take,
                                       std::span<const float> rawKeys) {
    KVW_TRY(take(m_store, m_pass));
    const std::size_t size = static_cast<std::size_t>(m_store.shape().kvHeads * m_store.shape().headDim);
    for (std::size_t layer = 0; layer * size < rawKeys.size(); ++layer) {
        m_policy.observations().keepRawKeys(static_cast<std::int32_t>(layer), rawKeys.data() + layer * size);
    }
    m_newestPhase = m_store.newestPhase(m_store.shape().layers - 1, m_pass);
    return {};
}

Result<void> CachedAttention::attendTogether(std::span<PrefillLane> lanes, std::int32_t layer, PromptBlocks& there) {
    KVW_TRY_ASSIGN(float* k, there.copiedKeys());
    KVW_TRY_ASSIGN(const float* v, there.copiedValues());
    return attendTogether(lanes, layer, nullptr, k, v, nullptr, &there);
}

Result<void> CachedAttention::attendTogether(std::span<PrefillLane> lanes, std::int32_t layer, float* q, float* k,
                                             const float* v, float* out, PromptBlocks* there) {
    const CachedAttention& any = *lanes.front().attention;
    std::vector<float> rawKeys;
    if (std::any_of(lanes.begin(), lanes.end(),
                    [](const PrefillLane& lane) { return lane.attention->policy().needs().rawKeys; })) {
        rawKeys.assign(k, k + any.m_pass.count * any.m_options.shape.kvHeads * any.m_options.shape.headDim);
    }
    any.m_store.rotateNew(layer, any.m_pass, k);
    CachedAttention* owner = nullptr;
    for (PrefillLane& lane : lanes) {
        lane.stored = false;
        // A policy that sees blocks of rows is shown its token tables with them, so its lane stores the layer now;
        // other lanes store it when it is their turn to evict.
        if (lane.done && (owner == nullptr || lane.attention->policy().needs().rowBlocks)) {
            lane.stored = true;
            lane.run([&] { return lane.attention->storeLayer(layer, rawKeys.data(), k, v); });
            owner = owner == nullptr && lane.done ? lane.attention : owner;
        }
    }
    KVW_TRY(PrefillLane::anyLeft(lanes));
    for (const PrefillLane& lane : lanes) {
        lane.attention->m_newestPhase = owner->m_store.newestPhase(layer, owner->m_pass);
    }
    PrefillLayer work(lanes, {*owner, owner->m_store, owner->m_buffers}, layer, there);
    if (auto done = work.attend(q, out); !done || !owner->m_pass.afresh.empty()) {
        return done;
    }
    for (PrefillLane& lane : lanes) {
        lane.run([&] {
            auto done = lane.stored ? Result<void>{} : lane.attention->storeLayer(layer, rawKeys.data(), k, v);
            return done ? lane.attention->endLayer(work.observation(lane)) : done;
        });
        lane.view = {};
    }
    return PrefillLane::anyLeft(lanes);
}

Result<void> CachedAttention::storeLayer(std::int32_t layer, const float* rawKeys, const float* k, const float* v) {
    KVW_TRY(m_store.reserve(layer, m_pass.count));
    m_policy.observations().keepRawKeys(layer, rawKeys);
    m_store.append(layer, m_pass, k, v);
    return {};
}

Result<void> CachedAttention::endLayer(const sdk::Observation& view) {
    const std::int64_t before = cache().bytesAllocated();
    KVW_TRY_ASSIGN(const auto edits, m_policy.prefillLayer(view));
    KVW_TRY(apply(edits));
    if (!m_policy.evicts() && m_pass.slotsAreTokens) {
        // Nothing more will be evicted from this layer, so its codes need not wait for the end of the pass.
        const auto layer = static_cast<std::int32_t>(view.firstLayer);
        KVW_TRY(encode(layer, 1).and_then([&] { return m_store.compact(layer); }));
    }
    m_layerMemory.push_back({cache().bytesLive(), cache().bytesAllocated(), before});
    return {};
}

Result<void> CachedAttention::endPass() {
    m_buffers = {};
    if (!m_pass.prefill) {
        return {};
    }
    KVW_TRY_ASSIGN(const auto edits, m_policy.prefillEnd());
    KVW_TRY(apply(edits));
    for (std::int32_t layer = 0; layer < m_store.shape().layers; ++layer) {
        KVW_TRY(encode(layer, 1));
        if (m_pass.lastPrefill) {
            const Stopwatch compacting;
            KVW_TRY(m_store.compact(layer));
            m_evictMs += compacting.ms();
        }
    }
    m_store.markKnown();
    if (!m_pass.lastPrefill) {
        return {};
    }
    m_store.shrinkTables();
    return m_policy.endPrompt();
}

Result<void> CachedAttention::decide() {
    KVW_TRY_ASSIGN(const auto edits, m_policy.step());
    const bool last = m_pruning != Pruning::On && m_pruning != Pruning::Off;
    m_prunedNothing = last;
    KVW_TRY(apply(edits));
    m_pruning = last ? Pruning::Off : m_pruning;
    return encode(0, m_store.shape().layers);
}

Result<void> CachedAttention::apply(const sdk::Edits& edits) {
    const std::size_t firstCut = m_cuts.size();
    auto done = makeCuts(edits);
    m_policy.recordAnswer(edits, std::span(m_cuts).subspan(firstCut), done);
    return done;
}

Result<void> CachedAttention::makeCuts(const sdk::Edits& edits) {
    KVW_TRY(m_policy.refreshReport());
    if (edits.empty()) {
        return {};
    }
    const Stopwatch watch;
    KVW_TRY_ASSIGN(std::vector<Cut> cuts, m_policy.accept(edits));
    std::set<std::int32_t> layers;
    for (const Cut& cut : cuts) {
        layers.insert(cut.layer);
    }
    m_manualEdits.filter(cuts);
    cut(cuts);
    std::move(cuts.begin(), cuts.end(), std::back_inserter(m_cuts));
    if (m_pass.slotsAreTokens) {
        // One-shot policies: a layer shrinks before the next one grows, so no more than one is ever whole.
        for (const std::int32_t layer : layers) {
            KVW_TRY(m_store.compact(layer));
        }
    }
    m_evictMs += watch.ms();
    return {};
}

void CachedAttention::cut(std::vector<Cut>& cuts) {
    m_prunedNothing = m_prunedNothing && cuts.empty();
    switch (m_pruning) {
        case Pruning::On:
        case Pruning::Once:
            m_store.evict(cuts);
            break;
        case Pruning::EvictOnly:
            m_store.evictOnly(cuts);
            break;
        case Pruning::PhasesOnly:
            m_store.turnAsIfEvicted(cuts);
            cuts.clear();
            break;
        case Pruning::Off:
            cuts.clear();
            break;
    }
}

Result<void> CachedAttention::encode(std::int32_t firstLayer, std::int32_t layers) {
    const Stopwatch watch;
    auto done = m_policy.encode(firstLayer, layers);
    m_evictMs += watch.ms();
    return done;
}

Result<void> CachedAttention::checkManualEdit(RunChange::Kind kind) const {
    if (const PageReader* reader = m_policy.reader(); reader != nullptr) {
        return fail(Code::BadUsage, reader->plugin().who(),
                    "read selection needs every token in its place, so none can be evicted or put back by hand");
    }
    if (reencodes()) {
        return fail(Code::BadUsage, m_policy.who(),
                    "it encodes its tokens afresh at every step, so its cache cannot be edited by hand");
    }
    const LaneCodec* codec = m_policy.codec();
    const bool turns = m_store.phases().stored() == StoredKeys::AtRank;
    if (kind == RunChange::Kind::Restore && (codec != nullptr || turns)) {
        return fail(Code::BadUsage, codec != nullptr ? Phrase(codec->plugin().who()) : phrase("--rank-keys"),
                    codec != nullptr ? "a token evicted from a cache in codes cannot be put back exactly"
                                     : "keys that are rotated at every prune cannot be put back exactly",
                    {}, codec != nullptr ? "a policy without a codec" : "--rank-keys raw, or original positions");
    }
    return {};
}

Result<void> CachedAttention::checkPruning(Pruning how) const {
    KVW_TRY(checkManualEdit(RunChange::Kind::Prune));
    if ((how == Pruning::EvictOnly || how == Pruning::PhasesOnly) && !m_store.phases().hasRanks()) {
        return fail(Code::BadUsage, m_policy.who(),
                    "keys keep the positions of their tokens here, so that no eviction changes a phase", {},
                    "prune=once or prune=off, or positions that are ranks in the cache");
    }
    return {};
}

}  // namespace kvw
