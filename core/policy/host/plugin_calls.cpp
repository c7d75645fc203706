// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/plugin_calls.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <unwind.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <mutex>
#include <string_view>
#include <utility>

#include "core/policy/host/quarantine.h"
#include "core/policy/host/signal_safety.h"

namespace kvw {

namespace {

using Clock = std::chrono::steady_clock;

/// State of one thread that has called plugins, as other threads see it.
struct Caller {
    std::mutex mutex;  // guards the members below
    PluginCall::State state;
    std::optional<int> exitCode;
};

struct Callers {
    std::mutex mutex;
    std::vector<std::shared_ptr<Caller>> all;
};

/// Returns the list of callers. It is never destroyed, because threads of plugins may outlive main.
Callers& callers() {
    static auto* const known = new Callers;
    return *known;
}

class OwnCaller {
 public:
    OwnCaller() : m_caller(std::make_shared<Caller>()) {
        const std::lock_guard lock(callers().mutex);
        callers().all.push_back(m_caller);
    }
    ~OwnCaller() {
        const std::lock_guard lock(callers().mutex);
        std::erase(callers().all, m_caller);
    }
    OwnCaller(const OwnCaller&) = delete;
    OwnCaller& operator=(const OwnCaller&) = delete;
    [[nodiscard]] Caller& get() const noexcept { return *m_caller; }

 private:
    std::shared_ptr<Caller> m_caller;
};

Caller& ownCaller() {
    static thread_local const OwnCaller own;
    return own.get();
}

/// Call of this thread in a form that a signal handler may read.
struct InCall {
    const CalledPlugins* plugins = nullptr;
    const char* name = nullptr;
    std::int64_t token = -1;
};
// Other TLS models may allocate at the first use, which may be in a signal handler.
[[gnu::tls_model("initial-exec")]] thread_local InCall t_inCall;
[[maybe_unused, gnu::tls_model("initial-exec")]] thread_local bool t_ending = false;

struct Library {
    std::uintptr_t begin = 0, end = 0;
    const CalledPlugins* plugin = nullptr;
};
constexpr std::size_t kMostLibraries = 512;
std::array<Library, kMostLibraries> g_libraries;
std::atomic<std::size_t> g_libraryCount = 0;

std::atomic<ForeignExit> g_foreignExit = ForeignExit::OfPlugins;
std::atomic<const char*> g_lastWords = nullptr;
const pid_t g_process = ::getpid();
static_assert(std::atomic<const char*>::is_always_lock_free && std::atomic<std::size_t>::is_always_lock_free);

const CalledPlugins* pluginAt(std::uintptr_t address) noexcept {
    const std::size_t count = g_libraryCount.load(std::memory_order_acquire);
    for (std::size_t i = count; i-- > 0;) {
        if (address >= g_libraries[i].begin && address < g_libraries[i].end) {
            return g_libraries[i].plugin;
        }
    }
    return nullptr;
}

/// Returns the plugin whose code is nearest on the stack of this thread; null: there is none.
const CalledPlugins* pluginOnStack() noexcept {
    if (g_libraryCount.load(std::memory_order_acquire) == 0) {
        return nullptr;
    }
    struct Search {
        const CalledPlugins* found = nullptr;
        int frames = 0;
    } search;
    constexpr int kMostFrames = 512;
    _Unwind_Backtrace(
        [](_Unwind_Context* context, void* data) {
            auto& seen = *static_cast<Search*>(data);
            seen.found = pluginAt(static_cast<std::uintptr_t>(_Unwind_GetIP(context)));
            return seen.found != nullptr || ++seen.frames > kMostFrames ? _URC_END_OF_STACK : _URC_NO_REASON;
        },
        &search);
    return search.found;
}

/// Adds " in step (token 41)", or " in code that runs beside its calls".
SafeLine& addPlace(SafeLine& line, const InCall& call) noexcept {
    if (call.plugins == nullptr) {
        return line.add(" in code that runs beside its calls");
    }
    line.add(" in ").add(call.name);
    return call.token < 0 ? line : line.add(" (token ").add(call.token).add(")");
}

void writeLastWords() noexcept {
    if (const char* words = lastWords(); words != nullptr) {
        SafeLine().add(words).add("\n").write();
    }
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)

void takeFatalSignals() {}
void useAlternateStack() {}

#else

struct FatalSignal {
    int number;
    const char* words;
};
constexpr std::array kFatal{FatalSignal{SIGSEGV, "SIGSEGV, memory that is not there"},
                            FatalSignal{SIGBUS, "SIGBUS, memory that cannot be reached"},
                            FatalSignal{SIGFPE, "SIGFPE, a division of whole numbers by 0"},
                            FatalSignal{SIGILL, "SIGILL, an instruction that is none"},
                            FatalSignal{SIGABRT, "SIGABRT, it gave up"}};
std::array<struct sigaction, kFatal.size()> g_before{};

void tellCrash(const char* words) noexcept {
    const InCall call = t_inCall;
    const CalledPlugins* plugin = call.plugins != nullptr ? call.plugins : pluginOnStack();
    if (plugin == nullptr) {
        return;
    }
    plugin->writeMarks();
    SafeLine line;
    addPlace(line.add("\n").add(plugin->who()).add(" crashed"), call).add(": ").add(words).add(".\n").write();
    writeLastWords();
}

void onFatalSignal(int signal) {
    for (std::size_t i = 0; i < kFatal.size(); ++i) {
        if (kFatal[i].number != signal) {
            continue;
        }
        // A second signal comes from the handling of the first.
        if (!std::exchange(t_ending, true)) {
            tellCrash(kFatal[i].words);
        }
        ::sigaction(signal, &g_before[i], nullptr);
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
            ::sigaction(kFatal[i].number, &action, &g_before[i]);
        }
    });
}

void useAlternateStack() {
    static thread_local const AlternateStack stack;
    static_cast<void>(stack);
}

#endif

void enter(const PluginCall::State& state) {
    Caller& own = ownCaller();
    const std::lock_guard lock(own.mutex);
    own.state = state;
    t_inCall = {state.plugins.get(), state.name, state.token};
}

[[noreturn]] void waitForEver() noexcept {
    for (;;) {
        ::pause();
    }
}

/// Ends the process or stops the thread if a plugin called `function`; returns if the program itself, or a process that
/// it forked, may end.
void checkExit(int code, const char* function) noexcept {
    if (::getpid() != g_process) {
        return;
    }
    const ForeignExit what = g_foreignExit;
    const InCall call = t_inCall;
    const CalledPlugins* plugin = call.plugins != nullptr ? call.plugins : pluginOnStack();
    if (plugin == nullptr && what != ForeignExit::OfAnybody) {
        return;
    }
    if (plugin != nullptr) {
        plugin->writeMarks();
    }
    SafeLine line;
    line.add("\n").add(plugin != nullptr ? std::string_view(plugin->who()) : "A library that a plugin uses");
    line.add(" called ").add(function).add("(").add(std::int64_t{code}).add(")");
    addPlace(line, call).add("; a plugin must not end the program.\n").write();
    if (what == ForeignExit::Waits && static_cast<pid_t>(::syscall(SYS_gettid)) != g_process) {
        if (call.plugins != nullptr) {
            Caller& own = ownCaller();
            const std::lock_guard lock(own.mutex);
            own.exitCode = code;
        }
        waitForEver();
    }
    writeLastWords();
    endProcess(1);
}

}  // namespace

CalledPlugins::CalledPlugins(std::string who) : m_who(std::move(who)) {
    takeFatalSignals();
}

CalledPlugins::CalledPlugins(std::string who, const PluginPaths& paths, const std::vector<PluginPlace>& plugins)
    : CalledPlugins(std::move(who)) {
    for (const PluginPlace& plugin : plugins) {
        if (auto file = crashMarkFile(paths.stateFolder, plugin.id); !file.empty()) {
            m_marks.push_back({file.string(), crashMarkText(plugin)});
        }
    }
}

void CalledPlugins::writeMarks() const noexcept {
    for (const File& file : m_marks) {
        const int mark = ::open(file.path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
        if (mark >= 0) {
            // An empty mark still names the plugin by its file name.
            static_cast<void>(::write(mark, file.content.data(), file.content.size()) == 0);
            ::close(mark);
        }
    }
}

PluginCall::PluginCall(std::shared_ptr<const CalledPlugins> plugins, const char* name, std::int64_t token)
    : m_outer(ownCaller().state) {
    useAlternateStack();
    enter({std::move(plugins), name, token, Clock::now()});
}

PluginCall::~PluginCall() {
    enter(m_outer);
}

Phrase CallUnderWay::words(Clock::time_point now) const {
    const Phrase place = token < 0 ? Phrase(call) : phrase("%1 (token %2)", call, token);
    return exitCode ? phrase("%1 called exit(%2) in %3 and does not come back", who, *exitCode, place)
                    : phrase("%1 has not come back from %2 for %3 s", who, place,
                             std::chrono::duration_cast<std::chrono::seconds>(now - since).count());
}

std::optional<CallUnderWay> callUnderWay() {
    std::optional<CallUnderWay> oldest;
    const std::lock_guard lock(callers().mutex);
    for (const auto& caller : callers().all) {
        const std::lock_guard own(caller->mutex);
        const PluginCall::State& state = caller->state;
        if (state.plugins != nullptr && (!oldest || state.since < oldest->since)) {
            oldest = CallUnderWay{state.plugins->who(), state.name, state.token, state.since, caller->exitCode};
        }
    }
    return oldest;
}

std::optional<CallUnderWay> longCallUnderWay() {
    auto call = callUnderWay();
    return call && (call->exitCode || Clock::now() - call->since >= kLongCall) ? call : std::nullopt;
}

void rememberLibrary(const void* code, std::shared_ptr<const CalledPlugins> plugin) {
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    const std::size_t count = g_libraryCount;
    Dl_info library{};
    if (count == kMostLibraries || pluginAt(reinterpret_cast<std::uintptr_t>(code)) != nullptr ||
        ::dladdr(code, &library) == 0) {
        return;
    }
    struct Search {
        std::uintptr_t base, end;
    } search{reinterpret_cast<std::uintptr_t>(library.dli_fbase), 0};
    ::dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* data) {
            auto& wanted = *static_cast<Search*>(data);
            if (info->dlpi_addr != wanted.base) {
                return 0;
            }
            for (ElfW(Half) i = 0; i < info->dlpi_phnum; ++i) {
                const ElfW(Phdr)& part = info->dlpi_phdr[i];
                if (part.p_type == PT_LOAD) {
                    wanted.end = std::max(wanted.end, info->dlpi_addr + part.p_vaddr + part.p_memsz);
                }
            }
            return 1;
        },
        &search);
    if (search.end != 0) {
        // Never freed: libraries are never unloaded, and a signal handler may read this at any time.
        g_libraries[count] = {search.base, search.end, (new std::shared_ptr<const CalledPlugins>(plugin))->get()};
        g_libraryCount.store(count + 1, std::memory_order_release);
    }
}

void setForeignExit(ForeignExit what) noexcept {
    g_foreignExit = what;
}

void endProcess(int code) noexcept {
    for (;;) {
        ::syscall(SYS_exit_group, code);
    }
}

void setLastWords(const std::string& line) {
    static std::mutex mutex;
    static auto* const said = new std::vector<std::unique_ptr<std::string>>;  // never freed, a handler may read it
    const std::lock_guard lock(mutex);
    for (const auto& known : *said) {
        if (*known == line) {
            g_lastWords = known->c_str();
            return;
        }
    }
    said->push_back(std::make_unique<std::string>(line));
    g_lastWords = said->back()->c_str();
}

const char* lastWords() noexcept {
    const char* words = g_lastWords;
    return words == nullptr || *words == '\0' ? nullptr : words;
}

void holdStandardStreams() noexcept {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) < 0 && errno == EBADF) {
            static_cast<void>(::open("/dev/null", O_RDWR) == stream);
        }
    }
}

}  // namespace kvw

// Replace libc's functions for libraries loaded after this one: if a plugin ends the program, that is reported and does
// not look like success.
namespace {

template <class Function>
Function* next(const char* name) noexcept {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

[[gnu::visibility("default")]] void exit(int code) noexcept {
    kvw::checkExit(code, "exit");
    next<void(int)>("exit")(code);
    kvw::endProcess(code);
}

[[gnu::visibility("default")]] void quick_exit(int code) noexcept {
    kvw::checkExit(code, "quick_exit");
    next<void(int)>("quick_exit")(code);
    kvw::endProcess(code);
}

[[gnu::visibility("default")]] void _exit(int code) {
    kvw::checkExit(code, "_exit");
    kvw::endProcess(code);
}

[[gnu::visibility("default")]] void _Exit(int code) noexcept {
    kvw::checkExit(code, "_Exit");
    kvw::endProcess(code);
}

}  // extern "C"
