// SPDX-License-Identifier: Apache-2.0
/// Passes over bare memory behind key_geometry.h, also for callers that update its numbers from step to step: equal
/// vectors give equal bits.
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

/// Vectors of the next head, null if there is none. Both passes prefetch a half of them while memory would be idle, so
/// that the next head starts with its vectors in the processor's cache.
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

/// Rounds a cosine x to a multiple of 2^-40: (x + kCosineGrid) - kCosineGrid.
inline constexpr double kCosineGrid = 0x1.8p12;

/// Fixed-point grid for channels of unit vectors, in which a sum of `tokens` of them is exact: it is the same in any
/// order, and a vector can be subtracted again. Steps of 2^-50 below 8192 tokens, coarser from there on.
class UnitGrid {
 public:
    explicit UnitGrid(std::size_t tokens);
    [[nodiscard]] bool operator==(const UnitGrid&) const = default;
    /// Returns a channel, |channel| <= 1, as a number of steps. Inlined into loops, this is one addition in double and
    /// one of integers.
    [[nodiscard]] __attribute__((always_inline)) std::int64_t steps(double channel) const {
        return std::bit_cast<std::int64_t>(channel + m_shift) - m_shiftBits;
    }
    [[nodiscard]] double step() const noexcept { return m_step; }
    /// Rounds a channel x to the grid: (x + shift()) - shift().
    [[nodiscard]] double shift() const noexcept { return m_shift; }

 private:
    double m_shift, m_step;
    std::int64_t m_shiftBits;
};

/// Writes 1 / length per vector into `inverse`, 0 for a vector of length 0. `high` and `low` (or null) hold the length
/// as a sum of two numbers; where `high` is 0 it is measured and filled in.
void measure(const Head& head, float* high, float* low, double* inverse);
/// Adds the unit vectors to `sum`, in steps of `grid`. Prefetches the first half of the next head.
void add_units(const Head& head, const Ahead& ahead, const UnitGrid& grid, const double* inverse, std::int64_t* sum);
/// Returns the length up to which a sum of unit vectors counts as 0, because rounding alone may have made it.
[[nodiscard]] double no_direction(std::size_t tokens);
/// Writes the direction of a sum of `tokens` unit vectors, 0 if it has none; returns the length of the sum.
double direct(std::span<const std::int64_t> sum, const UnitGrid& grid, std::size_t tokens, std::span<double> direction);
/// Replaces 1 / length by the cosine with `direction`, on a grid of 2^-40. Prefetches the second half of the next head.
void project(const Head& head, const Ahead& ahead, const double* direction, double* inverseToCosine);

}  // namespace kvw::sdk
