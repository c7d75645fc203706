// SPDX-License-Identifier: Apache-2.0
#include "core/model/weights/tensor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "core/base/files/mapped_file.h"
#include "core/model/weights/packed_ints.h"
#include "core/model/weights/packed_matrix.h"

namespace kvw {
namespace {

struct TypeRow {
    const char* text;
    std::size_t bytes;  ///< bytes of an element; 0: a block type
};

/// Names and sizes in the order of TensorType.
constexpr std::array<TypeRow, 44> kTypes{
    {{"F32", 4},    {"BF16", 2},  {"F16", 2},     {"F64", 8},   {"I64", 8},     {"U64", 8},     {"I32", 4},
     {"U32", 4},    {"I16", 2},   {"U16", 2},     {"I8", 1},    {"U8", 1},      {"F8_E5M2", 1}, {"F8_E4M3", 1},
     {"BOOL", 1},   {"Q8_0", 0},  {"Q4_0", 0},    {"Q4_1", 0},  {"Q5_0", 0},    {"Q5_1", 0},    {"Q2_K", 0},
     {"Q3_K", 0},   {"Q4_K", 0},  {"Q5_K", 0},    {"Q6_K", 0},  {"IQ1_S", 0},   {"IQ1_M", 0},   {"IQ2_XXS", 0},
     {"IQ2_XS", 0}, {"IQ2_S", 0}, {"IQ3_XXS", 0}, {"IQ3_S", 0}, {"IQ4_NL", 0},  {"IQ4_XS", 0},  {"TQ1_0", 0},
     {"TQ2_0", 0},  {"MXFP4", 0}, {"NVFP4", 0},   {"INT4", 0},  {"INT4_32", 0}, {"INT8", 0},    {"INT8_32", 0},
     {"FP8", 0},    {"FP8_32", 0}}};
static_assert(kTypes.size() == static_cast<std::size_t>(TensorType::FP8_32) + 1);
static_assert(kTypes.size() == static_cast<std::size_t>(TensorType::Q8_0) + kBlockShapes.size());

const TypeRow& rowOf(TensorType type) noexcept {
    return kTypes[static_cast<std::size_t>(type)];
}

}  // namespace

const char* toText(TensorType type) noexcept {
    return rowOf(type).text;
}
std::optional<TensorType> tensorType(std::string_view text) noexcept {
    const auto* found = std::ranges::find_if(kTypes, [&](const TypeRow& row) { return text == row.text; });
    return found == kTypes.end() ? std::nullopt : std::optional(static_cast<TensorType>(found - kTypes.begin()));
}
std::size_t blockElements(TensorType type) noexcept {
    const auto blocks = blockType(type);
    return blocks ? shapeOf(*blocks).numbers : 1;
}
std::size_t blockBytes(TensorType type) noexcept {
    const auto blocks = blockType(type);
    return blocks ? shapeOf(*blocks).bytes : rowOf(type).bytes;
}
std::optional<BlockType> blockType(TensorType type) noexcept {
    return type < TensorType::Q8_0
               ? std::nullopt
               : std::optional(static_cast<BlockType>(static_cast<int>(type) - static_cast<int>(TensorType::Q8_0)));
}

bool usableAsWeight(TensorType type) noexcept {
    return type == TensorType::F32 || type == TensorType::BF16 || type == TensorType::F16 || type == TensorType::F64 ||
           blockType(type).has_value();
}

std::int64_t RowOrder::stored(std::int64_t row) const noexcept {
    const std::int64_t head = row / headDim, inHead = row % headDim;
    switch (kind) {
        case Kind::AsStored:
            break;
        case Kind::RopePairs: {
            const std::int64_t half = headDim / 2;
            return head * headDim + 2 * (inHead % half) + inHead / half;
        }
        case Kind::SplitQkv:
            return (head % 3 * heads + head / 3) * headDim + inHead;
    }
    return row;
}

std::int64_t TensorView::elements() const noexcept {
    if (packed != nullptr) {
        return packed->rows * packed->columns;
    }
    return static_cast<std::int64_t>(data.size() / blockBytes(type) * blockElements(type));
}

std::int64_t TensorView::rowElements() const noexcept {
    std::int64_t count = 1;
    for (std::size_t axis = 1; axis < shape.size(); ++axis) {
        count *= shape[axis];
    }
    return count;
}

std::int64_t TensorView::rows() const noexcept {
    return shape.empty() ? 1 : shape.front();
}

bool TensorView::usable() const noexcept {
    // Block types are supported for matrices only.
    return packed != nullptr            ? true
           : type == TensorType::F8E4M3 ? scales != nullptr
                                        : usableAsWeight(type) && (!blockType(type) || shape.size() == 2);
}

std::string TensorView::typeText() const {
    return packed != nullptr ? packed->typeText() : toText(type);
}

TensorType TensorView::heldAs() const noexcept {
    if (packed != nullptr) {
        return packed->held;
    }
    if (type == TensorType::F8E4M3 && scales != nullptr) {
        const std::int64_t block =
            blockWithin(rowElements(), scales->perRow == 1 ? rowElements() : scales->blockColumns);
        return block == 128 ? TensorType::FP8 : block == 32 ? TensorType::FP8_32 : TensorType::F32;
    }
    return type == TensorType::BF16 || type == TensorType::F16 || blockType(type) ? type : TensorType::F32;
}

Result<void> TensorView::copy(std::size_t begin, std::size_t count, std::byte* target) const {
    const auto part = data.subspan(begin, count);
    if (file != nullptr) {
        return file->read(part, target);
    }
    std::ranges::copy(part, target);
    return {};
}

std::string shapeText(const std::vector<std::int64_t>& shape) {
    return fmt::format("[{}]", fmt::join(shape, ", "));
}

Result<void> checkOverlaps(const std::vector<TensorView>& tensors, const std::string& where) {
    std::vector<std::size_t> order(tensors.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::erase_if(order, [&](std::size_t i) { return tensors[i].data.empty(); });
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return tensors[a].data.data() < tensors[b].data.data(); });
    for (std::size_t i = 1; i < order.size(); ++i) {
        const TensorView& before = tensors[order[i - 1]];
        const TensorView& after = tensors[order[i]];
        if (before.data.data() + before.data.size() > after.data.data()) {
            return fail(Code::BadInput, where, "two tensors share bytes",
                        phrase("%1 and %2 overlap", before.name, after.name), "one place in the file for each");
        }
    }
    return {};
}

}  // namespace kvw
