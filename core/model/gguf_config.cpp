// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/model/config.h"
#include "core/model/gguf_model.h"
#include "core/model/tensor_read.h"

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
                                           {"phi3", "Phi3ForCausalLM", "phi3", "silu"},
                                           {"gptneox", "GPTNeoXForCausalLM", "gpt_neox", "gelu"}};

class ConfigWriter {
 public:
    ConfigWriter(const Gguf& file, std::string where, const Architecture& architecture)
        : m_file(file),
          m_where(std::move(where)),
          m_known(architecture),
          m_prefix(std::string(architecture.gguf) + ".") {}

    Result<std::string> write() {
        m_json = {{"architectures", {m_known.architecture}},
                  {"model_type", m_known.modelType},
                  {"hidden_act", m_known.activation}};
        integer("block_count", "num_hidden_layers");
        integer("embedding_length", "hidden_size");
        perLayer("feed_forward_length", "intermediate_size");
        perLayer("attention.head_count", "num_attention_heads");
        perLayer("attention.head_count_kv", "num_key_value_heads");
        integer("attention.key_length", "head_dim");
        integer("context_length", "max_position_embeddings");
        integer("attention.sliding_window", "sliding_window");
        number("attention.layer_norm_rms_epsilon", "rms_norm_eps");
        number("attention.layer_norm_epsilon", "layer_norm_eps");
        number("rope.freq_base", "rope_theta");
        number("attn_logit_softcapping", "attn_logit_softcapping");
        number("final_logit_softcapping", "final_logit_softcapping");
        vocabulary();
        ids();
        m_json["tie_word_embeddings"] = m_file.find("output.weight") == nullptr;
        const std::string name = m_known.gguf;
        if (name == "llama") {
            m_json["attention_bias"] = m_file.find("blk.0.attn_q.bias") != nullptr;
            m_json["mlp_bias"] = m_file.find("blk.0.ffn_gate.bias") != nullptr;
        } else if (name == "gptneox") {
            m_json["use_parallel_residual"] = m_file.flag(m_prefix + "use_parallel_residual").value_or(true);
        } else if (name == "gemma2") {
            queryScale();
        }
        rotary();
        if (auto done = ropeScaling(); !done) {
            return tl::unexpected(done.error());
        }
        return m_json.dump(1, ' ', true, ordered_json::error_handler_t::replace);
    }

 private:
    void integer(const char* from, const char* to) {
        if (const auto value = m_file.integer(m_prefix + from)) {
            m_json[to] = *value;
        }
    }
    /// A number, or a list with the same number for each layer.
    void perLayer(const char* from, const char* to) {
        integer(from, to);
        const auto list = m_file.numbers(m_prefix + from);
        if (list && !list->empty()) {
            const bool same = std::all_of(list->begin(), list->end(), [&](double v) { return v == list->front(); });
            // A list stays one, for the configuration's own sentence.
            m_json[to] = same && std::abs(list->front()) < 0x1p53 && std::floor(list->front()) == list->front()
                             ? ordered_json(static_cast<std::int64_t>(list->front()))
                             : ordered_json(*list);
        }
    }
    /// Stored in single precision, meant in decimal: 1e-5 rather than 9.99999974e-06.
    void number(const char* from, const char* to) {
        if (const auto value = m_file.number(m_prefix + from)) {
            m_json[to] = decimal(*value);
        }
    }
    static double decimal(double value) {
        return std::isfinite(value) ? std::stod(fmt::format("{}", static_cast<float>(value))) : value;
    }

    void vocabulary() {
        if (const TensorView* embedding = m_file.find("token_embd.weight"); embedding != nullptr) {
            m_json["vocab_size"] = embedding->rows();
        }
        // What most weights are held as, for estimates; each tensor has its own type.
        if (const TensorView* usual = m_file.find("blk.0.ffn_up.weight"); usual != nullptr) {
            const TensorType held = usual->heldAs();
            m_json["dtype"] = held == TensorType::BF16 ? "bfloat16" : held == TensorType::F16 ? "float16" : "float32";
        }
    }

    void ids() {
        if (const auto begin = m_file.integer("tokenizer.ggml.bos_token_id"); begin && *begin >= 0) {
            m_json["bos_token_id"] = *begin;
        }
        std::vector<std::int64_t> ends;
        for (const char* key : {"tokenizer.ggml.eos_token_id", "tokenizer.ggml.eot_token_id"}) {
            const auto id = m_file.integer(key);
            if (id && *id >= 0 && std::find(ends.begin(), ends.end(), *id) == ends.end()) {
                ends.push_back(*id);
            }
        }
        m_json["eos_token_id"] = ends;
    }

    /// Gemma 2 scales queries by the head, but for its largest member by hidden / heads; the file does not say so.
    void queryScale() {
        constexpr std::int64_t kLargestLayers = 46;
        const auto layers = m_file.integer(m_prefix + "block_count"),
                   heads = m_file.integer(m_prefix + "attention.head_count");
        const auto hidden = m_file.integer(m_prefix + "embedding_length"),
                   dim = m_file.integer(m_prefix + "attention.key_length");
        if (layers == kLargestLayers && hidden && heads && *heads > 0) {
            m_json["query_pre_attn_scalar"] = *hidden / *heads;
        } else if (dim) {
            m_json["query_pre_attn_scalar"] = *dim;
        }
    }

    /// Dimensions that turn, as a share of the head.
    void rotary() {
        const auto turned = m_file.integer(m_prefix + "rope.dimension_count");
        auto dim = m_file.integer(m_prefix + "attention.key_length");
        if (!dim && m_json.value("num_attention_heads", ordered_json()).is_number_integer() &&
            m_json.contains("hidden_size")) {
            const auto heads = m_json["num_attention_heads"].get<std::int64_t>();
            dim = heads > 0 ? m_json["hidden_size"].get<std::int64_t>() / heads : 0;
        }
        if (turned && dim && *dim > 0 && *turned != *dim) {
            const double share = static_cast<double>(*turned) / static_cast<double>(*dim);
            m_json[std::string_view(m_known.gguf) == "gptneox" ? "rotary_pct" : "partial_rotary_factor"] = share;
        }
    }

    Result<void> ropeScaling() {
        const std::string kind(m_file.text(m_prefix + "rope.scaling.type").value_or("none"));
        if (const TensorView* factors = m_file.find("rope_freqs.weight"); factors != nullptr) {
            return llama3Scaling(*factors);
        }
        if (m_file.find("rope_factors_long.weight") != nullptr) {
            m_json["rope_scaling"] = {{"rope_type", "longrope"}};
            return {};
        }
        // Files of before the type was stored have only the factor of linear scaling.
        const auto old = m_file.number(m_prefix + "rope.scale_linear");
        if (kind == "none" && (!old || *old == 1)) {
            return {};
        }
        ordered_json scaling{{"rope_type", kind == "none" ? "linear" : kind}};
        if (const auto factor = m_file.number(m_prefix + "rope.scaling.factor"); factor || old) {
            scaling["factor"] = decimal(factor ? *factor : *old);
        }
        if (const auto context = m_file.integer(m_prefix + "rope.scaling.original_context_length")) {
            scaling["original_max_position_embeddings"] = *context;
        }
        m_json["rope_scaling"] = std::move(scaling);
        return {};
    }

    /// Llama 3.1 and later keep the result of their scaling, one divisor per pair; the parameters follow from the
    /// largest, since all published models share the others. Checked against every divisor.
    Result<void> llama3Scaling(const TensorView& factors) {
        const auto bad = [&](std::string found) {
            return fail(Code::BadInput, m_where, "rope_freqs.weight holds RoPE factors that are not those of Llama 3",
                        std::move(found), "factors of the llama3 scaling over 8192 tokens");
        };
        if (!usableAsWeight(factors.type) || blockElements(factors.type) != 1 || factors.shape.size() != 1 ||
            factors.elements() == 0 || factors.elements() > 4096) {
            return bad(fmt::format("{} {}", toText(factors.type), shapeText(factors.shape)));
        }
        const auto divisors = readFloats(factors);
        if (!divisors) {
            return tl::unexpected(divisors.error());
        }
        RopeConfig rope;
        rope.theta = m_json.value("rope_theta", 10000.0);
        if (!(rope.theta > 0)) {
            return bad("rope.freq_base is not positive");
        }
        const auto dim = static_cast<std::int64_t>(2 * divisors->size());
        const std::vector<float> plain = rope.inverseFrequencies(dim);
        rope.scaling = RopeScaling::Llama3;
        rope.factor = static_cast<double>(*std::max_element(divisors->begin(), divisors->end()));
        rope.lowFrequencyFactor = 1;
        rope.highFrequencyFactor = 4;
        rope.originalContext = 8192;
        const std::vector<float> scaled = rope.inverseFrequencies(dim);
        for (std::size_t i = 0; i < divisors->size(); ++i) {
            const float expected = plain[i] / scaled[i];
            if (!(std::abs((*divisors)[i] - expected) <= 1e-4F * expected)) {
                return bad(fmt::format("{} at {}", (*divisors)[i], i));
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
};

}  // namespace

Result<std::string> ggufConfig(const Gguf& file, const std::string& where) {
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
        return fail(Code::BadInput, where, "this architecture is not supported", std::string(*name), names);
    }
    return ConfigWriter(file, where, *known).write();
}

}  // namespace kvw
