// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/slurm_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "core/base/comma_list.h"
#include "core/base/parse_number.h"
#include "core/base/process/child_process.h"
#include "core/base/short_text.h"
#include "core/base/utf8.h"

namespace kvw::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kMostCount = 10000;

bool isNumberText(const std::string& text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

Result<std::optional<SlurmChoice>> parseExecutor(const std::string& text) {
    const auto colon = std::min(text.find(':'), text.size());
    const std::string name = text.substr(0, colon);
    if (name == "local" && colon == text.size()) {
        return std::nullopt;
    }
    if (name != "slurm") {
        return fail(Code::BadUsage, "--executor", "there is no such executor", text, "local, slurm or slurm:...");
    }
    SlurmChoice choice;
    for (const std::string& part :
         colon < text.size() ? commaList(text.substr(colon + 1)) : std::vector<std::string>()) {
        const auto equals = std::min(part.find('='), part.size());
        const std::string key = part.substr(0, equals);
        const std::string value = equals < part.size() ? part.substr(equals + 1) : std::string();
        const std::map<std::string, std::string*> texts{{"partition", &choice.partition},
                                                        {"account", &choice.account},
                                                        {"time", &choice.time},
                                                        {"mem", &choice.memory}};
        const std::map<std::string, std::int64_t*> counts{
            {"cpus", &choice.cpus}, {"requeue", &choice.requeue}, {"poll", &choice.poll}, {"patience", &choice.patience}};
        const auto number = parsedNumber<std::int64_t>(value);
        if (const auto at = texts.find(key); at != texts.end() && !value.empty()) {
            *at->second = value;
        } else if (const auto count = counts.find(key);
                   count != counts.end() && number && *number >= (key == "requeue" ? 0 : 1) && *number <= kMostCount) {
            *count->second = *number;
        } else {
            return fail(Code::BadUsage, "--executor slurm", "this is no setting of Slurm", part,
                        "partition, account, time, mem, cpus, requeue, poll or patience, each with a value");
        }
    }
    return choice;
}

Result<Slurm> Slurm::find() {
    Slurm slurm;
    std::vector<std::string> missing;
    for (const char* name : {"sbatch", "squeue", "sacct", "scancel"}) {
        const std::vector<fs::path> found = findPrograms(name);
        if (found.empty()) {
            missing.emplace_back(name);
        } else {
            slurm.m_programs[name] = found.front();
        }
    }
    if (!missing.empty()) {
        return fail(Code::NotFound, "--executor slurm", "commands of Slurm are not installed here", joined(missing),
                    "a machine from which jobs are submitted, or --executor local");
    }
    return slurm;
}

Result<std::string> Slurm::call(const char* name, const std::vector<std::string>& words) const {
    ChildLimits limits;
    limits.time = std::chrono::seconds(60);
    limits.errors = true;
    KVW_TRY_ASSIGN(const ChildAnswer answer, runChild(m_programs.at(name), words, ownEnvironment(), {}, limits));
    if (answer.tooLate || answer.tooLong || answer.signal != 0 || answer.code != 0) {
        constexpr std::size_t kMost = 200;
        const std::string said(trimmed(shortText(lossyUtf8(answer.output), kMost)));
        return fail(Code::Io, name, answer.tooLate ? "it gave no answer" : "it did not end well",
                    said.empty() ? phrase("code %1", answer.code) : Phrase(said));
    }
    return answer.output;
}

Result<std::string> Slurm::submit(const SlurmChoice& choice, const std::string& name, const fs::path& script,
                                  std::size_t tasks, const fs::path& folder) const {
    std::vector<std::string> words{"--parsable", "--job-name=" + name, fmt::format("--array=0-{}", tasks - 1),
                                   fmt::format("--cpus-per-task={}", choice.cpus),
                                   "--output=" + (folder / "%A_%a.out").string()};
    for (const auto& [flag, value] : {std::pair{"--partition=", choice.partition},
                                      {"--account=", choice.account},
                                      {"--time=", choice.time},
                                      {"--mem=", choice.memory}}) {
        if (!value.empty()) {
            words.push_back(flag + value);
        }
    }
    words.push_back(script.string());
    KVW_TRY_ASSIGN(const std::string output, call("sbatch", words));
    // Warnings may stand before the line "123" or "123;cluster".
    std::string job;
    for (const std::string& line : splitAt(output, '\n')) {
        const std::string first = line.substr(0, line.find(';'));
        job = isNumberText(first) ? first : job;
    }
    if (job.empty()) {
        return fail(Code::Io, "sbatch", "it named no job", std::string(trimmed(output)));
    }
    return job;
}

Result<std::map<std::string, std::string>> Slurm::numbers(const std::vector<std::string>& names) const {
    // %F is the number of the array; %A of a task that runs is one of its own.
    KVW_TRY_ASSIGN(const std::string queued, call("squeue", {"--me", "--noheader", "--format=%F|%j"}));
    const auto kept = call("sacct", {"--noheader", "--parsable2", "--allocations", "--starttime=now-30days",
                                     "--format=JobID,JobName", "--name=" + joined(names, ",")});
    std::map<std::string, std::string> found;
    for (const auto& [job, name] : slurmStates(kept.value_or(std::string()) + '\n' + queued)) {
        if (std::ranges::find(names, name) != names.end()) {
            found[name] = job.substr(0, job.find('_'));
        }
    }
    return found;
}

Result<std::map<std::string, std::string>> Slurm::queue() const {
    return call("squeue", {"--me", "--noheader", "--array", "--format=%i|%T"}).map(slurmStates);
}

std::map<std::string, std::string> Slurm::ended(const std::vector<std::string>& jobs) const {
    const auto output = call("sacct", {"--noheader", "--parsable2", "--allocations", "--array", "--format=JobID,State",
                                       "--jobs=" + joined(jobs, ",")});
    // A cluster without accounting remembers for some minutes.
    const auto kept = output ? output : call("squeue", {"--me", "--noheader", "--array", "--states=all",
                                                        "--format=%i|%T"});
    return kept ? slurmStates(*kept) : std::map<std::string, std::string>();
}

void Slurm::cancel(const std::vector<std::string>& jobs) const {
    if (!jobs.empty()) {
        static_cast<void>(call("scancel", jobs));
    }
}

std::map<std::string, std::string> slurmStates(const std::string& output) {
    std::map<std::string, std::string> states;
    for (const std::string& line : splitAt(output, '\n')) {
        const std::vector<std::string> cells = splitAt(trimmed(line), '|');
        if (cells.size() >= 2 && !cells[0].empty() && !cells[1].empty()) {
            states[cells[0]] = cells[1].substr(0, cells[1].find(' '));
        }
    }
    return states;
}

}  // namespace kvw::cli
