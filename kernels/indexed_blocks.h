// SPDX-License-Identifier: Apache-2.0
/// The blocks of ggml that are read one number at a time: rows of a grid (IQ1 to IQ3) and ternary numbers (TQ).
#pragma once

#include "kernels/blocks.h"

namespace kvw {

/// One block as f32, from `block` of any alignment.
using BlockReader = void (*)(const std::uint8_t* block, float* numbers);
/// Null: the type is none of these.
[[nodiscard]] BlockReader indexedBlock(BlockType type) noexcept;

}  // namespace kvw
