// SPDX-License-Identifier: Apache-2.0
#include "core/engine/attention/shared_prefill.h"

#include "core/engine/attention/prefill_layer.h"

namespace kvw {

Result<void> CachedAttention::store(std::int32_t layer, const float* rawKeys, const float* k, const float* v) {
    KVW_TRY(m_store.reserve(layer, m_pass.count));
    if (m_needs.rawKeys) {
        m_newKeys.assign(rawKeys, rawKeys + m_pass.count * m_options.shape.kvHeads * m_options.shape.headDim);
    }
    m_store.append(layer, m_pass, k, v);
    return {};
}

Result<void> CachedAttention::endLayer(const sdk::Observation& view) {
    const std::int64_t before = m_store.cache().bytesAllocated();
    KVW_TRY_ASSIGN(auto edits, policyCall(
                                   m_policyMs, [&] { return viewedCall("prefillLayer", view); },
                                   [&] { return m_policy.prefillLayer(view); }));
    KVW_TRY(apply(edits));
    if (!m_evicts && m_pass.slotsAreTokens) {
        // Nothing more will be evicted from this layer, so its codes need not wait for the end of the pass.
        const auto layer = static_cast<std::int32_t>(view.firstLayer);
        KVW_TRY(encode(layer, 1).and_then([&] { return m_store.compact(layer); }));
    }
    m_layerMemory.push_back({m_store.cache().bytesLive(), m_store.cache().bytesAllocated(), before});
    return {};
}

Result<void> CachedAttention::attendTogether(std::span<PrefillLane> lanes, std::int32_t layer, float* q, float* k,
                                             const float* v, float* out) {
    const CachedAttention& any = *lanes.front().attention;
    std::vector<float> rawKeys;
    if (std::any_of(lanes.begin(), lanes.end(),
                    [](const PrefillLane& lane) { return lane.attention->m_needs.rawKeys; })) {
        rawKeys.assign(k, k + any.m_pass.count * any.m_options.shape.kvHeads * any.m_options.shape.headDim);
    }
    any.m_store.rotateNew(layer, any.m_pass, k);
    CachedAttention* owner = nullptr;
    for (PrefillLane& lane : lanes) {
        lane.stored = false;
        // A policy that sees blocks of rows is shown its token tables with them, so its lane stores the layer now;
        // other lanes store it when it is their turn to evict.
        if (lane.done && (owner == nullptr || lane.attention->m_needs.rowBlocks)) {
            lane.stored = true;
            lane.run([&] { return lane.attention->store(layer, rawKeys.data(), k, v); });
            owner = owner == nullptr && lane.done ? lane.attention : owner;
        }
    }
    KVW_TRY(PrefillLane::anyLeft(lanes));
    for (const PrefillLane& lane : lanes) {
        lane.attention->m_newestPhase = owner->m_store.newestPhase(layer, owner->m_pass);
    }
    PrefillLayer work(lanes, *owner, layer);
    if (auto done = work.attend(q, out); !done || !owner->m_pass.afresh.empty()) {
        return done;
    }
    for (PrefillLane& lane : lanes) {
        lane.run([&] {
            auto done = lane.stored ? Result<void>{} : lane.attention->store(layer, rawKeys.data(), k, v);
            return done ? lane.attention->endLayer(work.observation(lane)) : done;
        });
        lane.view = {};
    }
    return PrefillLane::anyLeft(lanes);
}

Result<void> SharedPrefill::layers(const Decoder& decoder, std::span<const std::int32_t> ids, Lanes lanes,
                                   ThreadPool& pool, const std::function<void(std::int32_t)>& layerDone) {
    m_lanes = lanes;
    m_x.resize(ids.size() * static_cast<std::size_t>(decoder.config().hidden));
    decoder.embed(ids, m_x.data());
    for (std::int32_t layer = 0; layer < decoder.config().layers; ++layer) {
        KVW_TRY(decoder.layer(layer, m_x.data(), static_cast<std::int64_t>(ids.size()), *this, m_scratch, pool));
        layerDone(layer);
    }
    m_scratch = {};
    return {};
}

Result<void> SharedPrefill::layersAgain(const PromptTensors& kept, Lanes lanes,
                                        const std::function<void(std::int32_t)>& layerDone) {
    m_lanes = lanes;
    // Attention rotates in place, so it gets copies.
    std::vector<float> queries, keys, out(kept.layers.front().queries.size());
    for (std::size_t layer = 0; layer < kept.layers.size(); ++layer) {
        const PromptTensors::Layer& given = kept.layers[layer];
        queries.assign(given.queries.all().begin(), given.queries.all().end());
        keys.assign(given.keys.all().begin(), given.keys.all().end());
        const auto index = static_cast<std::int32_t>(layer);
        KVW_TRY(CachedAttention::attendTogether(m_lanes, index, queries.data(), keys.data(), given.values.all().data(),
                                                out.data()));
        given.leaveMemory();
        layerDone(index);
    }
    m_x = kept.hidden;
    return {};
}

}  // namespace kvw
