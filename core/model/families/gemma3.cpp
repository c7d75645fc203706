// SPDX-License-Identifier: Apache-2.0
/// Gemma 3 (text): Gemma 2 without soft-capped scores (the reference library reads that setting and ignores it), with a
/// norm of each query and key head, and a sliding window in five of six layers, which have a RoPE base of their own.
#include "core/model/families/families.h"

namespace kvw {
namespace {

std::vector<TensorSpec> tensorsOfGemma3(const ModelConfig& config) {
    return llamaTensors(config, {config.attentionBias,
                                 config.attentionBias,
                                 false,
                                 {{"self_attn.q_norm.weight", {config.headDim}},
                                  {"self_attn.k_norm.weight", {config.headDim}},
                                  mlpNorm(config),
                                  {"pre_feedforward_layernorm.weight", {config.hidden}},
                                  {"post_feedforward_layernorm.weight", {config.hidden}}}});
}

}  // namespace

const Family kGemma3{"Gemma3ForCausalLM",
                     "gemma3_text",
                     {"rms_norm_eps", "num_key_value_heads", "rope_theta", "rope_local_base_freq", "hidden_activation",
                      "attention_bias", "sliding_window", "sliding_window_pattern", "layer_types",
                      "query_pre_attn_scalar", "final_logit_softcapping", "use_bidirectional_attention"},
                     {.activation = "gelu_pytorch_tanh",
                      .tiedEmbeddings = true,
                      .kvHeads = 4,
                      .headDim = 256,
                      .context = 131072,
                      .ropeTheta = 1e6,
                      .localRopeTheta = 1e4,
                      .windowLayers = WindowLayers::ByPattern,
                      .window = 4096,
                      .queryPreAttnScalar = 256,
                      .nested = {26, 2304, 9216, 8, 262208}},
                     tensorsOfGemma3,
                     {"gelu_pytorch_tanh", "gelu_new", "gelu_fast"}};

}  // namespace kvw
