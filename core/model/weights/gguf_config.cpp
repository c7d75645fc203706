// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/comma_list.h"
#include "core/model/config.h"
#include "core/model/family.h"
#include "core/model/weights/gguf_model.h"
#include "core/model/weights/gguf_settings.h"

namespace kvw {
namespace {

using nlohmann::ordered_json;

struct Architecture {
    std::string_view gguf;
    const char* architecture;
};

constexpr Architecture kArchitectures[] = {
    {"llama", "LlamaForCausalLM"},       {"qwen2", "Qwen2ForCausalLM"},     {"qwen3", "Qwen3ForCausalLM"},
    {"gemma", "GemmaForCausalLM"},       {"gemma2", "Gemma2ForCausalLM"},   {"gemma3", "Gemma3ForCausalLM"},
    {"phi3", "Phi3ForCausalLM"},         {"gptneox", "GPTNeoXForCausalLM"}, {"granite", "GraniteForCausalLM"},
    {"olmo2", "Olmo2ForCausalLM"},       {"smollm3", "SmolLM3ForCausalLM"}, {"stablelm", "StableLmForCausalLM"},
    {"qwen3moe", "Qwen3MoeForCausalLM"}, {"gpt-oss", "GptOssForCausalLM"}};
/// Mixtral: its GGUF files have the architecture llama, and experts.
constexpr Architecture kLlamaWithExperts{"llama", "MixtralForCausalLM"};

/// Settings that do not affect results.
constexpr std::string_view kIdle[] = {"tensor_data_layout", "rope.scaling.finetuned", "expert_used_count"};

/// Tokens that end a turn or a text in the models of these architectures.
constexpr std::string_view kEnds[] = {"<|end|>",       "<|im_end|>",      "<|eot_id|>", "<|eom_id|>", "<end_of_turn>",
                                      "<|endoftext|>", "<|end_of_text|>", "<|return|>", "<|call|>"};
/// Ends a message inside a turn of gpt-oss, not the turn.
constexpr std::string_view kMessageEnd = "<|end|>";

class ConfigWriter : GgufSettings {
 public:
    ConfigWriter(const Gguf& of, std::string whereFrom, const Architecture& known)
        : GgufSettings{of, std::move(whereFrom), known.gguf, std::string(known.gguf) + ".", {}, {}, {}, {}},
          m_family(*findFamily(known.architecture)) {}

    Result<GgufConfig> write() {
        json = {{"architectures", {m_family.architecture}},
                {"model_type", m_family.modelType},
                {"hidden_act", m_family.defaults.activation},
                {"hidden_activation", m_family.defaults.activation}};
        integer("block_count", "num_hidden_layers");
        integer("embedding_length", "hidden_size");
        integer("feed_forward_length", "intermediate_size");
        integer("attention.head_count", "num_attention_heads");
        // In GGUF files a missing count follows from the other counts, whatever the default of the family is.
        json["num_key_value_heads"] = json["head_dim"] = nullptr;
        integer("attention.head_count_kv", "num_key_value_heads");
        integer("attention.key_length", "head_dim");
        integer("context_length", "max_position_embeddings");
        if (integer("attention.sliding_window", "sliding_window") == 0) {
            json["sliding_window"] = nullptr;
        }
        const std::string_view name = architecture;
        const bool neox = name == "gptneox";
        number(epsilonKey(), has("layer_norm_eps") ? "layer_norm_eps" : "rms_norm_eps");
        // Default of llama.cpp, which differs from that of some families in the reference library.
        const char* base = neox ? "rotary_emb_base" : "rope_theta";
        json[base] = 10000;
        number("rope.freq_base", base);
        number("attn_logit_softcapping", "attn_logit_softcapping");
        number("final_logit_softcapping", "final_logit_softcapping");
        vocabulary();
        ids();
        json["tie_word_embeddings"] = file.find("output.weight") == nullptr;
        if (const char* bias = has("use_qkv_bias") ? "use_qkv_bias" : "attention_bias"; has(bias)) {
            json[bias] = neox || file.find("blk.0.attn_q.bias") != nullptr;
        }
        if (has("mlp_bias")) {
            json["mlp_bias"] = file.find("blk.0.ffn_gate.bias") != nullptr;
        }
        if (neox) {
            json["use_parallel_residual"] = flag("use_parallel_residual", true);
        } else if (name == "gemma2" || name == "gemma3") {
            queryScale(name == "gemma2" ? 46 : 62);
        }
        if (has("num_experts_per_tok")) {
            integer("expert_count", "num_experts");
            integer("expert_used_count", "num_experts_per_tok");
            integer("expert_feed_forward_length",
                    has("moe_intermediate_size") ? "moe_intermediate_size" : "intermediate_size");
        }
        if (has("norm_topk_prob")) {
            json["norm_topk_prob"] = true;  // as llama.cpp does for Qwen 3
        }
        if (name == "gemma3") {
            localLayers();
        } else if (name == "granite") {
            multipliers();
        } else if (name == "stablelm") {
            stableLm();
        }
        if (isGptOss()) {
            json["rope_scaling"] = {{"rope_type", "default"}};  // without this the family's default is YaRN
        }
        writeRotaryShare(*this);
        KVW_TRY(writeRopeScaling(*this));
        refuseWhatNoModelHas();
        noteMissing();
        noteUnused();
        KVW_TRY(state);
        return GgufConfig{json.dump(1, ' ', true, ordered_json::error_handler_t::replace), std::move(warnings)};
    }

 private:
    [[nodiscard]] bool has(std::string_view setting) const { return m_family.has(setting); }
    void vocabulary() {
        const TensorView* embedding = file.find("token_embd.weight");
        const auto stated = whole("vocab_size");
        if (embedding != nullptr) {
            json["vocab_size"] = embedding->rows();
            if (stated && *stated != embedding->rows()) {
                note(phrase("%1 disagrees with the embedding, whose rows count", prefix + "vocab_size"),
                     std::to_string(*stated), std::to_string(embedding->rows()));
            }
        }
        // Type of most weights, for estimates only: each tensor has its own type.
        const TensorView* dense = file.find("blk.0.ffn_up.weight");
        if (const TensorView* usual = dense != nullptr ? dense : file.find("blk.0.ffn_up_exps.weight")) {
            const TensorType held = usual->heldAs();
            json["dtype"] = held == TensorType::BF16  ? "bfloat16"
                            : held == TensorType::F16 ? "float16"
                            : blockType(held)         ? toText(held)
                                                      : "float32";
        }
    }

    void ids() {
        const auto id = [&](const char* name) -> std::optional<std::int64_t> {
            const std::string key = std::string("tokenizer.ggml.") + name;
            const auto found = file.integer(key);
            if (!found && file.has(key)) {
                refuse(phrase("%1 is not a token id", key), file.shown(key), "a whole number");
            }
            // -1 means none, also as an unsigned number.
            return found && *found >= 0 && *found != UINT32_MAX ? found : std::nullopt;
        };
        if (const auto begin = id("bos_token_id")) {
            json["bos_token_id"] = *begin;
        }
        std::set<std::int64_t> ends = knownEnds();
        for (const char* name : {"eos_token_id", "eot_token_id", "eom_token_id"}) {
            if (const auto end = id(name)) {
                ends.insert(*end);
            }
        }
        json["eos_token_id"] = ends;
    }

    /// Returns the ids of known end tokens, found by their texts as in llama.cpp: many files name only one, that of a
    /// text or that of a turn.
    [[nodiscard]] std::set<std::int64_t> knownEnds() const {
        constexpr double kControl = 3;
        const auto tokens = file.texts("tokenizer.ggml.tokens").value_or(std::vector<std::string_view>());
        const auto kinds = file.numbers("tokenizer.ggml.token_type").value_or(std::vector<double>());
        std::set<std::int64_t> ends;
        for (std::size_t id = 0; id < std::min(tokens.size(), kinds.size()); ++id) {
            if (kinds[id] == kControl && std::ranges::find(kEnds, tokens[id]) != std::end(kEnds) &&
                !(isGptOss() && tokens[id] == kMessageEnd)) {
                ends.insert(static_cast<std::int64_t>(id));
            }
        }
        return ends;
    }

    void refuseWhatNoModelHas() {
        const auto window = whole("attention.sliding_window");
        if (architecture == "olmo2" && window.value_or(0) > 0) {
            // llama.cpp gives OLMo 3 the same architecture name.
            refuse(withNearestFamily("OLMo 3 is not supported", "olmo3"),
                   phrase("%1attention.sliding_window %2", prefix, *window), "OLMo 2, which has no windows");
        }
        if (const auto count = whole("expert_count"); count && *count > 0 && !has("num_experts_per_tok")) {
            refuse("mixtures of experts are not supported", phrase("%1expert_count %2", prefix, *count),
                   "a dense model");
        }
        if (!flag("attention.causal", true)) {
            refuse(phrase("%1 is not supported", prefix + "attention.causal"), "false", "true");
        }
        const auto keys = whole("attention.key_length"), values = whole("attention.value_length");
        if (keys && values && *keys != *values) {
            refuse("keys and values of different lengths are not supported", phrase("%1 and %2", *keys, *values),
                   "the same");
        }
    }
    [[nodiscard]] const char* epsilonKey() const {
        return m_family.has("layer_norm_eps") ? "attention.layer_norm_epsilon" : "attention.layer_norm_rms_epsilon";
    }
    void noteMissing() {
        for (const char* name : {"context_length", epsilonKey()}) {
            if (!file.has(prefix + name)) {
                note(phrase("%1 is missing", prefix + name), "", phrase("the default of %1", m_family.architecture));
            }
        }
    }
    void noteUnused() {
        for (const std::string& key : file.keys(prefix)) {
            const std::string_view name = std::string_view(key).substr(prefix.size());
            const bool none = file.perLayer(key) == 0 || file.flag(key) == false;
            if (!asked.contains(key) && !none && std::ranges::find(kIdle, name) == std::end(kIdle)) {
                note(phrase("%1 has no effect", key), file.shown(key), "");
            }
        }
    }

    /// Writes the windows of Gemma 3; a file that states none has none, as in llama.cpp.
    void localLayers() {
        integer("attention.sliding_window_pattern", "sliding_window_pattern");
        number("rope.freq_base_swa", "rope_local_base_freq");
        const auto layers = whole("block_count");
        if (json.value("sliding_window", ordered_json()).is_null() && layers && *layers > 0 && *layers <= 1024) {
            json["sliding_window"] = nullptr;
            json["layer_types"] = std::vector<std::string>(static_cast<std::size_t>(*layers), "full_attention");
        }
    }

    /// Writes the flags of StableLM. The tensors decide, as in llama.cpp: converters wrote use_parallel_residual true
    /// for models that left it out.
    void stableLm() {
        asked.insert(prefix + "use_parallel_residual");
        json["use_parallel_residual"] = file.find("blk.0.ffn_norm.weight") == nullptr;
        json["qk_layernorm"] = file.find("blk.0.attn_q_norm.weight") != nullptr;
        // Without rope.dimension_count all dimensions are rotated.
        json["partial_rotary_factor"] = 1;
    }

    /// Writes the multipliers of Granite; 0 means none, as in llama.cpp. Granite's converter uses "finetuned" to tell
    /// whether the model has RoPE.
    void multipliers() {
        for (const auto& [from, to] : {std::pair("embedding_scale", "embedding_multiplier"),
                                       {"residual_scale", "residual_multiplier"},
                                       {"logit_scale", "logits_scaling"},
                                       {"attention.scale", "attention_multiplier"}}) {
            if (number(from, to); json.contains(to) && json[to] == 0) {
                json.erase(to);
            }
        }
        if (const auto dim = headDim(); dim && *dim > 0 && !json.contains("attention_multiplier")) {
            json["attention_multiplier"] = 1 / std::sqrt(static_cast<double>(*dim));
        }
        if (!flag("rope.scaling.finetuned", true)) {
            refuse(phrase("%1 is not supported", prefix + "rope.scaling.finetuned"), "false, a model without positions",
                   "true");
        }
    }

    /// Writes the query scale of Gemma 2 and 3, which GGUF files do not store: head_dim, but hidden / heads in the
    /// largest model of each, recognised by its number of layers.
    void queryScale(std::int64_t largestLayers) {
        const auto layers = whole("block_count"), heads = whole("attention.head_count");
        const auto hidden = whole("embedding_length"), dim = whole("attention.key_length");
        if (layers == largestLayers && hidden && heads && *heads > 0) {
            json["query_pre_attn_scalar"] = *hidden / *heads;
        } else if (dim) {
            json["query_pre_attn_scalar"] = *dim;
        }
    }

    const Family& m_family;
};

}  // namespace

Result<GgufConfig> ggufConfig(const Gguf& file, const std::string& where) {
    if (const auto kind = file.text("general.type"); kind && *kind != "model") {
        return fail(Code::BadInput, where, "the file does not hold a model", std::string(*kind), "general.type model");
    }
    const auto name = file.text("general.architecture");
    if (!name) {
        return fail(Code::BadInput, where, "the file does not say which architecture it holds",
                    "no general.architecture", "a GGUF file of a language model");
    }
    const auto* known = std::ranges::find_if(kArchitectures, [&](const Architecture& a) { return *name == a.gguf; });
    if (known == std::end(kArchitectures)) {
        return fail(Code::BadInput, where, withNearestFamily("this architecture is not supported", *name),
                    std::string(*name), joined(kArchitectures, ", ", &Architecture::gguf));
    }
    const bool mixtral = *name == kLlamaWithExperts.gguf && file.perLayer("llama.expert_count").value_or(0) > 0;
    return ConfigWriter(file, where, mixtral ? kLlamaWithExperts : *known).write();
}

}  // namespace kvw
