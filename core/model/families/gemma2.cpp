// SPDX-License-Identifier: Apache-2.0
/// Gemma 2: Gemma with additional norms after attention and MLP, a sliding window in every second layer, soft-capped
/// scores and logits, and scores divided by the square root of query_pre_attn_scalar.
#include "core/model/families/families.h"

namespace kvw {
namespace {

std::vector<TensorSpec> tensorsOfGemma2(const ModelConfig& config) {
    return llamaTensors(config, {config.attentionBias,
                                 config.attentionBias,
                                 false,
                                 {mlpNorm(config),
                                  {"pre_feedforward_layernorm.weight", {config.hidden}},
                                  {"post_feedforward_layernorm.weight", {config.hidden}}}});
}

}  // namespace

const Family kGemma2{"Gemma2ForCausalLM",
                     "gemma2",
                     {"rms_norm_eps", "num_key_value_heads", "rope_theta", "hidden_activation", "attention_bias",
                      "sliding_window", "layer_types", "query_pre_attn_scalar", "attn_logit_softcapping",
                      "final_logit_softcapping", "use_bidirectional_attention"},
                     {.activation = "gelu_pytorch_tanh",
                      .tiedEmbeddings = true,
                      .kvHeads = 4,
                      .headDim = 256,
                      .context = 8192,
                      .windowLayers = WindowLayers::Even,
                      .window = 4096,
                      .queryPreAttnScalar = 256,
                      .attentionSoftCap = 50,
                      .logitSoftCap = 30},
                     tensorsOfGemma2,
                     {"gelu_pytorch_tanh", "gelu_new", "gelu_fast"}};

}  // namespace kvw
