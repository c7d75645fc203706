// SPDX-License-Identifier: Apache-2.0
// Mistral (Jiang et al. 2023): the layer of Llama; its sliding window is a matter of attention (AttentionOptions).
#include "core/decode/decoder.h"

namespace kvw {

Result<std::shared_ptr<const Decoder>> makeMistral(const ModelFiles& files) {
    return makeLlama(files);
}

}  // namespace kvw
