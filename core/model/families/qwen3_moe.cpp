// SPDX-License-Identifier: Apache-2.0
/// Qwen 3 MoE: Qwen 3 with many small experts in each layer, of which each token uses a few.
#include "core/model/families/families.h"

namespace kvw {
namespace {

std::vector<TensorSpec> tensorsOfQwen3Moe(const ModelConfig& config) {
    return llamaTensors(config, {.qkvBias = config.attentionBias,
                                 .outputBias = config.attentionBias,
                                 .norms = {{"self_attn.q_norm.weight", {config.headDim}},
                                           {"self_attn.k_norm.weight", {config.headDim}},
                                           mlpNorm(config)},
                                 .mlp = expertTensors(config, "mlp.", {})});
}

}  // namespace

const Family kQwen3Moe{
    "Qwen3MoeForCausalLM",
    "qwen3_moe",
    {"rms_norm_eps", "num_key_value_heads", "rope_theta", "hidden_act", "attention_bias", "sliding_window",
     "use_sliding_window", "num_local_experts", "num_experts", "num_experts_per_tok", "moe_intermediate_size",
     "norm_topk_prob", "mlp_only_layers", "decoder_sparse_step"},
    {.kvHeads = 4,
     .context = 32768,
     .windowLayers = WindowLayers::All,
     .window = 4096,
     .experts = 128,
     .expertsUsed = 8,
     .expertIntermediate = 768},
    tensorsOfQwen3Moe};

}  // namespace kvw
