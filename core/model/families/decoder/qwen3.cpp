// SPDX-License-Identifier: Apache-2.0
// Qwen 3 (Yang et al. 2025): the layer of Llama with an RMSNorm of each query and key head before rotation.
#include "core/model/families/decoder/blocks.h"

namespace kvw {

namespace {

class Qwen3 final : public BlockDecoder {
 public:
    using BlockDecoder::BlockDecoder;

    Result<void> load(const ModelFiles& files) {
        return BlockDecoder::load(files, {}, [](Reader& from, const std::string& at) {
            BlockLayer layer = llamaLayer(from, at);
            layer.query = from.norm(at + "self_attn.q_norm");
            layer.key = from.norm(at + "self_attn.k_norm");
            return layer;
        });
    }
};

}  // namespace

Result<std::shared_ptr<const Decoder>> makeQwen3(const ModelFiles& files) {
    return makeDecoder<Qwen3>(files);
}

}  // namespace kvw
