// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "core/model/config.h"
#include "core/model/family.h"
#include "core/model/weights/gguf_model.h"
#include "core/model/weights/tensor_read.h"

namespace kvw {
namespace {

using nlohmann::ordered_json;

struct Architecture {
    const char* gguf;
    const char* architecture;
    const char* modelType;
    const char* activation;
};

constexpr Architecture kArchitectures[] = {{"llama", "LlamaForCausalLM", "llama", "silu"},
                                           {"qwen2", "Qwen2ForCausalLM", "qwen2", "silu"},
                                           {"qwen3", "Qwen3ForCausalLM", "qwen3", "silu"},
                                           {"gemma", "GemmaForCausalLM", "gemma", "gelu_pytorch_tanh"},
                                           {"gemma2", "Gemma2ForCausalLM", "gemma2", "gelu_pytorch_tanh"},
                                           {"gemma3", "Gemma3ForCausalLM", "gemma3_text", "gelu_pytorch_tanh"},
                                           {"phi3", "Phi3ForCausalLM", "phi3", "silu"},
                                           {"gptneox", "GPTNeoXForCausalLM", "gpt_neox", "gelu"},
                                           {"granite", "GraniteForCausalLM", "granite", "silu"},
                                           {"olmo2", "Olmo2ForCausalLM", "olmo2", "silu"},
                                           {"smollm3", "SmolLM3ForCausalLM", "smollm3", "silu"},
                                           {"stablelm", "StableLmForCausalLM", "stablelm", "silu"},
                                           {"qwen3moe", "Qwen3MoeForCausalLM", "qwen3_moe", "silu"},
                                           {"gpt-oss", "GptOssForCausalLM", "gpt_oss", "silu"}};
/// Mixtral: its GGUF files have the architecture llama, and experts.
constexpr Architecture kLlamaWithExperts{"llama", "MixtralForCausalLM", "mixtral", "silu"};

/// Settings that do not affect results.
constexpr std::string_view kIdle[] = {"tensor_data_layout", "rope.scaling.finetuned", "expert_used_count"};

/// Tokens that end a turn or a text in the models of these architectures.
constexpr std::string_view kEnds[] = {"<|end|>",       "<|im_end|>",      "<|eot_id|>", "<|eom_id|>", "<end_of_turn>",
                                      "<|endoftext|>", "<|end_of_text|>", "<|return|>", "<|call|>"};
/// Ends a message inside a turn of gpt-oss, not the turn.
constexpr std::string_view kMessageEnd = "<|end|>";

class ConfigWriter {
 public:
    ConfigWriter(const Gguf& file, std::string where, const Architecture& architecture)
        : m_file(file),
          m_where(std::move(where)),
          m_known(architecture),
          m_prefix(std::string(architecture.gguf) + ".") {}

    Result<GgufConfig> write() {
        m_json = {{"architectures", {m_known.architecture}},
                  {"model_type", m_known.modelType},
                  {"hidden_act", m_known.activation},
                  {"hidden_activation", m_known.activation}};
        integer("block_count", "num_hidden_layers");
        integer("embedding_length", "hidden_size");
        integer("feed_forward_length", "intermediate_size");
        integer("attention.head_count", "num_attention_heads");
        // In GGUF files a missing count follows from the other counts, whatever the default of the family is.
        m_json["num_key_value_heads"] = m_json["head_dim"] = nullptr;
        integer("attention.head_count_kv", "num_key_value_heads");
        integer("attention.key_length", "head_dim");
        integer("context_length", "max_position_embeddings");
        if (integer("attention.sliding_window", "sliding_window") == 0) {
            m_json["sliding_window"] = nullptr;
        }
        const std::string name = m_known.gguf;
        const bool neox = name == "gptneox";
        const Family& family = *findFamily(m_known.architecture);
        number(epsilonKey(), family.has("layer_norm_eps") ? "layer_norm_eps" : "rms_norm_eps");
        // Default of llama.cpp, which differs from that of some families in the reference library.
        const char* base = neox ? "rotary_emb_base" : "rope_theta";
        m_json[base] = 10000;
        number("rope.freq_base", base);
        number("attn_logit_softcapping", "attn_logit_softcapping");
        number("final_logit_softcapping", "final_logit_softcapping");
        vocabulary();
        ids();
        m_json["tie_word_embeddings"] = m_file.find("output.weight") == nullptr;
        if (const char* bias = family.has("use_qkv_bias") ? "use_qkv_bias" : "attention_bias"; family.has(bias)) {
            m_json[bias] = neox || m_file.find("blk.0.attn_q.bias") != nullptr;
        }
        if (family.has("mlp_bias")) {
            m_json["mlp_bias"] = m_file.find("blk.0.ffn_gate.bias") != nullptr;
        }
        if (neox) {
            m_json["use_parallel_residual"] = flag("use_parallel_residual", true);
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
            m_json["norm_topk_prob"] = true;  // as llama.cpp does for Qwen 3
        }
        if (name == "gemma3") {
            localLayers();
        } else if (name == "granite") {
            multipliers();
        } else if (name == "stablelm") {
            stableLm();
        }
        if (isGptOss()) {
            m_json["rope_scaling"] = {{"rope_type", "default"}};  // without this the family's default is YaRN
        }
        rotary();
        KVW_TRY(ropeScaling());
        refuseWhatNoModelHas();
        noteMissing();
        noteUnused();
        if (!m_state) {
            return tl::unexpected(m_state.error());
        }
        return GgufConfig{m_json.dump(1, ' ', true, ordered_json::error_handler_t::replace), std::move(m_warnings)};
    }

 private:
    [[nodiscard]] bool isGptOss() const { return m_known.gguf == std::string_view("gpt-oss"); }
    [[nodiscard]] bool has(std::string_view setting) const { return findFamily(m_known.architecture)->has(setting); }
    void refuse(Phrase what, Phrase found, Phrase expected) {
        if (m_state) {
            m_state = fail(Code::BadInput, m_where, std::move(what), std::move(found), std::move(expected));
        }
    }
    void note(Phrase what, Phrase found, Phrase expected) {
        m_warnings.push_back(
            Error{Code::BadInput, std::move(what), m_where, std::move(expected), std::move(found)}.asPhrase());
    }
    /// Reads a numeric setting of the architecture; refuses a value of another type.
    std::optional<double> value(const std::string& name) {
        const std::string key = m_prefix + name;
        m_asked.insert(key);
        const auto found = m_file.perLayer(key);
        if (!found && m_file.has(key) && !m_file.numbers(key)) {
            refuse(phrase("%1 is not a number", key), m_file.shown(key), "a number");
        }
        return found;
    }
    std::optional<std::int64_t> whole(const std::string& name) {
        const auto found = value(name);
        if (found && !isWhole(*found)) {
            refuse(phrase("%1 is not a whole number", m_prefix + name), m_file.shown(m_prefix + name),
                   "a whole number");
        }
        return found && isWhole(*found) ? std::optional(static_cast<std::int64_t>(*found)) : std::nullopt;
    }
    /// Tells whether `number` is whole and exact: no count here exceeds 2^53.
    static bool isWhole(double number) { return std::floor(number) == number && std::abs(number) <= 0x1p53; }

    std::optional<std::int64_t> integer(const char* from, const char* to) {
        const auto found = whole(from);
        if (found) {
            m_json[to] = *found;
        } else if (const auto list = m_file.numbers(m_prefix + from)) {
            m_json[to] = *list;  // ModelConfig refuses the list with a sentence of its own
        }
        return found;
    }
    /// Copies a number that was rounded to f32 as the decimal it came from: 1e-5 rather than 9.99999974e-06.
    void number(const char* from, const char* to) {
        if (const auto found = value(from)) {
            m_json[to] = decimal(*found);
        } else if (const auto list = m_file.numbers(m_prefix + from)) {
            m_json[to] = *list;
        }
    }
    static double decimal(double value) {
        return std::isfinite(value) ? std::stod(fmt::format("{}", static_cast<float>(value))) : value;
    }
    bool flag(const std::string& name, bool absent) {
        const std::string key = m_prefix + name;
        m_asked.insert(key);
        const auto found = m_file.flag(key);
        if (!found && m_file.has(key)) {
            refuse(phrase("%1 is not a flag", key), m_file.shown(key), "true or false");
        }
        return found.value_or(absent);
    }

    void vocabulary() {
        const TensorView* embedding = m_file.find("token_embd.weight");
        const auto stated = whole("vocab_size");
        if (embedding != nullptr) {
            m_json["vocab_size"] = embedding->rows();
            if (stated && *stated != embedding->rows()) {
                note(phrase("%1 disagrees with the embedding, whose rows count", m_prefix + "vocab_size"),
                     std::to_string(*stated), std::to_string(embedding->rows()));
            }
        }
        // Type of most weights, for estimates only: each tensor has its own type.
        const TensorView* dense = m_file.find("blk.0.ffn_up.weight");
        if (const TensorView* usual = dense != nullptr ? dense : m_file.find("blk.0.ffn_up_exps.weight")) {
            const TensorType held = usual->heldAs();
            m_json["dtype"] = held == TensorType::BF16  ? "bfloat16"
                              : held == TensorType::F16 ? "float16"
                              : blockType(held)         ? toText(held)
                                                        : "float32";
        }
    }

    void ids() {
        const auto id = [&](const char* name) -> std::optional<std::int64_t> {
            const std::string key = std::string("tokenizer.ggml.") + name;
            const auto found = m_file.integer(key);
            if (!found && m_file.has(key)) {
                refuse(phrase("%1 is not a token id", key), m_file.shown(key), "a whole number");
            }
            // -1 means none, also as an unsigned number.
            return found && *found >= 0 && *found != UINT32_MAX ? found : std::nullopt;
        };
        if (const auto begin = id("bos_token_id")) {
            m_json["bos_token_id"] = *begin;
        }
        std::set<std::int64_t> ends = knownEnds();
        for (const char* name : {"eos_token_id", "eot_token_id", "eom_token_id"}) {
            if (const auto end = id(name)) {
                ends.insert(*end);
            }
        }
        m_json["eos_token_id"] = ends;
    }

    /// Returns the ids of known end tokens, found by their texts as in llama.cpp: many files name only one, that of a
    /// text or that of a turn.
    [[nodiscard]] std::set<std::int64_t> knownEnds() const {
        constexpr double kControl = 3;
        const auto tokens = m_file.texts("tokenizer.ggml.tokens").value_or(std::vector<std::string_view>());
        const auto kinds = m_file.numbers("tokenizer.ggml.token_type").value_or(std::vector<double>());
        std::set<std::int64_t> ends;
        for (std::size_t id = 0; id < std::min(tokens.size(), kinds.size()); ++id) {
            if (kinds[id] == kControl && std::find(std::begin(kEnds), std::end(kEnds), tokens[id]) != std::end(kEnds) &&
                !(isGptOss() && tokens[id] == kMessageEnd)) {
                ends.insert(static_cast<std::int64_t>(id));
            }
        }
        return ends;
    }

    void refuseWhatNoModelHas() {
        const auto window = whole("attention.sliding_window");
        if (m_known.gguf == std::string_view("olmo2") && window.value_or(0) > 0) {
            // llama.cpp gives OLMo 3 the same architecture name.
            refuse(withNearestFamily("OLMo 3 is not supported", "olmo3"),
                   phrase("%1attention.sliding_window %2", m_prefix, *window), "OLMo 2, which has no windows");
        }
        if (const auto count = whole("expert_count"); count && *count > 0 && !has("num_experts_per_tok")) {
            refuse("mixtures of experts are not supported", phrase("%1expert_count %2", m_prefix, *count),
                   "a dense model");
        }
        if (!flag("attention.causal", true)) {
            refuse(phrase("%1 is not supported", m_prefix + "attention.causal"), "false", "true");
        }
        const auto keys = whole("attention.key_length"), values = whole("attention.value_length");
        if (keys && values && *keys != *values) {
            refuse("keys and values of different lengths are not supported", phrase("%1 and %2", *keys, *values),
                   "the same");
        }
    }
    [[nodiscard]] const char* epsilonKey() const {
        return findFamily(m_known.architecture)->has("layer_norm_eps") ? "attention.layer_norm_epsilon"
                                                                       : "attention.layer_norm_rms_epsilon";
    }
    void noteMissing() {
        for (const char* name : {"context_length", epsilonKey()}) {
            if (!m_file.has(m_prefix + name)) {
                note(phrase("%1 is missing", m_prefix + name), "", phrase("the default of %1", m_known.architecture));
            }
        }
    }
    void noteUnused() {
        for (const std::string& key : m_file.keys(m_prefix)) {
            const std::string_view name = std::string_view(key).substr(m_prefix.size());
            const bool none = m_file.perLayer(key) == 0 || m_file.flag(key) == false;
            if (!m_asked.contains(key) && !none &&
                std::find(std::begin(kIdle), std::end(kIdle), name) == std::end(kIdle)) {
                note(phrase("%1 has no effect", key), m_file.shown(key), "");
            }
        }
    }

    /// Writes the windows of Gemma 3; a file that states none has none, as in llama.cpp.
    void localLayers() {
        integer("attention.sliding_window_pattern", "sliding_window_pattern");
        number("rope.freq_base_swa", "rope_local_base_freq");
        const auto layers = whole("block_count");
        if (m_json.value("sliding_window", ordered_json()).is_null() && layers && *layers > 0 && *layers <= 1024) {
            m_json["sliding_window"] = nullptr;
            m_json["layer_types"] = std::vector<std::string>(static_cast<std::size_t>(*layers), "full_attention");
        }
    }

    /// Writes the flags of StableLM. The tensors decide, as in llama.cpp: converters wrote use_parallel_residual true
    /// for models that left it out.
    void stableLm() {
        m_asked.insert(m_prefix + "use_parallel_residual");
        m_json["use_parallel_residual"] = m_file.find("blk.0.ffn_norm.weight") == nullptr;
        m_json["qk_layernorm"] = m_file.find("blk.0.attn_q_norm.weight") != nullptr;
        // Without rope.dimension_count all dimensions are rotated.
        m_json["partial_rotary_factor"] = 1;
    }

    /// Writes the multipliers of Granite; 0 means none, as in llama.cpp. Granite's converter uses "finetuned" to tell
    /// whether the model has RoPE.
    void multipliers() {
        for (const auto& [from, to] : {std::pair("embedding_scale", "embedding_multiplier"),
                                       {"residual_scale", "residual_multiplier"},
                                       {"logit_scale", "logits_scaling"},
                                       {"attention.scale", "attention_multiplier"}}) {
            if (number(from, to); m_json.contains(to) && m_json[to] == 0) {
                m_json.erase(to);
            }
        }
        if (const auto dim = headDim(); dim && *dim > 0 && !m_json.contains("attention_multiplier")) {
            m_json["attention_multiplier"] = 1 / std::sqrt(static_cast<double>(*dim));
        }
        if (!flag("rope.scaling.finetuned", true)) {
            refuse(phrase("%1 is not supported", m_prefix + "rope.scaling.finetuned"),
                   "false, a model without positions", "true");
        }
    }

    /// Writes the query scale of Gemma 2 and 3, which GGUF files do not store: head_dim, but hidden / heads in the
    /// largest model of each, recognised by its number of layers.
    void queryScale(std::int64_t largestLayers) {
        const auto layers = whole("block_count"), heads = whole("attention.head_count");
        const auto hidden = whole("embedding_length"), dim = whole("attention.key_length");
        if (layers == largestLayers && hidden && heads && *heads > 0) {
            m_json["query_pre_attn_scalar"] = *hidden / *heads;
        } else if (dim) {
            m_json["query_pre_attn_scalar"] = *dim;
        }
    }

    std::optional<std::int64_t> headDim() {
        const auto hidden = whole("embedding_length"), heads = whole("attention.head_count");
        const auto dim = whole("attention.key_length");
        return !dim && hidden && heads && *heads > 0 ? *hidden / *heads : dim;
    }

    /// Writes the number of rotated dimensions as a share of the head.
    void rotary() {
        const auto turned = whole("rope.dimension_count");
        const auto dim = headDim();
        if (!turned || !dim || *dim <= 0 || *turned == *dim) {
            return;
        }
        const double share = static_cast<double>(*turned) / static_cast<double>(*dim);
        const std::string_view name = m_known.gguf;
        if (name == "gptneox") {
            m_json["rotary_pct"] = share;
        } else if (name == "phi3" || name == "stablelm") {
            m_json["partial_rotary_factor"] = share;
        } else {
            refuse(phrase("%1 is not supported", m_prefix + "rope.dimension_count"), std::to_string(*turned),
                   std::to_string(*dim));
        }
    }

    Result<void> ropeScaling() {
        const std::string key = m_prefix + "rope.scaling.type";
        m_asked.insert(key);
        if (m_file.has(key) && !m_file.text(key)) {
            refuse(phrase("%1 is not a text", key), m_file.shown(key), "a text");
        }
        auto factor = value("rope.scaling.factor");
        const auto old = value("rope.scale_linear");  // older files, before the type was stored
        factor = factor && *factor != 0 ? factor : old;
        const auto attention = value("rope.scaling.attn_factor");
        const auto context = whole("rope.scaling.original_context_length");
        if (const TensorView* factors = m_file.find("rope_freqs.weight"); factors != nullptr) {
            return llama3Scaling(*factors);
        }
        const TensorView *longer = m_file.find("rope_factors_long.weight"),
                         *shorter = m_file.find("rope_factors_short.weight");
        const bool isLong = longer != nullptr || shorter != nullptr;
        // llama.cpp reads a factor without a type as linear.
        const std::string kind = isLong ? "longrope" : std::string(m_file.text(key).value_or("linear"));
        if (kind == "none" || (kind == "linear" && factor.value_or(1) == 1)) {
            return {};
        }
        ordered_json scaling{{"rope_type", kind}};
        if (factor && !isLong) {
            scaling["factor"] = decimal(*factor);
        }
        if (context) {
            (isLong ? m_json : scaling)["original_max_position_embeddings"] = *context;
        }
        if (kind == "yarn") {
            if (isGptOss()) {
                scaling["truncate"] = false;  // as in the original config.json; GGUF files do not store it
            }
            for (const auto& [from, to] : {std::pair("yarn_beta_fast", "beta_fast"), {"yarn_beta_slow", "beta_slow"}}) {
                if (const auto beta = value(std::string("rope.scaling.") + from)) {
                    scaling[to] = decimal(*beta);
                }
            }
            // llama.cpp multiplies it by the default that follows from the factor.
            if (attention && factor && *factor > 1) {
                scaling["attention_factor"] = decimal(*attention) * (0.1 * std::log(*factor) + 1);
            }
        } else if (isLong && attention) {
            scaling["attention_factor"] = decimal(*attention);
        }
        for (const auto& [factors, to] : {std::pair(shorter, "short_factor"), {longer, "long_factor"}}) {
            if (factors == nullptr) {
                continue;
            }
            const bool plain = usableAsWeight(factors->type) && blockElements(factors->type) == 1;
            KVW_TRY_ASSIGN(const auto read,
                           plain ? readFloats(*factors) : Result<std::vector<float>>(std::vector<float>()));
            scaling[to] = read;
        }
        m_json["rope_scaling"] = std::move(scaling);
        return {};
    }

    /// Recovers the llama3 scaling. Files of Llama 3.1 and later store only its result, one divisor per pair. The
    /// factor is the largest divisor, the other parameters are the same in all published models; every divisor is
    /// checked against them.
    Result<void> llama3Scaling(const TensorView& factors) {
        const auto bad = [&](Phrase found) {
            return fail(Code::BadInput, m_where, "rope_freqs.weight holds RoPE factors that are not those of Llama 3",
                        std::move(found), "factors of the llama3 scaling over 8192 tokens");
        };
        if (!usableAsWeight(factors.type) || blockElements(factors.type) != 1 || factors.shape.size() != 1 ||
            factors.elements() == 0 || factors.elements() > 4096) {
            return bad(fmt::format("{} {}", toText(factors.type), shapeText(factors.shape)));
        }
        KVW_TRY_ASSIGN(const auto divisors, readFloats(factors));
        RopeConfig rope;
        rope.theta = m_json.value("rope_theta", 10000.0);
        if (!(rope.theta > 0)) {
            return bad("rope.freq_base is not positive");
        }
        const auto dim = static_cast<std::int64_t>(2 * divisors.size());
        const std::vector<float> plain = rope.inverseFrequencies(dim);
        rope.scaling = RopeScaling::Llama3;
        rope.factor = static_cast<double>(*std::max_element(divisors.begin(), divisors.end()));
        rope.lowFrequencyFactor = 1;
        rope.highFrequencyFactor = 4;
        rope.originalContext = 8192;
        const std::vector<float> scaled = rope.inverseFrequencies(dim);
        for (std::size_t i = 0; i < divisors.size(); ++i) {
            const float expected = plain[i] / scaled[i];
            if (!(std::abs(divisors[i] - expected) <= 1e-4F * expected)) {
                return bad(phrase("%1 at %2", divisors[i], i));
            }
        }
        m_json["rope_scaling"] = {{"rope_type", "llama3"},
                                  {"factor", rope.factor},
                                  {"low_freq_factor", 1},
                                  {"high_freq_factor", 4},
                                  {"original_max_position_embeddings", 8192}};
        return {};
    }

    const Gguf& m_file;
    std::string m_where;
    const Architecture& m_known;
    std::string m_prefix;
    ordered_json m_json;
    std::set<std::string> m_asked;
    std::vector<Phrase> m_warnings;
    Result<void> m_state;
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
    const auto* known = std::find_if(std::begin(kArchitectures), std::end(kArchitectures),
                                     [&](const Architecture& a) { return *name == a.gguf; });
    if (known == std::end(kArchitectures)) {
        std::string names;
        for (const Architecture& a : kArchitectures) {
            names += std::string(names.empty() ? "" : ", ") + a.gguf;
        }
        return fail(Code::BadInput, where, withNearestFamily("this architecture is not supported", *name),
                    std::string(*name), names);
    }
    const bool mixtral = *name == kLlamaWithExperts.gguf && file.perLayer("llama.expert_count").value_or(0) > 0;
    return ConfigWriter(file, where, mixtral ? kLlamaWithExperts : *known).write();
}

}  // namespace kvw
