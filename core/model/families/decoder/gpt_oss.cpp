// SPDX-License-Identifier: Apache-2.0
// gpt-oss (OpenAI 2025): the layer of Llama with biases, learned sinks, and an MLP that is a mixture of experts with a
// clamped gate.
#include <fmt/format.h>

#include "core/model/families/decoder/blocks.h"

namespace kvw {

namespace {

class GptOss final : public BlockDecoder {
 public:
    using BlockDecoder::BlockDecoder;

    Result<void> load(const ModelFiles& files) {
        for (std::int64_t layer = 0; layer < m_config.layers; ++layer) {
            const auto sinks = WeightStore::vector(files, fmt::format("model.layers.{}.self_attn.sinks", layer));
            m_sinks.insert(m_sinks.end(), sinks.begin(), sinks.end());
        }
        return BlockDecoder::load(files, {}, [](Reader& from, const std::string& at) {
            BlockLayer layer = llamaAttention(from, at);
            readExperts(from, at + "mlp.", {.router = "router"}, layer);
            return layer;
        });
    }
};

}  // namespace

Result<std::shared_ptr<const Decoder>> makeGptOss(const ModelFiles& files) {
    return makeDecoder<GptOss>(files);
}

}  // namespace kvw
