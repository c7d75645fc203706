// SPDX-License-Identifier: Apache-2.0
// Qwen 2 (Yang et al. 2024): the layer of Llama with biases on queries, keys and values, which are read where they are.
#include "core/decode/decoder.h"

namespace kvw {

Result<std::shared_ptr<const Decoder>> makeQwen2(const ModelFiles& files) {
    return makeLlama(files);
}

}  // namespace kvw
