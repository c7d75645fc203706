// SPDX-License-Identifier: Apache-2.0
/// The calls of plugins that are under way in this process: of whom, which call, since when.
///
/// A plugin can end the program in a call, or in a thread of its own: by a fatal signal, or by exit and its like.
/// Either way one sentence on standard error names it, a mark names it at the next start (quarantine.h), and the
/// program does not end as if all were well. What a raw system call or SIGKILL does is not seen.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/policy/host/catalog.h"

namespace kvw {

/// Plugins that are called together: their name, and their marks, ready to be written where nothing may be allocated.
class CalledPlugins {
 public:
    /// `who`: "peak 1.0.0". The first of a program takes the fatal signals; what handled them before is called
    /// afterwards. Under the address and the thread sanitizer, which report those themselves, nothing is taken.
    explicit CalledPlugins(std::string who);  ///< without marks
    CalledPlugins(std::string who, const PluginPaths& paths, const std::vector<PluginPlace>& plugins);

    [[nodiscard]] const std::string& who() const noexcept { return m_who; }
    /// Safe in a handler of signals.
    void writeMarks() const noexcept;

 private:
    struct File {
        std::string path, content;
    };
    std::string m_who;
    std::vector<File> m_marks;
};

/// While it lives, this thread is inside a call of them; calls may nest.
class PluginCall {
 public:
    /// `name` is a constant; `token`: the newest one that was shown, -1 where there is none yet.
    PluginCall(std::shared_ptr<const CalledPlugins> plugins, const char* name, std::int64_t token = -1);
    ~PluginCall();
    PluginCall(const PluginCall&) = delete;
    PluginCall& operator=(const PluginCall&) = delete;

    struct State {
        std::shared_ptr<const CalledPlugins> plugins;  ///< null: the thread is in no call
        const char* name = nullptr;
        std::int64_t token = -1;
        std::chrono::steady_clock::time_point since;
    };

 private:
    State m_outer;
};

/// A copy of what is known of a call.
struct CallUnderWay {
    std::string who, call;
    std::int64_t token = -1;
    std::chrono::steady_clock::time_point since;
    std::optional<int> exitCode = {};  ///< of the exit that it called; its thread waits for ever

    /// "peak 1.0.0 has not come back from step (token 41) for 12 s"
    [[nodiscard]] std::string words(std::chrono::steady_clock::time_point now) const;
};
/// From then on a call is worth a word.
inline constexpr std::chrono::seconds kLongCall{5};
/// The one that began first; none: no plugin is being called. Any thread.
[[nodiscard]] std::optional<CallUnderWay> callUnderWay();
/// The same, if it takes longer than kLongCall or has called exit.
[[nodiscard]] std::optional<CallUnderWay> longCallUnderWay();

/// What the stack is searched for when a thread that is in no call ends the program. `code`: an address in the library.
void rememberLibrary(const void* code, std::shared_ptr<const CalledPlugins> plugin);

/// What becomes of an exit that the program did not ask for.
enum class ForeignExit : std::uint8_t {
    OfPlugins,  ///< one that a plugin called ends the program as failed
    OfAnybody,  ///< any does: only `endProcess` ends the program with another code
    Waits,      ///< as OfPlugins, but the thread waits for ever; the first thread does not
};
void setForeignExit(ForeignExit what) noexcept;
/// Ends the process at once, without destructors and handlers. Standard streams are the caller's to flush.
[[noreturn]] void endProcess(int code) noexcept;

/// A line that follows the sentence about a plugin that ended the program, such as where a copy of the run is; empty:
/// none. `lastWords` is safe in a handler of signals.
void setLastWords(const std::string& line);
[[nodiscard]] const char* lastWords() noexcept;

/// Opens standard input, output and error where a plugin has closed them: the next file would take their place, and be
/// printed into.
void holdStandardStreams() noexcept;

}  // namespace kvw
