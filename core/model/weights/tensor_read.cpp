// SPDX-License-Identifier: Apache-2.0
#include "core/model/weights/tensor_read.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "core/base/files/mapped_file.h"
#include "core/model/weights/dequantize.h"
#include "core/model/weights/packed_matrix.h"

namespace kvw {
namespace {

/// Bytes of f32 converted at a time, few enough to stay in the CPU cache.
constexpr std::size_t kPieceBytes = std::size_t{256} << 10;

class RowReader {
 public:
    RowReader(const TensorView& view, TensorType as, std::vector<std::byte>& scratch)
        : m_view(view), m_as(as), m_scratch(scratch), m_elements(static_cast<std::size_t>(view.rowElements())) {
        m_storedBytes = bytesOf(view.type, m_elements);
        m_heldBytes = bytesOf(as, m_elements);
    }

    Result<void> rows(std::int64_t first, std::int64_t count, std::byte* target) {
        if (m_heldBytes == 0) {
            return {};  // rows of no elements: there may be 2^60
        }
        if (m_view.packed != nullptr) {
            return m_view.packed->read(first, count, m_as, target);
        }
        if (m_view.order.kind == RowOrder::Kind::AsStored) {
            return contiguous(first, count, target);
        }
        // Head by head: the rows of a head are stored together, in another order.
        const std::int64_t period = m_view.order.headDim;
        while (count > 0) {
            const std::int64_t group = std::min(count, period - first % period);
            KVW_TRY(mixed(first, group, target));
            first += group;
            count -= group;
            target += static_cast<std::size_t>(group) * m_heldBytes;
        }
        return {};
    }

 private:
    /// Reads rows in the order of the file.
    Result<void> contiguous(std::int64_t first, std::int64_t count, std::byte* target) {
        if (m_as == m_view.type) {
            return fetch(first, count, target);
        }
        const auto piece = std::max<std::int64_t>(
            1, static_cast<std::int64_t>(kPieceBytes / std::max<std::size_t>(1, m_elements * sizeof(float))));
        while (count > 0) {
            const std::int64_t rows = std::min(piece, count);
            KVW_TRY(convert(first, rows, target));
            first += rows;
            count -= rows;
            target += static_cast<std::size_t>(rows) * m_heldBytes;
        }
        return {};
    }

    Result<void> mixed(std::int64_t first, std::int64_t count, std::byte* target) {
        std::int64_t least = m_view.order.stored(first), most = least;
        for (std::int64_t i = 1; i < count; ++i) {
            least = std::min(least, m_view.order.stored(first + i));
            most = std::max(most, m_view.order.stored(first + i));
        }
        std::vector<std::byte>& block = m_block;
        block.resize(static_cast<std::size_t>(most - least + 1) * m_heldBytes);
        KVW_TRY(contiguous(least, most - least + 1, block.data()));
        for (std::int64_t i = 0; i < count; ++i) {
            std::memcpy(target + static_cast<std::size_t>(i) * m_heldBytes,
                        block.data() + static_cast<std::size_t>(m_view.order.stored(first + i) - least) * m_heldBytes,
                        m_heldBytes);
        }
        return {};
    }

    Result<void> fetch(std::int64_t first, std::int64_t count, std::byte* target) const {
        return m_view.copy(static_cast<std::size_t>(first) * m_storedBytes,
                           static_cast<std::size_t>(count) * m_storedBytes, target);
    }

    Result<void> convert(std::int64_t first, std::int64_t count, std::byte* target) {
        const auto rows = static_cast<std::size_t>(count);
        m_scratch.resize(rows * m_storedBytes);
        KVW_TRY(fetch(first, count, m_scratch.data()));
        if (m_as == TensorType::F32) {
            // Callers that ask for F32 pass memory aligned for floats.
            auto* floats = reinterpret_cast<float*>(target);
            toFloat(m_view.type, m_scratch.data(), floats, rows * m_elements);
            scale(first, count, floats);
            return {};
        }
        toBlocks(first, count, target);
        return {};
    }

    /// Writes fp8 numbers as blocks, each after its scale.
    void toBlocks(std::int64_t first, std::int64_t count, std::byte* target) const {
        constexpr std::byte kNan{0x7F};
        const BlockScales& scales = *m_view.scales;
        const std::size_t numbers = blockElements(m_as);
        const std::byte* codes = m_scratch.data();
        for (std::int64_t row = first; row < first + count; ++row) {
            const float* factors = scales.factors.data() + row / scales.blockRows * scales.perRow;
            for (std::size_t column = 0; column < m_elements; column += numbers, codes += numbers) {
                const bool broken =
                    std::any_of(codes, codes + numbers, [&](std::byte code) { return (code & kNan) == kNan; });
                const float factor = broken ? std::numeric_limits<float>::quiet_NaN()
                                            : factors[column / static_cast<std::size_t>(scales.blockColumns)];
                std::memcpy(target, &factor, sizeof(factor));
                std::memcpy(target + sizeof(factor), codes, numbers);
                target += sizeof(factor) + numbers;
            }
        }
    }

    void scale(std::int64_t first, std::int64_t count, float* values) const {
        if (m_view.scales == nullptr) {
            return;
        }
        const BlockScales& scales = *m_view.scales;
        for (std::int64_t row = first; row < first + count; ++row) {
            const float* factors = scales.factors.data() + row / scales.blockRows * scales.perRow;
            for (std::size_t column = 0; column < m_elements; ++column) {
                *values++ *= factors[column / static_cast<std::size_t>(scales.blockColumns)];
            }
        }
    }

    const TensorView& m_view;
    TensorType m_as;
    std::vector<std::byte>& m_scratch;
    std::vector<std::byte> m_block;
    std::size_t m_elements = 0, m_storedBytes = 0, m_heldBytes = 0;
};

}  // namespace

Result<void> readRows(const TensorView& view, std::int64_t first, std::int64_t count, TensorType as, std::byte* target,
                      std::vector<std::byte>& scratch) {
    return RowReader(view, as, scratch).rows(first, count, target);
}

Result<std::vector<float>> readFloats(const TensorView& view) {
    std::vector<float> values(static_cast<std::size_t>(view.elements()));
    std::vector<std::byte> scratch;
    auto* bytes = reinterpret_cast<std::byte*>(values.data());
    KVW_TRY(readRows(view, 0, view.rows(), TensorType::F32, bytes, scratch));
    if (view.addend != 0) {
        for (float& value : values) {
            value += view.addend;
        }
    }
    return values;
}

}  // namespace kvw
