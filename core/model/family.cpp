// SPDX-License-Identifier: Apache-2.0
#include "core/model/family.h"

#include <algorithm>

#include "core/base/comma_list.h"
#include "core/model/config_reader.h"

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
    return std::ranges::find(settings, setting) != settings.end();
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
    if (std::ranges::find(activations, config.activation) == activations.end()) {
        return fail(Code::BadInput, where,
                    phrase("%1 is not supported", has("hidden_act") ? "hidden_act" : "hidden_activation"),
                    config.activation, joined(activations));
    }
    return {};
}

namespace {

/// Tells whether `name` is a class of the architecture `stem`, with any head: "OlmoeForCausalLM", "GPT2LMHeadModel".
bool isClassOf(std::string_view stem, std::string_view name) {
    const std::string_view rest = name.starts_with(stem) ? name.substr(stem.size()) : "";
    return rest.starts_with("For") || rest == "Model";
}

/// Returns the family whose `member` is `name`; null: there is none.
const Family* familyWith(const char* Family::*member, std::string_view name) {
    const auto found = std::ranges::find_if(families(), [&](const Family& each) { return name == each.*member; });
    return found == families().end() ? nullptr : &*found;
}

}  // namespace

const Family* findFamily(std::string_view architecture) {
    return familyWith(&Family::architecture, architecture);
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
    return joined(families(), ", ", &Family::architecture);
}

namespace {

using nlohmann::json;

/// Tells whether `name` is the transformer of `family` without or with another head: "LlamaModel",
/// "LlamaForSequenceClassification".
bool isBodyOf(const Family& family, std::string_view name) {
    std::string_view stem = family.architecture;
    stem.remove_suffix(std::string_view("ForCausalLM").size());
    return isClassOf(stem, name);
}

constexpr Multimodal kMultimodal[] = {{"Gemma3ForConditionalGeneration", "gemma3", "gemma3_text"},
                                      {"LlavaForConditionalGeneration", "llava", "llama"},
                                      {"LlavaNextForConditionalGeneration", "llava_next", "llama"},
                                      {"Mistral3ForConditionalGeneration", "mistral3", "mistral"},
                                      {"InternVLForConditionalGeneration", "internvl", "qwen2"},
                                      {"Idefics3ForConditionalGeneration", "idefics3", "llama"},
                                      {"SmolVLMForConditionalGeneration", "smolvlm", "llama"}};

}  // namespace

Result<const Family*> readFamily(ConfigReader& reader, const std::string& where) {
    const json* list = reader.value("architectures");
    const json* type = reader.value("model_type");
    const Family* byType = type != nullptr && type->is_string()
                               ? familyWith(&Family::modelType, type->get_ref<const std::string&>())
                               : nullptr;
    const json* first = list != nullptr && list->is_array() && !list->empty() ? &list->front() : list;
    if (first == nullptr || (!first->is_string() && type != nullptr)) {
        if (byType == nullptr && type != nullptr) {
            const std::string name = type->is_string() ? type->get_ref<const std::string&>() : std::string();
            return fail(Code::BadInput, where, withNearestFamily("this model_type is not supported", name),
                        excerpt(*type), phrase("one of %1", joined(families(), ", ", &Family::modelType)));
        }
        return byType != nullptr ? Result<const Family*>(byType)
                                 : fail(Code::BadInput, where, "architectures does not name one", "nothing",
                                        phrase("one of %1", knownArchitectures()));
    }
    if (!first->is_string()) {
        return fail(Code::BadInput, where, "architectures does not name one", excerpt(*list),
                    phrase("one of %1", knownArchitectures()));
    }
    const auto& name = first->get_ref<const std::string&>();
    if (const Family* family = findFamily(name); family != nullptr) {
        return family;
    }
    if (byType != nullptr && isBodyOf(*byType, name)) {
        reader.note("architectures names no language model; the one of its model_type is read", name,
                    byType->architecture);
        return byType;
    }
    return fail(Code::BadInput, where, withNearestFamily("this architecture is not supported", name), name,
                phrase("one of %1", knownArchitectures()));
}

const Multimodal* findMultimodal(const json& object) {
    if (!object.contains("text_config")) {
        return nullptr;
    }
    const auto names = object.find("architectures");
    const json name = names != object.end() && names->is_array() && !names->empty() ? names->front() : json();
    const json type = object.value("model_type", json());
    const auto* found = std::ranges::find_if(kMultimodal, [&](const Multimodal& one) {
        return name.is_string() ? name == one.architecture : type == one.modelType;
    });
    return found == std::end(kMultimodal) ? nullptr : found;
}

json textPart(const json& object, const Multimodal& model) {
    json text = object["text_config"];
    if (!text.is_object()) {
        return text;
    }
    for (const char* key : {"dtype", "torch_dtype", "bos_token_id", "eos_token_id", "tie_word_embeddings",
                            "quantization_config", "transformers_weights"}) {
        if (!text.contains(key) && object.contains(key)) {
            text[key] = object[key];
        }
    }
    if (!text.contains("model_type")) {
        text["model_type"] = model.textType;
    }
    // model_type decides, as in the reference library.
    text.erase("architectures");
    return text;
}

}  // namespace kvw
