// SPDX-License-Identifier: Apache-2.0
/// The blocks of ggml whose numbers are indices into a table: IQ1 to IQ4, ternary (TQ) and four-bit floats (FP4).
/// Source: `dequantize_row_*` of ggml-quants.c; OCP Microscaling Formats 1.0 (E8M0, E2M1).
#pragma once

#include <cstdint>

#include "core/model/tensor.h"

namespace kvw {

/// One block as f32, from `block` of any alignment.
using BlockReader = void (*)(const std::uint8_t* block, float* numbers);
/// Null: the type is none of these.
[[nodiscard]] BlockReader indexedBlock(TensorType type) noexcept;

}  // namespace kvw
