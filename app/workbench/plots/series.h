// SPDX-License-Identifier: GPL-3.0-or-later
/// A curve that grows and stays small: it draws a digest of what is in sight, and knows the range of what it holds.
#pragma once

#include <memory>
#include <span>
#include <utility>

#include "app/workbench/plots/digest.h"
#include "app/workbench/plots/plot.h"
#include "core/trace/recording.h"

namespace kvw::wb {

/// A graph that holds, from one painting to the next, no more points than its panel has pixels for.
class Curve : public QCPGraph {
 public:
    Curve(QCPAxis* x, QCPAxis* y) : QCPGraph(x, y) {}
    Digest digest;

 protected:
    void draw(QCPPainter* painter) override;
};

/// Thread: GUI thread. A handle: copies are the same curve. NaN is a gap and never counts for the range.
class Series {
 public:
    using Extent = wb::Extent;

    Series() = default;
    Series(Plot& plot, int panel, const QColor& color, Qt::PenStyle style = Qt::SolidLine);
    /// Short ticks at the lower edge, where the value is 1.
    [[nodiscard]] static Series ticks(Plot& plot, int panel, const QColor& color);

    /// Starts over with values of steps, which are read whenever they are drawn: what is read has to be kept with it.
    void follow(Digest::ValueAt valueAt) { m_curve->digest.follow(std::move(valueAt)); }
    void extendTo(std::int64_t steps) { m_curve->digest.extendTo(steps); }
    /// Values that are kept nowhere else; x ascending.
    void append(double x, double y) { m_curve->digest.append(x, y); }
    void clear() { m_curve->digest.clear(); }
    void setColor(const QColor& color);
    [[nodiscard]] QCPGraph* graph() const noexcept { return m_curve; }
    [[nodiscard]] const Digest& points() const noexcept { return m_curve->digest; }
    [[nodiscard]] Extent extent() const noexcept { return points().extent(); }
    [[nodiscard]] Extent extent(double first, double last) const { return points().extent(first, last); }

 private:
    explicit Series(Curve* curve) : m_curve(curve) {}
    Curve* m_curve = nullptr;
};

/// A number of each step, for Series::follow; `trace` is of `recording`, which is kept.
template <class Of>
[[nodiscard]] auto stepValue(std::shared_ptr<const Recording> recording, const Trace& trace, Of of) {
    return [recording = std::move(recording), &trace, of](std::int64_t step) -> double { return of(trace.step(step)); };
}

/// Sets the y axis of `panel` to what the visible ones of `series` take in the x range shown, with a margin. `all`: the
/// whole x range is shown. `withZero`: 0 is always in it.
void fitY(Plot& plot, int panel, std::span<const Series> series, bool all, bool withZero);

}  // namespace kvw::wb
