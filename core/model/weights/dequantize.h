// SPDX-License-Identifier: Apache-2.0
/// Exact conversion of every weight type to f32: 16-bit floats, fp8 and the quantised blocks of ggml
/// (kernels/blocks.h). Source: OCP 8-bit floating point (E4M3: no infinities).
#pragma once

#include <cstddef>

#include "core/model/weights/tensor.h"

namespace kvw {

/// Converts `count` elements, a multiple of blockElements(type), from `source` of any alignment. `type` is one that
/// weights can have: usableAsWeight, or F8E4M3 (without its scale).
void toFloat(TensorType type, const std::byte* source, float* target, std::size_t count);
/// Tells whether `count` numbers of type F32, BF16, F16 or of whole blocks have no NaN and no infinity.
[[nodiscard]] bool allFinite(TensorType type, const std::byte* source, std::size_t count);

}  // namespace kvw
