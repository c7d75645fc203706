// SPDX-License-Identifier: Apache-2.0
/// Llama 1 to 3: RMSNorm, rotary embedding on all dimensions (half-split), grouped-query attention, SiLU gate, optional
/// biases.
#include "core/model/families/families.h"

namespace kvw {
namespace {

std::vector<TensorSpec> tensorsOfLlama(const ModelConfig& config) {
    return llamaTensors(config, {config.attentionBias, config.attentionBias, config.mlpBias, {mlpNorm(config)}});
}

}  // namespace

const Family kLlama{"LlamaForCausalLM",
                    "llama",
                    {"rms_norm_eps", "num_key_value_heads", "rope_theta", "hidden_act", "attention_bias", "mlp_bias"},
                    {.nested = {32, 4096, 11008, 32, 32000}},
                    tensorsOfLlama};

}  // namespace kvw
