// SPDX-License-Identifier: Apache-2.0
// OLMo 2 (Team OLMo 2024): the layer of Llama with norms after attention and MLP instead of before them, and norms of
// all queries and all keys of a token before they are split into heads.
#include "core/model/families/decoder/blocks.h"

namespace kvw {

namespace {

class Olmo2 final : public BlockDecoder {
 public:
    using BlockDecoder::BlockDecoder;

    Result<void> load(const ModelFiles& files) {
        m_model.rules.normAcrossHeads = true;
        return BlockDecoder::load(files, {}, [](Reader& from, const std::string& at) {
            BlockLayer layer = llamaLayer(from, at);
            layer.attentionOut = std::move(layer.mlpIn);
            layer.mlpIn = {};
            layer.mlpOut = from.norm(at + "post_feedforward_layernorm");
            layer.query = from.norm(at + "self_attn.q_norm");
            layer.key = from.norm(at + "self_attn.k_norm");
            return layer;
        });
    }
};

}  // namespace

Result<std::shared_ptr<const Decoder>> makeOlmo2(const ModelFiles& files) {
    return makeDecoder<Olmo2>(files);
}

}  // namespace kvw
