// SPDX-License-Identifier: Apache-2.0
/// Gemma 1: embedding times the root of the hidden size, RMSNorm times 1 + weight, GELU gate (always its tanh form,
/// also where the configuration says "gelu").
#include <fmt/format.h>

#include "core/model/families/families.h"

namespace kvw {
namespace {

Result<void> check(const ModelConfig& config, const std::string& where) {
    return checkCommon(kGemma, config, where, {"gelu_pytorch_tanh", "gelu", "gelu_new", "gelu_fast"}).and_then([&] {
        return checkNoWindow(kGemma, config, where);
    });
}

std::vector<TensorSpec> tensors(const ModelConfig& config) {
    std::vector<TensorSpec> specs = outerTensors(config);
    for (std::int64_t layer = 0; layer < config.layers; ++layer) {
        const std::string prefix = fmt::format("model.layers.{}.", layer);
        specs.push_back({prefix + "input_layernorm.weight", {config.hidden}});
        addAttention(specs, prefix + "self_attn.", config, config.attentionBias, config.attentionBias);
        specs.push_back({prefix + "post_attention_layernorm.weight", {config.hidden}});
        addGatedMlp(specs, prefix + "mlp.", config, false);
    }
    return specs;
}

}  // namespace

const Family kGemma{
    "GemmaForCausalLM",
    "gemma",
    {.activation = "gelu_pytorch_tanh", .tiedEmbeddings = true, .kvHeads = 16, .headDim = 256, .context = 8192},
    check,
    tensors};

}  // namespace kvw
