// SPDX-License-Identifier: Apache-2.0
/// Matrices of small integers whose scales and zeros are tensors of their own, as GPTQ, AWQ and compressed-tensors
/// store them: weight = scale · (number - zero). Sources: the packing of AutoGPTQ/GPTQModel (`pack`), AutoAWQ
/// (`WQLinear_GEMM`), compressed-tensors (`pack_to_int32`).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/error.h"
#include "core/model/packed_matrix.h"
#include "core/model/tensor.h"

namespace kvw {

/// A matrix of integers: I8 as they are, or I32 words into which numbers are packed, the first in the lowest bits.
struct IntMatrix {
    TensorView stored;
    int bits = 8;
    bool transposed = false;   ///< a stored row is a column of the matrix
    bool packedDown = false;   ///< the numbers of a word lie below one another in the stored matrix, not side by side
    bool interleaved = false;  ///< AWQ: the numbers 0 2 4 6 1 3 5 7 of eight
    bool lessOne = false;      ///< GPTQ's first format: stored is number - 1

    /// Stored sizes of a matrix of `rows` x `columns`.
    [[nodiscard]] std::vector<std::int64_t> storedShape(std::int64_t rows, std::int64_t columns) const;
};

/// The largest number that is stored of `rows` x `columns`, before one is added. Errors: Io.
[[nodiscard]] Result<int> largestStored(IntMatrix matrix, std::int64_t rows, std::int64_t columns);

/// The numbers of the blocks that rows of so many columns, of which `together` share a scale, are whole ones of: 128,
/// 32, or 0 where neither fits.
[[nodiscard]] std::int64_t blockWithin(std::int64_t columns, std::int64_t together) noexcept;

class PackedInts final : public PackedMatrix {
 public:
    std::int64_t groups = 1;
    std::int64_t groupColumns = 0;      ///< columns that share a scale
    std::vector<std::int32_t> groupOf;  ///< by column; empty: each `groupColumns` in their order
    IntMatrix numbers;                  ///< [rows, columns]
    std::optional<IntMatrix> zeros{};   ///< [rows, groups]
    std::int32_t zero = 0;              ///< of all, or to be added to `zeros`
    TensorView scales;                  ///< [rows, groups], [groups, rows] if transposed, or one number
    bool scalesTransposed = false;

    /// Sets `held`, the block type into which the groups fit or else F32, and `order`, group by group.
    void chooseBlocks();
    /// As F32 it is the exact product wherever a scale of 16 bits is stored.
    [[nodiscard]] Result<void> read(std::int64_t first, std::int64_t count, TensorType as,
                                    std::byte* target) const override;
    [[nodiscard]] std::string typeText() const override;
};

}  // namespace kvw
