// SPDX-License-Identifier: GPL-3.0-or-later
/// Growing curve with bounded memory: draws a digest of the visible range, and knows the extent of its values.
#pragma once

#include <memory>
#include <span>
#include <utility>

#include "app/workbench/plot/digest.h"
#include "app/workbench/plot/plot.h"
#include "core/trace/recording.h"

namespace kvw::wb {

/// Graph whose QCustomPlot data are replaced at each paint by no more points than its panel needs.
class Curve : public QCPGraph {
 public:
    Curve(QCPAxis* x, QCPAxis* y) : QCPGraph(x, y) {}
    Digest digest;

 protected:
    void draw(QCPPainter* painter) override;
};

/// Handle of a curve; copies refer to the same curve. NaN is a gap and is ignored for the extent. Thread: GUI thread.
class Series {
 public:
    using Extent = wb::Extent;

    Series() = default;
    Series(Plot& plot, int panel, const QColor& color, Qt::PenStyle style = Qt::SolidLine);
    /// Returns a series drawn as short ticks at the lower edge wherever the value is 1.
    [[nodiscard]] static Series ticks(Plot& plot, int panel, const QColor& color);

    /// Starts over with values of steps, which are read whenever they are drawn, so `valueAt` must keep their source
    /// alive.
    void follow(Digest::ValueAt valueAt) { m_curve->digest.follow(std::move(valueAt)); }
    void extendTo(std::int64_t steps) { m_curve->digest.extendTo(steps); }
    /// Adds a value that is stored here; x must be ascending.
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

/// Returns a function for Series::follow that gives a number of each step. `trace` belongs to `recording`, which it
/// keeps alive.
template <class Of>
[[nodiscard]] auto stepValue(std::shared_ptr<const Recording> recording, const Trace& trace, Of of) {
    return [recording = std::move(recording), &trace, of](std::int64_t step) -> double { return of(trace.step(step)); };
}

/// Sets the y axis of `panel` to the extent of the visible `series` in the shown x range, with a margin. `all`: the
/// whole x range is shown. `withZero`: always includes 0.
void fitY(Plot& plot, int panel, std::span<const Series> series, bool all, bool withZero);

}  // namespace kvw::wb
