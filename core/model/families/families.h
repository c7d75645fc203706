// SPDX-License-Identifier: Apache-2.0
/// The model families of this folder; `families()` lists them.
#pragma once

#include "core/model/family.h"

namespace kvw {

extern const Family kLlama, kMistral, kQwen2, kQwen3, kPhi3, kGemma, kGemma2, kGemma3, kGptNeoX, kGranite, kOlmo2,
    kSmolLm3, kStableLm, kMixtral, kQwen3Moe, kGptOss;

/// Checks that all families share: model_type, and one of the activations `activations` ("silu, swish"). Errors name
/// file and key.
[[nodiscard]] Result<void> checkCommon(const Family& family, const ModelConfig& config, const std::string& where,
                                       const std::vector<std::string>& activations);

/// Embedding, final norm and head (optional if tied) under their usual names.
[[nodiscard]] std::vector<TensorSpec> outerTensors(const ModelConfig& config);
/// Appends `name`.weight [out, in] and, with `bias`, `name`.bias.
void addLinear(std::vector<TensorSpec>& specs, const std::string& name, std::int64_t out, std::int64_t in, bool bias);
struct LlamaLayer {
    bool qkvBias = false, outputBias = false, mlpBias = false;
    /// Between attention and MLP, named as behind "model.layers.N.".
    std::vector<TensorSpec> norms;
    bool inputNorm = true;
    std::vector<TensorSpec> mlp{};  ///< empty: the usual one
};
/// All tensors of a model of the Llama line: projections of their own, a gated MLP, `layer` what differs.
[[nodiscard]] std::vector<TensorSpec> llamaTensors(const ModelConfig& config, const LlamaLayer& layer);
/// Names of a layer's router and of the projections of its experts.
struct ExpertNames {
    const char *router = "gate", *gate = "gate_proj", *up = "up_proj", *down = "down_proj";
};
/// Router and experts of a layer: `at`router, and `at`experts.N. with gate, up and down; all with biases or none.
[[nodiscard]] std::vector<TensorSpec> expertTensors(const ModelConfig& config, const std::string& at,
                                                    const ExpertNames& names, bool biased = false);
/// The norm before the MLP under its usual name.
[[nodiscard]] TensorSpec mlpNorm(const ModelConfig& config);

}  // namespace kvw
