// SPDX-License-Identifier: Apache-2.0
/// Granite 3 (as GGUF file also the dense models of Granite 4): Llama with four multipliers, on embeddings, scores,
/// residual branches and logits.
#include "core/model/families/families.h"

namespace kvw {
namespace {

std::vector<TensorSpec> tensorsOfGranite(const ModelConfig& config) {
    return llamaTensors(config, {config.attentionBias, config.attentionBias, config.mlpBias, {mlpNorm(config)}});
}

}  // namespace

const Family kGranite{"GraniteForCausalLM",
                      "granite",
                      {"rms_norm_eps", "num_key_value_heads", "rope_theta", "hidden_act", "attention_bias", "mlp_bias",
                       "embedding_multiplier", "attention_multiplier", "residual_multiplier", "logits_scaling"},
                      {},
                      tensorsOfGranite};

}  // namespace kvw
