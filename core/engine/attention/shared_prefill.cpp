// SPDX-License-Identifier: Apache-2.0
#include "core/engine/attention/shared_prefill.h"

#include "core/engine/backend/backend.h"

namespace kvw {

Result<void> SharedPrefill::layers(PromptRunner& model, std::span<const std::int32_t> ids, Lanes lanes,
                                   const std::function<void(std::int32_t)>& layerDone) {
    m_lanes = lanes;
    KVW_TRY(model.layers(m_pass, ids, *this, layerDone));
    m_pass.keepRowsOnly();
    m_hidden = m_pass.rows();
    return {};
}

Result<void> SharedPrefill::attend(std::int32_t layer, PromptBlocks& there) {
    if (m_kept != nullptr) {
        KVW_TRY_ASSIGN(const float* q, there.copiedQueries());
        KVW_TRY_ASSIGN(const float* k, there.copiedKeys());
        KVW_TRY_ASSIGN(const float* v, there.copiedValues());
        m_kept->add(q, k, v);
    }
    return CachedAttention::attendTogether(m_lanes, layer, there);
}

PromptSink::Keys SharedPrefill::mostKeys() const {
    Keys most;
    for (const PrefillLane& lane : m_lanes) {
        const Keys keys = lane.attention->mostKeys();
        most = {std::max(most.rows, keys.rows), std::max(most.heads, keys.heads)};
    }
    return most;
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
    m_hidden = kept.hidden;
    return {};
}

}  // namespace kvw
