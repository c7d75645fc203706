// SPDX-License-Identifier: Apache-2.0
/// Functions and storage types of the kernels. They are made of operations that round alike on the GPU and on the host;
/// products are fused only where it says `fma`.
#pragma once

#include "kernels/cuda/primitives.h"
#include "kernels/device/device.h"

namespace kvw::device {

inline constexpr float kNothing = -INFINITY;  ///< score of a key that is not seen

KVW_DEVICE float larger(float a, float b) {
    return b > a ? b : a;
}

/// Returns e^x to about 1 ulp; 0 at -infinity, infinity above 88.73, NaN at NaN. Source: as kernels/variant/exp.h.
KVW_DEVICE float expOf(float x) {
    x = x < -110.0F ? -110.0F : x;
    x = x > 100.0F ? 100.0F : x;
    const float n = roundNearest(x * 1.442695040888963407F);
    float r = fma(n, -0.693145751953125F, x);
    r = fma(n, -1.428606765330187045e-06F, r);
    float u = 0.000198527617612853646278381F;
    u = fma(u, r, 0.00139304355252534151077271F);
    u = fma(u, r, 0.00833336077630519866943359F);
    u = fma(u, r, 0.0416664853692054748535156F);
    u = fma(u, r, 0.166666671633720397949219F);
    u = fma(u, r, 0.5F);
    u = fma(r * r, u, r) + 1.0F;
    // In two factors, since 2^n may be a subnormal number or above the largest one. NaN: any power will do.
    const int power = x == x ? static_cast<int>(n) : 0;
    const int half = power / 2;
    return u * asFloat(static_cast<std::uint32_t>(half + 127) << 23U) *
           asFloat(static_cast<std::uint32_t>(power - half + 127) << 23U);
}

/// Returns e^x for x <= 0 to about 1 ulp; 0 below -700.
KVW_DEVICE double expOf(double x) {
    if (!(x > -700)) {
        return x == x ? 0 : x;
    }
    const int n = static_cast<int>(x * 1.4426950408889634 - 0.5);
    double r = fma(static_cast<double>(n), -0.6931471803691238, x);
    r = fma(static_cast<double>(n), -1.9082149292705877e-10, r);
    double u = 1;
    KVW_UNROLL
    for (int i = 14; i > 0; --i) {
        u = fma(u, r * (1.0 / i), 1.0);
    }
    return u * asDouble(static_cast<std::uint64_t>(n + 1023) << 52U);
}

/// Returns the natural logarithm of a normal number above 0 to about 1 ulp: x = m 2^e with m in [sqrt(1/2), sqrt(2)),
/// ln m = 2 artanh((m - 1) / (m + 1)).
KVW_DEVICE double logOf(double x) {
    std::uint64_t bits = asBits(x);
    int e = static_cast<int>(bits >> 52U) - 1023;
    bits = (bits & 0x000fffffffffffffULL) | 0x3ff0000000000000ULL;
    double m = asDouble(bits);
    if (m > 1.4142135623730951) {
        m *= 0.5;
        ++e;
    }
    const double s = (m - 1) / (m + 1), z = s * s;
    double u = 1.0 / 23;
    KVW_UNROLL
    for (int i = 21; i >= 3; i -= 2) {
        u = fma(u, z, 1.0 / i);
    }
    const double exponent = static_cast<double>(e);
    const double low = fma(exponent, 1.9082149292705877e-10, 2 * s * z * u);
    return fma(exponent, 0.6931471803691238, low + 2 * s);
}

/// Returns tanh x to about 2 ulp. Source: as kernels/variant/activations.h, like the next ones.
KVW_DEVICE float tanhOf(float x) {
    const float size = x < 0 ? -x : x;
    const float square = x * x;
    float u = -5.70498872745e-3F;
    u = fma(u, square, 2.06390887954e-2F);
    u = fma(u, square, -5.37397155531e-2F);
    u = fma(u, square, 1.33314422036e-1F);
    u = fma(u, square, -3.33332819422e-1F);
    const float near = fma(u * square, x, x);
    const float far = 1.0F - 2.0F / (expOf(size + size) + 1.0F);
    return size < 0.625F ? near : x < 0 ? -far : far;
}

KVW_DEVICE float erfOf(float x) {
    const float size = x < 0 ? -x : x;
    const float square = x * x;
    float n = -5.96761703e-4F;
    n = fma(n, square, 4.99119423e-3F);
    n = fma(n, square, -2.67681349e-2F);
    n = fma(n, square, 1.12819925e-1F);
    n = fma(n, square, -3.76125336e-1F);
    n = fma(n, square, 1.28379166e-1F);
    const float t = size > 4.0F ? 4.0F : size;
    float f = fma(-1.72853470e-5F, t, 3.83197126e-4F);
    f = fma(f, t * t, fma(-3.88396438e-3F, t, 2.42546219e-2F));
    f = fma(f, t, -1.06777877e-1F);
    f = fma(f, t, -6.34846687e-1F);
    f = fma(f, t, -1.28717512e-1F);
    const float far = 1.0F - expOf(fma(f, t, -t));
    return size < 0.927734375F ? fma(n, x, x) : x < 0 ? -far : far;
}

KVW_DEVICE float geluOf(float x) {
    return x * 0.5F * (1.0F + erfOf(x * 0.707106781186547524F));
}

KVW_DEVICE float geluTanhOf(float x) {
    const float cubic = fma(x * x * 0.044715F, x, x);
    return x / (1.0F + expOf(cubic * (-2 * 0.797884560802865356F)));
}

/// Returns cap * tanh(x / cap); -infinity stays.
KVW_DEVICE float cappedOf(float x, float cap) {
    return x < -3e38F ? x : cap * tanhOf(x / cap);
}

/// Returns the activation of a gate times the value beside it, or of a value alone.
KVW_DEVICE float activated(Activation kind, float gate, float up, float limit, float slope) {
    switch (kind) {
        case Activation::SiluGate:
            return gate / (1.0F + expOf(-gate)) * up;
        case Activation::ClampedSiluGate: {
            // As BlockDecoder::clampGate: (u + 1) g sigmoid(a g), both clamped.
            const float g = slope * (gate > limit ? limit : gate);
            const float u = ((up > limit ? limit : up < -limit ? -limit : up) + 1.0F) / slope;
            return g / (1.0F + expOf(-g)) * u;
        }
        case Activation::GeluTanhGate:
            return geluTanhOf(gate) * up;
        case Activation::GeluTanh:
            return geluTanhOf(up);
        case Activation::GeluExact:
            return geluOf(up);
    }
    return 0;
}

struct Bf16 {
    std::uint16_t bits;
};
struct Half {
    std::uint16_t bits;
};

KVW_DEVICE float widen(float value) {
    return value;
}
KVW_DEVICE float widen(Bf16 value) {
    return asFloat(static_cast<std::uint32_t>(value.bits) << 16U);
}
KVW_DEVICE float widen(Half value) {
    return widenHalf(value.bits);
}

/// Rounds to nearest even; NaN stays NaN.
template <class T>
KVW_DEVICE T narrowTo(float value);
template <>
KVW_DEVICE float narrowTo<float>(float value) {
    return value;
}
template <>
KVW_DEVICE Bf16 narrowTo<Bf16>(float value) {
    const std::uint32_t bits = asBits(value);
    if ((bits & 0x7fffffffU) > 0x7f800000U) {
        return {static_cast<std::uint16_t>((bits >> 16U) | 0x0040U)};
    }
    return {static_cast<std::uint16_t>((bits + 0x7fffU + ((bits >> 16U) & 1U)) >> 16U)};
}
template <>
KVW_DEVICE Half narrowTo<Half>(float value) {
    return {narrowHalf(value)};
}

KVW_DEVICE float roundedTo(Number type, float value) {
    return type == Number::F32    ? value
           : type == Number::Bf16 ? widen(narrowTo<Bf16>(value))
                                  : widen(narrowTo<Half>(value));
}

/// Number of a storage type per 16 bytes.
template <class T>
inline constexpr int kPerVector = 16 / static_cast<int>(sizeof(T));

template <class T>
KVW_DEVICE void widenVector(const Vec16& v, float* out);
template <>
KVW_DEVICE void widenVector<float>(const Vec16& v, float* out) {
    KVW_UNROLL
    for (int i = 0; i < 4; ++i) {
        out[i] = asFloat(v.w[i]);
    }
}
template <>
KVW_DEVICE void widenVector<Bf16>(const Vec16& v, float* out) {
    KVW_UNROLL
    for (int i = 0; i < 4; ++i) {
        out[2 * i] = asFloat(v.w[i] << 16U);
        out[2 * i + 1] = asFloat(v.w[i] & 0xffff0000U);
    }
}
template <>
KVW_DEVICE void widenVector<Half>(const Vec16& v, float* out) {
    KVW_UNROLL
    for (int i = 0; i < 4; ++i) {
        out[2 * i] = widenHalf(static_cast<std::uint16_t>(v.w[i]));
        out[2 * i + 1] = widenHalf(static_cast<std::uint16_t>(v.w[i] >> 16U));
    }
}

/// Number `index` of an array of a storage type that is known at run time only.
KVW_DEVICE float numberAt(const void* numbers, Number type, std::size_t index) {
    switch (type) {
        case Number::F32:
            return static_cast<const float*>(numbers)[index];
        case Number::Bf16:
            return widen(static_cast<const Bf16*>(numbers)[index]);
        case Number::F16:
            return widen(static_cast<const Half*>(numbers)[index]);
    }
    return 0;
}
KVW_DEVICE void storeNumber(void* numbers, Number type, std::size_t index, float value) {
    switch (type) {
        case Number::F32:
            static_cast<float*>(numbers)[index] = value;
            return;
        case Number::Bf16:
            static_cast<Bf16*>(numbers)[index] = narrowTo<Bf16>(value);
            return;
        case Number::F16:
            static_cast<Half*>(numbers)[index] = narrowTo<Half>(value);
            return;
    }
}

/// Turns one channel of a head: `x` is the channel, `partner` the other one of its plane.
KVW_DEVICE float turned(const Rope& rope, int channel, float x, float partner, std::size_t phase) {
    const int planes = rope.rotaryDim / 2;
    const int plane = rope.halfSplit ? channel % planes : channel / 2;
    const bool first = rope.halfSplit ? channel < planes : channel % 2 == 0;
    const std::size_t at = phase * static_cast<std::size_t>(planes) + static_cast<std::size_t>(plane);
    const float cosine = rope.cosines[at], sine = rope.sines[at];
    return first ? x * cosine - partner * sine : x * cosine + partner * sine;
}
KVW_DEVICE int partnerOf(const Rope& rope, int channel) {
    const int planes = rope.rotaryDim / 2;
    return !rope.halfSplit ? channel ^ 1 : channel < planes ? channel + planes : channel - planes;
}

/// Returns the sum over the lanes of a warp up to and with this one. All of them come.
KVW_DEVICE int warpPrefix(int count) {
    KVW_UNROLL
    for (int by = 1; by < 32; by *= 2) {
        const int left = shuffleUp(count, by);
        count += threadIndex() % 32 >= by ? left : 0;
    }
    return count;
}

/// Sum over a block, the same bits in all threads; `shared` has room for a number per warp. All threads come.
template <class T>
KVW_DEVICE T blockSum(T value, T* shared) {
    value = warpSum(value);
    if (threadIndex() % 32 == 0) {
        shared[threadIndex() / 32] = value;
    }
    syncBlock();
    T sum = 0;
    for (int w = 0; w < blockThreads() / 32; ++w) {
        sum += shared[w];
    }
    syncBlock();
    return sum;
}
KVW_DEVICE std::uint64_t blockLeast(std::uint64_t value, std::uint64_t* shared) {
    value = warpLeast(value);
    if (threadIndex() % 32 == 0) {
        shared[threadIndex() / 32] = value;
    }
    syncBlock();
    std::uint64_t least = shared[0];
    for (int w = 1; w < blockThreads() / 32; ++w) {
        least = shared[w] < least ? shared[w] : least;
    }
    syncBlock();
    return least;
}

/// Maps a score to a number that sorts like it: NaN counts as -infinity, -0 as 0.
KVW_DEVICE std::uint32_t sortableOf(float score) {
    const std::uint32_t bits = asBits(score == score ? score + 0.0F : kNothing);
    return (bits & 0x80000000U) != 0 ? ~bits : bits | 0x80000000U;
}
KVW_DEVICE float fromSortable(std::uint32_t key) {
    return asFloat((key & 0x80000000U) != 0 ? key & 0x7fffffffU : ~key);
}

/// The same for a number of double.
KVW_DEVICE std::uint64_t sortableOf(double score) {
    const std::uint64_t bits = asBits(score == score ? score + 0.0 : -static_cast<double>(INFINITY));
    return bits >> 63U != 0 ? ~bits : bits | 0x8000000000000000ULL;
}
KVW_DEVICE double doubleFromSortable(std::uint64_t key) {
    return asDouble(key >> 63U != 0 ? key & 0x7fffffffffffffffULL : ~key);
}

/// Returns a word that is the least for the highest score, of equal ones for the lowest index.
KVW_DEVICE std::uint64_t highestFirst(float score, int index) {
    return static_cast<std::uint64_t>(~sortableOf(score)) << 32U | static_cast<std::uint64_t>(index);
}
KVW_DEVICE float scoreIn(std::uint64_t word) {
    return fromSortable(~static_cast<std::uint32_t>(word >> 32U));
}

}  // namespace kvw::device
