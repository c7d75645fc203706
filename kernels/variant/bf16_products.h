// SPDX-License-Identifier: Apache-2.0
/// Products of numbers in bf16, for processors that multiply pairs of them; internal to kernels/.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/linear.h"

namespace kvw {

/// Columns of a row in bf16 are padded with zeros to a multiple of this.
inline constexpr std::size_t kBf16Padding = 32;

struct Bf16Products {
    /// Rounds `count` numbers to nearest even and pads them with zeros to a multiple of kBf16Padding.
    void (*narrow)(const float* source, std::uint16_t* target, std::size_t count);
    /// Computes columns [first, last) of Y = X W^T in sums of f32; `first` is a multiple of kPanelColumns. Weights are
    /// rounded to bf16; x holds rows of `narrow`, xStride numbers apart.
    void (*matMul)(const Weights& weights, const std::uint16_t* x, std::size_t xStride, float* y, std::size_t yStride,
                   std::size_t tokens, std::size_t first, std::size_t last);
};

#ifdef KVW_KERNELS_X86
extern const Bf16Products kAvx512Bf16Products;
#endif

/// Returns the products of the instruction set in use; null if it has none. Thread: any.
[[nodiscard]] const Bf16Products* activeBf16Products() noexcept;

}  // namespace kvw
