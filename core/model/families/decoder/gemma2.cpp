// SPDX-License-Identifier: Apache-2.0
// Gemma 2 (Gemma Team 2024): Gemma with norms after attention and MLP; attention handles windows and soft caps of the
// scores (AttentionOptions).
#include "core/model/families/decoder/blocks.h"

namespace kvw {

namespace {

class Gemma2 final : public BlockDecoder {
 public:
    using BlockDecoder::BlockDecoder;

    Result<void> load(const ModelFiles& files) {
        m_model.rules.mlp = MlpKind::GeluTanhGate;
        auto done = BlockDecoder::load(files, {}, &gemma2Layer);
        addOneToNorms();
        m_model.rules.embeddingFactor = rootOfHidden();
        return done;
    }
};

}  // namespace

Result<std::shared_ptr<const Decoder>> makeGemma2(const ModelFiles& files) {
    return makeDecoder<Gemma2>(files);
}

}  // namespace kvw
