// SPDX-License-Identifier: Apache-2.0
/// Qwen 3: Llama with an RMSNorm of each query and key head before rotation, and a separate head_dim; windows as in
/// Qwen 2.
#include "core/model/families/families.h"

namespace kvw {
namespace {

std::vector<TensorSpec> tensorsOfQwen3(const ModelConfig& config) {
    return llamaTensors(config, {config.attentionBias,
                                 config.attentionBias,
                                 false,
                                 {{"self_attn.q_norm.weight", {config.headDim}},
                                  {"self_attn.k_norm.weight", {config.headDim}},
                                  mlpNorm(config)}});
}

}  // namespace

const Family kQwen3{"Qwen3ForCausalLM",
                    "qwen3",
                    {"rms_norm_eps", "num_key_value_heads", "rope_theta", "hidden_act", "attention_bias",
                     "sliding_window", "use_sliding_window", "max_window_layers", "layer_types"},
                    {.kvHeads = 32,
                     .headDim = 128,
                     .context = 32768,
                     .windowLayers = WindowLayers::FromMaxWindowLayers,
                     .window = 4096},
                    tensorsOfQwen3};

}  // namespace kvw
