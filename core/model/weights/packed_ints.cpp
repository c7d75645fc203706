// SPDX-License-Identifier: Apache-2.0
#include "core/model/weights/packed_ints.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "core/base/files/mapped_file.h"
#include "core/model/weights/dequantize.h"

namespace kvw {
namespace {

constexpr int kWordBits = 32;
/// Index of the number in each nibble of an AWQ word.
constexpr std::array<std::int64_t, 8> kInterleaved{0, 2, 4, 6, 1, 3, 5, 7};
/// Numbers unpacked at a time, few enough to stay in the CPU cache.
constexpr std::size_t kNumbersAtOnce = std::size_t{128} << 10;

/// Smallest count of numbers that fills whole words, and the count of those words.
struct Unit {
    explicit Unit(int bits) : words(bits / std::gcd(bits, kWordBits)), numbers(kWordBits / std::gcd(bits, kWordBits)) {}
    std::int64_t words, numbers;
    [[nodiscard]] std::int64_t wordsOf(std::int64_t count) const { return (count + numbers - 1) / numbers * words; }
};

/// Rectangle of a stored matrix, read line by line.
struct Part {
    std::int64_t firstLine = 0, lines = 0, first = 0, width = 0;
    std::vector<std::byte> bytes;

    template <class T>
    [[nodiscard]] T at(std::int64_t line, std::int64_t element) const {
        T value;
        std::memcpy(&value,
                    bytes.data() + static_cast<std::size_t>((line - firstLine) * width + element - first) * sizeof(T),
                    sizeof(T));
        return value;
    }

    Result<void> fetch(const TensorView& view) {
        const auto size = static_cast<std::int64_t>(blockBytes(view.type));
        const std::int64_t stride = view.rowElements();
        bytes.resize(static_cast<std::size_t>(lines * width * size));
        const bool whole = width == stride;
        const std::int64_t pieces = whole ? 1 : lines;
        for (std::int64_t i = 0; i < pieces; ++i) {
            const auto from = static_cast<std::size_t>(((firstLine + i) * stride + first) * size);
            const auto count = static_cast<std::size_t>((whole ? lines : 1) * width * size);
            std::byte* target = bytes.data() + static_cast<std::size_t>(i * width * size);
            KVW_TRY(view.copy(from, count, target));
        }
        return {};
    }
};

/// Range of rows of an IntMatrix in memory.
class IntRows {
 public:
    Result<void> fetch(const IntMatrix& matrix, std::int64_t first, std::int64_t count, std::int64_t columns) {
        m_matrix = &matrix;
        m_columns = columns;
        m_unit = Unit(matrix.bits);
        m_packsColumns = matrix.packedAlongColumns == matrix.transposed;
        const bool bytes = matrix.stored.type == TensorType::I8;
        const std::int64_t divisor = m_packsColumns || bytes ? 1 : m_unit.numbers;
        const std::int64_t multiple = m_packsColumns || bytes ? 1 : m_unit.words;
        const std::int64_t begin = first / divisor * multiple;
        const std::int64_t end = (first + count + divisor - 1) / divisor * multiple;
        if (matrix.transposed) {
            m_part = {0, matrix.stored.rows(), begin, end - begin, {}};
        } else {
            m_part = {begin, end - begin, 0, matrix.stored.rowElements(), {}};
        }
        return m_part.fetch(matrix.stored);
    }

    /// Unpacks rows [first, first + count) of the fetched ones.
    void unpack(std::int64_t first, std::int64_t count, std::int16_t* target) const {
        if (m_matrix->stored.type == TensorType::I8) {
            for (std::int64_t i = 0; i < count * m_columns; ++i) {
                target[i] = m_part.at<std::int8_t>(first + i / m_columns, i % m_columns);
            }
            return;
        }
        const std::int64_t from = m_packsColumns ? 0 : first, to = m_packsColumns ? m_columns : first + count;
        const std::int64_t firstUnit = from / m_unit.numbers, units = (to + m_unit.numbers - 1) / m_unit.numbers;
        const std::int64_t otherFrom = m_packsColumns ? first : 0, otherTo = m_packsColumns ? first + count : m_columns;
        // Fast path for most files: each word lies in one row.
        const bool plain = m_packsColumns && m_unit.words == 1 && !m_matrix->interleaved && !m_matrix->storedMinusOne &&
                           m_columns % m_unit.numbers == 0;
        const std::uint32_t mask = (1U << m_matrix->bits) - 1;
        const auto one = [&](std::int64_t unit, std::int64_t other) {
            if (plain) {
                std::int16_t* at = target + (other - first) * m_columns + unit * m_unit.numbers;
                std::uint32_t rest = word(unit, other);
                for (std::int64_t k = 0; k < m_unit.numbers; ++k, rest >>= m_matrix->bits) {
                    at[k] = static_cast<std::int16_t>(rest & mask);
                }
                return;
            }
            std::array<std::uint16_t, kWordBits> numbers;
            split(unit, other, numbers.data());
            for (std::int64_t k = 0; k < m_unit.numbers; ++k) {
                const std::int64_t at =
                    unit * m_unit.numbers + (m_matrix->interleaved ? kInterleaved[static_cast<std::size_t>(k)] : k);
                if (at >= from && at < to) {
                    const std::int64_t row = m_packsColumns ? other : at, column = m_packsColumns ? at : other;
                    target[(row - first) * m_columns + column] =
                        static_cast<std::int16_t>(numbers[static_cast<std::size_t>(k)]);
                }
            }
        };
        // The loops follow the order of the file.
        if (m_matrix->packedAlongColumns) {
            for (std::int64_t unit = firstUnit; unit < units; ++unit) {
                for (std::int64_t other = otherFrom; other < otherTo; ++other) {
                    one(unit, other);
                }
            }
        } else {
            for (std::int64_t other = otherFrom; other < otherTo; ++other) {
                for (std::int64_t unit = firstUnit; unit < units; ++unit) {
                    one(unit, other);
                }
            }
        }
    }

 private:
    [[nodiscard]] std::uint32_t word(std::int64_t packed, std::int64_t other) const {
        return m_matrix->packedAlongColumns ? m_part.at<std::uint32_t>(packed, other)
                                            : m_part.at<std::uint32_t>(other, packed);
    }
    /// Unpacks the numbers of one unit. `storedMinusOne` is undone as the library does it, over whole words, so a
    /// borrow from the next number is carried back.
    void split(std::int64_t unit, std::int64_t other, std::uint16_t* numbers) const {
        const int bits = m_matrix->bits;
        const std::uint64_t one = m_matrix->storedMinusOne ? 1 : 0;
        std::uint64_t rest = 0, carried = 0;
        int held = 0;
        std::int64_t next = unit * m_unit.words;
        for (std::int64_t k = 0; k < m_unit.numbers; ++k) {
            if (held < bits) {
                rest |= static_cast<std::uint64_t>(word(next++, other)) << held;
                held += kWordBits;
            }
            const std::uint64_t number = (rest & ((1U << bits) - 1)) + one + carried;
            numbers[k] = static_cast<std::uint16_t>(number & ((1U << bits) - 1));
            carried = number >> bits;
            rest >>= bits;
            held -= bits;
        }
    }
    const IntMatrix* m_matrix = nullptr;
    std::int64_t m_columns = 0;
    Unit m_unit{8};
    bool m_packsColumns = true;
    Part m_part;
};

/// Returns the scales of rows [first, first + count), [count, groups].
Result<std::vector<float>> readScales(const PackedInts& packed, std::int64_t first, std::int64_t count) {
    const TensorView& view = packed.scales;
    const bool one = view.elements() == 1;
    Part part;
    if (one) {
        part = {0, 1, 0, 1, {}};
    } else if (packed.scalesTransposed) {
        part = {0, packed.groups, first, count, {}};
    } else {
        part = {first, count, 0, packed.groups, {}};
    }
    KVW_TRY(part.fetch(view));
    std::vector<float> stored(part.bytes.size() / blockBytes(view.type));
    toFloat(view.type, part.bytes.data(), stored.data(), stored.size());
    std::vector<float> scales(static_cast<std::size_t>(count * packed.groups), stored.empty() ? 0 : stored.front());
    for (std::int64_t i = 0; i < count * packed.groups && !one; ++i) {
        const std::int64_t row = i / packed.groups, group = i % packed.groups;
        scales[static_cast<std::size_t>(i)] =
            stored[static_cast<std::size_t>(packed.scalesTransposed ? group * count + row : i)];
    }
    return scales;
}

/// Numbers, scales and zeros of one row.
struct Row {
    const std::int16_t* numbers;
    const float* scales;
    const std::int16_t* zeros;
};

void toFloats(const PackedInts& packed, const Row& row, float* target) {
    for (std::int64_t column = 0; column < packed.columns; ++column) {
        const std::int64_t group =
            packed.groupOf.empty() ? column / packed.groupColumns : packed.groupOf[static_cast<std::size_t>(column)];
        target[column] = row.scales[group] * static_cast<float>(row.numbers[column] - row.zeros[group]);
    }
}

void toBlocks(const PackedInts& packed, const Row& row, std::byte* target) {
    const auto numbers = static_cast<std::int64_t>(blockElements(packed.held));
    const bool nibbles = packed.held == TensorType::INT4 || packed.held == TensorType::INT4_32;
    // Unsigned 8-bit numbers and their zeros are held less 128, as int8.
    const int less = !nibbles && packed.numbers.stored.type != TensorType::I8 ? 128 : 0;
    for (std::int64_t column = 0; column < packed.columns; column += numbers) {
        const std::int64_t group = column / packed.groupColumns;
        const float scale = row.scales[group];
        std::memcpy(target, &scale, sizeof(scale));
        target += sizeof(scale);
        *target++ = static_cast<std::byte>(row.zeros[group] - less);
        const std::int16_t* q = row.numbers + column;
        for (std::int64_t i = 0; i < numbers; i += 32, q += 32) {
            const int count = nibbles ? 16 : 32;
            for (int k = 0; k < count; ++k) {
                target[k] = static_cast<std::byte>(nibbles ? q[k] | q[k + 16] << 4 : q[k] - less);
            }
            target += count;
        }
    }
}

}  // namespace

std::vector<std::int64_t> IntMatrix::storedShape(std::int64_t rows, std::int64_t columns) const {
    std::int64_t lines = transposed ? columns : rows, width = transposed ? rows : columns;
    if (stored.type != TensorType::I8) {
        std::int64_t& packed = packedAlongColumns ? lines : width;
        packed = Unit(bits).wordsOf(packed);
    }
    return {lines, width};
}

Result<int> largestStored(IntMatrix matrix, std::int64_t rows, std::int64_t columns) {
    matrix.storedMinusOne = false;
    IntRows stored;
    KVW_TRY(stored.fetch(matrix, 0, rows, columns));
    std::vector<std::int16_t> numbers(static_cast<std::size_t>(rows * columns));
    stored.unpack(0, rows, numbers.data());
    return numbers.empty() ? 0 : *std::max_element(numbers.begin(), numbers.end());
}

std::int64_t blockWithin(std::int64_t columns, std::int64_t together) noexcept {
    for (const std::int64_t block : {std::int64_t{128}, std::int64_t{32}}) {
        if (columns % block == 0 && (together % block == 0 || together >= columns)) {
            return block;
        }
    }
    return 0;
}

std::string PackedInts::typeText() const {
    return fmt::format("INT{}", numbers.bits);
}

void PackedInts::chooseBlocks() {
    const std::int64_t block = blockWithin(columns, groupColumns);
    const bool nibbles = numbers.bits <= 4;
    held = block == 128  ? nibbles ? TensorType::INT4 : TensorType::INT8
           : block == 32 ? nibbles ? TensorType::INT4_32 : TensorType::INT8_32
                         : TensorType::F32;
    if (groupOf.empty() || held == TensorType::F32) {
        return;
    }
    order.resize(groupOf.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) { return groupOf[a] < groupOf[b]; });
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (groupOf[order[i]] != static_cast<std::int64_t>(i) / groupColumns) {
            order.clear();  // the groups differ in size
            held = TensorType::F32;
            return;
        }
    }
}

Result<void> PackedInts::read(std::int64_t first, std::int64_t count, TensorType as, std::byte* target) const {
    if (count == 0 || columns == 0) {
        return {};
    }
    KVW_TRY_ASSIGN(const auto rowScales, readScales(*this, first, count));
    IntRows stored;
    KVW_TRY(stored.fetch(numbers, first, count, columns));
    const auto all = static_cast<std::size_t>(count * groups);
    std::vector<std::int16_t> rowZeros(all);
    if (zeros) {
        IntRows some;
        KVW_TRY(some.fetch(*zeros, first, count, groups));
        some.unpack(first, count, rowZeros.data());
    }
    for (std::int16_t& one : rowZeros) {
        one = static_cast<std::int16_t>(one + zero);
    }
    const std::size_t rowBytes = bytesOf(as, static_cast<std::size_t>(columns));
    const auto atOnce = std::clamp<std::int64_t>(static_cast<std::int64_t>(kNumbersAtOnce) / columns, 1,
                                                 std::max<std::int64_t>(1, count));
    std::vector<std::int16_t> unpacked(static_cast<std::size_t>(atOnce * columns)), ordered(order.size());
    for (std::int64_t done = 0; done < count; done += atOnce) {
        const std::int64_t here = std::min(atOnce, count - done);
        stored.unpack(first + done, here, unpacked.data());
        for (std::int64_t i = 0; i < here; ++i, target += rowBytes) {
            const auto group = (done + i) * groups;
            const Row row{unpacked.data() + i * columns, rowScales.data() + group, rowZeros.data() + group};
            if (as == TensorType::F32) {
                toFloats(*this, row, reinterpret_cast<float*>(target));
            } else if (order.empty()) {
                toBlocks(*this, row, target);
            } else {
                std::transform(order.begin(), order.end(), ordered.begin(),
                               [&](std::uint32_t column) { return row.numbers[column]; });
                toBlocks(*this, {ordered.data(), row.scales, row.zeros}, target);
            }
        }
    }
    return {};
}

}  // namespace kvw
