// SPDX-License-Identifier: Apache-2.0
/// gpt-oss (OpenAI 2025): learned sinks in the softmax, sliding windows in every other layer, experts with biases and a
/// clamped gate.
#include "core/model/families/families.h"

namespace kvw {
namespace {

std::vector<TensorSpec> tensorsOfGptOss(const ModelConfig& config) {
    return llamaTensors(config, {.qkvBias = config.attentionBias,
                                 .outputBias = config.attentionBias,
                                 .norms = {mlpNorm(config), {"self_attn.sinks", {config.queryHeads}}},
                                 .mlp = expertTensors(config, "mlp.", {.router = "router"}, true)});
}

}  // namespace

const Family kGptOss{
    "GptOssForCausalLM",
    "gpt_oss",
    {"rms_norm_eps", "num_key_value_heads", "rope_theta", "hidden_act", "attention_bias", "sliding_window",
     "layer_types", "num_local_experts", "num_experts", "num_experts_per_tok", "swiglu_limit", "swiglu_alpha"},
    {.normEps = 1e-5,
     .attentionBias = true,
     .kvHeads = 8,
     .headDim = 64,
     .context = 131072,
     .ropeTheta = 150000,
     .ropeParameters = R"({"rope_type": "yarn", "factor": 32, "beta_fast": 32, "beta_slow": 1,
                                            "truncate": false, "original_max_position_embeddings": 4096})",
     .windowLayers = WindowLayers::Even,
     .window = 128,
     .experts = 128,
     .expertsUsed = 4},
    tensorsOfGptOss};

}  // namespace kvw
