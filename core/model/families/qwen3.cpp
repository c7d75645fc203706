// SPDX-License-Identifier: Apache-2.0
/// Qwen 3: RMSNorm of each query and key head before rotation, head_dim of its own; windows as in Qwen 2.
#include <fmt/format.h>

#include "core/model/families/families.h"

namespace kvw {
namespace {

Result<void> check(const ModelConfig& config, const std::string& where) {
    return checkCommon(kQwen3, config, where, {"silu", "swish"});
}

std::vector<TensorSpec> tensors(const ModelConfig& config) {
    std::vector<TensorSpec> specs = outerTensors(config);
    for (std::int64_t layer = 0; layer < config.layers; ++layer) {
        const std::string prefix = fmt::format("model.layers.{}.", layer);
        specs.push_back({prefix + "input_layernorm.weight", {config.hidden}});
        addAttention(specs, prefix + "self_attn.", config, config.attentionBias, config.attentionBias);
        specs.push_back({prefix + "self_attn.q_norm.weight", {config.headDim}});
        specs.push_back({prefix + "self_attn.k_norm.weight", {config.headDim}});
        specs.push_back({prefix + "post_attention_layernorm.weight", {config.hidden}});
        addGatedMlp(specs, prefix + "mlp.", config, false);
    }
    return specs;
}

}  // namespace

const Family kQwen3{"Qwen3ForCausalLM",
                    "qwen3",
                    {.kvHeads = 32,
                     .headDim = 128,
                     .context = 32768,
                     .windowLayers = WindowLayers::FromMaxWindowLayers,
                     .window = 4096},
                    check,
                    tensors};

}  // namespace kvw
