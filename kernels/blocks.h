// SPDX-License-Identifier: Apache-2.0
/// Quantised numbers: blocks of small numbers that share scales, as ggml stores them; the last six types are blocks of
/// the numbers, scales and zeros of GPTQ, AWQ, compressed-tensors and fp8 checkpoints.
/// Source: `dequantize_row_*` of ggml-quants.c; OCP Microscaling Formats 1.0 (E8M0, E2M1).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace kvw {

enum class BlockType : std::uint8_t {
    Q8_0,
    Q4_0,
    Q4_1,
    Q5_0,
    Q5_1,
    Q2_K,
    Q3_K,
    Q4_K,
    Q5_K,
    Q6_K,
    IQ1_S,
    IQ1_M,
    IQ2_XXS,
    IQ2_XS,
    IQ2_S,
    IQ3_XXS,
    IQ3_S,
    IQ4_NL,
    IQ4_XS,
    TQ1_0,
    TQ2_0,
    MXFP4,
    NVFP4,
    // scale · (number - zero): the scale (f32), the zero (int8), then 128 or 32 numbers of 4 or 8 bits. Nibbles lie as
    // in Q4_0, by 32; bytes are int8.
    Int4x128,
    Int4x32,
    Int8x128,
    Int8x32,
    // scale · number: the scale (f32), then 128 or 32 numbers of E4M3. A block with a NaN has a NaN as its scale.
    Fp8x128,
    Fp8x32
};

struct BlockShape {
    std::size_t numbers, bytes;
};
/// Shapes in the order of BlockType.
inline constexpr std::array<BlockShape, 29> kBlockShapes{
    {{32, 34},  {32, 18},  {32, 20},  {32, 22},  {32, 24},  {256, 84},  {256, 110}, {256, 144}, {256, 176}, {256, 210},
     {256, 50}, {256, 56}, {256, 66}, {256, 74}, {256, 82}, {256, 98},  {256, 110}, {32, 18},   {256, 136}, {256, 54},
     {256, 66}, {32, 17},  {64, 36},  {128, 69}, {32, 21},  {128, 133}, {32, 37},   {128, 132}, {32, 36}}};
static_assert(kBlockShapes.size() == static_cast<std::size_t>(BlockType::Fp8x32) + 1);

[[nodiscard]] constexpr BlockShape shapeOf(BlockType type) noexcept {
    return kBlockShapes[static_cast<std::size_t>(type)];
}

/// Decodes `count` numbers (a multiple of a block's) to f32. `source` may have any alignment. On every instruction set
/// the bits are those of ggml's own functions.
void decodeBlocks(BlockType type, const std::byte* source, float* target, std::size_t count);

}  // namespace kvw
