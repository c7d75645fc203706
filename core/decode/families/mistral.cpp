// SPDX-License-Identifier: Apache-2.0
// Mistral (Jiang et al. 2023): the layer of Llama; its sliding window is a matter of attention (AttentionOptions).
#include "core/decode/families/blocks.h"

namespace kvw {

namespace {

class Mistral final : public BlockDecoder {
 public:
    using BlockDecoder::BlockDecoder;

    Result<void> load(const ModelFiles& files, const Progress& progress) {
        return BlockDecoder::load(files, progress, {}, &llamaLayer);
    }
};

}  // namespace

Result<std::shared_ptr<const Decoder>> makeMistral(const ModelFiles& files,
                                                   const std::function<bool(std::int64_t, std::int64_t)>& progress) {
    return makeDecoder<Mistral>(files, progress);
}

}  // namespace kvw
