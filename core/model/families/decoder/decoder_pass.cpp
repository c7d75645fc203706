// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/decoder/decoder_pass.h"

namespace kvw {

Result<void> DecoderPass::run(const Decoder& decoder, std::span<const std::int32_t> ids, AttentionSink& attention,
                              ThreadPool& pool, const std::function<void(std::int32_t layer)>& layerDone) {
    m_products = attention.rowProducts();
    m_rows.resize(ids.size() * static_cast<std::size_t>(decoder.config().hidden));
    decoder.embed(ids, m_rows.data());
    for (std::int32_t layer = 0; layer < decoder.config().layers; ++layer) {
        KVW_TRY(decoder.layer(layer, m_rows.data(), static_cast<std::int64_t>(ids.size()), attention, m_scratch, pool));
        if (layerDone) {
            layerDone(layer);
        }
    }
    return {};
}

void DecoderPass::copyLogits(const Decoder& decoder, std::int64_t first, std::int64_t count, std::vector<float>& out,
                             ThreadPool& pool) {
    const float* x = m_rows.data() + first * decoder.config().hidden;
    out.resize(static_cast<std::size_t>(count * decoder.config().vocabulary));
    decoder.logits(x, count, m_products, out.data(), m_scratch, pool);
}

}  // namespace kvw
