// SPDX-License-Identifier: Apache-2.0
/// Terminal line that shows the progress of a long job.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "core/session/engine.h"

namespace kvw::cli {

/// Writes to standard error, but only if that is a terminal and progress is wanted. Redraws at most ten times a second.
/// The line is erased by `clear` and by the destructor.
class ProgressLine {
 public:
    explicit ProgressLine(bool wanted);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// Starts a new job; rate and remaining time start over.
    void begin(std::string job);
    void update(const Progress& progress);
    void clear();
    /// Returns a sink for the engine's calls. The line must outlive it.
    [[nodiscard]] ProgressSink sink(std::string job);

 private:
    using Clock = std::chrono::steady_clock;

    bool m_active;
    bool m_drawn = false;
    std::string m_job;
    Clock::time_point m_started, m_lastDrawn;
    std::int64_t m_first = -1;  ///< value of `done` in the job's first update
};

}  // namespace kvw::cli
