// SPDX-License-Identifier: Apache-2.0
#include "core/model/weights/fp8_scales.h"

#include <fmt/format.h>

#include <map>
#include <string_view>

#include "core/model/weights/tensor_read.h"

namespace kvw {
namespace {

std::int64_t blocks(std::int64_t size, std::int64_t block) {
    return (size + block - 1) / block;
}

/// Sets the block size in `scales` to fit `weight` and `scale`; false if the shape of `scale` fits none.
bool fit(const TensorView& weight, const TensorView& scale, const Quantization& quantization, BlockScales& scales) {
    const std::int64_t rows = weight.rows(), columns = weight.rowElements();
    const auto is = [&](std::int64_t blockRows, std::int64_t blockColumns) {
        scales.blockRows = blockRows;
        scales.blockColumns = blockColumns;
        scales.perRow = blocks(columns, blockColumns);
        return true;
    };
    if (scale.elements() == 1) {
        return is(rows, columns);
    }
    if (scale.shape == std::vector<std::int64_t>{rows} || scale.shape == std::vector<std::int64_t>{rows, 1}) {
        return is(1, columns);
    }
    const std::int64_t blockRows = quantization.blockRows, blockColumns = quantization.blockColumns;
    return scale.shape == std::vector<std::int64_t>{blocks(rows, blockRows), blocks(columns, blockColumns)} &&
           is(blockRows, blockColumns);
}

}  // namespace

Result<void> attachScales(std::vector<TensorView>& tensors, const Quantization& quantization,
                          const std::string& where) {
    std::map<std::string_view, const TensorView*> byName;
    for (const TensorView& view : tensors) {
        byName.emplace(view.name, &view);
    }
    for (TensorView& weight : tensors) {
        if (weight.type != TensorType::F8E4M3 || weight.shape.size() != 2 || weight.elements() == 0) {
            continue;
        }
        auto found = byName.find(weight.name + "_scale_inv");
        if (found == byName.end()) {
            found = byName.find(weight.name + "_scale");
        }
        if (found == byName.end()) {
            continue;
        }
        const TensorView& scale = *found->second;
        auto scales = std::make_shared<BlockScales>();
        if ((scale.type != TensorType::F32 && scale.type != TensorType::BF16 && scale.type != TensorType::F16) ||
            !fit(weight, scale, quantization, *scales)) {
            return fail(Code::BadInput, where, phrase("the scales %1 do not fit their weights", scale.name),
                        fmt::format("{} {}", toText(scale.type), shapeText(scale.shape)),
                        phrase("F32, BF16 or F16: one number, one per row or one per block of %1 x %2 of %3",
                               quantization.blockRows, quantization.blockColumns, shapeText(weight.shape)));
        }
        if (byName.contains(weight.name + "_g_idx") && scales->blockColumns < weight.rowElements()) {
            return fail(Code::BadInput, where, "fp8 numbers in another order are not supported", weight.name + "_g_idx",
                        "groups in the order of the columns");
        }
        KVW_TRY_ASSIGN(scales->factors, readFloats(scale));
        weight.scales = std::move(scales);
    }
    return {};
}

}  // namespace kvw
