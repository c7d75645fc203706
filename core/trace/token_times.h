// SPDX-License-Identifier: Apache-2.0
/// Computes the TPOT of a lane (time per output token), step by recorded step.
#pragma once

#include <cstdint>
#include <optional>

#include "core/metrics/speed.h"
#include "core/trace/trace.h"

namespace kvw {

/// A decode step begins when its token is known and ends when the next one is. The last step has no next token, so the
/// time stamp of the last token is the end of the step before it. Thread: any, one at a time.
class TokenTimes {
 public:
    /// Adds a step; call it in the order of the trace. Leave out those that read a question; prompt tokens change
    /// nothing.
    void add(const StepRecord& step) {
        if (step.phase == Phase::Decode) {
            m_lastStamp += m_lastStep;
            m_lastStep = static_cast<double>(step.ms());
            ++m_tokens;
        }
    }

    /// Returns the time per output token. Source: METRICS.md section 4. None: fewer than two tokens.
    [[nodiscard]] std::optional<double> tpotMs() const { return metrics::tpotMs(0, m_lastStamp / 1000, m_tokens); }

 private:
    std::int64_t m_tokens = 0;
    double m_lastStamp = 0, m_lastStep = 0;  ///< milliseconds: since the first token; in the newest step
};

}  // namespace kvw
