// SPDX-License-Identifier: Apache-2.0
/// Sixteen float lanes in four 16-byte vectors of the compiler; no intrinsics.
#pragma once

#include "kernels/half.h"
#include "kernels/variant/storage.h"

namespace kvw {
namespace {

typedef float V4 __attribute__((vector_size(16)));
typedef std::int32_t I4 __attribute__((vector_size(16)));

struct F {
    V4 v[4];
};
struct D {
    double v[kLanes];
};

constexpr std::size_t kGemmRows = 2;
constexpr std::size_t kGemmVectors = 1;
constexpr std::size_t kQueryBlock = 1;  // query heads that share one load of keys or values
constexpr std::size_t kMixVectors = 2;
constexpr std::size_t kDotVectors = 3;  // vectors and rows of weights in a tile of matVecs
constexpr std::size_t kDotRows = 1;
constexpr std::size_t kBlockVectors = 1;  // vectors that a row of blocks is multiplied with while it is decoded
constexpr std::size_t kDotSums = 4;       // accumulators of a tile

KVW_LANES F broadcast(float x) {
    const V4 four{x, x, x, x};
    return {{four, four, four, four}};
}
KVW_LANES F load(const float* p) {
    F a;
    __builtin_memcpy(&a, p, sizeof(a));
    return a;
}
KVW_LANES F load(const Bf16* p) {
    float wide[kLanes];
    for (std::size_t i = 0; i < kLanes; ++i) {
        wide[i] = widenBf16(p[i].bits);
    }
    return load(wide);
}
KVW_LANES F load(const Half* p) {
    float wide[kLanes];
    for (std::size_t i = 0; i < kLanes; ++i) {
        wide[i] = widenF16(p[i].bits);
    }
    return load(wide);
}
KVW_LANES F broadcast(Half x) {
    return broadcast(widenF16(x.bits));
}
/// Returns the 16 codes of a word (kernels/coded.h).
template <std::uint32_t kWidth>
KVW_LANES F codes(const std::byte* word) {
    float wide[kLanes];
    if constexpr (kWidth == 8) {
        std::uint8_t bytes[kLanes];
        __builtin_memcpy(bytes, word, sizeof(bytes));
        for (std::size_t i = 0; i < kLanes; ++i) {
            wide[i] = static_cast<float>(bytes[i]);
        }
    } else {
        std::uint32_t halves[2];
        __builtin_memcpy(&halves[0], word, sizeof(halves[0]));
        __builtin_memcpy(&halves[1], kWidth == 4 ? word + 4 : word, sizeof(halves[1]));
        for (std::size_t i = 0; i < kLanes; ++i) {
            const std::size_t shift = kWidth == 4 ? i / 2 * 4 : i * 2;
            wide[i] = static_cast<float>((halves[i % 2] >> shift) & ((1U << kWidth) - 1U));
        }
    }
    return load(wide);
}
/// Widens bytes, taken as int8, to lanes.
KVW_LANES F signedNumbers(Bytes bytes) {
    float wide[kLanes];
    for (std::size_t i = 0; i < kLanes; ++i) {
        wide[i] = static_cast<float>(static_cast<std::int8_t>(bytes[i]));
    }
    return load(wide);
}
/// Looks bytes up in a table of 16; the indices are below 16.
KVW_LANES Bytes lookUp(Bytes table, Bytes index) {
    Bytes found = index;
    for (std::size_t i = 0; i < kLanes; ++i) {
        found[i] = table[index[i]];
    }
    return found;
}
/// Loads the first `count` < 16 elements, zero in the other lanes; touches no memory beyond them.
template <class T>
KVW_LANES F loadFirst(const T* p, std::size_t count) {
    T padded[kLanes] = {};
    __builtin_memcpy(padded, p, count * sizeof(T));
    return load(padded);
}
KVW_LANES void store(float* p, F a) {
    __builtin_memcpy(p, &a, sizeof(a));
}
KVW_LANES void storeFirst(float* p, F a, std::size_t count) {
    __builtin_memcpy(p, &a, count * sizeof(float));
}

KVW_LANES F operator+(F a, F b) {
    return {{a.v[0] + b.v[0], a.v[1] + b.v[1], a.v[2] + b.v[2], a.v[3] + b.v[3]}};
}
KVW_LANES F operator-(F a, F b) {
    return {{a.v[0] - b.v[0], a.v[1] - b.v[1], a.v[2] - b.v[2], a.v[3] - b.v[3]}};
}
KVW_LANES F operator*(F a, F b) {
    return {{a.v[0] * b.v[0], a.v[1] * b.v[1], a.v[2] * b.v[2], a.v[3] * b.v[3]}};
}
KVW_LANES F operator/(F a, F b) {
    return {{a.v[0] / b.v[0], a.v[1] / b.v[1], a.v[2] / b.v[2], a.v[3] / b.v[3]}};
}
/// a * b + c, rounded twice: without hardware support a fused operation would be a library call.
KVW_LANES F fma(F a, F b, F c) {
    return a * b + c;
}
/// Returns the larger; b if either is NaN.
KVW_LANES F larger(F a, F b) {
    F c;
    for (std::size_t i = 0; i < 4; ++i) {
        c.v[i] = a.v[i] > b.v[i] ? a.v[i] : b.v[i];
    }
    return c;
}
KVW_LANES F smaller(F a, F b) {
    F c;
    for (std::size_t i = 0; i < 4; ++i) {
        c.v[i] = a.v[i] < b.v[i] ? a.v[i] : b.v[i];
    }
    return c;
}
/// Lane by lane: a < b ? x : y; y where a or b is NaN.
KVW_LANES F whereLess(F a, F b, F x, F y) {
    F c;
    for (std::size_t i = 0; i < 4; ++i) {
        c.v[i] = a.v[i] < b.v[i] ? x.v[i] : y.v[i];
    }
    return c;
}
/// Rounds |a| < 2^22: adding and subtracting 1.5 * 2^23 leaves the nearest integer, ties to even.
KVW_LANES F roundNearest(F a) {
    const F magic = broadcast(0x1.8p23F);
    return (a + magic) - magic;
}
KVW_LANES F powerOfTwo(F n) {
    F c;
    for (std::size_t i = 0; i < 4; ++i) {
        const I4 exponent = (__builtin_convertvector(n.v[i], I4) + 127) << 23;
        __builtin_memcpy(&c.v[i], &exponent, sizeof(exponent));
    }
    return c;
}
/// a * 2^n for integral n in [-252, 254]; in two steps, so that subnormal results and overflow are right.
KVW_LANES F scaleByPower(F a, F n) {
    const F first = roundNearest(n * broadcast(0.5F));
    return a * powerOfTwo(first) * powerOfTwo(n - first);
}
/// Keeps lane i of a if bit i is set, else takes `other`.
KVW_LANES F keep(F a, std::uint32_t bits, float other) {
    const V4 otherwise{other, other, other, other};
    for (std::size_t i = 0; i < 4; ++i) {
        const auto part = static_cast<std::int32_t>(bits >> (4 * i));
        const I4 set = I4{part & 1, part & 2, part & 4, part & 8} != 0;
        a.v[i] = set ? a.v[i] : otherwise;
    }
    return a;
}
KVW_LANES F gather(const float* base, const std::int32_t* index) {
    float values[kLanes];
    for (std::size_t i = 0; i < kLanes; ++i) {
        values[i] = base[index[i]];
    }
    return load(values);
}
KVW_LANES float sumOf(F a) {
    const V4 four = (a.v[0] + a.v[1]) + (a.v[2] + a.v[3]);
    return (four[0] + four[1]) + (four[2] + four[3]);
}
KVW_LANES float maxOf(F a) {
    float lanes[kLanes];
    store(lanes, a);
    float most = lanes[0];
    for (std::size_t i = 1; i < kLanes; ++i) {
        most = lanes[i] > most ? lanes[i] : most;
    }
    return most;
}

KVW_LANES D zeroDouble() {
    return {};
}
KVW_LANES D addWide(D sum, F a) {
    float lanes[kLanes];
    store(lanes, a);
    for (std::size_t i = 0; i < kLanes; ++i) {
        sum.v[i] += static_cast<double>(lanes[i]);
    }
    return sum;
}
KVW_LANES double sumOf(D a) {
    double sum = 0;
    for (std::size_t i = 0; i < kLanes; ++i) {
        sum += a.v[i];
    }
    return sum;
}

/// Returns bits of 16 tokens; bit i is set if tokens[i] >= 0.
KVW_LANES std::uint32_t occupiedOf16(const std::int64_t* tokens) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < kLanes; ++i) {
        bits |= (tokens[i] >= 0 ? 1U : 0U) << i;
    }
    return bits;
}

}  // namespace
}  // namespace kvw

#include "kernels/variant/nibbles.h"
