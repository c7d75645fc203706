// SPDX-License-Identifier: Apache-2.0
#include "tests/support/reference_weights.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace kvw::test {

namespace {

using nlohmann::json;

double wide(const std::byte* at, TensorType type) {
    if (type == TensorType::F32) {
        float value = 0;
        std::memcpy(&value, at, sizeof(value));
        return static_cast<double>(value);
    }
    std::uint16_t bits = 0;
    std::memcpy(&bits, at, sizeof(bits));
    if (type == TensorType::BF16) {
        return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U));
    }
    const int exponent = (bits >> 10U) & 0x1F;
    const int mantissa = bits & 0x3FF;
    const double magnitude =
        exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);  // no infinities
    return (bits & 0x8000U) != 0 ? -magnitude : magnitude;
}

template <class T>
T get(const json& object, const char* key, T absent) {
    return object.contains(key) && !object[key].is_null() ? object[key].get<T>() : absent;
}

ReferenceRope readRope(const json& config, bool phi) {
    ReferenceRope rope;
    json block =
        config.contains("rope_parameters") ? config["rope_parameters"] : get(config, "rope_scaling", json::object());
    block = get(block, "full_attention", block);
    const double theta = get(config, "rope_theta", get(config, "rotary_emb_base", 10000.0));
    rope.theta = get(block, "rope_theta", theta);
    rope.kind = get(block, "rope_type", get(block, "type", std::string("default")));
    if (phi && (rope.kind == "su" || rope.kind == "yarn")) {
        rope.kind = "longrope";
    }
    const double context = get(config, "max_position_embeddings", 2048.0);
    const double beside = get(config, "original_max_position_embeddings", 0.0);
    rope.original = beside > 0 ? beside : get(block, "original_max_position_embeddings", context);
    rope.factor = get(block, "factor", context / rope.original);
    rope.low = get(block, "low_freq_factor", 1.0);
    rope.high = get(block, "high_freq_factor", 4.0);
    rope.betaFast = get(block, "beta_fast", 32.0);
    rope.betaSlow = get(block, "beta_slow", 1.0);
    rope.truncate = get(block, "truncate", true);
    rope.shortFactors = get(block, "short_factor", std::vector<double>());
    rope.longFactors = get(block, "long_factor", std::vector<double>());
    const auto grown = [&](double weight) { return rope.factor > 1 ? 1 + 0.1 * weight * std::log(rope.factor) : 1; };
    if (rope.kind == "yarn") {
        rope.attention = block.contains("mscale") && block.contains("mscale_all_dim")
                             ? grown(block["mscale"].get<double>()) / grown(block["mscale_all_dim"].get<double>())
                             : grown(1);
    } else if (rope.kind == "longrope" && rope.factor > 1) {
        rope.attention = std::sqrt(1 + std::log(rope.factor) / std::log(rope.original));
    }
    rope.attention = get(block, "attention_factor", rope.attention);
    return rope;
}

/// Gemma 3: five layers of six, or as the file says.
bool isLocal(const json& config, std::int64_t layer) {
    return config.contains("layer_types")
               ? config["layer_types"][static_cast<std::size_t>(layer)] == "sliding_attention"
               : (layer + 1) % get<std::int64_t>(config, "sliding_window_pattern", 6) != 0;
}

/// SmolLM3: three layers of four, or as the file says.
bool hasRope(const json& config, std::int64_t layer) {
    return config.contains("no_rope_layers")
               ? config["no_rope_layers"][static_cast<std::size_t>(layer)] != 0
               : (layer + 1) % get<std::int64_t>(config, "no_rope_layer_interval", 4) != 0;
}

/// The window of a layer, by the rules of each family.
std::int64_t windowOf(const json& config, const std::string& type, std::int64_t layer) {
    const auto window = get<std::int64_t>(config, "sliding_window", 0);
    if (type == "gemma2" || type == "gpt_oss") {
        return layer % 2 == 0 ? window : 0;
    }
    if (type == "gemma3_text") {
        return isLocal(config, layer) ? window : 0;
    }
    if (type == "qwen2" || type == "qwen3") {
        const bool acts = get(config, "use_sliding_window", false) && layer >= get(config, "max_window_layers", 28);
        return acts ? window : 0;
    }
    if (type == "smollm3") {
        return get(config, "use_sliding_window", false) && !hasRope(config, layer) ? window : 0;
    }
    return type == "mistral" || type == "mixtral" || type == "phi3" ? window : 0;
}

class Source {
 public:
    Source(const ModelFiles& files, bool plusOne) : m_files(files), m_plusOne(plusOne) {}

    [[nodiscard]] std::vector<double> vector(const std::string& name) const {
        std::vector<double> values;
        if (const TensorView* view = m_files.tensor(name); view != nullptr) {
            for (std::size_t i = 0; i < static_cast<std::size_t>(view->elements()); ++i) {
                values.push_back(wide(view->data.data() + i * kvw::blockBytes(view->type), view->type));
            }
        }
        return values;
    }
    [[nodiscard]] Matrix matrix(const std::string& name) const {
        const TensorView* view = m_files.tensor(name + ".weight");
        if (view == nullptr) {
            throw std::runtime_error(name + " is missing");
        }
        return {static_cast<std::size_t>(view->shape[0]), static_cast<std::size_t>(view->shape[1]),
                vector(name + ".weight")};
    }
    [[nodiscard]] std::vector<double> bias(const std::string& name) const { return vector(name + ".bias"); }
    [[nodiscard]] ReferenceNorm norm(const std::string& name) const {
        ReferenceNorm norm{vector(name + ".weight"), bias(name)};
        for (double& weight : norm.weight) {
            weight += m_plusOne ? 1 : 0;
        }
        return norm;
    }

    /// StableLM: a LayerNorm without bias for each head.
    [[nodiscard]] ReferenceNorm headNorms(const std::string& name) const {
        ReferenceNorm norm;
        for (int head = 0;; ++head) {
            const auto one = vector(name + ".norms." + std::to_string(head) + ".weight");
            if (one.empty()) {
                norm.bias.resize(norm.weight.size());
                return norm;
            }
            norm.weight.insert(norm.weight.end(), one.begin(), one.end());
        }
    }

 private:
    const ModelFiles& m_files;
    bool m_plusOne;
};

ReferenceLayer llamaLayer(const Source& from, const std::string& at, const std::string& type, std::int64_t experts) {
    const std::string attn = at + "self_attn.";
    const std::string mlp = at + "mlp.";
    ReferenceLayer layer;
    layer.q = from.matrix(attn + "q_proj");
    layer.k = from.matrix(attn + "k_proj");
    layer.v = from.matrix(attn + "v_proj");
    layer.o = from.matrix(attn + "o_proj");
    const bool mixtral = type == "mixtral";
    const std::string moe = at + (mixtral ? "block_sparse_moe." : "mlp.");
    for (std::int64_t i = 0; i < experts; ++i) {
        const std::string expert = moe + "experts." + std::to_string(i) + ".";
        const std::string router = moe + (type == "gpt_oss" ? "router" : "gate");
        layer.router = from.matrix(router);
        layer.routerBias = from.bias(router);
        layer.experts.emplace_back();
        layer.experts.back().gate = from.matrix(expert + (mixtral ? "w1" : "gate_proj"));
        layer.experts.back().up = from.matrix(expert + (mixtral ? "w3" : "up_proj"));
        layer.experts.back().down = from.matrix(expert + (mixtral ? "w2" : "down_proj"));
        layer.experts.back().gateBias = from.bias(expert + "gate_proj");
        layer.experts.back().upBias = from.bias(expert + "up_proj");
        layer.experts.back().downBias = from.bias(expert + "down_proj");
    }
    if (experts == 0) {
        layer.gate = from.matrix(mlp + "gate_proj");
        layer.up = from.matrix(mlp + "up_proj");
        layer.down = from.matrix(mlp + "down_proj");
    }
    layer.sinks = from.vector(attn + "sinks");
    layer.qBias = from.bias(attn + "q_proj");
    layer.kBias = from.bias(attn + "k_proj");
    layer.vBias = from.bias(attn + "v_proj");
    layer.oBias = from.bias(attn + "o_proj");
    layer.gateBias = from.bias(mlp + "gate_proj");
    layer.upBias = from.bias(mlp + "up_proj");
    layer.downBias = from.bias(mlp + "down_proj");
    layer.inputNorm = from.norm(at + "input_layernorm");
    layer.mlpNorm = from.norm(at + "post_attention_layernorm");
    if (type == "gemma2" || type == "gemma3_text") {
        layer.attentionOut = layer.mlpNorm;
        layer.mlpNorm = from.norm(at + "pre_feedforward_layernorm");
        layer.mlpOut = from.norm(at + "post_feedforward_layernorm");
    }
    if (type == "olmo2") {
        layer.attentionOut = layer.mlpNorm;
        layer.mlpNorm = {};
        layer.mlpOut = from.norm(at + "post_feedforward_layernorm");
    }
    if (type == "stablelm") {
        layer.mlpNorm = layer.mlpNorm.weight.empty() ? layer.inputNorm : layer.mlpNorm;
        layer.queryNorm = from.headNorms(attn + "q_layernorm");
        layer.keyNorm = from.headNorms(attn + "k_layernorm");
    }
    if (type == "qwen3" || type == "qwen3_moe" || type == "olmo2" || type == "gemma3_text") {
        layer.queryNorm = from.norm(attn + "q_norm");
        layer.keyNorm = from.norm(attn + "k_norm");
    }
    return layer;
}

ReferenceLayer phiLayer(const Source& from, const std::string& at, std::size_t queries, std::size_t keys) {
    const Matrix qkv = from.matrix(at + "self_attn.qkv_proj");
    const Matrix gateUp = from.matrix(at + "mlp.gate_up_proj");
    const std::size_t wide = gateUp.rows / 2;
    ReferenceLayer layer;
    layer.q = qkv.someRows(0, queries);
    layer.k = qkv.someRows(queries, keys);
    layer.v = qkv.someRows(queries + keys, keys);
    layer.o = from.matrix(at + "self_attn.o_proj");
    layer.gate = gateUp.someRows(0, wide);
    layer.up = gateUp.someRows(wide, wide);
    layer.down = from.matrix(at + "mlp.down_proj");
    layer.inputNorm = from.norm(at + "input_layernorm");
    layer.mlpNorm = from.norm(at + "post_attention_layernorm");
    return layer;
}

/// Rows of query_key_value: head after head, 3 times headDim each.
ReferenceLayer neoxLayer(const Source& from, const std::string& at, std::size_t heads, std::size_t headDim) {
    const Matrix all = from.matrix(at + "attention.query_key_value");
    const std::vector<double> bias = from.bias(at + "attention.query_key_value");
    const auto part = [&](std::size_t which, Matrix& matrix, std::vector<double>& partBias) {
        matrix = {heads * headDim, all.columns, {}};
        for (std::size_t h = 0; h < heads; ++h) {
            const std::size_t first = (3 * h + which) * headDim;
            const Matrix rows = all.someRows(first, headDim);
            matrix.values.insert(matrix.values.end(), rows.values.begin(), rows.values.end());
            for (std::size_t i = 0; i < headDim && !bias.empty(); ++i) {
                partBias.push_back(bias[first + i]);
            }
        }
    };
    ReferenceLayer layer;
    part(0, layer.q, layer.qBias);
    part(1, layer.k, layer.kBias);
    part(2, layer.v, layer.vBias);
    layer.o = from.matrix(at + "attention.dense");
    layer.oBias = from.bias(at + "attention.dense");
    layer.up = from.matrix(at + "mlp.dense_h_to_4h");
    layer.upBias = from.bias(at + "mlp.dense_h_to_4h");
    layer.down = from.matrix(at + "mlp.dense_4h_to_h");
    layer.downBias = from.bias(at + "mlp.dense_4h_to_h");
    layer.inputNorm = from.norm(at + "input_layernorm");
    layer.mlpNorm = from.norm(at + "post_attention_layernorm");
    return layer;
}

double roundedTo(double value, TensorType type) {
    if (type == TensorType::F32) {
        return static_cast<double>(static_cast<float>(value));
    }
    const int digits = type == TensorType::BF16 ? 8 : 11;
    int exponent = 0;
    const double mantissa = std::frexp(value, &exponent);
    return std::ldexp(std::nearbyint(std::ldexp(mantissa, digits)), exponent - digits);
}

/// Not instrumented: under the sanitizers the tests of the engine would spend nine tenths of their time here.
[[gnu::no_sanitize_address, gnu::no_sanitize_undefined]] double dot(const double* row, const double* x,
                                                                    std::size_t columns, double sum) {
    double sums[8] = {};
    std::size_t c = 0;
    for (; c + 8 <= columns; c += 8) {
        for (std::size_t lane = 0; lane < 8; ++lane) {
            sums[lane] += row[c + lane] * x[c + lane];
        }
    }
    for (; c < columns; ++c) {
        sum += row[c] * x[c];
    }
    for (const double lane : sums) {
        sum += lane;
    }
    return sum;
}

}  // namespace

std::vector<std::vector<double>> Matrix::times(std::span<const std::vector<double>> xs,
                                               const std::vector<double>& bias) const {
    constexpr std::size_t kBlock = 8;  // rows that stay in the nearest cache while every x passes
    std::vector<std::vector<double>> ys(xs.size(), std::vector<double>(rows));
    for (std::size_t first = 0; first < rows; first += kBlock) {
        for (std::size_t i = 0; i < xs.size(); ++i) {
            for (std::size_t r = first; r < std::min(first + kBlock, rows); ++r) {
                ys[i][r] = dot(values.data() + r * columns, xs[i].data(), columns, bias.empty() ? 0.0 : bias[r]);
            }
        }
    }
    return ys;
}

Matrix Matrix::someRows(std::size_t first, std::size_t count) const {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(first * columns);
    return {count, columns, {begin, begin + static_cast<std::ptrdiff_t>(count * columns)}};
}

ReferenceWeights ReferenceWeights::read(const std::filesystem::path& directory) {
    const auto files = ModelFiles::open(directory);
    if (!files) {
        throw std::runtime_error(files.error().sentence());
    }
    std::ifstream file(directory / "config.json");
    const json config = json::parse(file);
    const auto type = get(config, "model_type", std::string("llama"));
    const bool gemma = type.starts_with("gemma");
    const bool scaled = type == "gemma2" || type == "gemma3_text";
    const bool neox = type == "gpt_neox", stable = type == "stablelm";
    ReferenceWeights w;
    w.layerCount = config["num_hidden_layers"];
    w.queryHeads = config["num_attention_heads"];
    w.kvHeads = get(config, "num_key_value_heads", w.queryHeads);
    const std::int64_t hidden = config["hidden_size"];
    w.headDim = get(config, "head_dim", hidden / w.queryHeads);
    const json rope = get(config, "rope_parameters", json::object());
    const double share = get(config, "partial_rotary_factor", get(config, "rotary_pct", neox || stable ? 0.25 : 1.0));
    w.rotaryDim = static_cast<std::int64_t>(static_cast<double>(w.headDim) * get(rope, "partial_rotary_factor", share));
    w.epsilon = neox || stable ? get(config, "layer_norm_eps", 1e-5)
                               : get(config, "rms_norm_eps",
                                     type == "olmo2" || type == "mixtral" || type == "gpt_oss" ? 1e-5 : 1e-6);
    w.rope = readRope(config, type == "phi3");
    w.localRope.theta =
        get(get(rope, "sliding_attention", json::object()), "rope_theta", get(config, "rope_local_base_freq", 10000.0));
    w.scoreScale = 1 / std::sqrt(scaled ? get(config, "query_pre_attn_scalar", 256.0) : static_cast<double>(w.headDim));
    w.scoreCap = type == "gemma2" ? get(config, "attn_logit_softcapping", 0.0) : 0;
    w.logitCap = scaled ? get(config, "final_logit_softcapping", 0.0) : 0;
    if (type == "granite") {
        w.scoreScale = get(config, "attention_multiplier", 1.0);
        w.embeddingFactor = get(config, "embedding_multiplier", 1.0);
        w.residualFactor = get(config, "residual_multiplier", 1.0);
        w.logitDivisor = get(config, "logits_scaling", 1.0);
    }
    w.parallel = (neox || stable) && get(config, "use_parallel_residual", neox);
    const auto experts =
        type == "mixtral" || type == "qwen3_moe" || type == "gpt_oss"
            ? get<std::int64_t>(config, "num_experts", get<std::int64_t>(config, "num_local_experts", 8))
            : 0;
    w.expertsUsed = get<std::int64_t>(config, "num_experts_per_tok", 2);
    w.gateLimit = type == "gpt_oss" ? get(config, "swiglu_limit", 7.0) : 0;
    w.gateSlope = get(config, "swiglu_alpha", 1.702);
    w.sharesAddToOne = type == "mixtral" || type == "gpt_oss" || get(config, "norm_topk_prob", false);
    w.normsHeads = type != "olmo2";
    w.silu = !gemma && !neox;
    w.geluTanh = gemma || get(config, "hidden_act", std::string("gelu")) != "gelu";

    const Source from(*files, gemma);
    w.embedding = from.matrix(neox ? "gpt_neox.embed_in" : "model.embed_tokens");
    const bool tied = get(config, "tie_word_embeddings", gemma || type == "smollm3");
    w.head = tied ? w.embedding : from.matrix(neox ? "embed_out" : "lm_head");
    w.finalNorm = from.norm(neox ? "gpt_neox.final_layer_norm" : "model.norm");
    if (gemma) {
        const TensorView* view = files->tensor("model.embed_tokens.weight");
        w.embeddingFactor = roundedTo(std::sqrt(static_cast<double>(hidden)), view->type);
    }
    const auto dim = static_cast<std::size_t>(w.headDim);
    for (std::int64_t i = 0; i < w.layerCount; ++i) {
        const std::string at = (neox ? "gpt_neox.layers." : "model.layers.") + std::to_string(i) + ".";
        w.layers.push_back(neox             ? neoxLayer(from, at, static_cast<std::size_t>(w.queryHeads), dim)
                           : type == "phi3" ? phiLayer(from, at, static_cast<std::size_t>(w.queryHeads) * dim,
                                                       static_cast<std::size_t>(w.kvHeads) * dim)
                                            : llamaLayer(from, at, type, experts));
        w.layers.back().window = windowOf(config, type, i);
        w.layers.back().turns = type != "smollm3" || hasRope(config, i);
        w.layers.back().local = type == "gemma3_text" && isLocal(config, i);
    }
    return w;
}

}  // namespace kvw::test
