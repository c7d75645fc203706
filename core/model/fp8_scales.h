// SPDX-License-Identifier: Apache-2.0
/// The scales of fp8 matrices, which published checkpoints keep as tensors of their own.
#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/model/quantization.h"
#include "core/model/tensor.h"

namespace kvw {

/// Gives each F8_E4M3 tensor "<x>" its scales from "<x>_scale_inv" or "<x>_scale": one number, one per row, or one per
/// block of the sizes that `quantization` states. Tensors without scales stay as they are. Both kinds are factors:
/// weight = number · scale. Errors: BadInput, naming `where` and the tensor, for a scale of another shape or type.
[[nodiscard]] Result<void> attachScales(std::vector<TensorView>& tensors, const Quantization& quantization,
                                        const std::string& where);

}  // namespace kvw
