// SPDX-License-Identifier: Apache-2.0
/// Llama 1 to 3: RMSNorm, rotary embedding on all dimensions (half-split), grouped queries, SiLU gate, no or constant
/// biases.
#include <fmt/format.h>

#include "core/model/families/families.h"

namespace kvw {
namespace {

Result<void> check(const ModelConfig& config, const std::string& where) {
    return checkCommon(kLlama, config, where, {"silu", "swish"}).and_then([&] {
        return checkNoWindow(kLlama, config, where);
    });
}

std::vector<TensorSpec> tensors(const ModelConfig& config) {
    std::vector<TensorSpec> specs = outerTensors(config);
    for (std::int64_t layer = 0; layer < config.layers; ++layer) {
        const std::string prefix = fmt::format("model.layers.{}.", layer);
        specs.push_back({prefix + "input_layernorm.weight", {config.hidden}});
        addAttention(specs, prefix + "self_attn.", config, config.attentionBias, config.attentionBias);
        specs.push_back({prefix + "post_attention_layernorm.weight", {config.hidden}});
        addGatedMlp(specs, prefix + "mlp.", config, config.mlpBias);
    }
    return specs;
}

}  // namespace

const Family kLlama{"LlamaForCausalLM", "llama", {}, check, tensors};

}  // namespace kvw
