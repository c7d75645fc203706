// SPDX-License-Identifier: Apache-2.0
#include "core/policy/kit/cpu/key_geometry_host.h"

#include <algorithm>
#include <cmath>

#include "core/policy/kit/cpu/versions.h"

namespace kvw::sdk {
namespace {

constexpr std::size_t kDotLanes = 8;
/// Length below which a mean of unit vectors is taken for the rounding error of 0.
constexpr double kNothing = 1e-12;
/// Added to a channel, it makes 2^-50 the last place of the double.
constexpr double kShift = 0x1.8p2;
/// Number of tokens from which on steps of 2^-50 would be too many for 63 bits, if all channels are 1.
constexpr std::size_t kCoarser = 8192;

/// Adds in lanes: one order of additions for every vector, which compilers turn into vector code.
template <class Other>
inline __attribute__((always_inline)) double dot(const float* a, const Other* b, std::size_t channels) {
    double lanes[kDotLanes] = {};
    const std::size_t whole = channels - channels % kDotLanes;
    for (std::size_t c = 0; c < whole; c += kDotLanes) {
        for (std::size_t lane = 0; lane < kDotLanes; ++lane) {
            lanes[lane] += static_cast<double>(a[c + lane]) * static_cast<double>(b[c + lane]);
        }
    }
    double rest = 0;
    for (std::size_t c = whole; c < channels; ++c) {
        rest += static_cast<double>(a[c]) * static_cast<double>(b[c]);
    }
    for (std::size_t half = kDotLanes / 2; half > 0; half /= 2) {
        for (std::size_t lane = 0; lane < half; ++lane) {
            lanes[lane] += lanes[lane + half];
        }
    }
    return lanes[0] + rest;
}

}  // namespace

UnitGrid::UnitGrid(std::size_t tokens)
    : m_shift(kShift * static_cast<double>(std::max<std::size_t>(std::bit_ceil(tokens + 1) / kCoarser, 1))),
      m_step(m_shift / 1.5 * 0x1p-52),
      m_shiftBits(std::bit_cast<std::int64_t>(m_shift)) {}

KVW_VERSIONS void measure(const Head& head, float* high, float* low, double* inverse) {
    for (std::size_t t = 0; t < head.tokens; ++t) {
        const float* vector = head.vectors + t * head.channels;
        const bool known = high != nullptr && high[t] > 0;
        const double length = known ? static_cast<double>(high[t]) + static_cast<double>(low[t])
                                    : std::sqrt(dot(vector, vector, head.channels));
        if (!known && high != nullptr) {
            high[t] = static_cast<float>(length);
            low[t] = static_cast<float>(length - static_cast<double>(high[t]));
        }
        inverse[t] = length > 0 ? 1.0 / length : 0.0;
    }
}

/// Takes four vectors at a time, so that each sum is read and written once for the four.
KVW_VERSIONS void add_units(const Head& head, const Ahead& ahead, const UnitGrid& grid, const double* inverse,
                            std::int64_t* __restrict sum) {
    const std::size_t channels = head.channels;
    const UnitGrid own = grid;  // a copy cannot alias `sum`
    std::size_t t = 0;
    for (; t + 4 <= head.tokens; t += 4) {
        ahead.fetch(t / 2, t / 2 + 2);
        const float* v0 = head.vectors + t * channels;
        const float* v1 = v0 + channels;
        const float* v2 = v1 + channels;
        const float* v3 = v2 + channels;
        const double f0 = inverse[t], f1 = inverse[t + 1], f2 = inverse[t + 2], f3 = inverse[t + 3];
        for (std::size_t c = 0; c < channels; ++c) {
            const std::int64_t s0 = own.steps(static_cast<double>(v0[c]) * f0);
            const std::int64_t s1 = own.steps(static_cast<double>(v1[c]) * f1);
            const std::int64_t s2 = own.steps(static_cast<double>(v2[c]) * f2);
            const std::int64_t s3 = own.steps(static_cast<double>(v3[c]) * f3);
            sum[c] += (s0 + s1) + (s2 + s3);
        }
    }
    for (; t < head.tokens; ++t) {
        const float* vector = head.vectors + t * channels;
        const double factor = inverse[t];
        for (std::size_t c = 0; c < channels; ++c) {
            sum[c] += own.steps(static_cast<double>(vector[c]) * factor);
        }
    }
}

double no_direction(std::size_t tokens) {
    return kNothing * static_cast<double>(tokens);
}

double direct(std::span<const std::int64_t> sum, const UnitGrid& grid, std::size_t tokens,
              std::span<double> direction) {
    double squares = 0;
    for (std::size_t c = 0; c < sum.size(); ++c) {
        direction[c] = static_cast<double>(sum[c]) * grid.step();
        squares += direction[c] * direction[c];
    }
    const double length = std::sqrt(squares);
    const double inverse = length > no_direction(tokens) ? 1.0 / length : 0.0;
    for (double& channel : direction) {
        channel *= inverse;
    }
    return length;
}

KVW_VERSIONS void project(const Head& head, const Ahead& ahead, const double* direction, double* inverseToCosine) {
    for (std::size_t t = 0; t < head.tokens; ++t) {
        if (t % 2 == 0) {
            ahead.fetch((head.tokens + t) / 2, (head.tokens + t) / 2 + 1);
        }
        const double cosine = dot(head.vectors + t * head.channels, direction, head.channels) * inverseToCosine[t];
        inverseToCosine[t] = (cosine + kCosineGrid) - kCosineGrid;
    }
}

}  // namespace kvw::sdk
