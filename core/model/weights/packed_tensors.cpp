// SPDX-License-Identifier: Apache-2.0
#include "core/model/weights/packed_tensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>

#include "core/base/comma_list.h"
#include "core/base/files/mapped_file.h"
#include "core/model/weights/packed_ints.h"
#include "core/model/weights/tensor_read.h"

namespace kvw {

namespace {

using Method = Quantization::Method;

constexpr std::string_view kWeight = ".weight";

/// Limit on rows, columns and groups, so that the product of two fits 64 bits.
constexpr std::int64_t kMostSide = std::int64_t{1} << 31;

std::string typed(const TensorView& view) {
    return fmt::format("{} {}", toText(view.type), shapeText(view.shape));
}

bool isScale(const TensorView& view) {
    return view.type == TensorType::F16 || view.type == TensorType::BF16 || view.type == TensorType::F32;
}

class Attaching {
 public:
    Attaching(const std::vector<TensorView>& tensors, const Quantization& quantization, const std::string& where)
        : m_quantization(quantization), m_where(where) {
        for (const TensorView& view : tensors) {
            m_byName.emplace(view.name, &view);
        }
    }

    /// Returns the matrix whose packed integers are `view`; nothing if `view` is another tensor.
    Result<std::optional<TensorView>> matrixOf(const TensorView& view) {
        const auto without = [&](std::string_view end) {
            m_stem = view.name.ends_with(end) ? view.name.substr(0, view.name.size() - end.size()) : "";
            return !m_stem.empty();
        };
        const bool words = m_quantization.method == Method::Gptq || m_quantization.method == Method::Awq;
        PackedInts packed;
        m_used.clear();
        Result<void> made;
        if (words && without(".qweight")) {
            made = m_quantization.method == Method::Gptq ? gptq(view, packed) : awq(view, packed);
        } else if (m_quantization.method == Method::Compressed && without(".weight_packed")) {
            made = compressed(view, packed);
        } else if (m_quantization.method == Method::Compressed && view.type == TensorType::I8 && without(kWeight)) {
            made = bytes(view, packed);
        } else {
            return std::nullopt;
        }
        if (made && view.type != TensorType::I8 && part(kWeight) != nullptr) {
            made = fail(Code::BadInput, m_where, phrase("the matrix %1 is stored twice", m_stem + ".weight"), view.name,
                        "one of the two");
        }
        KVW_TRY(made);
        packed.chooseBlocks();
        m_taken.insert(m_used.begin(), m_used.end());
        TensorView matrix = view;
        matrix.name = m_stem + std::string(kWeight);
        matrix.shape = {packed.rows, packed.columns};
        matrix.packed = std::make_shared<const PackedInts>(std::move(packed));
        return matrix;
    }

    [[nodiscard]] std::vector<Phrase> notes() const {
        if (m_borrowing.empty()) {
            return {};
        }
        Phrase which = m_borrowing.size() > 1 ? phrase("%1 and %2 more", m_borrowing.front(), m_borrowing.size() - 1)
                                              : m_borrowing.front();
        return {Error{Code::BadInput,
                      "zeros are stored as the largest number, to which one is added with a carry, as GPTQModel does; "
                      "other readers do not carry",
                      m_where, "", std::move(which)}
                    .asPhrase()};
    }
    [[nodiscard]] bool isTaken(const std::string& name) const { return m_taken.contains(name); }

 private:
    const TensorView* part(std::string_view end) const {
        const auto found = m_byName.find(m_stem + std::string(end));
        return found == m_byName.end() ? nullptr : found->second;
    }
    Result<const TensorView*> need(std::string_view end) {
        const TensorView* view = part(end);
        if (view == nullptr) {
            return fail(Code::BadInput, m_where, phrase("the quantised matrix %1 is not whole", m_stem), "",
                        phrase("the tensor %1", m_stem + std::string(end)));
        }
        m_used.push_back(view->name);
        return view;
    }
    [[nodiscard]] tl::unexpected<Error> misfit(const TensorView& view, Phrase expected) const {
        return fail(Code::BadInput, m_where, phrase("the tensor %1 does not fit its matrix", view.name), typed(view),
                    expected);
    }
    [[nodiscard]] Result<void> demand(const TensorView& view, TensorType type,
                                      const std::vector<std::int64_t>& shape) const {
        return view.type == type && view.shape == shape
                   ? Result<void>()
                   : misfit(view, fmt::format("{} {}", toText(type), shapeText(shape)));
    }
    [[nodiscard]] Result<void> demandMatrix(const TensorView& view, TensorType type) const {
        const auto small = [](std::int64_t side) { return side >= 1 && side < kMostSide; };
        return view.type == type && view.shape.size() == 2 && small(view.shape[0]) && small(view.shape[1])
                   ? Result<void>()
                   : misfit(view, phrase("a matrix of %1", toText(type)));
    }

    /// Reads the group of each column; sets nothing if they are in order. `counted`: groups must have the same size.
    Result<void> readGroups(const TensorView& view, PackedInts& packed, bool counted) {
        if (view.type != TensorType::I32 || view.shape != std::vector<std::int64_t>{packed.columns}) {
            return misfit(view, fmt::format("I32 [{}]", packed.columns));
        }
        std::vector<std::int32_t> groups(static_cast<std::size_t>(packed.columns));
        auto* target = reinterpret_cast<std::byte*>(groups.data());
        KVW_TRY(view.file->read(view.data, target));
        if (counted && std::ranges::all_of(groups, [](std::int32_t group) { return group == -1; })) {
            return {};
        }
        std::vector<std::int64_t> columns(static_cast<std::size_t>(packed.groups));
        bool ordered = true;
        for (std::int64_t column = 0; column < packed.columns; ++column) {
            const std::int32_t group = groups[static_cast<std::size_t>(column)];
            if (group < 0 || group >= packed.groups) {
                return fail(Code::BadInput, m_where, phrase("the tensor %1 names a group without scales", view.name),
                            std::to_string(group), phrase("0 to %1", packed.groups - 1));
            }
            ++columns[static_cast<std::size_t>(group)];
            ordered = ordered && group == column / packed.groupColumns;
        }
        const auto uneven =
            std::ranges::find_if(columns, [&](std::int64_t count) { return count != packed.groupColumns; });
        if (counted && uneven != columns.end()) {
            return fail(Code::BadInput, m_where, phrase("the tensor %1 has groups of other sizes", view.name),
                        std::to_string(*uneven), std::to_string(packed.groupColumns));
        }
        if (!ordered) {
            packed.groupOf = std::move(groups);
        }
        return {};
    }

    /// Takes scales and zeros of GPTQ and AWQ: [groups, rows], zeros packed along rows.
    Result<void> groupsAcross(PackedInts& packed, const IntMatrix& likeZeros) {
        packed.groupColumns =
            m_quantization.group > 0 ? std::min(m_quantization.group, packed.columns) : packed.columns;
        packed.groups = (packed.columns + packed.groupColumns - 1) / packed.groupColumns;
        KVW_TRY_ASSIGN(const auto* scales, need(".scales"));
        KVW_TRY_ASSIGN(const auto* zeros, need(".qzeros"));
        const std::vector<std::int64_t> shape{packed.groups, packed.rows};
        if (!isScale(*scales) || scales->shape != shape) {
            return misfit(*scales, phrase("F16, BF16 or F32 %1", shapeText(shape)));
        }
        packed.scales = *scales;
        packed.scalesTransposed = true;
        packed.zeros = likeZeros;
        packed.zeros->stored = *zeros;
        packed.zeros->transposed = true;
        return demand(*zeros, TensorType::I32, packed.zeros->storedShape(packed.rows, packed.groups));
    }

    Result<void> gptq(const TensorView& view, PackedInts& packed) {
        KVW_TRY(demandMatrix(view, TensorType::I32));
        const int bits = m_quantization.bits;
        const TensorView* order = part(".g_idx");
        if (order == nullptr && m_quantization.ordered && m_quantization.group > 0) {
            return need(".g_idx").map([](const TensorView*) {});
        }
        packed.rows = view.shape[1];
        packed.columns = order != nullptr && order->shape.size() == 1 ? order->shape[0] : view.shape[0] * 32 / bits;
        packed.numbers = {view, bits, true, true};
        KVW_TRY(demand(view, TensorType::I32, packed.numbers.storedShape(packed.rows, packed.columns)));
        IntMatrix zeros;
        zeros.bits = bits;
        zeros.storedMinusOne = m_quantization.zerosStoredMinusOne;
        KVW_TRY(groupsAcross(packed, zeros));
        if (zeros.storedMinusOne) {
            KVW_TRY_ASSIGN(const auto largest, largestStored(*packed.zeros, packed.rows, packed.groups));
            if (largest == (1 << bits) - 1) {
                m_borrowing.push_back(packed.zeros->stored.name);
            }
        }
        if (order == nullptr) {
            return {};
        }
        m_used.push_back(order->name);
        return readGroups(*order, packed, false);
    }

    Result<void> awq(const TensorView& view, PackedInts& packed) {
        KVW_TRY(demandMatrix(view, TensorType::I32));
        packed.columns = view.shape[0];
        packed.rows = view.shape[1] * 32 / m_quantization.bits;
        packed.numbers = {view, m_quantization.bits, true, false, true};
        IntMatrix zeros;
        zeros.bits = m_quantization.bits;
        zeros.interleaved = true;
        return groupsAcross(packed, zeros);
    }

    /// Takes scales [rows, groups], [rows] or one number, and derives the groups.
    Result<void> groupsBeside(const TensorView& scales, PackedInts& packed) {
        const std::int64_t rows = packed.rows;
        packed.scales = scales;
        packed.groupColumns = packed.columns;
        const bool perRow =
            scales.shape == std::vector<std::int64_t>{rows, 1} || scales.shape == std::vector<std::int64_t>{rows};
        if (isScale(scales) && (perRow || scales.elements() == 1)) {
            return {};
        }
        std::set<std::int64_t> possible;
        for (const Quantization::Scheme& scheme : m_quantization.schemes) {
            if (scheme.group > 0 && scales.shape.size() == 2 && scales.shape[0] == rows &&
                packed.columns % scheme.group == 0 && scales.shape[1] == packed.columns / scheme.group) {
                possible.insert(scheme.group);
            }
        }
        if (!isScale(scales) || possible.empty()) {
            return misfit(
                scales,
                phrase(
                    "F16, BF16 or F32: one number, one per row or one per group of %1 columns, as config_groups says",
                    shapeText({rows, packed.columns})));
        }
        packed.groupColumns = *possible.begin();
        packed.groups = packed.columns / packed.groupColumns;
        return {};
    }

    /// Takes the zeros of asymmetric matrices. `offset`: the amount added to make packed numbers unsigned.
    Result<void> zerosBeside(int bits, std::int32_t offset, PackedInts& packed) {
        const TensorView* view = part(".weight_zero_point");
        packed.zero = offset;
        if (view == nullptr) {
            const bool wanted = mayBe(bits, [](const auto& scheme) { return !scheme.symmetric; });
            return wanted ? need(".weight_zero_point").map([](const TensorView*) {}) : Result<void>();
        }
        m_used.push_back(view->name);
        IntMatrix zeros;
        zeros.stored = *view;
        if (view->type == TensorType::I32 && offset != 0) {
            zeros.bits = bits;
            zeros.packedAlongColumns = true;
            packed.zero = 0;
            packed.zeros = zeros;
            return demand(*view, TensorType::I32, zeros.storedShape(packed.rows, packed.groups));
        }
        const bool fits = view->shape == std::vector<std::int64_t>{packed.rows, packed.groups} ||
                          (packed.groups == 1 && view->shape == std::vector<std::int64_t>{packed.rows}) ||
                          (packed.scales.elements() == 1 && view->elements() == 1);
        if (view->type != TensorType::I8 || !fits) {
            return misfit(*view, "I8 " + shapeText(packed.scales.shape));
        }
        std::vector<std::int8_t> values(view->data.size());
        KVW_TRY(view->file->read(view->data, reinterpret_cast<std::byte*>(values.data())));
        for (const std::int8_t value : values) {
            if (offset != 0 && (value < -offset || value >= offset)) {
                return fail(Code::BadInput, m_where, phrase("the tensor %1 has a zero out of range", view->name),
                            std::to_string(value), phrase("%1 to %2", -offset, offset - 1));
            }
        }
        if (view->elements() == 1) {
            packed.zero += values.front();
        } else {
            packed.zeros = zeros;
        }
        return {};
    }

    Result<void> compressed(const TensorView& view, PackedInts& packed) {
        KVW_TRY_ASSIGN(const auto* scales, need(".weight_scale"));
        KVW_TRY_ASSIGN(const auto* shape, need(".weight_shape"));
        KVW_TRY(demandMatrix(view, TensorType::I32));
        const bool wide = shape->type == TensorType::I64;
        if ((!wide && shape->type != TensorType::I32) || shape->shape != std::vector<std::int64_t>{2}) {
            return misfit(*shape, "I64 [2]");
        }
        std::int64_t sides[2] = {};
        std::int32_t narrow[2] = {};
        auto* target = wide ? reinterpret_cast<std::byte*>(sides) : reinterpret_cast<std::byte*>(narrow);
        KVW_TRY(shape->file->read(shape->data, target));
        packed.rows = wide ? sides[0] : narrow[0];
        packed.columns = wide ? sides[1] : narrow[1];
        if (packed.rows != view.shape[0] || packed.columns < 1 || packed.columns >= kMostSide) {
            return fail(Code::BadInput, m_where, phrase("the sizes in %1 do not fit", shape->name),
                        shapeText({packed.rows, packed.columns}), phrase("%1 rows", view.shape[0]));
        }
        std::set<int> possible;
        std::vector<std::string> expected;
        for (const Quantization::Scheme& scheme : m_quantization.schemes) {
            packed.numbers = {view, scheme.bits};
            const auto stored = packed.numbers.storedShape(packed.rows, packed.columns);
            expected.push_back(fmt::format("I32 {} of {} bits", shapeText(stored), scheme.bits));
            if (stored == view.shape) {
                possible.insert(scheme.bits);
            }
        }
        if (possible.size() != 1) {
            const std::string all = joined(expected);
            return misfit(view, possible.empty() ? Phrase(all) : phrase("only one of %1", all));
        }
        const int bits = *possible.begin();
        packed.numbers = {view, bits};
        KVW_TRY(groupsBeside(*scales, packed));
        KVW_TRY(zerosBeside(bits, 1 << (bits - 1), packed));
        return orderBeside(bits, packed);
    }

    /// Takes the groups of the columns, required if a scheme may have them out of order.
    Result<void> orderBeside(int bits, PackedInts& packed) {
        const bool ordered = packed.groups > 1 && mayBe(bits, [](const auto& scheme) { return scheme.ordered; });
        if (part(".weight_g_idx") == nullptr && !ordered) {
            return {};
        }
        KVW_TRY_ASSIGN(const auto* order, need(".weight_g_idx"));
        return readGroups(*order, packed, true);
    }

    /// Tells whether any scheme of `bits` bits satisfies `asked`: no tensor states the scheme of a matrix.
    template <class Asked>
    [[nodiscard]] bool mayBe(int bits, const Asked& asked) const {
        const auto& schemes = m_quantization.schemes;
        return std::ranges::any_of(schemes, [&](const auto& scheme) { return scheme.bits == bits && asked(scheme); });
    }

    Result<void> bytes(const TensorView& view, PackedInts& packed) {
        KVW_TRY_ASSIGN(const auto scales, need(".weight_scale"));
        KVW_TRY(demandMatrix(view, TensorType::I8));
        packed.rows = view.shape[0];
        packed.columns = view.shape[1];
        packed.numbers = {view, 8};
        KVW_TRY(groupsBeside(*scales, packed));
        auto zeros = zerosBeside(8, 0, packed);
        return zeros ? orderBeside(8, packed) : zeros;
    }

    const Quantization& m_quantization;
    const std::string& m_where;
    std::map<std::string, const TensorView*, std::less<>> m_byName;
    std::string m_stem;
    std::vector<std::string> m_used, m_borrowing;
    std::set<std::string> m_taken;
};

}  // namespace

Result<std::vector<Phrase>> attachPacked(std::vector<TensorView>& tensors, const Quantization& quantization,
                                         const std::string& where) {
    if (quantization.method == Method::None || quantization.method == Method::Fp8 ||
        quantization.method == Method::Mxfp4) {
        return std::vector<Phrase>();
    }
    Attaching attaching(tensors, quantization, where);
    std::vector<TensorView> result;
    for (const TensorView& view : tensors) {
        KVW_TRY_ASSIGN(auto matrix, attaching.matrixOf(view));
        result.push_back(matrix ? std::move(*matrix) : view);
    }
    std::erase_if(result, [&](const TensorView& view) { return attaching.isTaken(view.name); });
    tensors = std::move(result);
    return attaching.notes();
}

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
