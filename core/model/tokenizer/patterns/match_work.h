// SPDX-License-Identifier: Apache-2.0
/// Limits on the work that one text may cause, counted in steps rather than seconds, so that the same text gives the
/// same result on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

#include "core/base/error.h"

namespace kvw {

/// Callback that long work calls from time to time; false: stop.
using ContinueCallback = std::function<bool()>;

/// Counters shared by all calls made for one text. Thread: one at a time.
class MatchWork {
 public:
    /// `bytes`: size of the text.
    explicit MatchWork(std::size_t bytes, ContinueCallback goOn = {})
        : m_goOn(std::move(goOn)),
          m_stepsLeft(kSteps + kStepsPerByte * bytes),
          m_growthLeft(kGrowth + kGrowthPerByte * bytes) {}

    /// Starts a new attempt to match at a place of a text of `bytes` bytes; each attempt has a limit of its own.
    void attempt(std::size_t bytes) noexcept { m_attemptLeft = kAttempt + kAttemptPerByte * bytes; }
    /// Counts `steps` for the text and for the attempt. False: a limit is reached, or the caller wants to stop.
    [[nodiscard]] bool matching(std::uint64_t steps) {
        m_attemptLeft -= steps < m_attemptLeft ? steps : m_attemptLeft;
        return m_attemptLeft > 0 && spend(steps);
    }
    [[nodiscard]] bool spend(std::uint64_t steps) {
        m_stepsLeft -= steps < m_stepsLeft ? steps : m_stepsLeft;
        return goesOn(steps) && m_stepsLeft > 0;
    }
    /// Counts `steps` of work without a limit. False: the caller wants to stop.
    [[nodiscard]] bool goesOn(std::uint64_t steps) {
        m_sinceAsked += steps;
        if (m_sinceAsked >= kAskEvery) {
            m_sinceAsked = 0;
            m_cancelled = m_cancelled || (m_goOn && !m_goOn());
        }
        return !m_cancelled;
    }
    /// Counts the bytes by which a text has grown. False: the limit is reached.
    [[nodiscard]] bool grow(std::size_t bytes) noexcept {
        m_growthLeft -= bytes < m_growthLeft ? bytes : m_growthLeft;
        return m_growthLeft > 0;
    }
    [[nodiscard]] bool cancelled() const noexcept { return m_cancelled; }

 private:
    /// Patterns of real tokenizers need about ten steps per character; a few need the square of the longest run of
    /// blanks.
    static constexpr std::uint64_t kSteps = 1'000'000'000, kStepsPerByte = 500;
    static constexpr std::uint64_t kAttempt = 10'000'000, kAttemptPerByte = 64;
    /// NFKD makes some characters eleven times as long in bytes, a visible space three times.
    static constexpr std::size_t kGrowth = std::size_t{1} << 20, kGrowthPerByte = 32;
    static constexpr std::uint64_t kAskEvery = 1'000'000;

    ContinueCallback m_goOn;
    std::uint64_t m_stepsLeft, m_attemptLeft = 0, m_sinceAsked = 0;
    std::size_t m_growthLeft;
    bool m_cancelled = false;
};

[[nodiscard]] inline tl::unexpected<Error> encodingCancelled() {
    return fail(Code::Cancelled, "text", "splitting the text into tokens was cancelled");
}

}  // namespace kvw
