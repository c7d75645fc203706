// SPDX-License-Identifier: Apache-2.0
// Mixtral (Jiang et al. 2024): the attention of Llama, and an MLP that is a mixture of experts.
#include "core/model/families/decoder/blocks.h"

namespace kvw {

namespace {

class Mixtral final : public BlockDecoder {
 public:
    using BlockDecoder::BlockDecoder;

    Result<void> load(const ModelFiles& files) {
        return BlockDecoder::load(files, {}, [](Reader& from, const std::string& at) {
            BlockLayer layer = llamaAttention(from, at);
            readExperts(from, at + "block_sparse_moe.", {"gate", "w1", "w3", "w2"}, layer);
            return layer;
        });
    }
};

}  // namespace

Result<std::shared_ptr<const Decoder>> makeMixtral(const ModelFiles& files) {
    return makeDecoder<Mixtral>(files);
}

}  // namespace kvw
