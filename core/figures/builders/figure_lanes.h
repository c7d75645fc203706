// SPDX-License-Identifier: Apache-2.0
/// The curves of all lanes, as the window and `figures::laneCurves` draw them.
#pragma once

#include <cstdint>

#include "core/figures/figures.h"
#include "core/figures/step_mean.h"
#include "core/metrics/quality.h"

namespace kvw::figures {

[[nodiscard]] FigureAxis laneCurveAxis(LaneCurve which);
/// Returns whether the curve is a mean of the tokens behind the prompt so far.
[[nodiscard]] bool isMean(LaneCurve which) noexcept;
/// Returns whether the NLL of a lane is subtracted.
[[nodiscard]] bool isLess(LaneCurve which) noexcept;
/// Returns whether the range of y includes 0.
[[nodiscard]] bool hasZero(LaneCurve which) noexcept;

/// Gives the curve of one lane, step after step. The recording must live as long. One thread.
class LaneCurveValues {
 public:
    /// `of`: the lane whose NLL is subtracted.
    LaneCurveValues(const Recording& recording, LaneCurve which, std::int32_t lane, std::int32_t of);
    /// Returns how many steps are published; where a lane is subtracted, only those that it has, too.
    [[nodiscard]] std::int64_t steps() const;
    /// Returns the number of values given so far.
    [[nodiscard]] std::int64_t given() const noexcept { return m_given; }
    /// Returns the value of the next published step; NaN: there is none.
    [[nodiscard]] double next();
    /// Returns whether a mean has too few tokens by now.
    [[nodiscard]] bool hasTooFew() const noexcept { return isMean(m_which) && m_mean.count() < kFewestOfMean; }

 private:
    const Trace *m_trace, *m_of;
    LaneCurve m_which;
    std::int64_t m_prompt, m_given = 0;
    metrics::RunningMean m_mean;
};

}  // namespace kvw::figures
