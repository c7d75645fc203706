// SPDX-License-Identifier: Apache-2.0
// Phi-3 (Abdin et al. 2024): the layer of Llama, with projections stored joined in the order that is used here.
#include "core/model/families/decoder/blocks.h"

namespace kvw {

namespace {

class Phi3 final : public BlockDecoder {
 public:
    using BlockDecoder::BlockDecoder;

    Result<void> load(const ModelFiles& files) {
        return BlockDecoder::load(files, {}, [](Reader& from, const std::string& at) {
            BlockLayer layer;
            layer.attentionIn = from.norm(at + "input_layernorm");
            layer.qkv = from.linear({at + "self_attn.qkv_proj"});
            layer.output = from.linear({at + "self_attn.o_proj"});
            layer.mlpIn = from.norm(at + "post_attention_layernorm");
            layer.up = from.linear({at + "mlp.gate_up_proj"});
            layer.down = from.linear({at + "mlp.down_proj"});
            return layer;
        });
    }
};

}  // namespace

Result<std::shared_ptr<const Decoder>> makePhi3(const ModelFiles& files) {
    return makeDecoder<Phi3>(files);
}

}  // namespace kvw
