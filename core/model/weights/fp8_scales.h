// SPDX-License-Identifier: Apache-2.0
/// Attaches the scales of fp8 matrices, which published checkpoints store as separate tensors.
#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/model/weights/quantization.h"
#include "core/model/weights/tensor.h"

namespace kvw {

/// Attaches to each F8_E4M3 matrix "<x>" the scales of "<x>_scale_inv" or "<x>_scale": one for all, one per row, or one
/// per block of the size in `quantization`. Tensors without scales stay as they are. Both kinds are factors:
/// weight = number · scale. Errors: BadInput, naming `where` and the tensor, for a scale of another shape or type.
[[nodiscard]] Result<void> attachScales(std::vector<TensorView>& tensors, const Quantization& quantization,
                                        const std::string& where);

}  // namespace kvw
