// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/worker_pool.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "app/cli/output.h"
#include "core/base/process/child_process.h"
#include "core/base/process/proc_bytes.h"
#include "core/eval/sweep_memory.h"

namespace kvw::cli {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int kPollMs = 100;
constexpr auto kPatience = std::chrono::seconds(10);
constexpr int kTries = 2;

tl::unexpected<Error> systemError(const char* what) {
    return fail(Code::Io, "worker process", phrase("%1: %2", what, systemReason(errno)));
}

/// Child process that runs jobs. Its end, whatever the reason, is detected as the end of its output.
class Worker {
 public:
    /// Starts a process. `words`: program and arguments.
    static Result<std::unique_ptr<Worker>> start(std::vector<std::string> words);
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Sends a line. A dead worker is noticed when its output ends.
    void send(const std::string& line) {
        static_cast<void>(::send(m_channel, (line + '\n').data(), line.size() + 1, MSG_NOSIGNAL));
    }
    /// Closes the worker's input: no more jobs follow.
    void finish() { shutdown(m_channel, SHUT_WR); }
    void signal(int number) const { kill(m_process, number); }
    [[nodiscard]] int output() const noexcept { return m_channel; }
    [[nodiscard]] pid_t process() const noexcept { return m_process; }
    /// Receives available data. Returns false when the output has ended.
    bool receive();
    /// Returns the next complete line, if any.
    [[nodiscard]] std::optional<std::string> nextLine();
    /// Waits for the process, which must be about to end, and describes how it ended.
    [[nodiscard]] Phrase ending();

    std::optional<std::size_t> job;
    std::int64_t estimated = 0;  ///< bytes of its largest job

 private:
    Worker(int channel, pid_t process) : m_channel(channel), m_process(process) {}

    int m_channel;
    pid_t m_process;
    bool m_waited = false;
    std::string m_received;
};

/// Runs in the child between fork and exec, so only async-signal-safe calls are allowed.
[[noreturn]] void becomeWorker(int channel, pid_t parent, const char* program, char* const* words) {
    // Ctrl-C goes only to the parent, which stops its workers; a worker must also end when the parent does.
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() == parent && dup2(channel, STDIN_FILENO) >= 0 && dup2(channel, STDOUT_FILENO) >= 0) {
        execv(program, words);
    }
    _exit(127);
}

Result<std::unique_ptr<Worker>> Worker::start(std::vector<std::string> words) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        return systemError("no channel could be made");
    }
    const std::vector<char*> pointers = pointersTo(words);
    const pid_t parent = getpid();
    const pid_t process = fork();
    if (process == 0) {
        becomeWorker(ends[1], parent, pointers[0], pointers.data());
    }
    close(ends[1]);
    if (process < 0) {
        close(ends[0]);
        return systemError("none could be started");
    }
    return std::unique_ptr<Worker>(new Worker(ends[0], process));
}

Worker::~Worker() {
    close(m_channel);
    if (!m_waited) {
        kill(m_process, SIGKILL);
        waitpid(m_process, nullptr, 0);
    }
}

bool Worker::receive() {
    char buffer[4096];
    const ssize_t count = recv(m_channel, buffer, sizeof buffer, 0);
    if (count > 0) {
        m_received.append(buffer, static_cast<std::size_t>(count));
    }
    return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

std::optional<std::string> Worker::nextLine() {
    const auto end = m_received.find('\n');
    if (end == std::string::npos) {
        return std::nullopt;
    }
    std::string line = m_received.substr(0, end);
    m_received.erase(0, end + 1);
    return line;
}

Phrase Worker::ending() {
    int status = 0;
    while (waitpid(m_process, &status, 0) < 0 && errno == EINTR) {
    }
    m_waited = true;
    if (WIFSIGNALED(status)) {
        const int number = WTERMSIG(status);
        const std::string name = strsignal(number);
        return number == SIGKILL
                   ? phrase("ended by signal %1 (%2), as the system does when memory runs out", number, name)
                   : phrase("ended by signal %1 (%2)", number, name);
    }
    return phrase("ended with code %1", WEXITSTATUS(status));
}

class Pool {
 public:
    Pool(std::vector<std::string> words, const std::vector<std::string>& jobs, const JobEvents& events)
        : m_words(std::move(words)), m_jobs(jobs), m_events(events), m_tries(jobs.size(), 0) {}

    Result<void> run(std::size_t count) {
        m_count = count;
        KVW_TRY(grow());
        while (!m_workers.empty()) {
            if (m_events.stopped()) {
                stop();
                return fail(Code::Cancelled, {}, "Stopped on request");
            }
            KVW_TRY(turn());
            if (m_refused) {
                stop();
                return {};
            }
            KVW_TRY(grow());
        }
        return {};
    }

 private:
    /// Returns the job that is run next: new ones, then those whose worker died; none: no job is left.
    [[nodiscard]] std::optional<std::size_t> next() const {
        return m_next < m_jobs.size() ? std::optional(m_next)
               : m_again.empty()      ? std::nullopt
                                      : std::optional(m_again.front());
    }

    /// Returns whether a job fits beside the workers other than `own`.
    [[nodiscard]] bool fits(std::size_t job, const Worker* own) {
        const bool alone = m_workers.empty() || (own != nullptr && m_workers.size() == 1);
        if (!m_events.bytes || alone) {
            return true;
        }
        std::map<long, ProcessBytes> running;
        std::int64_t mine = 0;
        for (const auto& worker : m_workers) {
            const std::string status = "/proc/" + std::to_string(worker->process()) + "/status";
            const std::int64_t resident = procBytes(status, "VmRSS");
            if (worker.get() == own) {
                mine = resident;
            } else {
                running[worker->process()] = {worker->estimated, resident};
            }
        }
        const std::int64_t needed = m_events.bytes(job);
        const std::int64_t left = bytesLeft(procBytes("/proc/meminfo", "MemAvailable") + mine, m_events.limit, running);
        if (needed > left && !std::exchange(m_told, true) && m_events.waits) {
            m_events.waits(m_workers.size(), needed, left);
        }
        return needed <= left;
    }

    /// Starts workers while there are jobs for them that fit.
    Result<void> grow() {
        while (m_workers.size() < m_count && next() && fits(*next(), nullptr)) {
            KVW_TRY(add());
        }
        return {};
    }

    Result<void> add() {
        KVW_TRY_ASSIGN(auto worker, Worker::start(m_words));
        m_workers.push_back(std::move(worker));
        assign(*m_workers.back());
        return {};
    }

    void assign(Worker& worker) {
        worker.job.reset();
        const auto job = next();
        if (!job || !fits(*job, &worker)) {
            worker.finish();
            return;
        }
        if (*job == m_next) {
            ++m_next;
        } else {
            m_again.erase(m_again.begin());
        }
        worker.job = job;
        worker.estimated = std::max(worker.estimated, m_events.bytes ? m_events.bytes(*job) : 0);
        if (++m_tries[*job] == 1) {
            m_events.started(*job);
        }
        worker.send(m_jobs[*worker.job]);
    }

    /// Polls all workers for up to kPollMs.
    std::vector<pollfd> wait() {
        std::vector<pollfd> waiting;
        for (const auto& worker : m_workers) {
            waiting.push_back({worker->output(), POLLIN, 0});
        }
        if (poll(waiting.data(), waiting.size(), kPollMs) < 0) {
            for (pollfd& each : waiting) {
                each.revents = 0;
            }
        }
        return waiting;
    }

    Result<void> turn() {
        const std::vector<pollfd> seen = wait();
        for (std::size_t i = seen.size(); i-- > 0;) {
            if (seen[i].revents == 0) {
                continue;
            }
            Worker& worker = *m_workers[i];
            const bool there = worker.receive();
            while (const auto line = worker.nextLine()) {
                if (worker.job) {
                    m_refused = !m_events.answered(*worker.job, *line) || m_refused;
                    if (m_refused) {
                        worker.job.reset();
                    } else {
                        assign(worker);
                    }
                }
            }
            if (!there) {
                const std::optional<std::size_t> lost = worker.job;
                const Phrase how = worker.ending();
                m_workers.erase(m_workers.begin() + static_cast<std::ptrdiff_t>(i));
                if (lost && m_tries[*lost] < kTries) {
                    m_again.push_back(*lost);
                    if (m_events.again) {
                        m_events.again(*lost, how);
                    }
                } else if (lost) {
                    m_events.died(*lost, how);
                }
            }
        }
        return {};
    }

    /// Asks all workers to end, and kills those that do not within kPatience.
    void stop() {
        for (const auto& worker : m_workers) {
            worker->signal(SIGTERM);
            worker->finish();
        }
        const auto until = Clock::now() + kPatience;
        while (!m_workers.empty() && Clock::now() < until) {
            const std::vector<pollfd> seen = wait();
            for (std::size_t i = seen.size(); i-- > 0;) {
                if (seen[i].revents != 0 && !m_workers[i]->receive()) {
                    static_cast<void>(m_workers[i]->ending());
                    m_workers.erase(m_workers.begin() + static_cast<std::ptrdiff_t>(i));
                }
            }
        }
        m_workers.clear();
    }

    std::vector<std::string> m_words;
    const std::vector<std::string>& m_jobs;
    const JobEvents& m_events;
    std::vector<std::unique_ptr<Worker>> m_workers;
    std::vector<int> m_tries;          ///< [jobs]
    std::vector<std::size_t> m_again;  ///< jobs whose worker died
    std::size_t m_next = 0, m_count = 1;
    bool m_refused = false, m_told = false;
};

}  // namespace

Result<void> runJobs(const std::vector<std::string>& arguments, const std::vector<std::string>& jobs, std::size_t count,
                     const JobEvents& events) {
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (error) {
        return fail(Code::Io, "/proc/self/exe", phrase("the program's own file is not known: %1", systemReason(error)));
    }
    std::vector<std::string> words{program.string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return Pool(std::move(words), jobs, events).run(std::max<std::size_t>(1, count));
}

bool answer(const std::string& line) {
    const std::string whole = line + '\n';
    for (std::size_t at = 0; at < whole.size();) {
        const ssize_t count = send(fileno(output()), whole.data() + at, whole.size() - at, MSG_NOSIGNAL);
        if (count < 0 && errno != EINTR) {
            return false;
        }
        at += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
    return true;
}

}  // namespace kvw::cli
