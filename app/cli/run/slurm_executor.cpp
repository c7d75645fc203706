// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/slurm_executor.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "app/cli/run/sweep_points.h"
#include "core/base/files/mapped_file.h"
#include "core/base/files/small_file.h"
#include "core/base/json/json_reader.h"
#include "core/session/spec/command_line.h"

namespace kvw::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr const char *kSlurmFormat = "kvw-slurm-1", *kArraysFile = "jobs.json";
constexpr std::size_t kMostTasks = 1000;  // of an array, by the default of Slurm
constexpr std::size_t kMostBytesRead = std::size_t{16} << 20;
constexpr int kMostFailures = 20;  // of squeue in a row
constexpr auto kSlice = std::chrono::milliseconds(100);

/// An array job: point k is its task k. Without a number it was about to be submitted.
struct SlurmArray {
    std::string job, name;
    std::vector<std::string> points;
};

class Watcher {
 public:
    Watcher(fs::path folder, SlurmChoice choice, Slurm slurm, const std::vector<SlurmJob>& jobs,
            const JobEvents& events)
        : m_folder(std::move(folder)),
          m_choice(std::move(choice)),
          m_slurm(std::move(slurm)),
          m_jobs(jobs),
          m_events(events),
          m_tasks(jobs.size()) {}

    Result<void> run() {
        KVW_TRY(readArrays());
        std::vector<std::size_t> missing;
        for (std::size_t i = 0; i < m_jobs.size(); ++i) {
            if (!adopt(i)) {
                missing.push_back(i);
            }
        }
        KVW_TRY(submit(missing));
        while (m_left > 0) {
            if (m_events.stopped()) {
                cancel();
                return fail(Code::Cancelled, {}, "Stopped on request");
            }
            KVW_TRY(look());
            if (m_refused) {
                cancel();
                return {};
            }
            wait();
        }
        forgetSlurm(m_folder);
        return {};
    }

 private:
    struct Task {
        std::string key;  ///< "123_4"; empty: not submitted
        std::int64_t tries = 0;
        std::optional<std::chrono::steady_clock::time_point> absent;  ///< first look at the queue without it
        bool started = false, over = false;
    };

    [[nodiscard]] fs::path place() const { return m_folder / "slurm"; }
    [[nodiscard]] fs::path arraysFile() const { return place() / kArraysFile; }

    /// Reads what an earlier watcher submitted.
    Result<void> readArrays() {
        std::error_code error;
        m_left = m_jobs.size();
        if (!fs::exists(arraysFile(), error)) {
            return {};
        }
        KVW_TRY_ASSIGN(const auto json, readJsonFile(arraysFile(), kMostBytesRead));
        JsonDocument document(arraysFile().string(), Code::BadInput, JsonTexts::Any);
        const JsonObject object(document, json, {}, {"format", "arrays"});
        object.word("format", {kSlurmFormat});
        for (const JsonObject& array : object.objects("arrays", {"job", "name", "points"})) {
            m_arrays.push_back({array.textOr("job", {}), array.textOr("name", {}), array.texts("points", true)});
        }
        KVW_TRY(document.checked());
        return findNumbers();
    }

    /// Finds the numbers of arrays whose submission was not seen to its end, and drops those that Slurm does not know.
    Result<void> findNumbers() {
        std::vector<std::string> names;
        for (const SlurmArray& array : m_arrays) {
            if (array.job.empty()) {
                names.push_back(array.name);
            }
        }
        if (names.empty()) {
            return {};
        }
        KVW_TRY_ASSIGN(auto numbers, m_slurm.numbers(names));
        for (SlurmArray& array : m_arrays) {
            array.job = array.job.empty() ? numbers[array.name] : array.job;
        }
        std::erase_if(m_arrays, [](const SlurmArray& array) { return array.job.empty(); });
        if (!m_arrays.empty()) {
            return writeArrays();
        }
        std::error_code error;
        fs::remove(arraysFile(), error);
        return {};
    }

    Result<void> writeArrays() const {
        ordered_json arrays = ordered_json::array();
        for (const SlurmArray& array : m_arrays) {
            arrays.push_back({{"job", array.job}, {"name", array.name}, {"points", array.points}});
        }
        return writeSmallFile(arraysFile(), {{"format", kSlurmFormat}, {"arrays", arrays}});
    }

    /// Watches the last task of a job that an earlier watcher submitted. Returns false if there is none.
    bool adopt(std::size_t job) {
        Task& task = m_tasks[job];
        for (const SlurmArray& array : m_arrays) {
            const auto at = std::ranges::find(array.points, m_jobs[job].point);
            if (at != array.points.end()) {
                task.key = fmt::format("{}_{}", array.job, at - array.points.begin());
                ++task.tries;
            }
        }
        return task.tries > 0;
    }

    /// Submits jobs as arrays. Their names are on disk before Slurm knows them, their numbers right after.
    Result<void> submit(const std::vector<std::size_t>& jobs) {
        for (std::size_t begin = 0; begin < jobs.size(); begin += kMostTasks) {
            const std::size_t end = std::min(jobs.size(), begin + kMostTasks);
            const std::vector<std::size_t> part(jobs.begin() + static_cast<std::ptrdiff_t>(begin),
                                                jobs.begin() + static_cast<std::ptrdiff_t>(end));
            SlurmArray array{{}, newName(), {}};
            std::string lines;
            for (const std::size_t job : part) {
                std::error_code error;
                fs::remove(answerFile(m_folder, m_jobs[job].point), error);
                lines += m_jobs[job].line + '\n';
                array.points.push_back(m_jobs[job].point);
            }
            const fs::path file = place() / (array.name + ".jsonl"), script = place() / (array.name + ".sh");
            KVW_TRY(writeSmallText(file, lines));
            std::error_code error;
            const fs::path program = fs::read_symlink("/proc/self/exe", error);
            KVW_TRY(writeSmallText(
                script, fmt::format("#!/bin/sh\nexec {} sweep --worker --out {} --threads {} --task {} --index "
                                    "\"$SLURM_ARRAY_TASK_ID\"\n",
                                    shellWord(program.string()), shellWord(m_folder.string()), m_choice.cpus,
                                    shellWord(file.string()))));
            m_arrays.push_back(std::move(array));
            KVW_TRY(writeArrays());
            const auto number = m_slurm.submit(m_choice, m_arrays.back().name, script, part.size(), place());
            if (!number) {
                // The job may be there all the same: its answer came too late.
                static_cast<void>(findNumbers());
                return tl::unexpected(number.error());
            }
            m_arrays.back().job = *number;
            for (std::size_t k = 0; k < part.size(); ++k) {
                Task& task = m_tasks[part[k]];
                task.key = fmt::format("{}_{}", *number, k);
                task.absent.reset();
                ++task.tries;
            }
            KVW_TRY(writeArrays());
        }
        return {};
    }

    /// Returns a name that no array of this folder had before: a task that still runs may read its lines.
    [[nodiscard]] std::string newName() const {
        const auto now = std::chrono::system_clock::now().time_since_epoch();
        return fmt::format("kvw-sweep-{}-{}-{}", std::chrono::duration_cast<std::chrono::milliseconds>(now).count(),
                           ::getpid(), m_arrays.size());
    }

    /// Looks at the queue and at the answers. The queue goes first: a task that is not in it has written its answer.
    Result<void> look() {
        const auto queue = m_slurm.queue();
        m_failures = queue ? 0 : m_failures + 1;
        if (m_failures > kMostFailures) {
            return tl::unexpected(queue.error());
        }
        const auto now = std::chrono::steady_clock::now();
        std::optional<std::map<std::string, std::string>> ended;
        std::vector<std::size_t> again;
        for (std::size_t i = 0; i < m_jobs.size() && !m_refused; ++i) {
            Task& task = m_tasks[i];
            if (task.over) {
                continue;
            }
            if (const auto text = takeAnswer(i)) {
                begin(i);
                task.over = true;
                --m_left;
                m_refused = !m_events.answered(i, *text);
                continue;
            }
            if (!queue) {
                continue;
            }
            if (const auto state = queue->find(task.key); state != queue->end()) {
                task.absent.reset();
                if (state->second == "RUNNING") {
                    begin(i);
                }
                continue;
            }
            if (!ended) {
                ended = m_slurm.ended(jobNumbers());
            }
            const auto end = ended->find(task.key);
            const std::string told = end == ended->end() ? std::string() : end->second;
            if (told == "PENDING" || told == "RUNNING" || told == "COMPLETING") {
                task.absent.reset();
                continue;
            }
            // A task that failed wrote no answer.
            const bool failed = !told.empty() && told != "COMPLETED";
            task.absent = task.absent.value_or(now);
            if (now - *task.absent < std::chrono::seconds(m_choice.patience) && !failed) {
                continue;
            }
            if (task.tries <= m_choice.requeue) {
                again.push_back(i);
                continue;
            }
            begin(i);
            task.over = true;
            --m_left;
            m_events.died(i, told.empty() ? phrase("left the queue of Slurm without an answer")
                                          : phrase("ended in Slurm as %1", told));
        }
        return m_refused ? Result<void>() : submit(again);
    }

    /// Returns the answer of a job and removes its file, so that it is not taken for that of a later run.
    std::optional<std::string> takeAnswer(std::size_t job) const {
        const fs::path file = answerFile(m_folder, m_jobs[job].point);
        std::error_code error;
        if (!fs::exists(file, error)) {
            return std::nullopt;
        }
        auto text = readFile(file, kMostBytesRead);
        fs::remove(file, error);
        return text ? std::optional(*text) : std::nullopt;
    }

    void begin(std::size_t job) {
        if (!std::exchange(m_tasks[job].started, true)) {
            m_events.started(job);
        }
    }

    std::vector<std::string> jobNumbers() const {
        std::vector<std::string> numbers;
        std::transform(m_arrays.begin(), m_arrays.end(), std::back_inserter(numbers),
                       [](const SlurmArray& array) { return array.job; });
        return numbers;
    }

    void cancel() const {
        m_slurm.cancel(jobNumbers());
        forgetSlurm(m_folder);
    }

    void wait() const {
        const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(m_choice.poll);
        while (m_left > 0 && std::chrono::steady_clock::now() < until && !m_events.stopped()) {
            std::this_thread::sleep_for(kSlice);
        }
    }

    fs::path m_folder;
    SlurmChoice m_choice;
    Slurm m_slurm;
    const std::vector<SlurmJob>& m_jobs;
    const JobEvents& m_events;
    std::vector<SlurmArray> m_arrays;
    std::vector<Task> m_tasks;  ///< [jobs]
    std::size_t m_left = 0;
    int m_failures = 0;
    bool m_refused = false;
};

}  // namespace

Result<void> checkNotOnSlurm(const fs::path& folder) {
    const fs::path file = folder / "slurm" / kArraysFile;
    std::error_code error;
    return fs::exists(file, error)
               ? fail(Code::BadUsage, file.string(), "jobs of Slurm run points of this sweep", {},
                      "--executor slurm, which goes on watching them, or no such file once they are cancelled")
               : Result<void>();
}

void forgetSlurm(const fs::path& folder) {
    std::error_code error;
    fs::remove(folder / "slurm" / kArraysFile, error);
    fs::remove_all(answerFile(folder, {}).parent_path(), error);
}

Result<void> runOnSlurm(const fs::path& folder, const SlurmChoice& choice, const std::vector<SlurmJob>& jobs,
                        const JobEvents& events) {
    KVW_TRY_ASSIGN(auto slurm, Slurm::find());
    return Watcher(fs::absolute(folder).lexically_normal(), choice, std::move(slurm), jobs, events).run();
}

}  // namespace kvw::cli
