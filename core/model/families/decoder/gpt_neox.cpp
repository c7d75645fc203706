// SPDX-License-Identifier: Apache-2.0
// GPT-NeoX (Black et al. 2022) and Pythia: LayerNorm, attention and MLP side by side, GELU without a gate.
#include "core/model/families/decoder/blocks.h"

namespace kvw {

namespace {

class GptNeoX final : public BlockDecoder {
 public:
    using BlockDecoder::BlockDecoder;

    Result<void> load(const ModelFiles& files) {
        m_model.rules.mlp = m_config.activation == "gelu" ? MlpKind::GeluExact : MlpKind::GeluTanh;
        m_model.rules.qkvByHead = true;
        const Outer names{"gpt_neox.embed_in", "embed_out", "gpt_neox.final_layer_norm", "gpt_neox.layers."};
        return BlockDecoder::load(files, names, [](Reader& from, const std::string& at) {
            BlockLayer layer;
            layer.attentionIn = from.norm(at + "input_layernorm");
            layer.qkv = from.linear({at + "attention.query_key_value"});
            layer.output = from.linear({at + "attention.dense"});
            layer.mlpIn = from.norm(at + "post_attention_layernorm");
            layer.up = from.linear({at + "mlp.dense_h_to_4h"});
            layer.down = from.linear({at + "mlp.dense_4h_to_h"});
            return layer;
        });
    }
};

}  // namespace

Result<std::shared_ptr<const Decoder>> makeGptNeoX(const ModelFiles& files) {
    return makeDecoder<GptNeoX>(files);
}

}  // namespace kvw
