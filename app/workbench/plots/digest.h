// SPDX-License-Identifier: GPL-3.0-or-later
/// What a curve of any length draws: every point where few are in sight, else the smallest and the largest of each
/// bucket, so that a spike of one step is seen at every zoom.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "core/trace/columns.h"

namespace kvw::wb {

/// Smallest and largest of some values; NaN and infinities do not count.
struct Extent {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
    [[nodiscard]] bool empty() const noexcept { return !(low <= high); }
    void add(double value);
    void add(const Extent& other);
};

/// Values of steps are read where they are kept (`follow`, `extendTo`); others are kept here (`append`), in files once
/// they are many. In memory is a constant, whatever the number of points. No Qt; one thread.
class Digest {
 public:
    struct Point {
        double x = 0, y = 0;  ///< y NaN: a gap
    };
    /// Value of a step; the same at every call.
    using ValueAt = std::function<double(std::int64_t)>;

    Digest();
    /// Starts over with values of steps 0, 1, 2 ..., of which none is there yet.
    void follow(ValueAt valueAt);
    /// Takes the steps up to `steps` that are new. After `follow`.
    void extendTo(std::int64_t steps);
    /// One more value of its own; x ascending. Not after `follow`.
    void append(double x, double y);
    void clear();

    [[nodiscard]] std::int64_t size() const noexcept { return m_size; }
    [[nodiscard]] Point at(std::int64_t index) const;
    [[nodiscard]] double xOf(std::int64_t index) const;  ///< reads no value
    /// Of the point with this x (the last of several); -1: there is none.
    [[nodiscard]] std::int64_t find(double x) const;
    /// Of all points in constant time; of those with x in [first, last].
    [[nodiscard]] Extent extent() const noexcept { return m_extent; }
    [[nodiscard]] Extent extent(double first, double last) const;
    /// What shows [first, last] in `pixels`: the points of that range and one on either side, or at most four per pixel
    /// for them. Ascending in x.
    [[nodiscard]] std::vector<Point> points(double first, double last, int pixels) const;

 private:
    /// Level k joins 16^(k + 1) values.
    static constexpr int kLevels = 3, kBits = 4;
    struct Cell {
        float low = std::numeric_limits<float>::infinity(), high = -std::numeric_limits<float>::infinity();
    };
    struct Kept {
        trace::AppendColumn<Point> points;  ///< none after `follow`
        std::array<trace::AppendColumn<Cell>, kLevels> levels;
    };
    /// Of the next `count` values, which lie in one cell of the lowest level.
    void take(const Extent& extent, std::int64_t count);
    /// First index with x >= `x`, with x > `x`.
    [[nodiscard]] std::int64_t lowerBound(double x) const;
    [[nodiscard]] std::int64_t upperBound(double x) const;
    /// Of points [begin, end), as exact as its edges need.
    [[nodiscard]] Extent join(std::int64_t begin, std::int64_t end) const;

    ValueAt m_valueAt;
    std::unique_ptr<Kept> m_kept;
    std::int64_t m_size = 0;
    Extent m_extent;
};

}  // namespace kvw::wb
