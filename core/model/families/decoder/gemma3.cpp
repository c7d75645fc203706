// SPDX-License-Identifier: Apache-2.0
// Gemma 3 (Gemma Team 2025): the layer of Gemma 2 with an RMSNorm of each query and key head before rotation; attention
// handles windows and the rotation of each layer.
#include "core/model/families/decoder/blocks.h"

namespace kvw {

namespace {

class Gemma3 final : public BlockDecoder {
 public:
    using BlockDecoder::BlockDecoder;

    Result<void> load(const ModelFiles& files) {
        m_model.rules.mlp = MlpKind::GeluTanhGate;
        auto done = BlockDecoder::load(files, {}, [](Reader& from, const std::string& at) {
            BlockLayer layer = gemma2Layer(from, at);
            layer.query = from.norm(at + "self_attn.q_norm");
            layer.key = from.norm(at + "self_attn.k_norm");
            return layer;
        });
        addOneToNorms();
        m_model.rules.embeddingFactor = rootOfHidden();
        return done;
    }
};

}  // namespace

Result<std::shared_ptr<const Decoder>> makeGemma3(const ModelFiles& files) {
    return makeDecoder<Gemma3>(files);
}

}  // namespace kvw
