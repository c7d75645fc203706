// SPDX-License-Identifier: Apache-2.0
#include "core/base/process/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <system_error>

namespace kvw {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int kPollMs = 5;  // between checks of a child that has closed its output

/// Starts the program with `channel` as input and output. Returns 0 or an errno value.
int spawn(const fs::path& program, std::vector<std::string> words, std::vector<std::string> environment, int channel,
          bool errors, pid_t& process) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, channel, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, channel, STDOUT_FILENO);
    if (errors) {
        posix_spawn_file_actions_adddup2(&actions, channel, STDERR_FILENO);
    } else {
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    }
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    posix_spawn_file_actions_addchdir_np(&actions, "/");
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    words.insert(words.begin(), program.string());
    const int error = posix_spawn(&process, program.c_str(), &actions, &attributes, pointersTo(words).data(),
                                  pointersTo(environment).data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/// Writes `input` and reads the output until it ends, is too long or `end` has passed.
void talk(int channel, std::string_view input, const ChildLimits& limits, Clock::time_point end, ChildAnswer& answer) {
    std::array<char, 16384> buffer{};
    if (input.empty()) {
        shutdown(channel, SHUT_WR);
    }
    while (true) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
        pollfd waiting{channel, static_cast<short>(POLLIN | (input.empty() ? 0 : POLLOUT)), 0};
        if (left <= 0 || (poll(&waiting, 1, static_cast<int>(left)) < 0 && errno != EINTR)) {
            answer.tooLate = true;
            return;
        }
        if ((waiting.revents & POLLOUT) != 0) {
            const ssize_t sent = send(channel, input.data(), input.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
            if (sent > 0) {
                input.remove_prefix(static_cast<std::size_t>(sent));
            } else if (errno != EAGAIN && errno != EINTR) {
                input = {};  // the child has closed its input
            }
            if (input.empty()) {
                shutdown(channel, SHUT_WR);
            }
        }
        if ((waiting.revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
            const ssize_t count = recv(channel, buffer.data(), buffer.size(), MSG_DONTWAIT);
            if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) {
                return;
            }
            answer.output.append(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
            if (answer.output.size() > limits.output) {
                answer.tooLong = true;
                return;
            }
        }
    }
}

/// Waits until the child has ended or `end` has passed, kills what is left of its group and sets the exit state.
void finish(pid_t process, Clock::time_point end, ChildAnswer& answer) {
    siginfo_t info{};
    while (!answer.tooLate && !answer.tooLong && info.si_pid == 0) {
        if (waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT) != 0 && errno != EINTR) {
            break;
        }
        answer.tooLate = info.si_pid == 0 && Clock::now() >= end;
        if (info.si_pid == 0) {
            poll(nullptr, 0, kPollMs);
        }
    }
    kill(-process, SIGKILL);  // before waitpid, which frees the process id for reuse
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    answer.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    answer.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

}  // namespace

std::vector<char*> pointersTo(std::vector<std::string>& words) {
    std::vector<char*> pointers;
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);
    return pointers;
}

Result<ChildAnswer> runChild(const fs::path& program, const std::vector<std::string>& arguments,
                             const std::vector<std::string>& environment, std::string_view input,
                             const ChildLimits& limits) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        return fail(Code::Io, program.string(), phrase("no channel could be made: %1", systemReason(errno)));
    }
    const Clock::time_point end = Clock::now() + limits.time;
    pid_t process = 0;
    const int error = spawn(program, arguments, environment, ends[1], limits.errors, process);
    close(ends[1]);
    if (error != 0) {
        close(ends[0]);
        return fail(Code::Io, program.string(), phrase("cannot be started: %1", systemReason(error)));
    }
    ChildAnswer answer;
    talk(ends[0], input, limits, end, answer);
    close(ends[0]);
    finish(process, end, answer);
    return answer;
}

std::vector<std::string> ownEnvironment() {
    std::vector<std::string> entries;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        entries.emplace_back(*entry);
    }
    return entries;
}

std::vector<fs::path> findPrograms(const std::string& name) {
    const char* set = std::getenv("PATH");
    const std::string folders = set != nullptr ? set : "/usr/bin:/bin";
    std::vector<fs::path> found, same;
    for (std::size_t begin = 0; begin <= folders.size();) {
        const std::size_t end = std::min(folders.find(':', begin), folders.size());
        const fs::path file = fs::path(folders.substr(begin, end - begin)) / name;
        begin = end + 1;
        std::error_code error;
        // Relative folders depend on the working directory and are not trusted.
        if (!file.is_absolute() || !fs::is_regular_file(file, error) || access(file.c_str(), X_OK) != 0) {
            continue;
        }
        // Only the folder is resolved: the file may be a link, and the program may depend on the name of the link.
        const fs::path real = fs::canonical(file.parent_path(), error);
        if (std::ranges::find(same, real) == same.end()) {
            same.push_back(real);
            found.push_back(file);
        }
    }
    return found;
}

}  // namespace kvw
