// SPDX-License-Identifier: Apache-2.0
/// Gemma 1: embedding scaled by the square root of the hidden size, RMSNorm scaled by 1 + weight, GELU gate (always the
/// tanh form, even if the configuration says "gelu").
#include "core/model/families/families.h"

namespace kvw {
namespace {

std::vector<TensorSpec> tensorsOfGemma(const ModelConfig& config) {
    return llamaTensors(config, {config.attentionBias, config.attentionBias, false, {mlpNorm(config)}});
}

}  // namespace

const Family kGemma{
    "GemmaForCausalLM",
    "gemma",
    {"rms_norm_eps", "num_key_value_heads", "rope_theta", "hidden_act", "hidden_activation", "attention_bias",
     "use_bidirectional_attention"},
    {.activation = "gelu_pytorch_tanh", .tiedEmbeddings = true, .kvHeads = 16, .headDim = 256, .context = 8192},
    tensorsOfGemma,
    {"gelu_pytorch_tanh", "gelu", "gelu_new", "gelu_fast"}};

}  // namespace kvw
