// SPDX-License-Identifier: Apache-2.0
/// Ctrl-C and termination as a flag that a loop looks at.
#pragma once

#include <csignal>

namespace kvw::cli {

/// While it lives, the first SIGINT or SIGTERM only raises a flag; a second one says so and ends the program at once.
/// At most one exists at a time.
class Interrupt {
 public:
    /// `lastWords`: a line for standard error when the program ends at once; a constant.
    explicit Interrupt(const char* lastWords = "\nStopped at once.\n");
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    [[nodiscard]] bool requested() const noexcept;
    void setLastWords(const char* lastWords) noexcept;

 private:
    struct sigaction m_oldInterrupt {};
    struct sigaction m_oldTerminate {};
};

}  // namespace kvw::cli
