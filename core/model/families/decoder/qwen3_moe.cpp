// SPDX-License-Identifier: Apache-2.0
// Qwen 3 with experts (Yang et al. 2025): the attention of Qwen 3, and an MLP that is a mixture of experts.
#include "core/model/families/decoder/blocks.h"

namespace kvw {

namespace {

class Qwen3Moe final : public BlockDecoder {
 public:
    using BlockDecoder::BlockDecoder;

    Result<void> load(const ModelFiles& files) {
        return BlockDecoder::load(files, {}, [](Reader& from, const std::string& at) {
            BlockLayer layer = llamaAttention(from, at);
            layer.query = from.norm(at + "self_attn.q_norm");
            layer.key = from.norm(at + "self_attn.k_norm");
            readExperts(from, at + "mlp.", {}, layer);
            return layer;
        });
    }
};

}  // namespace

Result<std::shared_ptr<const Decoder>> makeQwen3Moe(const ModelFiles& files) {
    return makeDecoder<Qwen3Moe>(files);
}

}  // namespace kvw
