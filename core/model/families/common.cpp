// SPDX-License-Identifier: Apache-2.0
// What families share: checks and tensor names of the Llama line.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/model/families/families.h"

namespace kvw {

Result<void> checkCommon(const Family& family, const ModelConfig& config, const std::string& where,
                         const std::vector<std::string>& activations, bool partial) {
    if (!config.modelType.empty() && config.modelType != family.modelType) {
        return fail(Code::BadInput, where,
                    fmt::format("model_type disagrees with the architecture {}", family.architecture), config.modelType,
                    family.modelType);
    }
    if (std::find(activations.begin(), activations.end(), config.activation) == activations.end()) {
        return fail(Code::BadInput, where, "hidden_act is not supported", config.activation,
                    fmt::format("{}", fmt::join(activations, ", ")));
    }
    if (!partial && config.rotaryFraction != 1) {
        return fail(Code::BadInput, where,
                    fmt::format("partial_rotary_factor is not supported by {}", family.architecture),
                    fmt::format("{}", config.rotaryFraction), "1");
    }
    return {};
}

Result<void> checkNoWindow(const Family& family, const ModelConfig& config, const std::string& where) {
    if (config.slidingWindow) {
        return fail(Code::BadInput, where, fmt::format("sliding_window is not supported by {}", family.architecture),
                    fmt::format("{}", *config.slidingWindow), "null");
    }
    return {};
}

std::vector<TensorSpec> outerTensors(const ModelConfig& config) {
    // A tied checkpoint may still carry the head; the embedding is used.
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

void addAttention(std::vector<TensorSpec>& specs, const std::string& prefix, const ModelConfig& config, bool qkvBias,
                  bool outputBias) {
    const std::int64_t queries = config.queryHeads * config.headDim;
    const std::int64_t keys = config.kvHeads * config.headDim;
    addLinear(specs, prefix + "q_proj", queries, config.hidden, qkvBias);
    addLinear(specs, prefix + "k_proj", keys, config.hidden, qkvBias);
    addLinear(specs, prefix + "v_proj", keys, config.hidden, qkvBias);
    addLinear(specs, prefix + "o_proj", config.hidden, queries, outputBias);
}

void addGatedMlp(std::vector<TensorSpec>& specs, const std::string& prefix, const ModelConfig& config, bool bias) {
    addLinear(specs, prefix + "gate_proj", config.intermediate, config.hidden, bias);
    addLinear(specs, prefix + "up_proj", config.intermediate, config.hidden, bias);
    addLinear(specs, prefix + "down_proj", config.hidden, config.intermediate, bias);
}

}  // namespace kvw
