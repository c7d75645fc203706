// SPDX-License-Identifier: Apache-2.0
/// Ctrl-C and termination as a flag that a loop looks at, and as a call.
#pragma once

#include <csignal>
#include <functional>
#include <thread>

namespace kvw::cli {

/// While it lives, the first SIGINT or SIGTERM only raises a flag; a second one says so, and where a copy of what was
/// recorded is (setLastWords of plugin_calls.h), and ends the program at once.
/// At most one exists at a time.
class Interrupt {
 public:
    /// `lastWords`: a line for standard error when the program ends at once; a constant.
    explicit Interrupt(const char* lastWords = "\nStopped at once.\n");
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    [[nodiscard]] bool requested() const noexcept;
    /// Whether one exists and its flag is raised. Any thread.
    [[nodiscard]] static bool pending() noexcept;
    void setLastWords(const char* lastWords) noexcept;

    /// Calls `action` once, from a thread of its own, as soon as the flag is raised: what works for long without
    /// looking is told. At most one exists at a time, within the life of the Interrupt; when it ends, no call is under
    /// way.
    class Call {
     public:
        explicit Call(std::function<void()> action);
        ~Call();
        Call(const Call&) = delete;
        Call& operator=(const Call&) = delete;

     private:
        std::thread m_waiting;
    };

 private:
    struct sigaction m_oldInterrupt {};
    struct sigaction m_oldTerminate {};
};

}  // namespace kvw::cli
