// SPDX-License-Identifier: GPL-3.0-or-later
/// Reduces a curve of any length to what is drawn: every point if few are visible, else the smallest and largest value
/// of each bucket, so that a spike of one step is visible at every zoom.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "core/trace/columns.h"

namespace kvw::wb {

/// Smallest and largest of some values; NaN and infinities are ignored.
struct Extent {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
    [[nodiscard]] bool empty() const noexcept { return !(low <= high); }
    void add(double value);
    void add(const Extent& other);
};

/// Values of steps are read where they are stored (`follow`, `extendTo`); other values are stored here (`append`), in
/// files once there are many. Memory use is constant, whatever the number of points. No Qt; one thread.
class Digest {
 public:
    struct Point {
        double x = 0, y = 0;  ///< y NaN: a gap
    };
    /// Returns the value of a step; must return the same at every call.
    using ValueAt = std::function<double(std::int64_t)>;

    Digest();
    /// Starts over with values of steps 0, 1, 2 ..., none of which is included yet.
    void follow(ValueAt valueAt);
    /// Includes the new steps up to `steps`. Call after `follow`.
    void extendTo(std::int64_t steps);
    /// Adds a value to be stored here; x must be ascending. Not after `follow`.
    void append(double x, double y);
    void clear() { follow(nullptr); }

    [[nodiscard]] std::int64_t size() const noexcept { return m_size; }
    [[nodiscard]] Point at(std::int64_t index) const;
    [[nodiscard]] double xOf(std::int64_t index) const;  ///< reads no value
    /// Returns the index of the point with this x (the last of several); -1: there is none.
    [[nodiscard]] std::int64_t find(double x) const;
    /// Returns the extent of all points in constant time, or of those with x in [first, last].
    [[nodiscard]] Extent extent() const noexcept { return m_extent; }
    [[nodiscard]] Extent extent(double first, double last) const;
    /// Returns what to draw for [first, last] in `pixels`: the points of that range and one on either side, or at most
    /// four points per pixel that stand for them. Ascending in x.
    [[nodiscard]] std::vector<Point> points(double first, double last, int pixels) const;

 private:
    /// Number of levels; level k joins 16^(k + 1) values.
    static constexpr int kLevels = 3, kBits = 4;
    struct Cell {
        float low = std::numeric_limits<float>::infinity(), high = -std::numeric_limits<float>::infinity();
    };
    struct Kept {
        trace::AppendColumn<Point> points;  ///< empty after `follow`
        std::array<trace::AppendColumn<Cell>, kLevels> levels;
    };
    /// Adds the extent of the next `count` values, which are in one cell of the lowest level.
    void take(const Extent& extent, std::int64_t count);
    /// Return the first index with x >= `x`, or with x > `x`.
    [[nodiscard]] std::int64_t lowerBound(double x) const;
    [[nodiscard]] std::int64_t upperBound(double x) const;
    /// Returns the extent of points [begin, end), reading single values only at its ends.
    [[nodiscard]] Extent join(std::int64_t begin, std::int64_t end) const;

    ValueAt m_valueAt;
    std::unique_ptr<Kept> m_kept;
    std::int64_t m_size = 0;
    Extent m_extent;
};

}  // namespace kvw::wb
