// SPDX-License-Identifier: Apache-2.0
// Qwen 2 (Yang et al. 2024): the layer of Llama with biases on queries, keys and values.
#include "core/decode/families/blocks.h"

namespace kvw {

namespace {

class Qwen2 final : public BlockDecoder {
 public:
    using BlockDecoder::BlockDecoder;

    Result<void> load(const ModelFiles& files, const Progress& progress) {
        return BlockDecoder::load(files, progress, {}, &llamaLayer);
    }
};

}  // namespace

Result<std::shared_ptr<const Decoder>> makeQwen2(const ModelFiles& files,
                                                 const std::function<bool(std::int64_t, std::int64_t)>& progress) {
    return makeDecoder<Qwen2>(files, progress);
}

}  // namespace kvw
