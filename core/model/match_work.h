// SPDX-License-Identifier: Apache-2.0
/// How much work one text may cause, counted in steps and not in seconds: the same text gives the same result on every
/// machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

#include "core/base/error.h"

namespace kvw {

/// Asked now and then while something takes long; false: stop.
using GoOn = std::function<bool()>;

/// Shared by all calls made for one text. Thread: one at a time.
class MatchWork {
 public:
    /// `bytes`: size of the text.
    explicit MatchWork(std::size_t bytes, GoOn goOn = {})
        : m_goOn(std::move(goOn)),
          m_stepsLeft(kSteps + kStepsPerByte * bytes),
          m_growthLeft(kGrowth + kGrowthPerByte * bytes) {}

    /// A pattern begins to look for a match at a place of a text of `bytes`; what it does there has a limit of its own.
    void attempt(std::size_t bytes) noexcept { m_attemptLeft = kAttempt + kAttemptPerByte * bytes; }
    /// Counts `steps`, also of the attempt. False: a limit is reached, or the caller wants to stop.
    [[nodiscard]] bool matching(std::uint64_t steps) {
        m_attemptLeft -= steps < m_attemptLeft ? steps : m_attemptLeft;
        return m_attemptLeft > 0 && spend(steps);
    }
    [[nodiscard]] bool spend(std::uint64_t steps) {
        m_stepsLeft -= steps < m_stepsLeft ? steps : m_stepsLeft;
        return goesOn(steps) && m_stepsLeft > 0;
    }
    /// For work that has no limit: false when the caller wants to stop.
    [[nodiscard]] bool goesOn(std::uint64_t steps) {
        m_sinceAsked += steps;
        if (m_sinceAsked >= kAskEvery) {
            m_sinceAsked = 0;
            m_cancelled = m_cancelled || (m_goOn && !m_goOn());
        }
        return !m_cancelled;
    }
    /// Counts what a text has grown by. False: too much.
    [[nodiscard]] bool grow(std::size_t bytes) noexcept {
        m_growthLeft -= bytes < m_growthLeft ? bytes : m_growthLeft;
        return m_growthLeft > 0;
    }
    [[nodiscard]] bool cancelled() const noexcept { return m_cancelled; }

 private:
    /// Patterns of real tokenizers need some ten steps per character; a few need the square of the longest run of
    /// blanks.
    static constexpr std::uint64_t kSteps = 1'000'000'000, kStepsPerByte = 500;
    static constexpr std::uint64_t kAttempt = 10'000'000, kAttemptPerByte = 64;
    /// NFKD makes eleven times as many bytes of some characters, a visible space three times.
    static constexpr std::size_t kGrowth = std::size_t{1} << 20, kGrowthPerByte = 32;
    static constexpr std::uint64_t kAskEvery = 1'000'000;

    GoOn m_goOn;
    std::uint64_t m_stepsLeft, m_attemptLeft = 0, m_sinceAsked = 0;
    std::size_t m_growthLeft;
    bool m_cancelled = false;
};

[[nodiscard]] inline tl::unexpected<Error> encodingCancelled() {
    return fail(Code::Cancelled, "text", "splitting the text into tokens was cancelled");
}

}  // namespace kvw
