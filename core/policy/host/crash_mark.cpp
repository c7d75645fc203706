// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/crash_mark.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <memory>
#include <mutex>

#include "core/policy/host/quarantine.h"

namespace kvw {

namespace {

// Found in a handler, in a thread that may never have asked for it: a model that allocates at first use would do so
// there.
[[gnu::tls_model("initial-exec")]] thread_local const CrashMarks* t_inCall = nullptr;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)

void takeFatalSignals() {}
void useAlternateStack() {}

#else

constexpr std::array kFatal{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
std::array<struct sigaction, kFatal.size()> g_before{};

void onFatalSignal(int signal) {
    if (const CrashMarks* marks = t_inCall) {
        marks->write();
    }
    for (std::size_t i = 0; i < kFatal.size(); ++i) {
        if (kFatal[i] == signal) {
            ::sigaction(signal, &g_before[i], nullptr);
        }
    }
    ::raise(signal);
}

void takeFatalSignals() {
    static std::once_flag once;
    std::call_once(once, [] {
        struct sigaction action {};
        action.sa_handler = onFatalSignal;
        action.sa_flags = SA_ONSTACK | SA_NODEFER;
        ::sigemptyset(&action.sa_mask);
        for (std::size_t i = 0; i < kFatal.size(); ++i) {
            ::sigaction(kFatal[i], &action, &g_before[i]);
        }
    });
}

/// Where the handler runs if the stack itself is what the plugin used up.
class AlternateStack {
 public:
    AlternateStack() {
        stack_t now{};
        if (::sigaltstack(nullptr, &now) == 0 && (now.ss_flags & SS_DISABLE) != 0) {
            m_memory = std::make_unique<std::byte[]>(kSize);
            stack_t mine{};
            mine.ss_sp = m_memory.get();
            mine.ss_size = kSize;
            ::sigaltstack(&mine, nullptr);
        }
    }
    ~AlternateStack() {
        if (m_memory != nullptr) {
            stack_t none{};
            none.ss_flags = SS_DISABLE;
            ::sigaltstack(&none, nullptr);
        }
    }
    AlternateStack(const AlternateStack&) = delete;
    AlternateStack& operator=(const AlternateStack&) = delete;

 private:
    static constexpr std::size_t kSize = 65536;
    std::unique_ptr<std::byte[]> m_memory;
};

void useAlternateStack() {
    static thread_local const AlternateStack stack;
    static_cast<void>(stack);
}

#endif

}  // namespace

CrashMarks::CrashMarks(const PluginPaths& paths, const std::vector<PluginPlace>& plugins) {
    for (const PluginPlace& plugin : plugins) {
        if (auto file = crashMarkFile(paths.stateFolder, plugin.id); !file.empty()) {
            m_files.push_back({file.string(), crashMarkText(plugin)});
        }
    }
    takeFatalSignals();
}

void CrashMarks::write() const noexcept {
    for (const File& file : m_files) {
        const int mark = ::open(file.path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
        if (mark >= 0) {
            // A mark that could not be filled still names the plugin.
            static_cast<void>(::write(mark, file.content.data(), file.content.size()) == 0);
            ::close(mark);
        }
    }
}

CrashMarks::InCall::InCall(const CrashMarks* marks) noexcept : m_outer(t_inCall) {
    if (marks != nullptr) {
        useAlternateStack();
        t_inCall = marks;
    }
}

CrashMarks::InCall::~InCall() {
    t_inCall = m_outer;
}

}  // namespace kvw
