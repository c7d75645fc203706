// SPDX-License-Identifier: Apache-2.0
/// Products of quantised blocks with AVX-512 VNNI.
#include <immintrin.h>

#include "kernels/variant/integer_products.h"
#include "kernels/variant/storage.h"
#include "kernels/variant/streams.h"

namespace kvw {
namespace {

using Byte = std::uint8_t;

constexpr std::size_t kGroup = 64;
constexpr std::size_t kVectors = 4;         // vectors that a row is multiplied with while its numbers are in a register
constexpr float kLargest = 127.0F * 65536;  // of a split number, in steps

template <class T>
KVW_LANES T read(const Byte* p) {
    T value;
    __builtin_memcpy(&value, p, sizeof(value));
    return value;
}
KVW_LANES __m256i load32(const Byte* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}
KVW_LANES __m128i load16(const Byte* p) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
}
KVW_LANES __m512i twice(__m256i half) {
    return _mm512_broadcast_i64x4(half);
}
KVW_LANES __m512i joined(__m256i lower, __m256i upper) {
    return _mm512_inserti64x4(_mm512_castsi256_si512(lower), upper, 1);
}
/// Shifts the 16-bit words of the lower half right by `lower`, and those of the upper half by `upper`.
KVW_LANES __m512i shiftRight(__m512i words, int lower, int upper) {
    return _mm512_srlv_epi16(
        words, joined(_mm256_set1_epi16(static_cast<short>(lower)), _mm256_set1_epi16(static_cast<short>(upper))));
}
KVW_LANES __m512i lowNibbles(__m512i bytes) {
    return _mm512_and_si512(bytes, _mm512_set1_epi8(15));
}

/// Factors of 256 columns: number n of a block stands for step * (n - kMiddle) + offset. Sums with n - kMiddle are
/// integers, so that a large number of the vector whose weight is 0 cancels exactly.
struct Factors {
    __m512 steps, offsets;
};

/// Blocks of 32 numbers: a 16-bit step, with kOffset then a 16-bit offset, with kFive four bytes of fifth bits, and 16
/// bytes of nibbles.
template <bool kFive, bool kHasOffset>
struct SmallBlocks {
    static constexpr bool kOffset = kHasOffset;
    static constexpr int kMiddleBits = kOffset ? 0 : kFive ? 4 : 3;  ///< log2 of kMiddle
    static constexpr std::size_t kHead = kOffset ? 4 : 2;
    static constexpr std::size_t kBytes = kHead + (kFive ? 20 : 16);
    static constexpr std::size_t kNumbers = 32;
    static constexpr std::size_t kFactors = 8;

    KVW_LANES Factors factors(const Byte* at, std::size_t blocks) {
        __m256i heads = _mm256_setzero_si256();
        for (std::size_t i = 0; i < blocks; ++i) {
            heads = _mm256_mask_set1_epi32(heads, static_cast<__mmask8>(1U << i), read<int>(at + i * kBytes));
        }
        // Steps are the even 16-bit words.
        const __m512 words = _mm512_cvtph_ps(heads);
        const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 0, 2, 4, 6, 8, 10, 12, 14);
        const __m512 steps = _mm512_permutexvar_ps(even, words);
        const __m512i odd = _mm512_add_epi32(even, _mm512_set1_epi32(1));
        return {steps, kOffset ? _mm512_permutexvar_ps(odd, words) : _mm512_setzero_ps()};
    }
    KVW_LANES __m256i nibbles(const Byte* block) {
        const __m128i bytes = load16(block + kBytes - 16);
        return _mm256_inserti128_si256(_mm256_castsi128_si256(bytes), _mm_srli_epi16(bytes, 4), 1);
    }
    KVW_LANES __m512i numbers(const Byte* at, std::size_t group, std::size_t blocks) {
        const Byte* first = at + 2 * group * kBytes;
        const bool both = 2 * group + 1 < blocks;
        const Byte* second = both ? first + kBytes : first;  // with columns behind the end, which are zero
        __m512i result = lowNibbles(joined(nibbles(first), nibbles(second)));
        if constexpr (kFive) {
            const std::uint64_t bits = read<std::uint32_t>(first + kHead) |
                                       static_cast<std::uint64_t>(read<std::uint32_t>(second + kHead)) << 32U;
            result = _mm512_mask_add_epi8(result, bits, result, _mm512_set1_epi8(16));
        }
        return result;
    }
};

/// Eight groups of 32, with scales and minimums of six bits in twelve bytes; with kFive, fifth bits before the nibbles.
template <bool kFive>
struct SixBitScales {
    static constexpr bool kOffset = true;
    static constexpr int kMiddleBits = 0;
    static constexpr std::size_t kBytes = kFive ? 176 : 144;
    static constexpr std::size_t kNumbers = 256;
    static constexpr std::size_t kFactors = 8;

    KVW_LANES Factors factors(const Byte* at, std::size_t) {
        const auto word0 = read<std::uint32_t>(at + 4), word1 = read<std::uint32_t>(at + 8),
                   word2 = read<std::uint32_t>(at + 12);
        constexpr std::uint32_t kSix = 0x3f3f3f3f, kFour = 0x0f0f0f0f, kTwo = 0x30303030;
        const auto lane = [](std::uint32_t word) { return static_cast<int>(word); };
        const __m128i six = _mm_setr_epi32(lane(word0 & kSix), lane((word2 & kFour) | (word0 >> 2U & kTwo)),
                                           lane(word1 & kSix), lane((word2 >> 4U & kFour) | (word1 >> 2U & kTwo)));
        // Eight scales, then eight minimums; the two factors of the block in the same halves.
        const __m512 scales = _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(six));
        const __m128 both = _mm_cvtph_ps(_mm_cvtsi32_si128(read<int>(at)));
        const __m512i halves = _mm512_setr_epi32(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1);
        const __m512 product = _mm512_mul_ps(scales, _mm512_permutexvar_ps(halves, _mm512_castps128_ps512(both)));
        const __m512 minimums = _mm512_shuffle_f32x4(product, product, 0xee);
        return {product, _mm512_sub_ps(_mm512_setzero_ps(), minimums)};
    }
    KVW_LANES __m512i numbers(const Byte* at, std::size_t group, std::size_t) {
        __m512i result = lowNibbles(shiftRight(twice(load32(at + (kFive ? 48 : 16) + 32 * group)), 0, 4));
        if constexpr (kFive) {
            const __m512i place = joined(_mm256_set1_epi8(static_cast<char>(1U << (2 * group))),
                                         _mm256_set1_epi8(static_cast<char>(2U << (2 * group))));
            const __mmask64 fifth = _mm512_test_epi8_mask(twice(load32(at + 16)), place);
            result = _mm512_mask_add_epi8(result, fifth, result, _mm512_set1_epi8(16));
        }
        return result;
    }
};

/// Numbers of six bits less 32, with an 8-bit scale for 16 of them.
struct SixBits {
    static constexpr bool kOffset = false;
    static constexpr int kMiddleBits = 5;
    static constexpr std::size_t kBytes = 210;
    static constexpr std::size_t kNumbers = 256;
    static constexpr std::size_t kFactors = 16;

    KVW_LANES Factors factors(const Byte* at, std::size_t) {
        const __m512 d = _mm512_cvtph_ps(_mm256_set1_epi16(read<short>(at + 208)));
        const __m512 steps = _mm512_mul_ps(d, _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(load16(at + 192))));
        return {steps, _mm512_setzero_ps()};
    }
    KVW_LANES __m512i numbers(const Byte* at, std::size_t group, std::size_t) {
        const __m512i four = _mm512_loadu_si512(at + group / 2 * 64);
        const __m512i two = twice(load32(at + 128 + group / 2 * 32));
        const bool first = group % 2 == 0;
        const __m512i upper =
            first ? _mm512_sllv_epi16(two, joined(_mm256_set1_epi16(4), _mm256_set1_epi16(2))) : shiftRight(two, 0, 2);
        return _mm512_or_si512(lowNibbles(first ? four : _mm512_srli_epi16(four, 4)),
                               _mm512_and_si512(upper, _mm512_set1_epi8(48)));
    }
};

/// Returns sums of four products each: 16 lanes, in steps.
KVW_LANES __m512i sumsOf(__m512i numbers, const SplitGroup& x) {
    __m512i sums = _mm512_dpbusd_epi32(_mm512_setzero_si512(), numbers, _mm512_loadu_si512(x.high));
    sums = _mm512_dpbusd_epi32(_mm512_slli_epi32(sums, 8), numbers, _mm512_loadu_si512(x.middle));
    return _mm512_dpbusd_epi32(_mm512_slli_epi32(sums, 8), numbers, _mm512_loadu_si512(x.low));
}

/// Computes the products of a row with kCount vectors, `stride` elements of SplitVector apart.
template <class Blocks, std::size_t kCount>
void multiplyRow(const Byte* row, std::size_t columns, const SplitVector* x, std::size_t stride, float* y,
                 std::size_t yStride) {
    __m512 products[kCount], offsets[kCount];
    for (std::size_t v = 0; v < kCount; ++v) {
        products[v] = offsets[v] = _mm512_setzero_ps();
    }
    // Lane i of a group has columns 4 i to 4 i + 3.
    const __m512i lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m512i factorOfLane = _mm512_srli_epi32(lanes, Blocks::kFactors == 8 ? 3 : 2);
    constexpr std::size_t kBlocks = SplitVector::kColumns / Blocks::kNumbers;
    for (std::size_t at = 0; at < columns; at += SplitVector::kColumns, ++x, row += kBlocks * Blocks::kBytes) {
        const std::size_t here = columns - at < SplitVector::kColumns ? columns - at : SplitVector::kColumns;
        const std::size_t blocks = here / Blocks::kNumbers;
        const Factors factors = Blocks::factors(row, blocks);
        __m512 steps[kCount];
        KVW_UNROLL(4)
        for (std::size_t v = 0; v < kCount; ++v) {
            const SplitVector& other = x[v * stride];
            __m512 own = _mm512_zextps256_ps512(_mm256_load_ps(other.steps));
            if constexpr (Blocks::kFactors == 16) {
                own = _mm512_permutexvar_ps(_mm512_srli_epi32(lanes, 1), own);
            }
            steps[v] = _mm512_mul_ps(factors.steps, own);
            if constexpr (Blocks::kOffset) {
                const __m512 sums = _mm512_zextps256_ps512(_mm256_load_ps(other.sums));
                offsets[v] = _mm512_fmadd_ps(_mm512_mul_ps(factors.offsets, own), sums, offsets[v]);
            }
        }
        const std::size_t groups = (here + kGroup - 1) / kGroup;
        const auto add = [&](std::size_t group) KVW_INLINE {
            const __m512i numbers = Blocks::numbers(row, group, blocks);
            const __m512i factor =
                _mm512_add_epi32(factorOfLane, _mm512_set1_epi32(static_cast<int>(group * (Blocks::kFactors / 4))));
            KVW_UNROLL(4)
            for (std::size_t v = 0; v < kCount; ++v) {
                const SplitGroup& other = x[v * stride].groups[group];
                __m512i whole = sumsOf(numbers, other);
                if constexpr (Blocks::kMiddleBits > 0) {
                    whole =
                        _mm512_sub_epi32(whole, _mm512_slli_epi32(_mm512_loadu_si512(other.sums), Blocks::kMiddleBits));
                }
                const __m512 sums = _mm512_cvtepi32_ps(whole);
                products[v] = _mm512_fmadd_ps(_mm512_permutexvar_ps(factor, steps[v]), sums, products[v]);
            }
        };
        if (groups == 4) {
            KVW_UNROLL(4)
            for (std::size_t group = 0; group < 4; ++group) {
                add(group);
            }
        } else {
            for (std::size_t group = 0; group < groups; ++group) {
                add(group);
            }
        }
    }
    for (std::size_t v = 0; v < kCount; ++v) {
        y[v * yStride] = _mm512_reduce_add_ps(_mm512_add_ps(products[v], offsets[v]));
    }
}

template <class Blocks, std::size_t kCount>
void multiplyRest(const Byte* row, std::size_t columns, const SplitVector* x, std::size_t stride, float* y,
                  std::size_t yStride, std::size_t count) {
    if constexpr (kCount > 0) {
        if (count == kCount) {
            return multiplyRow<Blocks, kCount>(row, columns, x, stride, y, yStride);
        }
        multiplyRest<Blocks, kCount - 1>(row, columns, x, stride, y, yStride, count);
    }
}

template <class Blocks>
void multiplyRows(const Weights& weights, const SplitVector* x, float* y, std::size_t yStride, std::size_t count,
                  std::size_t first, std::size_t last) {
    const std::size_t stride = (weights.columns + SplitVector::kColumns - 1) / SplitVector::kColumns;
    const auto* data = static_cast<const Byte*>(weights.data);
    inStreams(data, weights.rowBytes(), first, last, [&](const Byte* row, std::size_t r) KVW_INLINE {
        std::size_t v = 0;
        for (; v + kVectors <= count; v += kVectors) {
            multiplyRow<Blocks, kVectors>(row, weights.columns, x + v * stride, stride, y + v * yStride + r, yStride);
        }
        multiplyRest<Blocks, kVectors - 1>(row, weights.columns, x + v * stride, stride, y + v * yStride + r, yStride,
                                           count - v);
    });
}

using RowsFunction = void (*)(const Weights&, const SplitVector*, float*, std::size_t, std::size_t, std::size_t,
                              std::size_t);

/// Returns the function for a type; null if there is none.
RowsFunction functionOf(BlockType type) {
    switch (type) {
        case BlockType::Q4_1:
            return multiplyRows<SmallBlocks<false, true>>;
        case BlockType::Q5_0:
            return multiplyRows<SmallBlocks<true, false>>;
        case BlockType::Q5_1:
            return multiplyRows<SmallBlocks<true, true>>;
        case BlockType::Q4_K:
            return multiplyRows<SixBitScales<false>>;
        case BlockType::Q5_K:
            return multiplyRows<SixBitScales<true>>;
        case BlockType::Q6_K:
            return multiplyRows<SixBits>;
        default:
            return nullptr;
    }
}

bool takes(BlockType type) {
    return functionOf(type) != nullptr;
}

void multiply(const Weights& weights, const SplitVector* x, float* y, std::size_t yStride, std::size_t count,
              std::size_t first, std::size_t last) {
    functionOf (*weights.blocks)(weights, x, y, yStride, count, first, last);
}

/// Splits 16 numbers into bytes; `perStep`: 1 / step.
void splitLanes(__m512 x, __m512 perStep, std::int8_t* high, std::int8_t* middle, std::int8_t* low) {
    // Each byte is the lowest one of what is left, taken as signed.
    __m512i rest = _mm512_cvtps_epi32(_mm512_mul_ps(x, perStep));
    const auto take = [&rest](std::int8_t* target) {
        _mm_storeu_si128(reinterpret_cast<__m128i*>(target), _mm512_cvtepi32_epi8(rest));
        const __m512i byte = _mm512_srai_epi32(_mm512_slli_epi32(rest, 24), 24);
        rest = _mm512_srai_epi32(_mm512_sub_epi32(rest, byte), 8);
    };
    take(low);
    take(middle);
    take(high);
}

void split(const float* x, std::size_t columns, SplitVector* target) {
    for (std::size_t at = 0; at < columns; at += SplitVector::kColumns, ++target) {
        for (std::size_t part = 0; part < 8; ++part) {
            const std::size_t begin = at + part * 32;
            const std::size_t left = begin < columns ? columns - begin : 0;
            const auto visible = static_cast<std::uint32_t>(left < 32 ? (std::uint64_t{1} << left) - 1 : 0xffffffffU);
            const __m512 first = _mm512_maskz_loadu_ps(static_cast<__mmask16>(visible), x + (left > 0 ? begin : 0));
            const __m512 second =
                _mm512_maskz_loadu_ps(static_cast<__mmask16>(visible >> 16U), x + (left > 16 ? begin + 16 : 0));
            const __m512 largest = _mm512_max_ps(_mm512_abs_ps(first), _mm512_abs_ps(second));
            const float most = _mm512_reduce_max_ps(largest);
            const bool ordered = _mm512_cmp_ps_mask(first, second, _CMP_UNORD_Q) == 0;
            const float step = most / kLargest;
            const float perStep = kLargest / most;
            // Numbers whose step has no inverse are below 1e-31.
            const bool finite = ordered && most <= __FLT_MAX__, some = finite && perStep <= __FLT_MAX__;
            const __m512 factor = _mm512_set1_ps(some ? perStep : 0.0F);
            SplitGroup& group = target->groups[part / 2];
            const std::size_t lane = part % 2 * 32;
            const __m512 zero = _mm512_setzero_ps();
            splitLanes(finite ? first : zero, factor, group.high + lane, group.middle + lane, group.low + lane);
            splitLanes(finite ? second : zero, factor, group.high + lane + 16, group.middle + lane + 16,
                       group.low + lane + 16);
            target->steps[part] = some ? step : finite ? 0.0F : __builtin_nanf("");
        }
        for (std::size_t g = 0; g < 4; ++g) {
            const __m512i fours = sumsOf(_mm512_set1_epi8(1), target->groups[g]);
            _mm512_storeu_si512(target->groups[g].sums, fours);
            target->sums[2 * g] = static_cast<float>(_mm512_mask_reduce_add_epi32(0x00ff, fours));
            target->sums[2 * g + 1] = static_cast<float>(_mm512_mask_reduce_add_epi32(0xff00, fours));
        }
    }
}

}  // namespace

const IntegerProducts kAvx512IntegerProducts{takes, split, multiply};

}  // namespace kvw
