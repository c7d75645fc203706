// SPDX-License-Identifier: Apache-2.0
/// Llama 1 to 3: RMSNorm, rotary embedding on all dimensions (half-split), grouped queries, SiLU gate, no or constant
/// biases.
#include <fmt/format.h>

#include "core/model/families/families.h"

namespace kvw {
namespace {

Result<void> check(const ModelConfig& config, const std::string& where) {
    if (!config.modelType.empty() && config.modelType != "llama") {
        return fail(Code::BadInput, where, "model_type disagrees with the architecture LlamaForCausalLM",
                    config.modelType, "llama");
    }
    if (config.activation != "silu" && config.activation != "swish") {
        return fail(Code::BadInput, where, "hidden_act is not supported", config.activation, "silu");
    }
    if (config.rotaryFraction != 1) {
        return fail(Code::BadInput, where, "partial_rotary_factor is not supported by LlamaForCausalLM",
                    fmt::format("{}", config.rotaryFraction), "1");
    }
    if (config.slidingWindow) {
        return fail(Code::BadInput, where, "sliding_window is not supported by LlamaForCausalLM",
                    fmt::format("{}", *config.slidingWindow), "null");
    }
    return {};
}

std::vector<TensorSpec> tensors(const ModelConfig& config) {
    const std::int64_t queries = config.queryHeads * config.headDim;
    const std::int64_t keys = config.kvHeads * config.headDim;
    std::vector<TensorSpec> specs{{"model.embed_tokens.weight", {config.vocabulary, config.hidden}},
                                  {"model.norm.weight", {config.hidden}}};
    // A tied checkpoint may still carry the head; the embedding is used.
    specs.push_back({"lm_head.weight", {config.vocabulary, config.hidden}, config.tiedEmbeddings});
    for (std::int64_t layer = 0; layer < config.layers; ++layer) {
        const std::string prefix = fmt::format("model.layers.{}.", layer);
        const auto linear = [&](const char* name, std::int64_t out, std::int64_t in, bool bias) {
            specs.push_back({prefix + name + ".weight", {out, in}});
            if (bias) {
                specs.push_back({prefix + name + ".bias", {out}});
            }
        };
        specs.push_back({prefix + "input_layernorm.weight", {config.hidden}});
        linear("self_attn.q_proj", queries, config.hidden, config.attentionBias);
        linear("self_attn.k_proj", keys, config.hidden, config.attentionBias);
        linear("self_attn.v_proj", keys, config.hidden, config.attentionBias);
        linear("self_attn.o_proj", config.hidden, queries, config.attentionBias);
        specs.push_back({prefix + "post_attention_layernorm.weight", {config.hidden}});
        linear("mlp.gate_proj", config.intermediate, config.hidden, config.mlpBias);
        linear("mlp.up_proj", config.intermediate, config.hidden, config.mlpBias);
        linear("mlp.down_proj", config.hidden, config.intermediate, config.mlpBias);
    }
    return specs;
}

}  // namespace

const Family kLlama{"LlamaForCausalLM", check, tensors};

}  // namespace kvw
