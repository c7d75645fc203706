// SPDX-License-Identifier: Apache-2.0
// Tensor names that families share.
#include <fmt/format.h>

#include "core/model/families/families.h"

namespace kvw {

std::vector<TensorSpec> outerTensors(const ModelConfig& config) {
    // A tied checkpoint may still store the head.
    return {{"model.embed_tokens.weight", {config.vocabulary, config.hidden}},
            {"model.norm.weight", {config.hidden}},
            {"lm_head.weight", {config.vocabulary, config.hidden}, config.tiedEmbeddings}};
}

void addLinear(std::vector<TensorSpec>& specs, const std::string& name, std::int64_t out, std::int64_t in, bool bias) {
    specs.push_back({name + ".weight", {out, in}});
    if (bias) {
        specs.push_back({name + ".bias", {out}});
    }
}

TensorSpec mlpNorm(const ModelConfig& config) {
    return {"post_attention_layernorm.weight", {config.hidden}};
}

std::vector<TensorSpec> expertTensors(const ModelConfig& config, const std::string& at, const ExpertNames& names,
                                      bool biased) {
    std::vector<TensorSpec> specs;
    addLinear(specs, at + names.router, config.experts, config.hidden, biased);
    for (std::int64_t expert = 0; expert < config.experts; ++expert) {
        const std::string prefix = fmt::format("{}experts.{}.", at, expert);
        addLinear(specs, prefix + names.gate, config.intermediate, config.hidden, biased);
        addLinear(specs, prefix + names.up, config.intermediate, config.hidden, biased);
        addLinear(specs, prefix + names.down, config.hidden, config.intermediate, biased);
    }
    return specs;
}

std::vector<TensorSpec> llamaTensors(const ModelConfig& config, const LlamaLayer& layer) {
    const std::int64_t queries = config.queryHeads * config.headDim;
    const std::int64_t keys = config.kvHeads * config.headDim;
    std::vector<TensorSpec> specs = outerTensors(config);
    for (std::int64_t i = 0; i < config.layers; ++i) {
        const std::string prefix = fmt::format("model.layers.{}.", i);
        if (layer.inputNorm) {
            specs.push_back({prefix + "input_layernorm.weight", {config.hidden}});
        }
        addLinear(specs, prefix + "self_attn.q_proj", queries, config.hidden, layer.qkvBias);
        addLinear(specs, prefix + "self_attn.k_proj", keys, config.hidden, layer.qkvBias);
        addLinear(specs, prefix + "self_attn.v_proj", keys, config.hidden, layer.qkvBias);
        addLinear(specs, prefix + "self_attn.o_proj", config.hidden, queries, layer.outputBias);
        for (const TensorSpec& norm : layer.norms) {
            specs.push_back({prefix + norm.name, norm.shape, norm.optional});
        }
        for (const TensorSpec& part : layer.mlp) {
            specs.push_back({prefix + part.name, part.shape, part.optional});
        }
        if (!layer.mlp.empty()) {
            continue;
        }
        addLinear(specs, prefix + "mlp.gate_proj", config.intermediate, config.hidden, layer.mlpBias);
        addLinear(specs, prefix + "mlp.up_proj", config.intermediate, config.hidden, layer.mlpBias);
        addLinear(specs, prefix + "mlp.down_proj", config.hidden, config.intermediate, layer.mlpBias);
    }
    return specs;
}

}  // namespace kvw
