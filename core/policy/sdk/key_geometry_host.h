// SPDX-License-Identifier: Apache-2.0
/// The passes over bare memory behind key_geometry.h, for those who follow its numbers from step to step: the same
/// bits come out of them for the same vectors.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace kvw::sdk {

/// Vectors of one head, [tokens, channels].
struct Head {
    const float* vectors = nullptr;
    std::size_t tokens = 0, channels = 0;
};

/// Vectors [first, behind) of the head that is next, if there is one: both passes find theirs in the processor's cache,
/// and memory would be idle.
struct Ahead {
    const float* vectors = nullptr;
    std::size_t channels = 0;

    __attribute__((always_inline)) void fetch(std::size_t first, std::size_t behind) const {
        constexpr std::size_t kLineFloats = 16;
        for (std::size_t at = first * channels; vectors != nullptr && at < behind * channels; at += kLineFloats) {
            __builtin_prefetch(vectors + at, 0, 2);
        }
    }
};

/// (x + it) - it rounds numbers of the size of a cosine to multiples of 2^-40.
inline constexpr double kCosineGrid = 0x1.8p12;

/// Fixed point for channels of unit vectors, in which a sum of `tokens` of them is exact: the same in any order, and
/// what left can be taken off again. Steps of 2^-50 up to 8192 tokens, coarser for more.
class UnitGrid {
 public:
    explicit UnitGrid(std::size_t tokens);
    [[nodiscard]] bool operator==(const UnitGrid&) const = default;
    /// |channel| <= 1 as a number of steps. Inlined into loops, it is an addition in double and one of integers.
    [[nodiscard]] __attribute__((always_inline)) std::int64_t steps(double channel) const {
        return std::bit_cast<std::int64_t>(channel + m_shift) - m_shiftBits;
    }
    [[nodiscard]] double step() const noexcept { return m_step; }
    /// (x + it) - it rounds a channel to the grid.
    [[nodiscard]] double shift() const noexcept { return m_shift; }

 private:
    double m_shift, m_step;
    std::int64_t m_shiftBits;
};

/// 1 / length per vector, 0 for a vector of length 0. high, low: the length if it was measured before, else it is
/// filled in; or null.
void measure(const Head& head, float* high, float* low, double* inverse);
/// Adds the unit vectors, in steps of their grid. Fetches the first half of what is next.
void add_units(const Head& head, const Ahead& ahead, const UnitGrid& grid, const double* inverse, std::int64_t* sum);
/// A sum of unit vectors that is no longer than this is what rounding makes of one that is 0.
[[nodiscard]] double no_direction(std::size_t tokens);
/// The direction of a sum of `tokens` unit vectors, 0 if it has none; returns the sum's length.
double direct(std::span<const std::int64_t> sum, const UnitGrid& grid, std::size_t tokens, std::span<double> direction);
/// Cosines with a direction, on a grid of 2^-40, in the place of 1 / length. Fetches the second half of what is next.
void project(const Head& head, const Ahead& ahead, const double* direction, double* inverseToCosine);

}  // namespace kvw::sdk
