// SPDX-License-Identifier: Apache-2.0
/// Splits experts that a checkpoint stores in one tensor per layer, with gate and up rows interleaved. gpt-oss stores
/// them so, as MXFP4 or as plain numbers.
#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/model/weights/tensor.h"

namespace kvw {

/// Replaces "<x>experts.gate_up_proj" and "<x>experts.down_proj" by "<x>experts.<e>.gate_proj", ".up_proj" and
/// ".down_proj" (.weight and .bias). Stored shapes: "_blocks" [experts, rows, columns / 32, 16] and "_scales" [experts,
/// rows, columns / 32], or no suffix and [experts, columns, rows]; "_bias" [experts, rows]. Models without
/// "gate_up_proj_bias" are left alone. Errors: BadInput, naming `where` and the tensor, for parts that are missing or
/// do not fit one another.
[[nodiscard]] Result<void> splitExperts(std::vector<TensorView>& tensors, const std::string& where);

}  // namespace kvw
