// SPDX-License-Identifier: Apache-2.0
#include "tests/support/tiny_model.h"

#include <cmath>
#include <numbers>

#include "tests/support/checkpoint_writer.h"

namespace kvw::test {

namespace {

using nlohmann::ordered_json;

/// Normal numbers that are the same with every standard library.
class Normal {
 public:
    explicit Normal(std::uint64_t seed) : m_state(seed) {}
    double operator()() {
        const double u1 = (static_cast<double>(next() >> 11U) + 1) * 0x1.0p-53;
        const double u2 = static_cast<double>(next() >> 11U) * 0x1.0p-53;
        return std::sqrt(-2 * std::log(u1)) * std::cos(2 * std::numbers::pi * u2);
    }

 private:
    std::uint64_t next() {
        std::uint64_t z = m_state += 0x9E3779B97F4A7C15U;
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31U);
    }
    std::uint64_t m_state;
};

}  // namespace

void writeTinyModel(const std::filesystem::path& directory, const TinyModel& m) {
    std::filesystem::create_directories(directory);
    ordered_json config = {{"architectures", {"LlamaForCausalLM"}},
                           {"model_type", "llama"},
                           {"hidden_size", m.hidden},
                           {"intermediate_size", m.intermediate},
                           {"num_hidden_layers", m.layers},
                           {"num_attention_heads", m.queryHeads},
                           {"num_key_value_heads", m.kvHeads},
                           {"head_dim", m.headDim},
                           {"vocab_size", m.vocabulary},
                           {"max_position_embeddings", m.context},
                           {"rms_norm_eps", 1e-5},
                           {"hidden_act", "silu"},
                           {"tie_word_embeddings", m.tied},
                           {"attention_bias", m.attentionBias},
                           {"mlp_bias", m.mlpBias},
                           {"rope_theta", 10000.0},
                           {"bos_token_id", 0},
                           {"eos_token_id", m.endId}};
    if (!m.ropeScaling.is_null()) {
        config["rope_scaling"] = m.ropeScaling;
    }
    saveJson(directory / "config.json", config);
    saveJson(directory / "tokenizer.json", byteTokenizer());

    Normal normal(m.seed);
    CheckpointWriter writer(m.dtype);
    const auto random = [&](std::int64_t count, double deviation, double mean = 0) {
        std::vector<float> values(static_cast<std::size_t>(count));
        for (float& value : values) {
            value = static_cast<float>(mean + deviation * normal());
        }
        return values;
    };
    const auto matrix = [&](std::int64_t rows, std::int64_t columns) {
        return random(rows * columns, m.gain / std::sqrt(static_cast<double>(columns)));
    };
    const auto embedding = random(m.vocabulary * m.hidden, 1.0);
    writer.add("model.embed_tokens.weight", {m.vocabulary, m.hidden}, embedding);
    for (std::int64_t layer = 0; layer < m.layers; ++layer) {
        const std::string at = "model.layers." + std::to_string(layer) + ".";
        const auto linear = [&](const std::string& name, std::int64_t rows, std::int64_t columns, bool bias,
                                std::vector<float> weights) {
            writer.add(at + name + ".weight", {rows, columns}, weights);
            if (bias) {
                writer.add(at + name + ".bias", {rows}, random(rows, 0.5));
            }
        };
        const std::int64_t q = m.queryHeads * m.headDim;
        const std::int64_t kv = m.kvHeads * m.headDim;
        writer.add(at + "input_layernorm.weight", {m.hidden}, random(m.hidden, 0.1, 1.0));
        linear("self_attn.q_proj", q, m.hidden, m.attentionBias, matrix(q, m.hidden));
        auto keys = matrix(kv, m.hidden);
        for (std::int64_t head = 0; head < m.kvHeads; ++head) {
            // A rank-one term: what looks like token 0's embedding gets a large key in the slowest plane.
            const std::int64_t row = head * m.headDim + m.headDim / 2 - 1;
            for (std::int64_t c = 0; c < m.hidden; ++c) {
                keys[static_cast<std::size_t>(row * m.hidden + c)] +=
                    static_cast<float>(m.sink / static_cast<double>(m.hidden)) * embedding[static_cast<std::size_t>(c)];
            }
        }
        linear("self_attn.k_proj", kv, m.hidden, m.attentionBias, keys);
        linear("self_attn.v_proj", kv, m.hidden, m.attentionBias, matrix(kv, m.hidden));
        linear("self_attn.o_proj", m.hidden, q, m.attentionBias, matrix(m.hidden, q));
        writer.add(at + "post_attention_layernorm.weight", {m.hidden}, random(m.hidden, 0.1, 1.0));
        linear("mlp.gate_proj", m.intermediate, m.hidden, m.mlpBias, matrix(m.intermediate, m.hidden));
        linear("mlp.up_proj", m.intermediate, m.hidden, m.mlpBias, matrix(m.intermediate, m.hidden));
        linear("mlp.down_proj", m.hidden, m.intermediate, m.mlpBias, matrix(m.hidden, m.intermediate));
    }
    writer.add("model.norm.weight", {m.hidden}, random(m.hidden, 0.1, 1.0));
    if (!m.tied) {
        writer.add("lm_head.weight", {m.vocabulary, m.hidden}, matrix(m.vocabulary, m.hidden));
    }
    writer.save(directory / "model.safetensors");
}

std::vector<std::int32_t> patternIds(std::size_t count, std::int32_t vocabulary) {
    std::vector<std::int32_t> ids{0};
    for (std::size_t i = 1; i < count; ++i) {
        ids.push_back(static_cast<std::int32_t>(2 + (i * 37 + i / 11 * 5) % static_cast<std::size_t>(vocabulary - 2)));
    }
    return ids;
}

}  // namespace kvw::test
