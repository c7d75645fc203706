// SPDX-License-Identifier: Apache-2.0
#include "core/model/weights/dequantize.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>

#include "kernels/blocks.h"
#include "kernels/linear.h"

namespace kvw {
namespace {

using Byte = std::uint8_t;

std::array<float, 256> fp8Table() noexcept {
    std::array<float, 256> table{};
    for (unsigned code = 0; code < 256; ++code) {
        const int exponent = static_cast<int>(code >> 3U & 15U), mantissa = static_cast<int>(code & 7U);
        float value = exponent == 0 ? std::ldexp(static_cast<float>(mantissa), -9)
                                    : std::ldexp(static_cast<float>(8 + mantissa), exponent - 10);
        if ((code & 0x7FU) == 0x7FU) {
            value = std::bit_cast<float>(0x7FC00000U);
        }
        table[code] = code >= 128 ? -value : value;
    }
    return table;
}

template <class Word>
bool finite(const std::byte* source, std::size_t count, Word exponent) {
    constexpr std::size_t kPiece = 4096;
    for (std::size_t begin = 0; begin < count; begin += kPiece) {
        const std::size_t end = std::min(count, begin + kPiece);
        Word bad = 0;
        for (std::size_t i = begin; i < end; ++i) {
            Word word;
            std::memcpy(&word, source + i * sizeof(Word), sizeof(Word));
            bad = static_cast<Word>(bad | static_cast<Word>((word & exponent) == exponent));
        }
        if (bad != 0) {
            return false;
        }
    }
    return true;
}

}  // namespace

void toFloat(TensorType type, const std::byte* source, float* target, std::size_t count) {
    static const std::array<float, 256> kFp8 = fp8Table();
    const auto* bytes = reinterpret_cast<const Byte*>(source);
    if (const auto blocks = blockType(type)) {
        return decodeBlocks(*blocks, source, target, count);
    }
    switch (type) {
        case TensorType::F32:
            std::memcpy(target, source, count * sizeof(float));
            break;
        case TensorType::BF16:
            return widen(source, Dtype::BF16, target, count);
        case TensorType::F16:
            return widen(source, Dtype::F16, target, count);
        case TensorType::F8E4M3:
            std::transform(bytes, bytes + count, target, [](Byte code) { return kFp8[code]; });
            break;
        case TensorType::F64:
            for (std::size_t i = 0; i < count; ++i) {
                double value = 0;
                std::memcpy(&value, source + 8 * i, 8);
                target[i] = static_cast<float>(value);
            }
            break;
        default:
            std::fill_n(target, count, 0.0F);
    }
}

bool allFinite(TensorType type, const std::byte* source, std::size_t count) {
    if (const auto blocks = blockType(type)) {
        constexpr std::size_t kPiece = 1024;  // a multiple of every block size
        std::array<float, kPiece> numbers;
        for (; count > 0; source += kPiece / blockElements(type) * blockBytes(type)) {
            const std::size_t here = std::min(count, kPiece);
            decodeBlocks(*blocks, source, numbers.data(), here);
            if (!finite<std::uint32_t>(std::as_bytes(std::span(numbers)).data(), here, 0x7F800000)) {
                return false;
            }
            count -= here;
        }
        return true;
    }
    switch (type) {
        case TensorType::BF16:
            return finite<std::uint16_t>(source, count, 0x7F80);
        case TensorType::F16:
            return finite<std::uint16_t>(source, count, 0x7C00);
        default:
            return finite<std::uint32_t>(source, count, 0x7F800000);
    }
}

}  // namespace kvw
