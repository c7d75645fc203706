// SPDX-License-Identifier: Apache-2.0
/// A temporary sibling of the target, and the one rename that makes it the target.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include "core/base/error.h"

namespace kvw::bundle {

/// Eight letters that tell this machine from others that share a folder with it.
[[nodiscard]] std::string hostTag();

/// A new folder `.kvw-<host>-<pid>-<n>.tmp` in `parent`, removed with the object if it is still there. What dead
/// processes of this machine left there goes first. Thread: one at a time; several at once get different names.
class TemporaryFolder {
 public:
    /// Errors: Io.
    [[nodiscard]] static Result<TemporaryFolder> make(const std::filesystem::path& parent);
    TemporaryFolder(TemporaryFolder&& other) noexcept : m_path(std::exchange(other.m_path, {})) {}
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;
    ~TemporaryFolder();

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }

 private:
    explicit TemporaryFolder(std::filesystem::path path) : m_path(std::move(path)) {}
    std::filesystem::path m_path;
};

/// Owns a folder `.kvw-<host>-<pid>-<n>.tmp` beside the target; removed by the destructor unless committed.
/// The name does not contain the target's, so that it is never too long; <host> keeps machines that share a folder from
/// judging each other's process ids. Thread: one at a time; several at once for the same target get different names.
class Staging {
 public:
    /// Makes missing parents of `target`, removes siblings of processes of this machine that are gone.
    /// Errors: BadUsage (the target exists, or is to be overwritten but is no bundle), Io.
    [[nodiscard]] static Result<Staging> begin(const std::filesystem::path& target, bool overwrite);
    Staging(Staging&& other) noexcept = default;
    Staging& operator=(Staging&&) = delete;
    ~Staging();

    [[nodiscard]] const std::filesystem::path& folder() const noexcept { return m_temporary.path(); }
    /// Where the archive of the folder is built, beside it.
    [[nodiscard]] std::filesystem::path archive() const;
    /// The same error with what lies in the temporary folder named as the user will know it: below the target.
    [[nodiscard]] Error named(Error error) const;
    /// `made` (the folder, or the archive) becomes the target, synced. What was there before goes only after that.
    [[nodiscard]] Result<void> commit(const std::filesystem::path& made);

 private:
    Staging(std::filesystem::path target, TemporaryFolder temporary, bool overwrite);

    std::filesystem::path m_target;
    TemporaryFolder m_temporary;
    bool m_overwrite = false;
};

/// Removes what dead processes of this machine left in `folder`: temporary folders, and archives that were being built
/// (libzip writes `<archive>.XXXXXX` first). Failures are ignored: it is only litter.
void removeLeftovers(const std::filesystem::path& folder);

}  // namespace kvw::bundle
