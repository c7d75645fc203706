// SPDX-License-Identifier: Apache-2.0
/// The model families: the tensors and the defaults of each.
#include <fmt/format.h>

#include <utility>

#include "core/model/family.h"

namespace kvw {
namespace {

/// Returns embedding, final norm and head (optional if tied) under their usual names.
std::vector<TensorSpec> outerTensors(const ModelConfig& config) {
    // A tied checkpoint may still store the head.
    return {{"model.embed_tokens.weight", {config.vocabulary, config.hidden}},
            {"model.norm.weight", {config.hidden}},
            {"lm_head.weight", {config.vocabulary, config.hidden}, config.tiedEmbeddings}};
}

/// Appends `name`.weight [out, in] and, with `bias`, `name`.bias.
void addLinear(std::vector<TensorSpec>& specs, const std::string& name, std::int64_t out, std::int64_t in, bool bias) {
    specs.push_back({name + ".weight", {out, in}});
    if (bias) {
        specs.push_back({name + ".bias", {out}});
    }
}

/// Returns the norm before the MLP under its usual name.
TensorSpec mlpNorm(const ModelConfig& config) {
    return {"post_attention_layernorm.weight", {config.hidden}};
}

/// Returns router and experts of a layer: `at`router, and gate, up and down of `at`experts.N.; all have biases if
/// `biased`.
std::vector<TensorSpec> expertTensors(const ModelConfig& config, const std::string& at, const ExpertNames& names,
                                      bool biased = false) {
    std::vector<TensorSpec> specs;
    addLinear(specs, at + names.router, config.experts, config.hidden, biased);
    for (std::int64_t expert = 0; expert < config.experts; ++expert) {
        const std::string prefix = fmt::format("{}experts.{}.", at, expert);
        addLinear(specs, prefix + names.gate, config.intermediate, config.hidden, biased);
        addLinear(specs, prefix + names.up, config.intermediate, config.hidden, biased);
        addLinear(specs, prefix + names.down, config.hidden, config.intermediate, biased);
    }
    return specs;
}

/// Layer of a Llama-like model.
struct LlamaLayer {
    bool qkvBias = false, outputBias = false, mlpBias = false;
    /// Norms after the input norm, without the prefix "model.layers.N." in their names.
    std::vector<TensorSpec> norms;
    bool inputNorm = true;
    std::vector<TensorSpec> mlp{};  ///< empty: gate, up and down projections
};

/// Returns the layer of a family whose attention has biases if the configuration says so.
LlamaLayer layerWith(const ModelConfig& config, std::vector<TensorSpec> norms, std::vector<TensorSpec> mlp = {}) {
    return {.qkvBias = config.attentionBias,
            .outputBias = config.attentionBias,
            .norms = std::move(norms),
            .mlp = std::move(mlp)};
}

/// Returns the norms of layers that have one of each query and key head.
std::vector<TensorSpec> headNorms(const ModelConfig& config) {
    return {
        {"self_attn.q_norm.weight", {config.headDim}}, {"self_attn.k_norm.weight", {config.headDim}}, mlpNorm(config)};
}

/// Adds the norms before and after the MLP of Gemma 2 and 3.
std::vector<TensorSpec> withGemmaNorms(std::vector<TensorSpec> norms, const ModelConfig& config) {
    norms.push_back({"pre_feedforward_layernorm.weight", {config.hidden}});
    norms.push_back({"post_feedforward_layernorm.weight", {config.hidden}});
    return norms;
}

/// Returns all tensors of a Llama-like model: separate q, k, v projections and a gated MLP, varied by `layer`.
std::vector<TensorSpec> llamaTensors(const ModelConfig& config, const LlamaLayer& layer) {
    const std::int64_t queries = config.queryHeads * config.headDim;
    const std::int64_t keys = config.kvHeads * config.headDim;
    std::vector<TensorSpec> specs = outerTensors(config);
    for (std::int64_t i = 0; i < config.layers; ++i) {
        const std::string prefix = fmt::format("model.layers.{}.", i);
        if (layer.inputNorm) {
            specs.push_back({prefix + "input_layernorm.weight", {config.hidden}});
        }
        addLinear(specs, prefix + "self_attn.q_proj", queries, config.hidden, layer.qkvBias);
        addLinear(specs, prefix + "self_attn.k_proj", keys, config.hidden, layer.qkvBias);
        addLinear(specs, prefix + "self_attn.v_proj", keys, config.hidden, layer.qkvBias);
        addLinear(specs, prefix + "self_attn.o_proj", config.hidden, queries, layer.outputBias);
        for (const TensorSpec& norm : layer.norms) {
            specs.push_back({prefix + norm.name, norm.shape, norm.optional});
        }
        for (const TensorSpec& part : layer.mlp) {
            specs.push_back({prefix + part.name, part.shape, part.optional});
        }
        if (!layer.mlp.empty()) {
            continue;
        }
        addLinear(specs, prefix + "mlp.gate_proj", config.intermediate, config.hidden, layer.mlpBias);
        addLinear(specs, prefix + "mlp.up_proj", config.intermediate, config.hidden, layer.mlpBias);
        addLinear(specs, prefix + "mlp.down_proj", config.hidden, config.intermediate, layer.mlpBias);
    }
    return specs;
}

std::vector<TensorSpec> tensorsOfLlama(const ModelConfig& config) {
    return llamaTensors(config, {config.attentionBias, config.attentionBias, config.mlpBias, {mlpNorm(config)}});
}

std::vector<TensorSpec> tensorsOfPhi3(const ModelConfig& config) {
    std::vector<TensorSpec> specs = outerTensors(config);
    const std::int64_t queries = config.queryHeads * config.headDim;
    const std::int64_t keys = config.kvHeads * config.headDim;
    for (std::int64_t layer = 0; layer < config.layers; ++layer) {
        const std::string prefix = fmt::format("model.layers.{}.", layer);
        specs.push_back({prefix + "input_layernorm.weight", {config.hidden}});
        addLinear(specs, prefix + "self_attn.qkv_proj", queries + 2 * keys, config.hidden, false);
        addLinear(specs, prefix + "self_attn.o_proj", config.hidden, queries, false);
        specs.push_back({prefix + "post_attention_layernorm.weight", {config.hidden}});
        addLinear(specs, prefix + "mlp.gate_up_proj", 2 * config.intermediate, config.hidden, false);
        addLinear(specs, prefix + "mlp.down_proj", config.hidden, config.intermediate, false);
    }
    return specs;
}

std::vector<TensorSpec> tensorsOfGptNeoX(const ModelConfig& config) {
    std::vector<TensorSpec> specs{{"gpt_neox.embed_in.weight", {config.vocabulary, config.hidden}},
                                  {"gpt_neox.final_layer_norm.weight", {config.hidden}},
                                  {"gpt_neox.final_layer_norm.bias", {config.hidden}},
                                  {"embed_out.weight", {config.vocabulary, config.hidden}, config.tiedEmbeddings}};
    for (std::int64_t layer = 0; layer < config.layers; ++layer) {
        const std::string prefix = fmt::format("gpt_neox.layers.{}.", layer);
        for (const char* norm : {"input_layernorm", "post_attention_layernorm"}) {
            specs.push_back({prefix + norm + ".weight", {config.hidden}});
            specs.push_back({prefix + norm + ".bias", {config.hidden}});
        }
        addLinear(specs, prefix + "attention.query_key_value", 3 * config.hidden, config.hidden, config.attentionBias);
        addLinear(specs, prefix + "attention.dense", config.hidden, config.hidden, config.attentionBias);
        addLinear(specs, prefix + "mlp.dense_h_to_4h", config.intermediate, config.hidden, true);
        addLinear(specs, prefix + "mlp.dense_4h_to_h", config.hidden, config.intermediate, true);
    }
    return specs;
}

std::vector<TensorSpec> tensorsOfStableLm(const ModelConfig& config) {
    std::vector<TensorSpec> norms;
    if (!config.parallelResidual) {
        norms = {mlpNorm(config), {"post_attention_layernorm.bias", {config.hidden}}};
    }
    norms.push_back({"input_layernorm.bias", {config.hidden}});
    for (const auto& [part, heads] : {std::pair('q', config.queryHeads), std::pair('k', config.kvHeads)}) {
        for (std::int64_t head = 0; config.headNorms && head < heads; ++head) {
            norms.push_back({fmt::format("self_attn.{}_layernorm.norms.{}.weight", part, head), {config.headDim}});
        }
    }
    std::vector<TensorSpec> specs = llamaTensors(config, {config.attentionBias, false, false, norms});
    specs.push_back({"model.norm.bias", {config.hidden}});
    return specs;
}

}  // namespace

const std::vector<Family>& families() {
    static const std::vector<Family> list{
        // Llama 1 to 3: RMSNorm, rotary embedding on all dimensions (half-split), grouped-query attention, SiLU gate,
        // optional biases.
        {"LlamaForCausalLM",
         "llama",
         {"rms_norm_eps", "num_key_value_heads", "rope_theta", "hidden_act", "attention_bias", "mlp_bias"},
         {.nested = {32, 4096, 11008, 32, 32000}},
         tensorsOfLlama},
        // Mistral: Llama without biases, with a sliding window in all layers if the configuration has one.
        {"MistralForCausalLM",
         "mistral",
         {"rms_norm_eps", "num_key_value_heads", "rope_theta", "hidden_act", "sliding_window"},
         {.kvHeads = 8,
          .context = 131072,
          .windowLayers = WindowLayers::All,
          .window = 4096,
          .nested = {32, 4096, 14336, 32, 32000}},
         [](const ModelConfig& config) { return llamaTensors(config, {.norms = {mlpNorm(config)}}); }},
        // Qwen 2 and 2.5: Llama with biases on queries, keys and values; with use_sliding_window, layers from
        // max_window_layers on have a sliding window.
        {"Qwen2ForCausalLM",
         "qwen2",
         {"rms_norm_eps", "num_key_value_heads", "rope_theta", "hidden_act", "sliding_window", "use_sliding_window",
          "max_window_layers", "layer_types"},
         {.kvHeads = 32, .context = 32768, .windowLayers = WindowLayers::FromMaxWindowLayers, .window = 4096},
         [](const ModelConfig& config) { return llamaTensors(config, {.qkvBias = true, .norms = {mlpNorm(config)}}); }},
        // Qwen 3: Llama with an RMSNorm of each query and key head before rotation, and a separate head_dim; windows
        // as in Qwen 2.
        {"Qwen3ForCausalLM",
         "qwen3",
         {"rms_norm_eps", "num_key_value_heads", "rope_theta", "hidden_act", "attention_bias", "sliding_window",
          "use_sliding_window", "max_window_layers", "layer_types"},
         {.kvHeads = 32,
          .headDim = 128,
          .context = 32768,
          .windowLayers = WindowLayers::FromMaxWindowLayers,
          .window = 4096},
         [](const ModelConfig& config) { return llamaTensors(config, layerWith(config, headNorms(config))); }},
        // Phi-3 and 3.5: Llama with queries, keys and values in one projection, gate and up in another; longrope,
        // partial rotation.
        {"Phi3ForCausalLM",
         "phi3",
         {"rms_norm_eps", "num_key_value_heads", "rope_theta", "hidden_act", "sliding_window", "partial_rotary_factor"},
         {.normEps = 1e-5, .context = 4096, .originalContext = 4096, .windowLayers = WindowLayers::All},
         tensorsOfPhi3},
        // Gemma 1: embedding scaled by the square root of the hidden size, RMSNorm scaled by 1 + weight, GELU gate
        // (always the tanh form, even if the configuration says "gelu").
        {"GemmaForCausalLM",
         "gemma",
         {"rms_norm_eps", "num_key_value_heads", "rope_theta", "hidden_act", "hidden_activation", "attention_bias",
          "use_bidirectional_attention"},
         {.activation = "gelu_pytorch_tanh", .tiedEmbeddings = true, .kvHeads = 16, .headDim = 256, .context = 8192},
         [](const ModelConfig& config) { return llamaTensors(config, layerWith(config, {mlpNorm(config)})); },
         {"gelu_pytorch_tanh", "gelu", "gelu_new", "gelu_fast"}},
        // Gemma 2: Gemma with additional norms after attention and MLP, a sliding window in every second layer, soft-
        // capped scores and logits, and scores divided by the square root of query_pre_attn_scalar.
        {"Gemma2ForCausalLM",
         "gemma2",
         {"rms_norm_eps", "num_key_value_heads", "rope_theta", "hidden_activation", "attention_bias", "sliding_window",
          "layer_types", "query_pre_attn_scalar", "attn_logit_softcapping", "final_logit_softcapping",
          "use_bidirectional_attention"},
         {.activation = "gelu_pytorch_tanh",
          .tiedEmbeddings = true,
          .kvHeads = 4,
          .headDim = 256,
          .context = 8192,
          .windowLayers = WindowLayers::Even,
          .window = 4096,
          .queryPreAttnScalar = 256,
          .attentionSoftCap = 50,
          .logitSoftCap = 30},
         [](const ModelConfig& config) {
             return llamaTensors(config, layerWith(config, withGemmaNorms({mlpNorm(config)}, config)));
         },
         {"gelu_pytorch_tanh", "gelu_new", "gelu_fast"}},
        // Gemma 3 (text): Gemma 2 without soft-capped scores (the reference library reads that setting and ignores
        // it), with a norm of each query and key head, and a sliding window in five of six layers, which have a RoPE
        // base of their own.
        {"Gemma3ForCausalLM",
         "gemma3_text",
         {"rms_norm_eps", "num_key_value_heads", "rope_theta", "rope_local_base_freq", "hidden_activation",
          "attention_bias", "sliding_window", "sliding_window_pattern", "layer_types", "query_pre_attn_scalar",
          "final_logit_softcapping", "use_bidirectional_attention"},
         {.activation = "gelu_pytorch_tanh",
          .tiedEmbeddings = true,
          .kvHeads = 4,
          .headDim = 256,
          .context = 131072,
          .ropeTheta = 1e6,
          .localRopeTheta = 1e4,
          .windowLayers = WindowLayers::ByPattern,
          .window = 4096,
          .queryPreAttnScalar = 256,
          .nested = {26, 2304, 9216, 8, 262208}},
         [](const ModelConfig& config) {
             return llamaTensors(config, layerWith(config, withGemmaNorms(headNorms(config), config)));
         },
         {"gelu_pytorch_tanh", "gelu_new", "gelu_fast"}},
        // GPT-NeoX and Pythia: LayerNorm and biases, one projection with queries, keys and values of each head side by
        // side, partial rotation, GELU without a gate, attention and MLP in parallel.
        {"GPTNeoXForCausalLM",
         "gpt_neox",
         {"layer_norm_eps", "hidden_act", "attention_bias", "use_parallel_residual", "rotary_pct", "rotary_emb_base"},
         {.normEps = 1e-5,
          .activation = "gelu",
          .attentionBias = true,
          .parallelResidual = true,
          .rotaryFraction = 0.25},
         tensorsOfGptNeoX,
         {"gelu", "gelu_new", "gelu_fast", "gelu_pytorch_tanh"},
         true},
        // Granite 3 (as GGUF file also the dense models of Granite 4): Llama with four multipliers, on embeddings,
        // scores, residual branches and logits.
        {"GraniteForCausalLM",
         "granite",
         {"rms_norm_eps", "num_key_value_heads", "rope_theta", "hidden_act", "attention_bias", "mlp_bias",
          "embedding_multiplier", "attention_multiplier", "residual_multiplier", "logits_scaling"},
         {},
         tensorsOfLlama},
        // OLMo 2: Llama with its norms after attention and MLP, one RMSNorm over all query heads together and one over
        // all key heads.
        {"Olmo2ForCausalLM",
         "olmo2",
         {"rms_norm_eps", "num_key_value_heads", "rope_theta", "hidden_act", "attention_bias"},
         {.normEps = 1e-5},
         [](const ModelConfig& config) {
             return llamaTensors(config, {config.attentionBias,
                                          config.attentionBias,
                                          false,
                                          {{"self_attn.q_norm.weight", {config.queryHeads * config.headDim}},
                                           {"self_attn.k_norm.weight", {config.kvHeads * config.headDim}},
                                           mlpNorm(config),
                                           {"post_feedforward_layernorm.weight", {config.hidden}}},
                                          false});
         }},
        // SmolLM3: Llama without RoPE in every fourth layer (or those that no_rope_layers marks); those layers may
        // have a sliding window.
        {"SmolLM3ForCausalLM",
         "smollm3",
         {"rms_norm_eps", "num_key_value_heads", "rope_theta", "hidden_act", "attention_bias", "mlp_bias",
          "no_rope_layers", "no_rope_layer_interval", "sliding_window", "use_sliding_window", "layer_types"},
         {.tiedEmbeddings = true,
          .kvHeads = 4,
          .context = 32768,
          .ropeTheta = 2e6,
          .windowLayers = WindowLayers::WithoutRope},
         tensorsOfLlama},
        // StableLM 3B and 2: Llama's projections with LayerNorm and partial rotation; with qk_layernorm each head has
        // its own norm, with use_parallel_residual the MLP reads the same input as attention.
        {"StableLmForCausalLM",
         "stablelm",
         {"layer_norm_eps", "num_key_value_heads", "rope_theta", "hidden_act", "use_qkv_bias", "qk_layernorm",
          "use_parallel_residual", "partial_rotary_factor"},
         {.normEps = 1e-5, .kvHeads = 32, .context = 4096, .rotaryFraction = 0.25},
         tensorsOfStableLm,
         {"silu", "swish"},
         true},
        // Mixtral: Mistral with eight experts in each layer, of which each token uses two.
        {"MixtralForCausalLM",
         "mixtral",
         {"rms_norm_eps", "num_key_value_heads", "rope_theta", "hidden_act", "sliding_window", "num_local_experts",
          "num_experts", "num_experts_per_tok"},
         {.normEps = 1e-5,
          .kvHeads = 8,
          .context = 131072,
          .ropeTheta = 1e6,
          .windowLayers = WindowLayers::All,
          .experts = 8,
          .expertsUsed = 2},
         [](const ModelConfig& config) {
             return llamaTensors(config,
                                 {.norms = {mlpNorm(config)},
                                  .mlp = expertTensors(config, "block_sparse_moe.", {"gate", "w1", "w3", "w2"})});
         }},
        // Qwen 3 MoE: Qwen 3 with many small experts in each layer, of which each token uses a few.
        {"Qwen3MoeForCausalLM",
         "qwen3_moe",
         {"rms_norm_eps", "num_key_value_heads", "rope_theta", "hidden_act", "attention_bias", "sliding_window",
          "use_sliding_window", "num_local_experts", "num_experts", "num_experts_per_tok", "moe_intermediate_size",
          "norm_topk_prob", "mlp_only_layers", "decoder_sparse_step"},
         {.kvHeads = 4,
          .context = 32768,
          .windowLayers = WindowLayers::All,
          .window = 4096,
          .experts = 128,
          .expertsUsed = 8,
          .expertIntermediate = 768},
         [](const ModelConfig& config) {
             return llamaTensors(config, layerWith(config, headNorms(config), expertTensors(config, "mlp.", {})));
         }},
        // gpt-oss (OpenAI 2025): learned sinks in the softmax, sliding windows in every other layer, experts with
        // biases and a clamped gate.
        {"GptOssForCausalLM",
         "gpt_oss",
         {"rms_norm_eps", "num_key_value_heads", "rope_theta", "hidden_act", "attention_bias", "sliding_window",
          "layer_types", "num_local_experts", "num_experts", "num_experts_per_tok", "swiglu_limit", "swiglu_alpha"},
         {.normEps = 1e-5,
          .attentionBias = true,
          .kvHeads = 8,
          .headDim = 64,
          .context = 131072,
          .ropeTheta = 150000,
          .ropeParameters = R"({"rope_type": "yarn", "factor": 32, "beta_fast": 32, "beta_slow": 1,
                                            "truncate": false, "original_max_position_embeddings": 4096})",
          .windowLayers = WindowLayers::Even,
          .window = 128,
          .experts = 128,
          .expertsUsed = 4},
         [](const ModelConfig& config) {
             return llamaTensors(config, layerWith(config, {mlpNorm(config), {"self_attn.sinks", {config.queryHeads}}},
                                                   expertTensors(config, "mlp.", {.router = "router"}, true)));
         }}};
    return list;
}

}  // namespace kvw
