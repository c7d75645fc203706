// SPDX-License-Identifier: Apache-2.0
/// Mixtral: Mistral with eight experts in each layer, of which each token uses two.
#include "core/model/families/families.h"

namespace kvw {
namespace {

std::vector<TensorSpec> tensorsOfMixtral(const ModelConfig& config) {
    return llamaTensors(config, {.norms = {mlpNorm(config)},
                                 .mlp = expertTensors(config, "block_sparse_moe.", {"gate", "w1", "w3", "w2"})});
}

}  // namespace

const Family kMixtral{"MixtralForCausalLM",
                      "mixtral",
                      {"rms_norm_eps", "num_key_value_heads", "rope_theta", "hidden_act", "sliding_window",
                       "num_local_experts", "num_experts", "num_experts_per_tok"},
                      {.normEps = 1e-5,
                       .kvHeads = 8,
                       .context = 131072,
                       .ropeTheta = 1e6,
                       .windowLayers = WindowLayers::All,
                       .experts = 8,
                       .expertsUsed = 2},
                      tensorsOfMixtral};

}  // namespace kvw
