// SPDX-License-Identifier: Apache-2.0
/// SmolLM3: Llama without RoPE in every fourth layer (or those that no_rope_layers marks); those layers may have a
/// sliding window.
#include "core/model/families/families.h"

namespace kvw {
namespace {

std::vector<TensorSpec> tensorsOfSmolLm3(const ModelConfig& config) {
    return llamaTensors(config, {config.attentionBias, config.attentionBias, config.mlpBias, {mlpNorm(config)}});
}

}  // namespace

const Family kSmolLm3{
    "SmolLM3ForCausalLM",
    "smollm3",
    {"rms_norm_eps", "num_key_value_heads", "rope_theta", "hidden_act", "attention_bias", "mlp_bias", "no_rope_layers",
     "no_rope_layer_interval", "sliding_window", "use_sliding_window", "layer_types"},
    {.tiedEmbeddings = true,
     .kvHeads = 4,
     .context = 32768,
     .ropeTheta = 2e6,
     .windowLayers = WindowLayers::WithoutRope},
    tensorsOfSmolLm3};

}  // namespace kvw
