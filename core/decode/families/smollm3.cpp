// SPDX-License-Identifier: Apache-2.0
// SmolLM3 (Hugging Face 2025): the layer of Llama; which layers turn is a matter of attention.
#include "core/decode/families/blocks.h"

namespace kvw {

namespace {

class SmolLm3 final : public BlockDecoder {
 public:
    using BlockDecoder::BlockDecoder;

    Result<void> load(const ModelFiles& files) { return BlockDecoder::load(files, {}, &llamaLayer); }
};

}  // namespace

Result<std::shared_ptr<const Decoder>> makeSmolLm3(const ModelFiles& files) {
    return makeDecoder<SmolLm3>(files);
}

}  // namespace kvw
