// SPDX-License-Identifier: Apache-2.0
/// The quantised matrices of a checkpoint, put together from the tensors that they are stored as.
#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/model/quantization.h"
#include "core/model/tensor.h"

namespace kvw {

/// Puts "<x>.weight" in the place of "<x>.qweight", "<x>.weight_packed" or an I8 "<x>.weight" with scales, with all
/// that belongs to it; what else there is stays. Gives sentences about what others read otherwise. Errors: BadInput,
/// naming `where` and the tensor, for parts that are missing or do not fit one another; Io.
[[nodiscard]] Result<std::vector<std::string>> attachPacked(std::vector<TensorView>& tensors,
                                                            const Quantization& quantization, const std::string& where);

}  // namespace kvw
