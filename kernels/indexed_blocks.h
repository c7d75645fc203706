// SPDX-License-Identifier: Apache-2.0
/// Decoders of ggml's blocks that are read one number at a time: rows of a grid (IQ1 to IQ3) and ternary numbers (TQ).
#pragma once

#include "kernels/blocks.h"

namespace kvw {

/// Function that decodes one block to f32; `block` may have any alignment.
using BlockReader = void (*)(const std::uint8_t* block, float* numbers);
/// Returns the decoder of a type; null if the type is not one of these.
[[nodiscard]] BlockReader indexedBlock(BlockType type) noexcept;

}  // namespace kvw
