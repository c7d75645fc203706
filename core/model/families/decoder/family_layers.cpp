// SPDX-License-Identifier: Apache-2.0
/// Tensors and rules of each model family: which tensors of a checkpoint are which part of a layer.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "core/model/families/decoder/blocks.h"
#include "core/model/family.h"

namespace kvw {
namespace {

/// Reads tensors of a checkpoint; the first failure is kept, and later results are empty.
class LayerReader {
 public:
    LayerReader(const ModelFiles& files, WeightStore& store, std::vector<float>& sinks)
        : m_files(files), m_store(store), m_sinks(sinks) {}

    /// Returns the matrices below one another with their biases.
    [[nodiscard]] Linear linear(std::initializer_list<std::string> names) {
        Linear result;
        if (!m_state) {
            return result;
        }
        std::vector<std::string> weights;
        for (const std::string& name : names) {
            const std::vector<float> bias = WeightStore::vector(m_files, name + ".bias");
            result.bias.insert(result.bias.end(), bias.begin(), bias.end());
            weights.push_back(name + ".weight");
        }
        auto joined = m_store.join(m_files, weights);
        if (!joined) {
            m_state = tl::unexpected(joined.error());
            return result;
        }
        result.weights = std::move(*joined);
        return result;
    }
    [[nodiscard]] Weights matrix(const std::string& name) {
        const Linear only = linear({name});
        return only.weights.empty() ? Weights() : only.weights.front();
    }
    [[nodiscard]] Norm norm(const std::string& name) const {
        return {WeightStore::vector(m_files, name + ".weight"), WeightStore::vector(m_files, name + ".bias")};
    }
    /// Appends learned sinks to those of the decoder.
    void sinks(const std::string& name) {
        const std::vector<float> sinks = WeightStore::vector(m_files, name);
        m_sinks.insert(m_sinks.end(), sinks.begin(), sinks.end());
    }
    [[nodiscard]] std::int64_t experts() const { return m_files.config().experts; }
    [[nodiscard]] const Result<void>& state() const { return m_state; }

 private:
    const ModelFiles& m_files;
    WeightStore& m_store;
    std::vector<float>& m_sinks;
    Result<void> m_state;
};

/// Rules by which the checkpoint of a family becomes a BlockModel.
struct FamilyLayers {
    std::string_view architecture;
    /// Fills a layer from the tensors whose names begin with `at`.
    BlockLayer (*layer)(LayerReader& from, const std::string& at);
    /// Sets the rules that `rulesOf` does not know, after all tensors are laid out; null: there are none.
    void (*finish)(BlockModel& model, const ModelConfig& config) = nullptr;
    /// Names of the tensors outside of layers; a layer is called `layers` and its number.
    const char *embedding = "model.embed_tokens", *head = "lm_head", *norm = "model.norm", *layers = "model.layers.";
};

/// Reads the attention and the norms of Llama (Touvron et al. 2023): pre-norm RMSNorm, grouped-query attention.
BlockLayer llamaAttention(LayerReader& from, const std::string& at) {
    const std::string attention = at + "self_attn.";
    BlockLayer layer;
    layer.attentionIn = from.norm(at + "input_layernorm");
    layer.qkv = from.linear({attention + "q_proj", attention + "k_proj", attention + "v_proj"});
    layer.output = from.linear({attention + "o_proj"});
    layer.mlpIn = from.norm(at + "post_attention_layernorm");
    return layer;
}

/// Reads the layer of Llama, with SwiGLU: biases where the checkpoint has some.
BlockLayer llamaLayer(LayerReader& from, const std::string& at) {
    BlockLayer layer = llamaAttention(from, at);
    layer.up = from.linear({at + "mlp.gate_proj", at + "mlp.up_proj"});
    layer.down = from.linear({at + "mlp.down_proj"});
    return layer;
}

/// Adds an RMSNorm of each query and key head before rotation, or of all heads of a token together.
BlockLayer withHeadNorms(BlockLayer layer, const LayerReader& from, const std::string& at) {
    layer.query = from.norm(at + "self_attn.q_norm");
    layer.key = from.norm(at + "self_attn.k_norm");
    return layer;
}

/// Adds router and experts, named as in `expertTensors`.
BlockLayer withExperts(BlockLayer layer, LayerReader& from, const std::string& at, const ExpertNames& names) {
    layer.router = from.linear({at + names.router});
    for (std::int64_t expert = 0; expert < from.experts(); ++expert) {
        const std::string prefix = fmt::format("{}experts.{}.", at, expert);
        layer.expertUp.push_back(from.linear({prefix + names.gate, prefix + names.up}));
        layer.expertDown.push_back(from.linear({prefix + names.down}));
    }
    return layer;
}

/// Qwen 3 (Yang et al. 2025).
BlockLayer qwen3Layer(LayerReader& from, const std::string& at) {
    return withHeadNorms(llamaLayer(from, at), from, at);
}

/// Qwen 3 with experts (Yang et al. 2025).
BlockLayer qwen3MoeLayer(LayerReader& from, const std::string& at) {
    return withExperts(withHeadNorms(llamaAttention(from, at), from, at), from, at + "mlp.", {});
}

/// Mixtral (Jiang et al. 2024).
BlockLayer mixtralLayer(LayerReader& from, const std::string& at) {
    return withExperts(llamaAttention(from, at), from, at + "block_sparse_moe.", {"gate", "w1", "w3", "w2"});
}

/// gpt-oss (OpenAI 2025): biases, learned sinks, experts with a clamped gate.
BlockLayer gptOssLayer(LayerReader& from, const std::string& at) {
    from.sinks(at + "self_attn.sinks");
    return withExperts(llamaAttention(from, at), from, at + "mlp.", {.router = "router"});
}

/// Gemma 2 (Gemma Team 2024): norms after attention and MLP, too. Attention handles windows and soft caps of the scores
/// (AttentionOptions).
BlockLayer gemma2Layer(LayerReader& from, const std::string& at) {
    BlockLayer layer = llamaLayer(from, at);
    layer.attentionOut = from.norm(at + "post_attention_layernorm");
    layer.mlpIn = from.norm(at + "pre_feedforward_layernorm");
    layer.mlpOut = from.norm(at + "post_feedforward_layernorm");
    return layer;
}

/// Gemma 3 (Gemma Team 2025). Attention handles windows and the rotation of each layer.
BlockLayer gemma3Layer(LayerReader& from, const std::string& at) {
    return withHeadNorms(gemma2Layer(from, at), from, at);
}

/// Returns the square root of the hidden size, rounded to the type of the embedding as the reference library does.
float rootOfHidden(const ModelConfig& config, Dtype dtype) {
    const auto root = static_cast<float>(std::sqrt(static_cast<double>(config.hidden)));
    if (dtype == Dtype::F32) {
        return root;
    }
    std::uint16_t rounded = 0;
    float result = 0;
    narrow(&root, dtype, &rounded, 1);
    widen(&rounded, dtype, &result, 1);
    return result;
}

/// Gemma (Gemma Team 2024): a GELU gate, embeddings times the root of the hidden size, and norms that are stored
/// less 1.
void finishGemma(BlockModel& model, const ModelConfig& config) {
    model.rules.mlp = MlpKind::GeluTanhGate;
    model.rules.embeddingFactor = rootOfHidden(config, model.embedding.dtype);
    const auto addOne = [](Norm& norm) {
        for (float& weight : norm.weight) {
            weight += 1;
        }
    };
    addOne(model.finalNorm);
    for (BlockLayer& layer : model.layers) {
        for (Norm* norm :
             {&layer.attentionIn, &layer.attentionOut, &layer.mlpIn, &layer.mlpOut, &layer.query, &layer.key}) {
            addOne(*norm);
        }
    }
}

/// OLMo 2 (Team OLMo 2024): norms after attention and MLP instead of before them, and norms of all queries and all keys
/// of a token before they are split into heads.
BlockLayer olmo2Layer(LayerReader& from, const std::string& at) {
    BlockLayer layer = llamaLayer(from, at);
    layer.attentionOut = std::move(layer.mlpIn);
    layer.mlpIn = {};
    layer.mlpOut = from.norm(at + "post_feedforward_layernorm");
    return withHeadNorms(std::move(layer), from, at);
}

/// Names of a layer's matrices in a checkpoint that joins queries, keys and values.
struct JoinedNames {
    const char *qkv, *output, *up, *down;
};

BlockLayer joinedLayer(LayerReader& from, const std::string& at, const JoinedNames& names) {
    BlockLayer layer;
    layer.attentionIn = from.norm(at + "input_layernorm");
    layer.qkv = from.linear({at + names.qkv});
    layer.output = from.linear({at + names.output});
    layer.mlpIn = from.norm(at + "post_attention_layernorm");
    layer.up = from.linear({at + names.up});
    layer.down = from.linear({at + names.down});
    return layer;
}

/// Phi-3 (Abdin et al. 2024): matrices joined in the order that is used here.
BlockLayer phi3Layer(LayerReader& from, const std::string& at) {
    return joinedLayer(from, at, {"self_attn.qkv_proj", "self_attn.o_proj", "mlp.gate_up_proj", "mlp.down_proj"});
}

/// GPT-NeoX (Black et al. 2022) and Pythia: LayerNorm, attention and MLP side by side, GELU without a gate.
BlockLayer gptNeoXLayer(LayerReader& from, const std::string& at) {
    return joinedLayer(from, at,
                       {"attention.query_key_value", "attention.dense", "mlp.dense_h_to_4h", "mlp.dense_4h_to_h"});
}

/// Returns StableLM's norms of all heads in order. A bias of zeros makes them LayerNorms.
Norm normsByHead(const LayerReader& from, const std::string& at) {
    Norm all;
    for (std::int64_t head = 0;; ++head) {
        const Norm one = from.norm(fmt::format("{}{}", at, head));
        if (one.weight.empty()) {
            all.bias.resize(all.weight.size());
            return all;
        }
        all.weight.insert(all.weight.end(), one.weight.begin(), one.weight.end());
    }
}

/// StableLM (Stability AI 2023, Bellagente et al. 2024): LayerNorm, partial rotation, perhaps a LayerNorm of each head,
/// perhaps attention and MLP side by side under one norm.
BlockLayer stableLmLayer(LayerReader& from, const std::string& at) {
    BlockLayer layer = llamaLayer(from, at);
    if (layer.mlpIn.weight.empty()) {
        layer.mlpIn = layer.attentionIn;
    }
    layer.query = normsByHead(from, at + "self_attn.q_layernorm.norms.");
    layer.key = normsByHead(from, at + "self_attn.k_layernorm.norms.");
    return layer;
}

/// llamaLayer serves every family with Llama's layer: biases are read where they exist, attention handles windows and
/// rotation, and multipliers follow from the configuration.
constexpr std::array<FamilyLayers, 16> kFamilyLayers{
    {{"LlamaForCausalLM", &llamaLayer},
     {"MistralForCausalLM", &llamaLayer},
     {"Qwen2ForCausalLM", &llamaLayer},
     {"Qwen3ForCausalLM", &qwen3Layer},
     {"Phi3ForCausalLM", &phi3Layer},
     {"GemmaForCausalLM", &llamaLayer, &finishGemma},
     {"Gemma2ForCausalLM", &gemma2Layer, &finishGemma},
     {"Gemma3ForCausalLM", &gemma3Layer, &finishGemma},
     {"GPTNeoXForCausalLM", &gptNeoXLayer,
      [](BlockModel& model, const ModelConfig& config) {
          model.rules.mlp = config.activation == "gelu" ? MlpKind::GeluExact : MlpKind::GeluTanh;
          model.rules.qkvByHead = true;
      },
      "gpt_neox.embed_in", "embed_out", "gpt_neox.final_layer_norm", "gpt_neox.layers."},
     {"GraniteForCausalLM", &llamaLayer},
     {"Olmo2ForCausalLM", &olmo2Layer,
      [](BlockModel& model, const ModelConfig& /*config*/) { model.rules.normAcrossHeads = true; }},
     {"SmolLM3ForCausalLM", &llamaLayer},
     {"StableLmForCausalLM", &stableLmLayer},
     {"MixtralForCausalLM", &mixtralLayer},
     {"GptOssForCausalLM", &gptOssLayer},
     {"Qwen3MoeForCausalLM", &qwen3MoeLayer}}};

}  // namespace

Result<void> BlockDecoder::load(const ModelFiles& files) {
    const auto* const family = std::ranges::find(kFamilyLayers, m_config.architecture, &FamilyLayers::architecture);
    if (family == kFamilyLayers.end()) {
        return fail(Code::BadInput, "config.json", "the architecture is not known", m_config.architecture,
                    phrase("one of %1", knownArchitectures()));
    }
    LayerReader reader(files, m_store, m_sinks);
    m_model.embedding = reader.matrix(family->embedding);
    m_model.head.weights = {m_model.embedding};
    if (!m_config.tiedEmbeddings && files.tensor(family->head + std::string(".weight")) != nullptr) {
        m_model.head.weights = {reader.matrix(family->head)};
    }
    m_model.finalNorm = reader.norm(family->norm);
    for (float& weight : m_model.finalNorm.weight) {
        weight /= static_cast<float>(m_config.logitDivisor);  // only the head reads what this norm gives
    }
    for (std::int64_t i = 0; i < m_config.layers && reader.state(); ++i) {
        m_model.layers.push_back(family->layer(reader, fmt::format("{}{}.", family->layers, i)));
    }
    if (family->finish != nullptr) {
        family->finish(m_model, m_config);
    }
    return reader.state();
}

}  // namespace kvw
