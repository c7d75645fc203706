// SPDX-License-Identifier: Apache-2.0
/// Assembles the quantised matrices of a checkpoint from the tensors that store their parts, scales of fp8 ones among
/// them.
#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/model/weights/quantization.h"
#include "core/model/weights/tensor.h"

namespace kvw {

/// Replaces "<x>.qweight", "<x>.weight_packed" or an I8 "<x>.weight" with scales, and the other parts of the matrix, by
/// one "<x>.weight"; other tensors stay. Returns sentences about values that other programs read differently. Errors:
/// BadInput, naming `where` and the tensor, for parts that are missing or do not fit one another; Io.
[[nodiscard]] Result<std::vector<Phrase>> attachPacked(std::vector<TensorView>& tensors,
                                                       const Quantization& quantization, const std::string& where);

/// Attaches to each F8_E4M3 matrix "<x>" the scales of "<x>_scale_inv" or "<x>_scale": one for all, one per row, or one
/// per block of the size in `quantization`. Tensors without scales stay as they are. Both kinds are factors:
/// weight = number · scale. Errors: BadInput, naming `where` and the tensor, for a scale of another shape or type.
[[nodiscard]] Result<void> attachScales(std::vector<TensorView>& tensors, const Quantization& quantization,
                                        const std::string& where);

}  // namespace kvw
