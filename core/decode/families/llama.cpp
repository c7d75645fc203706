// SPDX-License-Identifier: Apache-2.0
// Llama (Touvron et al. 2023): pre-norm RMSNorm, grouped-query attention with rotary positions, SwiGLU.
#include "core/decode/families/blocks.h"

namespace kvw {

namespace {

class Llama final : public BlockDecoder {
 public:
    using BlockDecoder::BlockDecoder;

    Result<void> load(const ModelFiles& files, const Progress& progress) {
        return BlockDecoder::load(files, progress, {}, &llamaLayer);
    }
};

}  // namespace

Result<std::shared_ptr<const Decoder>> makeLlama(const ModelFiles& files,
                                                 const std::function<bool(std::int64_t, std::int64_t)>& progress) {
    return makeDecoder<Llama>(files, progress);
}

}  // namespace kvw
