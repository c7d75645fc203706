// SPDX-License-Identifier: Apache-2.0
/// The model families of this folder; `families()` lists them.
#pragma once

#include "core/model/family.h"

namespace kvw {

extern const Family kLlama, kMistral, kQwen2, kQwen3, kPhi3, kGemma, kGemma2, kGemma3, kGptNeoX, kGranite, kOlmo2,
    kSmolLm3, kStableLm, kMixtral, kQwen3Moe, kGptOss;

/// Returns embedding, final norm and head (optional if tied) under their usual names.
[[nodiscard]] std::vector<TensorSpec> outerTensors(const ModelConfig& config);
/// Appends `name`.weight [out, in] and, with `bias`, `name`.bias.
void addLinear(std::vector<TensorSpec>& specs, const std::string& name, std::int64_t out, std::int64_t in, bool bias);
struct LlamaLayer {
    bool qkvBias = false, outputBias = false, mlpBias = false;
    /// Norms after the input norm, without the prefix "model.layers.N." in their names.
    std::vector<TensorSpec> norms;
    bool inputNorm = true;
    std::vector<TensorSpec> mlp{};  ///< empty: gate, up and down projections
};
/// Returns all tensors of a Llama-like model: separate q, k, v projections and a gated MLP, varied by `layer`.
[[nodiscard]] std::vector<TensorSpec> llamaTensors(const ModelConfig& config, const LlamaLayer& layer);
/// Names of a layer's router and of the projections of its experts.
struct ExpertNames {
    const char *router = "gate", *gate = "gate_proj", *up = "up_proj", *down = "down_proj";
};
/// Returns router and experts of a layer: `at`router, and gate, up and down of `at`experts.N.; all have biases if
/// `biased`.
[[nodiscard]] std::vector<TensorSpec> expertTensors(const ModelConfig& config, const std::string& at,
                                                    const ExpertNames& names, bool biased = false);
/// Returns the norm before the MLP under its usual name.
[[nodiscard]] TensorSpec mlpNorm(const ModelConfig& config);

}  // namespace kvw
