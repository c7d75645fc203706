// SPDX-License-Identifier: Apache-2.0
#include "core/engine/attention/shared_prefill.h"

namespace kvw {

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
