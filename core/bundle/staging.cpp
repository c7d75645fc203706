// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/staging.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <signal.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <optional>

#include "core/base/files/sha256.h"
#include "core/base/files/small_file.h"
#include "core/base/parse_number.h"
#include "core/bundle/archive.h"
#include "core/bundle/bundle.h"
#include "core/bundle/check_files.h"
#include "core/bundle/output_file.h"

namespace kvw::bundle {
namespace {

namespace fs = std::filesystem;

constexpr int kMostAttempts = 10000;
constexpr std::string_view kPrefix = ".kvw-";
constexpr std::string_view kSuffix = ".tmp";
constexpr std::string_view kArchiveSuffix = ".zip.tmp";

std::string ownPrefix() {
    return fmt::format("{}{}-", kPrefix, hostTag());
}

/// Returns whether the rest of a name after the process id is ours: "-<n>.tmp", "-<n>.zip.tmp" or
/// "-<n>.zip.tmp.XXXXXX".
bool isOursAfterId(std::string_view rest) {
    if (rest.empty() || rest.front() != '-') {
        return false;
    }
    rest.remove_prefix(1);
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    rest.remove_prefix(digits);
    if (digits == 0 || rest == kSuffix || rest == kArchiveSuffix) {
        return digits > 0;
    }
    // mkstemp's six letters.
    return rest.size() == kArchiveSuffix.size() + 7 && rest.starts_with(kArchiveSuffix) &&
           rest[kArchiveSuffix.size()] == '.';
}

/// Returns the process that made a temporary sibling; none if `name` is not one of this machine's.
std::optional<pid_t> makerOf(const std::string& name) {
    const std::string prefix = ownPrefix();
    if (!name.starts_with(prefix)) {
        return std::nullopt;
    }
    const std::string_view rest = std::string_view(name).substr(prefix.size());
    const std::size_t dash = std::min(rest.find('-'), rest.size());
    const auto pid = parsedNumber<std::int64_t>(rest.substr(0, dash));
    const bool ours = pid && *pid > 0 && *pid <= 0x7fffffff && isOursAfterId(rest.substr(dash));
    return ours ? std::optional(static_cast<pid_t>(*pid)) : std::nullopt;
}

/// Returns whether the target is a bundle. Stricter than `isBundle`, since what is replaced is gone.
bool replaceable(const fs::path& target) {
    const auto archive = Archive::open(target);
    return archive && readManifest(**archive, {}).has_value();
}

Result<fs::path> targetOf(const fs::path& requested) {
    std::error_code error;
    fs::path target = fs::absolute(requested, error).lexically_normal();
    if (!target.has_filename()) {
        target = target.parent_path();
    }
    if (error || requested.empty() || !target.has_filename()) {
        return fail(Code::BadUsage, requested.string(), "this cannot be the name of a bundle");
    }
    return target;
}

Result<void> refuseTarget(const fs::path& target, bool overwrite) {
    std::error_code error;
    const fs::file_status status = fs::symlink_status(target, error);
    if (error && status.type() != fs::file_type::not_found) {
        return fail(Code::Io, target.string(), phrase("the target cannot be accessed: %1", systemReason(error)));
    }
    if (!fs::exists(status)) {
        return {};
    }
    const bool emptyFolder = fs::is_directory(status) && fs::is_empty(target, error) && !error;
    if (!overwrite) {
        return fail(Code::BadUsage, target.string(), "the target exists and is replaced on request only",
                    fs::is_directory(status) ? "a folder" : "a file", "a name that is free");
    }
    const bool wanted = fs::is_directory(status) ? target.extension() != ".zip" : target.extension() == ".zip";
    if (!wanted || (!emptyFolder && !replaceable(target))) {
        return fail(Code::BadUsage, target.string(), "only a bundle of the same kind can be replaced",
                    fs::is_directory(status) ? "a folder that is not a bundle" : "a file that is not a bundle",
                    "a bundle, or a free name");
    }
    return {};
}

int renameWith(const fs::path& from, const fs::path& to, unsigned flags) {
    return ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), flags) == 0 ? 0 : errno;
}

bool unsupported(int error) {
    return error == EINVAL || error == ENOSYS || error == ENOTSUP;
}

Result<void> renameFailed(const fs::path& target, int error) {
    if (error == EEXIST || error == ENOTEMPTY) {
        return fail(Code::BadUsage, target.string(), "the target was created while the bundle was written",
                    "a file or folder", "a name that is free");
    }
    return fail(Code::Io, target.string(),
                phrase("the finished bundle cannot be renamed to it: %1", systemReason(error)));
}

/// Replaces the target on file systems without an atomic exchange. The old bundle is first renamed to a name that no
/// clean-up touches.
Result<void> replaceInTwoSteps(const fs::path& made, const fs::path& target) {
    fs::path aside = target;
    aside += fmt::format(".replaced-{}", ::getpid());
    if (::rename(target.c_str(), aside.c_str()) != 0) {
        return renameFailed(target, errno);
    }
    if (::rename(made.c_str(), target.c_str()) != 0) {
        const int error = errno;
        if (::rename(aside.c_str(), target.c_str()) != 0) {
            return fail(Code::Io, target.string(),
                        phrase("the rename failed, the bundle that was there is now %1", aside.string()));
        }
        return renameFailed(target, error);
    }
    std::error_code ignored;
    fs::remove_all(aside, ignored);
    return {};
}

Result<void> place(const fs::path& made, const fs::path& target, bool overwrite) {
    std::error_code ignored;
    if (overwrite && fs::exists(fs::symlink_status(target, ignored))) {
        if (!fs::is_directory(fs::symlink_status(target, ignored))) {
            return ::rename(made.c_str(), target.c_str()) == 0 ? Result<void>() : renameFailed(target, errno);
        }
        // The old bundle takes the temporary name and is removed with it.
        const int error = renameWith(made, target, RENAME_EXCHANGE);
        return error == 0           ? Result<void>()
               : unsupported(error) ? replaceInTwoSteps(made, target)
                                    : renameFailed(target, error);
    }
    int error = renameWith(made, target, RENAME_NOREPLACE);
    if (unsupported(error)) {
        error = ::access(target.c_str(), F_OK) == 0 ? EEXIST : ::rename(made.c_str(), target.c_str()) == 0 ? 0 : errno;
    }
    return error == 0 ? Result<void>() : renameFailed(target, error);
}

}  // namespace

std::string hostTag() {
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0) {
        name[0] = '\0';
    }
    return sha256(std::string_view(name.data())).substr(0, 8);
}

void removeLeftovers(const fs::path& folder) {
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        const auto maker = makerOf(at->path().filename().string());
        if (maker && *maker != ::getpid() && ::kill(*maker, 0) != 0 && errno == ESRCH) {
            std::error_code ignored;
            fs::remove_all(at->path(), ignored);
        }
    }
}

Result<TemporaryFolder> TemporaryFolder::make(const fs::path& parent) {
    removeLeftovers(parent);
    for (int n = 0; n < kMostAttempts; ++n) {
        fs::path folder = parent / fmt::format("{}{}-{}{}", ownPrefix(), ::getpid(), n, kSuffix);
        if (::mkdir(folder.c_str(), 0755) == 0) {
            return TemporaryFolder(std::move(folder));
        }
        if (errno != EEXIST) {
            return fail(Code::Io, parent.string(), phrase("nothing can be written here: %1", systemReason(errno)));
        }
    }
    return fail(Code::Io, parent.string(), "too many temporary folders of this process");
}

TemporaryFolder::~TemporaryFolder() {
    if (!m_path.empty()) {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }
}

Staging::Staging(fs::path target, TemporaryFolder temporary, bool overwrite)
    : m_target(std::move(target)), m_temporary(std::move(temporary)), m_overwrite(overwrite) {}

Staging::~Staging() {
    if (!folder().empty()) {
        std::error_code ignored;
        fs::remove(archive(), ignored);
    }
}

fs::path Staging::archive() const {
    std::string name = folder().filename().string();
    name.replace(name.size() - kSuffix.size(), kSuffix.size(), kArchiveSuffix);
    return folder().parent_path() / name;
}

Result<Staging> Staging::begin(const fs::path& requested, bool overwrite) {
    KVW_TRY_ASSIGN(auto target, targetOf(requested));
    KVW_TRY(refuseTarget(target, overwrite));
    const fs::path parent = target.parent_path();
    KVW_TRY(makeFolder(parent));
    KVW_TRY_ASSIGN(auto temporary, TemporaryFolder::make(parent));
    return Staging(std::move(target), std::move(temporary), overwrite);
}

Error withPath(Error error, const fs::path& from, const fs::path& to) {
    const auto renamed = [&](std::string text) {
        for (auto at = text.find(from.native()); at != std::string::npos; at = text.find(from.native(), at + 1)) {
            text.replace(at, from.native().size(), to.native());
        }
        return text;
    };
    for (Phrase* part : {&error.where, &error.what, &error.found, &error.expected}) {
        *part = withTexts(std::move(*part), renamed);
    }
    return error;
}

Error Staging::named(Error error) const {
    return withPath(withPath(std::move(error), archive(), m_target), folder(), m_target);
}

Result<void> Staging::commit(const fs::path& made) {
    KVW_TRY(place(made, m_target, m_overwrite));
    return syncFolder(m_target.parent_path());
}

}  // namespace kvw::bundle

namespace kvw {

Result<void> checkTarget(const std::filesystem::path& target, bool overwrite) {
    return bundle::targetOf(target).and_then(
        [&](const std::filesystem::path& whole) { return bundle::refuseTarget(whole, overwrite); });
}

}  // namespace kvw
