// SPDX-License-Identifier: Apache-2.0
/// Running means of a curve over the steps of a run.
#pragma once

#include <cmath>
#include <cstdint>
#include <deque>

#include "core/metrics/quality.h"
#include "core/trace/trace.h"

namespace kvw::figures {

/// Fewest tokens of a mean so far that is drawn: before, it means little and would stretch the axis.
inline constexpr std::int64_t kFewestOfMean = 16;
inline constexpr std::size_t kSmoothedTokens = 32;

/// Mean of the last kSmoothedTokens values, mean of all values behind the prompt so far, or each value by itself.
enum class StepMean : std::uint8_t { Smoothed, SoFar, Each };

/// Takes the values of a curve in the order of the steps. A missing value is left out of the means.
class RunningCurve {
 public:
    RunningCurve(StepMean which, std::int64_t promptTokens) : m_which(which), m_prompt(promptTokens) {}

    /// Returns the point of a step whose value is `value`; NaN: a gap.
    double next(std::int64_t step, double value) {
        if (m_which == StepMean::Each) {
            return value;
        }
        const bool known = std::isfinite(value);
        if (m_which == StepMean::SoFar) {
            if (known && step >= m_prompt) {
                m_mean.add(value);
            }
            return m_mean.count() < kFewestOfMean ? kMissing : *m_mean.value();
        }
        if (!known) {
            return kMissing;
        }
        m_last.push_back(value);
        if (m_last.size() > kSmoothedTokens) {
            m_last.pop_front();
        }
        double sum = 0;  // anew, so that no rounding error grows
        for (const double each : m_last) {
            sum += each;
        }
        return sum / static_cast<double>(m_last.size());
    }

 private:
    StepMean m_which;
    std::int64_t m_prompt;
    metrics::RunningMean m_mean;
    std::deque<double> m_last;
};

}  // namespace kvw::figures
