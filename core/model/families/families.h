// SPDX-License-Identifier: Apache-2.0
/// The model families of this folder; `families()` lists them.
#pragma once

#include "core/model/family.h"

namespace kvw {

extern const Family kLlama, kMistral, kQwen2, kQwen3, kPhi3, kGemma, kGemma2, kGptNeoX;

/// What the families of the Llama line share: model_type, all dimensions rotated (unless `partial`), one of the
/// activations `activations` ("silu, swish"). Errors name file and key.
[[nodiscard]] Result<void> checkCommon(const Family& family, const ModelConfig& config, const std::string& where,
                                       const std::vector<std::string>& activations, bool partial = false);
/// A refusal if the configuration has a sliding window.
[[nodiscard]] Result<void> checkNoWindow(const Family& family, const ModelConfig& config, const std::string& where);

/// Embedding, final norm and head (optional if tied) under their usual names.
[[nodiscard]] std::vector<TensorSpec> outerTensors(const ModelConfig& config);
/// Appends `name`.weight [out, in] and, with `bias`, `name`.bias.
void addLinear(std::vector<TensorSpec>& specs, const std::string& name, std::int64_t out, std::int64_t in, bool bias);
/// Appends q, k, v and o projections of a layer; `prefix` ends in "self_attn.".
void addAttention(std::vector<TensorSpec>& specs, const std::string& prefix, const ModelConfig& config, bool qkvBias,
                  bool outputBias);
/// Appends gate, up and down projections; `prefix` ends in "mlp.".
void addGatedMlp(std::vector<TensorSpec>& specs, const std::string& prefix, const ModelConfig& config, bool bias);

}  // namespace kvw
