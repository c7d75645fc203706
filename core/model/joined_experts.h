// SPDX-License-Identifier: Apache-2.0
/// Experts that a checkpoint stores joined: one tensor for all of a layer, gate and up row by row in turn. gpt-oss has
/// them so, as MXFP4 or as plain numbers.
#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/model/tensor.h"

namespace kvw {

/// Puts "<x>experts.<e>.gate_proj", ".up_proj" and ".down_proj" (.weight and .bias) in the place of
/// "<x>experts.gate_up_proj" and "<x>experts.down_proj": with "_blocks" [experts, rows, columns / 32, 16] and "_scales"
/// [experts, rows, columns / 32], or without either [experts, columns, rows]; "_bias" [experts, rows]. Tensors of
/// models without "gate_up_proj_bias" stay. Errors: BadInput, naming `where` and the tensor, for parts that are missing
/// or do not fit one another.
[[nodiscard]] Result<void> splitExperts(std::vector<TensorView>& tensors, const std::string& where);

}  // namespace kvw
