// SPDX-License-Identifier: Apache-2.0
/// StableLM 3B and 2: Llama's projections with LayerNorm and partial rotation; with qk_layernorm each head has its own
/// norm, with use_parallel_residual the MLP reads the same input as attention.
#include <fmt/format.h>

#include "core/model/families/families.h"

namespace kvw {
namespace {

std::vector<TensorSpec> tensorsOfStableLm(const ModelConfig& config) {
    std::vector<TensorSpec> norms;
    if (!config.parallelResidual) {
        norms = {mlpNorm(config), {"post_attention_layernorm.bias", {config.hidden}}};
    }
    norms.push_back({"input_layernorm.bias", {config.hidden}});
    for (const auto& [part, heads] : {std::pair('q', config.queryHeads), std::pair('k', config.kvHeads)}) {
        for (std::int64_t head = 0; config.headNorms && head < heads; ++head) {
            norms.push_back({fmt::format("self_attn.{}_layernorm.norms.{}.weight", part, head), {config.headDim}});
        }
    }
    std::vector<TensorSpec> specs = llamaTensors(config, {config.attentionBias, false, false, norms});
    specs.push_back({"model.norm.bias", {config.hidden}});
    return specs;
}

}  // namespace

const Family kStableLm{"StableLmForCausalLM",
                       "stablelm",
                       {"layer_norm_eps", "num_key_value_heads", "rope_theta", "hidden_act", "use_qkv_bias",
                        "qk_layernorm", "use_parallel_residual", "partial_rotary_factor"},
                       {.normEps = 1e-5, .kvHeads = 32, .context = 4096, .rotaryFraction = 0.25},
                       tensorsOfStableLm,
                       {"silu", "swish"},
                       true};

}  // namespace kvw
