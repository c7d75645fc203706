// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/plot/digest.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace kvw::wb {

void Extent::add(double value) {
    if (std::isfinite(value)) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
}

void Extent::add(const Extent& other) {
    low = std::min(low, other.low);
    high = std::max(high, other.high);
}

Digest::Digest() : m_kept(std::make_unique<Kept>()) {}

void Digest::follow(ValueAt valueAt) {
    m_valueAt = std::move(valueAt);
    m_kept = std::make_unique<Kept>();
    m_size = 0;
    m_extent = {};
}

void Digest::extendTo(std::int64_t steps) {
    constexpr std::int64_t kOfOne = std::int64_t{1} << kBits;
    while (m_size < steps) {
        const std::int64_t end = std::min(steps, (m_size | (kOfOne - 1)) + 1);
        Extent extent;
        for (std::int64_t step = m_size; step < end; ++step) {
            extent.add(m_valueAt(step));
        }
        take(extent, end - m_size);
    }
}

void Digest::append(double x, double y) {
    m_kept->points.append({x, y});
    Extent extent;
    extent.add(y);
    take(extent, 1);
}

void Digest::take(const Extent& extent, std::int64_t count) {
    for (int level = 0; level < kLevels; ++level) {
        auto& cells = m_kept->levels[static_cast<std::size_t>(level)];
        if (const auto index = static_cast<std::size_t>(m_size >> (kBits * (level + 1))); index == cells.size()) {
            cells.append({});
        }
        Cell& cell = cells.at(cells.size() - 1);
        cell.low = std::min(cell.low, static_cast<float>(extent.low));
        cell.high = std::max(cell.high, static_cast<float>(extent.high));
    }
    m_extent.add(extent);
    m_size += count;
}

Digest::Point Digest::at(std::int64_t index) const {
    Point point = m_valueAt ? Point{static_cast<double>(index), m_valueAt(index)}
                            : m_kept->points[static_cast<std::size_t>(index)];
    if (!std::isfinite(point.y)) {
        point.y = std::numeric_limits<double>::quiet_NaN();
    }
    return point;
}

double Digest::xOf(std::int64_t index) const {
    return m_valueAt ? static_cast<double>(index) : m_kept->points[static_cast<std::size_t>(index)].x;
}

std::int64_t Digest::lowerBound(double x) const {
    if (m_valueAt) {
        return static_cast<std::int64_t>(std::clamp(std::ceil(x), 0.0, static_cast<double>(m_size)));
    }
    std::int64_t low = 0, high = m_size;
    while (low < high) {
        const std::int64_t middle = low + (high - low) / 2;
        if (m_kept->points[static_cast<std::size_t>(middle)].x < x) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

std::int64_t Digest::upperBound(double x) const {
    return lowerBound(std::nextafter(x, std::numeric_limits<double>::infinity()));
}

std::int64_t Digest::find(double x) const {
    const std::int64_t after = upperBound(x);
    return after > 0 && xOf(after - 1) >= x ? after - 1 : -1;
}

Extent Digest::join(std::int64_t begin, std::int64_t end) const {
    Extent extent;
    while (begin < end) {
        int level = kLevels - 1;
        const auto aligned = [&] {
            const std::int64_t size = std::int64_t{1} << (kBits * (level + 1));
            return begin % size == 0 && (begin + size <= end || end == m_size);
        };
        while (level >= 0 && !aligned()) {
            --level;
        }
        if (level < 0) {
            extent.add(at(begin++).y);
            continue;
        }
        const int bits = kBits * (level + 1);
        const Cell& cell = m_kept->levels[static_cast<std::size_t>(level)][static_cast<std::size_t>(begin >> bits)];
        extent.add(Extent{static_cast<double>(cell.low), static_cast<double>(cell.high)});
        begin += std::int64_t{1} << bits;
    }
    return extent;
}

Extent Digest::extent(double first, double last) const {
    const std::int64_t begin = lowerBound(first);
    const std::int64_t end = upperBound(last);
    return begin == 0 && end == m_size ? m_extent : join(begin, end);
}

std::vector<Digest::Point> Digest::points(double first, double last, int pixels) const {
    const std::int64_t begin = std::max<std::int64_t>(0, lowerBound(first) - 1);
    const std::int64_t end = std::min(m_size, upperBound(last) + 1);
    const std::int64_t most = 4 * std::max<std::int64_t>(64, pixels);
    std::vector<Point> points;
    if (end - begin <= most) {
        points.reserve(static_cast<std::size_t>(std::max<std::int64_t>(0, end - begin)));
        for (std::int64_t i = begin; i < end; ++i) {
            points.push_back(at(i));
        }
        return points;
    }
    // Bucket sizes are powers of two and buckets begin at multiples of them, so that the curve does not flicker while
    // it moves.
    const auto size =
        static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>((end - begin) * 2 / most + 1)));
    points.reserve(static_cast<std::size_t>(most));
    double before = std::numeric_limits<double>::quiet_NaN();
    for (std::int64_t bucket = begin / size * size; bucket < end; bucket += size) {
        const std::int64_t behind = std::min(bucket + size, m_size);
        const Extent extent = join(bucket, behind);
        const double middle = (xOf(bucket) + xOf(behind - 1)) / 2;
        if (extent.empty()) {
            before = std::numeric_limits<double>::quiet_NaN();
            points.push_back({middle, before});
            continue;
        }
        // Put both values at the same x, so that a pixel column shows the whole extent; the one nearer to the previous
        // value comes first.
        const bool falls = std::abs(before - extent.high) < std::abs(before - extent.low);
        before = falls ? extent.low : extent.high;
        points.push_back({middle, falls ? extent.high : extent.low});
        points.push_back({middle, before});
    }
    return points;
}

}  // namespace kvw::wb
