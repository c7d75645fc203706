// SPDX-License-Identifier: Apache-2.0
#include "core/model/family.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace kvw {
namespace {

/// Known architectures that are not supported: stem of the class, model_type, name in GGUF files if different, nearest
/// family, and what that family lacks.
struct UnsupportedArchitecture {
    std::string_view stem, modelType, gguf, nearest;
    const char* missing;
};
constexpr const char* kExperts = "experts";
constexpr UnsupportedArchitecture kUnsupportedArchitectures[] = {
    {"Qwen2Moe", "qwen2_moe", "qwen2moe", "qwen3_moe", "an expert that all tokens share"},
    {"Qwen3Next", "qwen3_next", "qwen3next", "qwen3_moe", "layers of linear attention"},
    {"Olmoe", "olmoe", "", "olmo2", kExperts},
    {"Olmo3", "olmo3", "", "olmo2", "sliding windows with a rotation of their own"},
    {"Olmo", "olmo", "", "llama", "norms without weights"},
    {"GraniteMoe", "granitemoe", "", "granite", kExperts},
    {"GraniteMoeHybrid", "granitemoehybrid", "granitehybrid", "granite", "state-space layers, and experts"},
    {"Llama4", "llama4_text", "llama4", "llama", "experts, and attention in chunks"},
    {"DeepseekV2", "deepseek_v2", "deepseek2", "llama", "latent attention, and experts"},
    {"DeepseekV3", "deepseek_v3", "deepseek2", "llama", "latent attention, and experts"},
    {"PaliGemma", "paligemma", "", "gemma", "a prompt that sees itself whole"},
    {"Gemma3n", "gemma3n", "", "gemma3", "embeddings for each layer"},
    {"Phi", "phi", "phi2", "gpt_neox", "one norm for attention and MLP"},
    {"Falcon", "falcon", "", "gpt_neox", "one norm for attention and MLP"},
    {"Starcoder2", "starcoder2", "", "stablelm", "an MLP without a gate"},
    {"Nemotron", "nemotron", "", "stablelm", "an MLP of squared ReLU without a gate"},
    {"Cohere", "cohere", "command-r", "stablelm", "rotation of neighbouring dimensions"},
    {"Cohere2", "cohere2", "", "stablelm", "rotation of neighbouring dimensions"},
    {"Glm", "glm", "", "llama", "rotation of neighbouring dimensions"},
    {"Glm4", "glm4", "", "llama", "rotation of neighbouring dimensions"},
    {"GPT2LMHead", "gpt2", "", "gpt_neox", "learned positions"},
    {"OPT", "opt", "", "gpt_neox", "learned positions"},
    {"Bloom", "bloom", "", "gpt_neox", "positions as biases (ALiBi)"},
    {"Mpt", "mpt", "", "gpt_neox", "positions as biases (ALiBi)"}};

}  // namespace

bool Family::has(std::string_view setting) const {
    return std::find(settings.begin(), settings.end(), setting) != settings.end();
}

Result<void> Family::check(const ModelConfig& config, const std::string& where) const {
    if (headsFillHidden && config.headDim * config.queryHeads != config.hidden) {
        return fail(Code::BadInput, where,
                    phrase("%1 has a head_dim of hidden_size / num_attention_heads", std::string(architecture)),
                    std::to_string(config.headDim), std::to_string(config.hidden / config.queryHeads));
    }
    if (!config.modelType.empty() && config.modelType != modelType) {
        return fail(Code::BadInput, where, phrase("model_type disagrees with the architecture %1", architecture),
                    config.modelType, modelType);
    }
    if (std::find(activations.begin(), activations.end(), config.activation) == activations.end()) {
        return fail(Code::BadInput, where,
                    phrase("%1 is not supported", has("hidden_act") ? "hidden_act" : "hidden_activation"),
                    config.activation, fmt::format("{}", fmt::join(activations, ", ")));
    }
    return {};
}

namespace {

/// Returns the family whose `member` is `name`; null: there is none.
const Family* familyWith(const char* Family::*member, std::string_view name) {
    const auto found = std::ranges::find_if(families(), [&](const Family& each) { return name == each.*member; });
    return found == families().end() ? nullptr : &*found;
}

std::string joined(const char* Family::*member) {
    std::vector<std::string_view> names;
    std::ranges::transform(families(), std::back_inserter(names), member);
    return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

const Family* findFamily(std::string_view architecture) {
    return familyWith(&Family::architecture, architecture);
}

const Family* familyOfType(std::string_view modelType) {
    return familyWith(&Family::modelType, modelType);
}

bool isClassOf(std::string_view stem, std::string_view name) {
    const std::string_view rest = name.starts_with(stem) ? name.substr(stem.size()) : "";
    return rest.starts_with("For") || rest == "Model";
}

Phrase withNearestFamily(const char* what, std::string_view name) {
    for (const UnsupportedArchitecture& one : kUnsupportedArchitectures) {
        if (name == one.modelType || (name == one.gguf && !name.empty()) || isClassOf(one.stem, name)) {
            return phrase("%1: it is nearest to %2, which lacks %3", what, one.nearest, one.missing);
        }
    }
    return what;
}

std::string knownArchitectures() {
    return joined(&Family::architecture);
}

std::string knownModelTypes() {
    return joined(&Family::modelType);
}

}  // namespace kvw
