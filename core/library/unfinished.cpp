// SPDX-License-Identifier: Apache-2.0
#include "core/library/unfinished.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>
#include <system_error>

#include "core/base/catch_exceptions.h"
#include "core/base/json/json_access.h"
#include "core/base/parse_number.h"
#include "core/base/process/process_start.h"
#include "core/base/short_text.h"
#include "core/bundle/archive.h"
#include "core/bundle/bundle.h"
#include "core/bundle/check_files.h"
#include "core/bundle/staging.h"

namespace kvw {
namespace {

namespace fs = std::filesystem;

constexpr int kShare = 20;  ///< pause after writing, in multiples of the time that writing took

struct Name {
    std::string program, machine, start;
    long pid = 0;
};

/// Parses `<program>-<machine>-<pid>-<start>-<n>`.
std::optional<Name> readName(const std::string& text) {
    std::array<std::string, 5> parts;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::size_t end = i + 1 < parts.size() ? text.find('-', begin) : text.size();
        if (end == std::string::npos || end == begin) {
            return std::nullopt;
        }
        parts[i] = text.substr(begin, end - begin);
        begin = end + 1;
    }
    const auto pid = parsedNumber<long>(parts[2]);
    return pid && *pid > 0 ? std::optional(Name{parts[0], parts[1], parts[3], *pid}) : std::nullopt;
}

/// Returns the steps of the longest lane; 0 if the manifest cannot be read.
std::int64_t stepsOf(const fs::path& run) {
    const auto archive = bundle::Archive::open(run);
    const auto manifest = archive ? bundle::readManifest(**archive, {}) : tl::unexpected(archive.error());
    if (!manifest) {
        return 0;
    }
    std::int64_t steps = wholeOf(member(*manifest, "summary"), "tokens");
    for (const auto& lane : member(*manifest, "lanes")) {
        steps = std::max(steps, wholeOf(member(lane, "summary"), "tokens"));
    }
    return steps;
}

tl::unexpected<Error> gone(const fs::path& run) {
    return fail(Code::NotFound, run.string(), "this run no longer exists: it was opened or forgotten meanwhile");
}

/// Returns "2026-11-22 14.13 streaming recovered", followed by the number unless it is 1.
fs::path nameOf(const LibraryEntry& entry, int number) {
    std::string date(beginningOf(entry.startedAt, 16));
    std::replace(date.begin(), date.end(), 'T', ' ');
    std::replace(date.begin(), date.end(), ':', '.');
    std::replace(date.begin(), date.end(), '/', '.');  // the manifest is untrusted: this must stay a name, not a path
    const std::string policy = entry.policy.substr(0, entry.policy.find_first_of(":/+@, "));
    return fmt::format("{} {} recovered{}", date.empty() ? "run" : date, policy.empty() ? "full" : policy,
                       number == 1 ? std::string() : fmt::format(" {}", number));
}

bool taken(const std::error_code& error) {
    return error == std::errc::file_exists || error == std::errc::directory_not_empty ||
           error == std::errc::not_a_directory;
}

/// Copies a run to another file system, under a temporary name first, so that the target is whole or does not exist.
std::error_code copyThere(const fs::path& run, const fs::path& target) {
    const auto temporary = bundle::TemporaryFolder::make(target.parent_path());
    std::error_code error;
    if (!temporary) {
        return std::make_error_code(std::errc::io_error);
    }
    fs::copy(run, temporary->path() / "run", fs::copy_options::recursive, error);
    if (!error) {
        fs::rename(temporary->path() / "run", target, error);
    }
    return error;
}

}  // namespace

fs::path unfinishedFolder(const fs::path& stateFolder) {
    return stateFolder.empty() ? fs::path() : stateFolder / "unfinished";
}

std::vector<UnfinishedRun> unfinishedRuns(const fs::path& folder) {
    std::vector<UnfinishedRun> runs;
    std::error_code code;
    for (fs::directory_iterator at(folder, code), end; !code && at != end; at.increment(code)) {
        const auto name = readName(at->path().filename().string());
        if (name && name->machine == bundle::hostTag() && processStart(name->pid) != name->start) {
            runs.push_back({name->program, stepsOf(at->path()), readEntry(at->path())});
        }
    }
    std::sort(runs.begin(), runs.end(), [](const UnfinishedRun& a, const UnfinishedRun& b) {
        return std::pair(a.entry.startedAt, a.entry.path) > std::pair(b.entry.startedAt, b.entry.path);
    });
    return runs;
}

Result<fs::path> keepUnfinished(const fs::path& run, const fs::path& folder) {
    std::error_code error;
    if (!fs::is_directory(run, error)) {
        return gone(run);
    }
    fs::create_directories(folder, error);
    const LibraryEntry entry = readEntry(run);
    for (int number = 1; number < 1000; ++number) {
        const fs::path target = folder / nameOf(entry, number);
        if (fs::exists(target, error)) {
            continue;
        }
        fs::rename(run, target, error);  // fails if another process has created the target meanwhile
        if (error == std::errc::cross_device_link) {
            error = copyThere(run, target);
            if (!error) {
                static_cast<void>(forgetUnfinished(run));  // at worst it is offered once more
            }
        }
        if (!error) {
            return target;
        }
        std::error_code unknown;
        if (error == std::errc::no_such_file_or_directory && !fs::exists(run, unknown) && !unknown) {
            return gone(run);
        }
        if (!taken(error)) {
            break;
        }
    }
    return fail(Code::Io, folder.string(), phrase("the run cannot be kept here: %1", systemReason(error)), {},
                "a writable folder with free space");
}

Result<void> forgetUnfinished(const fs::path& run) {
    // Renamed first, so that nobody finds a half-removed run meanwhile.
    KVW_TRY_ASSIGN(const auto temporary, bundle::TemporaryFolder::make(run.parent_path()));
    std::error_code error;
    fs::rename(run, temporary.path() / "run", error);
    if (error == std::errc::no_such_file_or_directory) {
        return gone(run);
    }
    return error ? Result<void>(
                       fail(Code::Io, run.string(), phrase("the run cannot be removed: %1", systemReason(error))))
                 : Result<void>();
}

UnfinishedCopy::UnfinishedCopy(const fs::path& folder, const std::string& program, int number)
    : m_path(folder /
             fmt::format("{}-{}-{}-{}-{}", program, bundle::hostTag(), ::getpid(), processStart(::getpid()), number)),
      m_program(program) {}

UnfinishedCopy::~UnfinishedCopy() {
    if (!m_stays) {
        remove();
    }
}

void UnfinishedCopy::remove() {
    if (std::error_code error; fs::exists(m_path, error)) {
        static_cast<void>(forgetUnfinished(m_path));
    }
}

bool anythingRecorded(const Recording& recording) {
    const std::vector<std::int32_t> traced = recording.tracedLanes();
    return std::ssize(traced) == recording.lanes() &&
           std::ranges::any_of(traced, [&](std::int32_t lane) { return recording.stepsOf(lane) > 0; });
}

Result<void> UnfinishedCopy::write(const Recording& recording, const WriteWatch& watch) {
    return catchExceptions(m_path.string(), [&] { return writeNow(recording, watch); });
}

Result<void> UnfinishedCopy::writeNow(const Recording& recording, const WriteWatch& watch) const {
    // No tables and figures: for a long run they take more memory than its data.
    BundleOptions options;
    options.overwrite = true;
    if (recording.state() != RunState::Running) {
        return writeBundleFiles(recording, m_path, options, watch);
    }
    const std::shared_ptr<Recording> now = recording.fork();
    now->setState(RunState::Stopped,
                  m_program == "window"
                      ? phrase("The window ended during the run: this is what was recorded until then.")
                      : phrase("%1 ended during the run: this is what was recorded until then.", m_program));
    return writeBundleFiles(*now, m_path, options, watch);
}

void CopyPace::wrote(Clock::time_point from, Clock::time_point to) {
    m_due = to + std::max<Clock::duration>(m_least, kShare * (to - from));
}

}  // namespace kvw
