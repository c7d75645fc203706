// SPDX-License-Identifier: Apache-2.0
/// Phi-3 and 3.5: Llama with queries, keys and values in one projection, gate and up in another; longrope, partial
/// rotation.
#include <fmt/format.h>

#include "core/model/families/families.h"

namespace kvw {
namespace {

std::vector<TensorSpec> tensorsOfPhi3(const ModelConfig& config) {
    std::vector<TensorSpec> specs = outerTensors(config);
    const std::int64_t queries = config.queryHeads * config.headDim;
    const std::int64_t keys = config.kvHeads * config.headDim;
    for (std::int64_t layer = 0; layer < config.layers; ++layer) {
        const std::string prefix = fmt::format("model.layers.{}.", layer);
        specs.push_back({prefix + "input_layernorm.weight", {config.hidden}});
        addLinear(specs, prefix + "self_attn.qkv_proj", queries + 2 * keys, config.hidden, false);
        addLinear(specs, prefix + "self_attn.o_proj", config.hidden, queries, false);
        specs.push_back({prefix + "post_attention_layernorm.weight", {config.hidden}});
        addLinear(specs, prefix + "mlp.gate_up_proj", 2 * config.intermediate, config.hidden, false);
        addLinear(specs, prefix + "mlp.down_proj", config.hidden, config.intermediate, false);
    }
    return specs;
}

}  // namespace

const Family kPhi3{
    "Phi3ForCausalLM",
    "phi3",
    {"rms_norm_eps", "num_key_value_heads", "rope_theta", "hidden_act", "sliding_window", "partial_rotary_factor"},
    {.normEps = 1e-5, .context = 4096, .originalContext = 4096, .windowLayers = WindowLayers::All},
    tensorsOfPhi3};

}  // namespace kvw
