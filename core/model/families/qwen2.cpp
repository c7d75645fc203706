// SPDX-License-Identifier: Apache-2.0
/// Qwen 2 and 2.5: Llama with biases on queries, keys and values; with use_sliding_window, layers from
/// max_window_layers on have a sliding window.
#include "core/model/families/families.h"

namespace kvw {
namespace {

std::vector<TensorSpec> tensorsOfQwen2(const ModelConfig& config) {
    return llamaTensors(config, {.qkvBias = true, .norms = {mlpNorm(config)}});
}

}  // namespace

const Family kQwen2{
    "Qwen2ForCausalLM",
    "qwen2",
    {"rms_norm_eps", "num_key_value_heads", "rope_theta", "hidden_act", "sliding_window", "use_sliding_window",
     "max_window_layers", "layer_types"},
    {.kvHeads = 32, .context = 32768, .windowLayers = WindowLayers::FromMaxWindowLayers, .window = 4096},
    tensorsOfQwen2};

}  // namespace kvw
