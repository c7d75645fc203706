// SPDX-License-Identifier: Apache-2.0
/// Matrices of small integers with scales and zeros in separate tensors, as stored by GPTQ, AWQ and compressed-tensors:
/// weight = scale · (number - zero). Sources: the packing of AutoGPTQ/GPTQModel (`pack`), AutoAWQ (`WQLinear_GEMM`),
/// compressed-tensors (`pack_to_int32`).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/error.h"
#include "core/model/weights/packed_matrix.h"
#include "core/model/weights/tensor.h"

namespace kvw {

/// Matrix of integers, stored as I8 or packed into I32 words with the first number in the lowest bits.
struct IntMatrix {
    TensorView stored;
    int bits = 8;
    bool transposed = false;          ///< a stored row is a column of the matrix
    bool packedAlongColumns = false;  ///< a word packs numbers of one stored column, else of one stored row
    bool interleaved = false;         ///< AWQ: the eight numbers of a word are in the order 0 2 4 6 1 3 5 7
    bool storedMinusOne = false;      ///< first format of GPTQ: stored is number - 1

    /// Returns the stored shape of a matrix of `rows` x `columns`.
    [[nodiscard]] std::vector<std::int64_t> storedShape(std::int64_t rows, std::int64_t columns) const;
};

/// Returns the largest stored number of a matrix of `rows` x `columns`, before `storedMinusOne` is undone. Errors: Io.
[[nodiscard]] Result<int> largestStored(IntMatrix matrix, std::int64_t rows, std::int64_t columns);

/// Returns the block size that fits rows of `columns` columns of which `together` share a scale: 128, 32, or 0 if
/// neither fits.
[[nodiscard]] std::int64_t blockWithin(std::int64_t columns, std::int64_t together) noexcept;

/// Matrix of weights made of packed integers, scales and zeros.
class PackedInts final : public PackedMatrix {
 public:
    std::int64_t groups = 1;
    std::int64_t groupColumns = 0;      ///< columns that share a scale
    std::vector<std::int32_t> groupOf;  ///< group of each column; empty: column / groupColumns
    IntMatrix numbers;                  ///< [rows, columns]
    std::optional<IntMatrix> zeros{};   ///< [rows, groups]
    std::int32_t zero = 0;              ///< added to every zero; the zero itself if there are no `zeros`
    TensorView scales;                  ///< [rows, groups], [groups, rows] if transposed, or one number
    bool scalesTransposed = false;

    /// Sets `held` to the block type that the groups fit, else to F32, and `order` to the columns sorted by group.
    void chooseBlocks();
    /// As F32 the product is exact if scales are stored in 16 bits.
    [[nodiscard]] Result<void> read(std::int64_t first, std::int64_t count, TensorType as,
                                    std::byte* target) const override;
    [[nodiscard]] std::string typeText() const override;
};

}  // namespace kvw
