// SPDX-License-Identifier: Apache-2.0
// Gemma (Gemma Team 2024): the layer of Llama with a GELU gate, norms times 1 + weight, embeddings times the root of
// the hidden size.
#include "core/model/families/decoder/blocks.h"

namespace kvw {

namespace {

class Gemma final : public BlockDecoder {
 public:
    using BlockDecoder::BlockDecoder;

    Result<void> load(const ModelFiles& files) {
        m_model.rules.mlp = MlpKind::GeluTanhGate;
        auto done = BlockDecoder::load(files, {}, &llamaLayer);
        addOneToNorms();
        m_model.rules.embeddingFactor = rootOfHidden();
        return done;
    }
};

}  // namespace

Result<std::shared_ptr<const Decoder>> makeGemma(const ModelFiles& files) {
    return makeDecoder<Gemma>(files);
}

}  // namespace kvw
