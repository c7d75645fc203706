// SPDX-License-Identifier: Apache-2.0
/// A temporary sibling of the target, and the one rename that makes it the target.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include "core/base/error.h"

namespace kvw::bundle {

/// Returns eight hexadecimal digits that tell this machine from others that share a folder with it.
[[nodiscard]] std::string hostTag();

/// A new folder `.kvw-<host>-<pid>-<n>.tmp` in `parent`, removed with the object if it still exists. Leftovers of dead
/// processes of this machine are removed from `parent` first. Thread: one at a time; several objects at once get
/// different names.
class TemporaryFolder {
 public:
    /// Creates the folder. Errors: Io.
    [[nodiscard]] static Result<TemporaryFolder> make(const std::filesystem::path& parent);
    TemporaryFolder(TemporaryFolder&& other) noexcept : m_path(std::exchange(other.m_path, {})) {}
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;
    ~TemporaryFolder();

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }

 private:
    explicit TemporaryFolder(std::filesystem::path path) : m_path(std::move(path)) {}
    std::filesystem::path m_path;
};

/// Returns the error with the path `from`, wherever it stands, replaced by `to`.
[[nodiscard]] Error withPath(Error error, const std::filesystem::path& from, const std::filesystem::path& to);

/// Owns a folder `.kvw-<host>-<pid>-<n>.tmp` beside the target; removed by the destructor unless committed.
/// The name does not contain the target's, so that it is never too long; <host> keeps machines that share a folder from
/// judging each other's process ids. Thread: one at a time; several at once for the same target get different names.
class Staging {
 public:
    /// Creates missing parents of `target`, removes siblings left by dead processes of this machine. Errors: BadUsage
    /// (the target exists, or is to be overwritten but is no bundle of the same kind), Io.
    [[nodiscard]] static Result<Staging> begin(const std::filesystem::path& target, bool overwrite);
    Staging(Staging&& other) noexcept = default;
    Staging& operator=(Staging&&) = delete;
    ~Staging();

    [[nodiscard]] const std::filesystem::path& folder() const noexcept { return m_temporary.path(); }
    /// Returns the path of the archive of the folder, beside it.
    [[nodiscard]] std::filesystem::path archive() const;
    /// Returns the error with paths in the temporary folder replaced by those below the target, which the user knows.
    [[nodiscard]] Error named(Error error) const;
    /// Renames `made` (the folder, or the archive) to the target, and syncs. What the target was before is removed only
    /// after that.
    [[nodiscard]] Result<void> commit(const std::filesystem::path& made);

 private:
    Staging(std::filesystem::path target, TemporaryFolder temporary, bool overwrite);

    std::filesystem::path m_target;
    TemporaryFolder m_temporary;
    bool m_overwrite = false;
};

/// Removes leftovers of dead processes of this machine from `folder`: temporary folders, and archives that were being
/// built (libzip writes `<archive>.XXXXXX` first). Failures are ignored: leftovers do no harm.
void removeLeftovers(const std::filesystem::path& folder);

}  // namespace kvw::bundle
