// SPDX-License-Identifier: Apache-2.0
/// Granite 3 (of GGUF files the dense ones of 4, too): Llama with four multipliers, of embeddings, scores, what layers
/// add, and logits.
#include "core/model/families/families.h"

namespace kvw {
namespace {

Result<void> check(const ModelConfig& config, const std::string& where) {
    return checkCommon(kGranite, config, where, {"silu", "swish"});
}

std::vector<TensorSpec> tensors(const ModelConfig& config) {
    return llamaTensors(config, {config.attentionBias, config.attentionBias, config.mlpBias, {mlpNorm(config)}});
}

}  // namespace

const Family kGranite{"GraniteForCausalLM",
                      "granite",
                      {"rms_norm_eps", "num_key_value_heads", "rope_theta", "hidden_act", "attention_bias", "mlp_bias",
                       "embedding_multiplier", "attention_multiplier", "residual_multiplier", "logits_scaling"},
                      {},
                      check,
                      tensors};

}  // namespace kvw
