// SPDX-License-Identifier: Apache-2.0
// Granite (IBM 2024): the layer of Llama; its multipliers are rules that follow from the configuration.
#include "core/decode/families/blocks.h"

namespace kvw {

namespace {

class Granite final : public BlockDecoder {
 public:
    using BlockDecoder::BlockDecoder;

    Result<void> load(const ModelFiles& files) { return BlockDecoder::load(files, {}, &llamaLayer); }
};

}  // namespace

Result<std::shared_ptr<const Decoder>> makeGranite(const ModelFiles& files) {
    return makeDecoder<Granite>(files);
}

}  // namespace kvw
