// SPDX-License-Identifier: Apache-2.0
/// One line on the terminal that says how far a long job is.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "core/decode/engine.h"

namespace kvw::cli {

/// Writes to standard error, only if that is a terminal and it was asked for; redrawn at most ten times a second and
/// wiped when the line dies or another message is due.
class ProgressLine {
 public:
    explicit ProgressLine(bool wanted);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// A new job: rate and remaining time start over.
    void begin(std::string job);
    void update(const Progress& progress);
    void clear();
    /// For the engine's calls. The line must outlive it.
    [[nodiscard]] ProgressSink sink(std::string job);

 private:
    using Clock = std::chrono::steady_clock;

    bool m_active;
    bool m_drawn = false;
    std::string m_job;
    Clock::time_point m_started, m_lastDrawn;
    std::int64_t m_first = -1;  ///< `done` of the first update of the job
};

}  // namespace kvw::cli
