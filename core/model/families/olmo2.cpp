// SPDX-License-Identifier: Apache-2.0
/// OLMo 2: Llama with its norms after attention and MLP, one RMSNorm over all query heads together and one over all key
/// heads.
#include "core/model/families/families.h"

namespace kvw {
namespace {

std::vector<TensorSpec> tensorsOfOlmo2(const ModelConfig& config) {
    return llamaTensors(config, {config.attentionBias,
                                 config.attentionBias,
                                 false,
                                 {{"self_attn.q_norm.weight", {config.queryHeads * config.headDim}},
                                  {"self_attn.k_norm.weight", {config.kvHeads * config.headDim}},
                                  mlpNorm(config),
                                  {"post_feedforward_layernorm.weight", {config.hidden}}},
                                 false});
}

}  // namespace

const Family kOlmo2{"Olmo2ForCausalLM",
                    "olmo2",
                    {"rms_norm_eps", "num_key_value_heads", "rope_theta", "hidden_act", "attention_bias"},
                    {.normEps = 1e-5},
                    tensorsOfOlmo2};

}  // namespace kvw
