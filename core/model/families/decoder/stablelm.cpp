// SPDX-License-Identifier: Apache-2.0
// StableLM (Stability AI 2023, Bellagente et al. 2024): the projections of Llama with LayerNorm, partial rotation,
// perhaps a LayerNorm of each head, perhaps attention and MLP side by side under one norm.
#include <fmt/format.h>

#include "core/model/families/decoder/blocks.h"

namespace kvw {

namespace {

class StableLm final : public BlockDecoder {
 public:
    using BlockDecoder::BlockDecoder;

    Result<void> load(const ModelFiles& files) {
        return BlockDecoder::load(files, {}, [](Reader& from, const std::string& at) {
            BlockLayer layer = llamaLayer(from, at);
            if (layer.mlpIn.weight.empty()) {
                layer.mlpIn = layer.attentionIn;
            }
            layer.query = headNorms(from, at + "self_attn.q_layernorm.norms.");
            layer.key = headNorms(from, at + "self_attn.k_layernorm.norms.");
            return layer;
        });
    }

 private:
    /// Returns the norms of all heads in order. A bias of zeros makes them LayerNorms.
    static Norm headNorms(const Reader& from, const std::string& at) {
        Norm all;
        for (std::int64_t head = 0;; ++head) {
            const Norm one = from.norm(fmt::format("{}{}", at, head));
            if (one.weight.empty()) {
                all.bias.resize(all.weight.size());
                return all;
            }
            all.weight.insert(all.weight.end(), one.weight.begin(), one.weight.end());
        }
    }
};

}  // namespace

Result<std::shared_ptr<const Decoder>> makeStableLm(const ModelFiles& files) {
    return makeDecoder<StableLm>(files);
}

}  // namespace kvw
