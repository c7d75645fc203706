// SPDX-License-Identifier: Apache-2.0
// Gemma 2 (Gemma Team 2024): Gemma with norms behind attention and MLP; windows and soft caps of the scores are a
// matter of attention (AttentionOptions).
#include "core/decode/families/blocks.h"

namespace kvw {

namespace {

class Gemma2 final : public BlockDecoder {
 public:
    using BlockDecoder::BlockDecoder;

    Result<void> load(const ModelFiles& files) {
        m_rules.mlp = MlpKind::GeluTanhGate;
        auto done = BlockDecoder::load(files, {}, [](Reader& from, const std::string& at) {
            BlockLayer layer = llamaLayer(from, at);
            layer.attentionOut = from.norm(at + "post_attention_layernorm");
            layer.mlpIn = from.norm(at + "pre_feedforward_layernorm");
            layer.mlpOut = from.norm(at + "post_feedforward_layernorm");
            return layer;
        });
        addOneToNorms();
        m_rules.embeddingFactor = rootOfHidden();
        return done;
    }
};

}  // namespace

Result<std::shared_ptr<const Decoder>> makeGemma2(const ModelFiles& files) {
    return makeDecoder<Gemma2>(files);
}

}  // namespace kvw
