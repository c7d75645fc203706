// SPDX-License-Identifier: Apache-2.0
/// Gemma 2: Gemma with norms behind attention and MLP, too, a sliding window in every second layer, soft-capped scores
/// and logits, scores over a root of their own.
#include <fmt/format.h>

#include "core/model/families/families.h"

namespace kvw {
namespace {

Result<void> check(const ModelConfig& config, const std::string& where) {
    return checkCommon(kGemma2, config, where, {"gelu_pytorch_tanh", "gelu", "gelu_new", "gelu_fast"});
}

std::vector<TensorSpec> tensors(const ModelConfig& config) {
    std::vector<TensorSpec> specs = outerTensors(config);
    for (std::int64_t layer = 0; layer < config.layers; ++layer) {
        const std::string prefix = fmt::format("model.layers.{}.", layer);
        specs.push_back({prefix + "input_layernorm.weight", {config.hidden}});
        addAttention(specs, prefix + "self_attn.", config, config.attentionBias, config.attentionBias);
        specs.push_back({prefix + "post_attention_layernorm.weight", {config.hidden}});
        specs.push_back({prefix + "pre_feedforward_layernorm.weight", {config.hidden}});
        specs.push_back({prefix + "post_feedforward_layernorm.weight", {config.hidden}});
        addGatedMlp(specs, prefix + "mlp.", config, false);
    }
    return specs;
}

}  // namespace

const Family kGemma2{"Gemma2ForCausalLM",
                     "gemma2",
                     {.activation = "gelu_pytorch_tanh",
                      .tiedEmbeddings = true,
                      .kvHeads = 4,
                      .headDim = 256,
                      .context = 8192,
                      .windowLayers = WindowLayers::Even,
                      .window = 4096,
                      .queryScalar = 256,
                      .attentionSoftCap = 50,
                      .logitSoftCap = 30},
                     check,
                     tensors};

}  // namespace kvw
