// SPDX-License-Identifier: Apache-2.0
/// Named tensors in mapped files of any format: type, shape, place of the bytes and order of the rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "kernels/blocks.h"

namespace kvw {

class MappedFile;
class PackedMatrix;

/// Element types of safetensors and GGUF files. Types that cannot be weights are listed so that files may hold other
/// buffers. Those from Q8_0 on are the block types of kernels/blocks.h, in that order; the last six exist only in
/// memory.
enum class TensorType : std::uint8_t {
    F32,
    BF16,
    F16,
    F64,
    I64,
    U64,
    I32,
    U32,
    I16,
    U16,
    I8,
    U8,
    F8E5M2,
    F8E4M3,
    Bool,
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
    INT4,
    INT4_32,
    INT8,
    INT8_32,
    FP8,
    FP8_32
};

[[nodiscard]] const char* toText(TensorType type) noexcept;  ///< as in the file: "BF16"
[[nodiscard]] std::optional<TensorType> tensorType(std::string_view text) noexcept;
[[nodiscard]] std::size_t blockElements(TensorType type) noexcept;  ///< 1 except for quantised types
[[nodiscard]] std::size_t blockBytes(TensorType type) noexcept;
[[nodiscard]] std::optional<BlockType> blockType(TensorType type) noexcept;  ///< none: not quantised
/// Returns the bytes of `elements` elements, a multiple of the block size.
[[nodiscard]] inline std::size_t bytesOf(TensorType type, std::size_t elements) noexcept {
    return elements / blockElements(type) * blockBytes(type);
}
/// Tells whether the type can be a weight on its own; F8_E4M3 cannot, it needs scales.
[[nodiscard]] bool usableAsWeight(TensorType type) noexcept;

/// Scales of an fp8 matrix, one per block of `blockRows` x `blockColumns`: [ceil(rows / blockRows), ceil(columns /
/// blockColumns)].
struct BlockScales {
    std::vector<float> factors;
    std::int64_t blockRows = 1, blockColumns = 1, perRow = 1;  ///< perRow: factors in a row of blocks
};

/// Order of the rows of a matrix (or the elements of a vector) in the file, relative to the Hugging Face layout.
struct RowOrder {
    enum class Kind : std::uint8_t {
        AsStored,
        RopePairs,  ///< in each head the rows of a rotated pair are neighbours: llama in GGUF files
        SplitQkv    ///< all q, all k, all v instead of q, k, v per head: gptneox in GGUF files
    };
    Kind kind = Kind::AsStored;
    std::int64_t heads = 1, headDim = 1;

    /// Returns the stored row of row `row` of the tensor. The rows of a head are stored within headDim rows.
    [[nodiscard]] std::int64_t stored(std::int64_t row) const noexcept;
};

/// Tensor in a mapped file; `data` is valid while the mapping lives. The data may be unaligned: read it with memcpy, or
/// with `readRows` (tensor_read.h), which handles all types.
struct TensorView {
    std::string name;
    TensorType type = TensorType::F32;
    std::vector<std::int64_t> shape;  ///< row-major, outermost first; empty for a scalar
    std::span<const std::byte> data;
    const MappedFile* file = nullptr;            ///< file that holds `data`; null: memory
    std::shared_ptr<const BlockScales> scales;   ///< for fp8 weights
    std::shared_ptr<const PackedMatrix> packed;  ///< reader of the numbers if `data` is packed; `shape` is unpacked
    RowOrder order;
    float addend = 0;  ///< added to every element; vectors only (Gemma's norms in GGUF files hold w + 1)

    [[nodiscard]] std::int64_t elements() const noexcept;
    [[nodiscard]] std::int64_t rows() const noexcept;         ///< for a vector: its elements
    [[nodiscard]] std::int64_t rowElements() const noexcept;  ///< for a vector: 1
    [[nodiscard]] bool usable() const noexcept;               ///< as a weight
    [[nodiscard]] std::string typeText() const;               ///< as in the file; for packed integers "INT4"
    /// Returns the type of a weight in memory: F32, BF16, F16 or blocks. fp8 and packed integers become blocks, or F32
    /// if no block fits their groups; F64 is rounded to F32.
    [[nodiscard]] TensorType heldAs() const noexcept;
    /// Copies bytes [begin, begin + count) of `data` to `target`. Errors: Io.
    [[nodiscard]] Result<void> copy(std::size_t begin, std::size_t count, std::byte* target) const;
};

/// Returns "[64, 192]".
[[nodiscard]] std::string shapeText(const std::vector<std::int64_t>& shape);

/// Refuses two tensors that share bytes of one file. Errors: BadInput.
[[nodiscard]] Result<void> checkOverlaps(const std::vector<TensorView>& tensors, const std::string& where);

}  // namespace kvw
