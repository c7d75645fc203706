// SPDX-License-Identifier: Apache-2.0
/// Tracks the calls into plugins that are under way in this process: which plugin, which call, since when.
///
/// A plugin can end the program in a call or in a thread of its own, by a fatal signal, or by exit and similar
/// functions. In either case a sentence on standard error names the plugin, a mark names it at the next start
/// (quarantine.h), and the program does not end as if successful. Raw system calls and SIGKILL are not seen.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/phrase.h"
#include "core/policy/host/catalog.h"

namespace kvw {

/// Plugins that are called together: their name, and their marks, ready to be written where nothing may be allocated.
class CalledPlugins {
 public:
    /// `who`: such as "peak 1.0.0". The first object of a program installs handlers for fatal signals, which call the
    /// previous handlers afterwards. Under the address and thread sanitizers, which report those signals themselves,
    /// none are installed.
    explicit CalledPlugins(std::string who);  ///< without marks
    CalledPlugins(std::string who, const PluginPaths& paths, const std::vector<PluginPlace>& plugins);

    [[nodiscard]] const std::string& who() const noexcept { return m_who; }
    /// Writes the marks; safe in a signal handler.
    void writeMarks() const noexcept;

 private:
    struct File {
        std::string path, content;
    };
    std::string m_who;
    std::vector<File> m_marks;
};

/// Records that this thread is inside a call of the plugins while the object lives; calls may nest.
class PluginCall {
 public:
    /// `name`: a string constant; `token`: newest token shown, -1: none yet.
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

/// Snapshot of a call under way.
struct CallUnderWay {
    std::string who, call;
    std::int64_t token = -1;
    std::chrono::steady_clock::time_point since;
    std::optional<int> exitCode = {};  ///< of the exit it called; its thread waits for ever

    /// Returns a sentence such as "peak 1.0.0 has not come back from step (token 41) for 12 s".
    [[nodiscard]] Phrase words(std::chrono::steady_clock::time_point now) const;
};
/// Time after which a call counts as long.
inline constexpr std::chrono::seconds kLongCall{5};
/// Returns the call that began first; none: no plugin is being called. Thread: any.
[[nodiscard]] std::optional<CallUnderWay> callUnderWay();
/// Returns the same if it takes longer than kLongCall or has called exit.
[[nodiscard]] std::optional<CallUnderWay> longCallUnderWay();

/// Registers a library, so that its plugin is found on the stack when a thread outside any call ends the program.
/// `code`: an address in the library.
void rememberLibrary(const void* code, std::shared_ptr<const CalledPlugins> plugin);

/// Treatment of an exit that the program itself did not ask for.
enum class ForeignExit : std::uint8_t {
    OfPlugins,  ///< an exit called by a plugin ends the program as failed
    OfAnybody,  ///< every exit does; only `endProcess` ends it with another code
    Waits,      ///< the calling thread waits for ever; the main thread as OfPlugins
};
void setForeignExit(ForeignExit what) noexcept;
/// Ends the process at once, without destructors and handlers. The caller must flush standard streams.
[[noreturn]] void endProcess(int code) noexcept;

/// Sets the line that follows the sentence about a plugin that ended the program, such as where a copy of the run is;
/// empty: none. `lastWords` is safe in a signal handler.
void setLastWords(const std::string& line);
[[nodiscard]] const char* lastWords() noexcept;

/// Reopens standard input, output and error on /dev/null if a plugin has closed them; otherwise the next file opened
/// would take their place and receive what is printed.
void holdStandardStreams() noexcept;

}  // namespace kvw
