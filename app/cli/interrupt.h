// SPDX-License-Identifier: Apache-2.0
/// Ctrl-C and termination as a flag that a loop looks at.
#pragma once

#include <csignal>

namespace kvw::cli {

/// While it lives, the first SIGINT or SIGTERM only raises a flag; a second one ends the program at once, as usual.
/// At most one exists at a time.
class Interrupt {
 public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    [[nodiscard]] bool requested() const noexcept;

 private:
    struct sigaction m_oldInterrupt {};
    struct sigaction m_oldTerminate {};
};

}  // namespace kvw::cli
