// SPDX-License-Identifier: Apache-2.0
/// GPT-NeoX and Pythia: LayerNorm and biases, one projection with queries, keys and values of each head side by side,
/// partial rotation, GELU without a gate, attention and MLP in parallel.
#include <fmt/format.h>

#include "core/model/families/families.h"

namespace kvw {
namespace {

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

}  // namespace

const Family kGptNeoX{
    "GPTNeoXForCausalLM",
    "gpt_neox",
    {"layer_norm_eps", "hidden_act", "attention_bias", "use_parallel_residual", "rotary_pct", "rotary_emb_base"},
    {.normEps = 1e-5, .activation = "gelu", .attentionBias = true, .parallelResidual = true, .rotaryFraction = 0.25},
    tensorsOfGptNeoX,
    {"gelu", "gelu_new", "gelu_fast", "gelu_pytorch_tanh"},
    true};

}  // namespace kvw
