// SPDX-License-Identifier: Apache-2.0
/// Products of numbers in bf16, for processors that multiply pairs of them; internal to kernels/.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/linear.h"

namespace kvw {

/// Columns of a row in bf16 are padded with zeros to a multiple of this.
inline constexpr std::size_t kBf16Padding = 32;
/// Tokens are packed in multiples of this.
inline constexpr std::size_t kPackedTokens = 32;
/// Parts of bf16 that a number of f32 is split into, so that their sum is the number.
inline constexpr std::size_t kPartsOfF32 = 3;

/// Memory of packed tokens and of scratch.
union alignas(64) PackedLine {
    std::uint16_t parts[kBf16Padding];
    float numbers[kBf16Padding / 2];
};

[[nodiscard]] constexpr std::size_t paddedColumns(std::size_t columns) noexcept {
    return (columns + kBf16Padding - 1) / kBf16Padding * kBf16Padding;
}

struct Bf16Products {
    /// Returns the number of elements that `pack` writes for all tokens: whole lines.
    std::size_t (*packedSize)(std::size_t tokens, std::size_t columns, std::size_t parts);
    /// Packs tokens [first, last) of X, rounded to bf16 (parts: 1) or split into parts, at their place in `target`,
    /// which is aligned to 64 bytes; `first` is a multiple of kPackedTokens.
    void (*pack)(const float* x, std::size_t xStride, std::size_t first, std::size_t last, std::size_t columns,
                 std::size_t parts, std::uint16_t* target);
    /// Computes columns [first, last) of Y = X W^T from packed tokens, in sums of f32; `first` is a multiple of
    /// kPanelColumns. With one part, weights are rounded to bf16, too; with three, products are those of f32. `scratch`
    /// is aligned to 64 bytes.
    void (*matMul)(const Weights& weights, const std::uint16_t* x, std::size_t parts, float* y, std::size_t yStride,
                   std::size_t tokens, std::size_t first, std::size_t last, float* scratch);
    std::size_t scratchSize;
    /// True if products with kPartsOfF32 parts exist and are faster than those of f32.
    bool multipliesF32;
};

#ifdef KVW_KERNELS_X86
extern const Bf16Products kAvx512Bf16Products;
extern const Bf16Products kAmxBf16Products;
#endif

/// Returns the products of the instruction set in use; null if it has none. Thread: any.
[[nodiscard]] const Bf16Products* activeBf16Products() noexcept;

}  // namespace kvw
