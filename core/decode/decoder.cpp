// SPDX-License-Identifier: Apache-2.0
#include "core/decode/decoder.h"

#include <array>
#include <string_view>
#include <utility>

#include "core/model/family.h"

namespace kvw {

Result<std::shared_ptr<const Decoder>> loadDecoder(const ModelFiles& files,
                                                   const std::function<bool(std::int64_t, std::int64_t)>& progress) {
    static constexpr std::array<std::pair<std::string_view, DecoderFactory>, 8> kFamilies{
        {{"LlamaForCausalLM", &makeLlama},
         {"MistralForCausalLM", &makeMistral},
         {"Qwen2ForCausalLM", &makeQwen2},
         {"Qwen3ForCausalLM", &makeQwen3},
         {"Phi3ForCausalLM", &makePhi3},
         {"GemmaForCausalLM", &makeGemma},
         {"Gemma2ForCausalLM", &makeGemma2},
         {"GPTNeoXForCausalLM", &makeGptNeoX}}};
    for (const auto& [architecture, make] : kFamilies) {
        if (architecture == files.config().architecture) {
            return make(files, progress);
        }
    }
    return fail(Code::BadInput, "config.json", "the architecture is not known", files.config().architecture,
                "one of " + knownArchitectures());
}

}  // namespace kvw
