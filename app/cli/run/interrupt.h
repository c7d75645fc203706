// SPDX-License-Identifier: Apache-2.0
/// Turns Ctrl-C and termination requests into a flag that loops poll, or into a callback.
#pragma once

#include <csignal>
#include <functional>
#include <thread>

namespace kvw::cli {

/// Handles SIGINT and SIGTERM while it lives. The first signal only raises a flag. A second one prints the last words,
/// including where a copy of the recording is (setLastWords of plugin_calls.h), and ends the program at once. At most
/// one object exists at a time.
class Interrupt {
 public:
    /// `lastWords`: the line printed to standard error when the program ends at once; must be a string constant.
    explicit Interrupt(const char* lastWords = "\nStopped at once.\n");
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    [[nodiscard]] bool requested() const noexcept;
    /// Returns whether an Interrupt exists and its flag is raised. Thread: any.
    [[nodiscard]] static bool pending() noexcept;
    void setLastWords(const char* lastWords) noexcept;

    /// Calls `action` once, on its own thread, as soon as the flag is raised; for long operations that do not poll it.
    /// At most one object exists at a time, within the lifetime of the Interrupt. After its destructor no call is in
    /// progress.
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
