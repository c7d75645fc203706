// SPDX-License-Identifier: Apache-2.0
/// Numbers of every weight type as f32, exactly: 16-bit floats, fp8 and the quantised blocks of ggml
/// (kernels/blocks.h). Source: OCP 8-bit floating point (E4M3: no infinities).
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/model/tensor.h"

namespace kvw {

/// `count` elements, a multiple of blockElements(type), from `source` of any alignment. Only types that weights can
/// have (usableAsWeight, and F8E4M3 without its scale).
void toFloat(TensorType type, const std::byte* source, float* target, std::size_t count);
/// No NaN and no infinity among `count` numbers of type F32, BF16, F16 or of whole blocks.
[[nodiscard]] bool allFinite(TensorType type, const std::byte* source, std::size_t count);

}  // namespace kvw
