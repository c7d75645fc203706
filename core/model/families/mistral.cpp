// SPDX-License-Identifier: Apache-2.0
/// Mistral: Llama without biases, with a sliding window over all layers where the configuration has one.
#include <fmt/format.h>

#include "core/model/families/families.h"

namespace kvw {
namespace {

Result<void> check(const ModelConfig& config, const std::string& where) {
    return checkCommon(kMistral, config, where, {"silu", "swish"});
}

std::vector<TensorSpec> tensors(const ModelConfig& config) {
    std::vector<TensorSpec> specs = outerTensors(config);
    for (std::int64_t layer = 0; layer < config.layers; ++layer) {
        const std::string prefix = fmt::format("model.layers.{}.", layer);
        specs.push_back({prefix + "input_layernorm.weight", {config.hidden}});
        addAttention(specs, prefix + "self_attn.", config, false, false);
        specs.push_back({prefix + "post_attention_layernorm.weight", {config.hidden}});
        addGatedMlp(specs, prefix + "mlp.", config, false);
    }
    return specs;
}

}  // namespace

const Family kMistral{"MistralForCausalLM",
                      "mistral",
                      {.kvHeads = 8, .context = 131072, .windowLayers = WindowLayers::All, .window = 4096},
                      check,
                      tensors};

}  // namespace kvw
