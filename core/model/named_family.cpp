// SPDX-License-Identifier: Apache-2.0
#include "core/model/named_family.h"

#include <algorithm>
#include <iterator>

namespace kvw {
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
    const Family* byType =
        type != nullptr && type->is_string() ? familyOfType(type->get_ref<const std::string&>()) : nullptr;
    const json* first = list != nullptr && list->is_array() && !list->empty() ? &list->front() : list;
    if (first == nullptr || (!first->is_string() && type != nullptr)) {
        if (byType == nullptr && type != nullptr) {
            const std::string name = type->is_string() ? type->get_ref<const std::string&>() : std::string();
            return fail(Code::BadInput, where, withNearestFamily("this model_type is not supported", name),
                        excerpt(*type), phrase("one of %1", knownModelTypes()));
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
    const auto* found = std::find_if(std::begin(kMultimodal), std::end(kMultimodal), [&](const Multimodal& one) {
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
