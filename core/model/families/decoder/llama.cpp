// SPDX-License-Identifier: Apache-2.0
// Llama (Touvron et al. 2023): pre-norm RMSNorm, grouped-query attention with rotary positions, SwiGLU.
#include "core/model/families/decoder/blocks.h"

namespace kvw {

namespace {

class Llama final : public BlockDecoder {
 public:
    using BlockDecoder::BlockDecoder;

    Result<void> load(const ModelFiles& files) { return BlockDecoder::load(files, {}, &llamaLayer); }
};

}  // namespace

Result<std::shared_ptr<const Decoder>> makeLlama(const ModelFiles& files) {
    return makeDecoder<Llama>(files);
}

}  // namespace kvw
