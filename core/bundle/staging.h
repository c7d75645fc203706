// SPDX-License-Identifier: Apache-2.0
/// A temporary sibling of the target, and the one rename that makes it the target.
#pragma once

#include <filesystem>

#include "core/base/error.h"

namespace kvw::bundle {

/// Owns a folder `.kvw-<host>-<pid>-<n>.tmp` beside the target; removed by the destructor unless committed.
/// The name does not contain the target's, so that it is never too long; <host> keeps machines that share a folder from
/// judging each other's process ids. Thread: one at a time; several at once for the same target get different names.
class Staging {
 public:
    /// Makes missing parents of `target`, removes siblings of processes of this machine that are gone.
    /// Errors: BadUsage (the target exists, or is to be overwritten but is no bundle), Io.
    [[nodiscard]] static Result<Staging> begin(const std::filesystem::path& target, bool overwrite);
    Staging(Staging&& other) noexcept;
    Staging& operator=(Staging&&) = delete;
    ~Staging();

    [[nodiscard]] const std::filesystem::path& folder() const noexcept { return m_folder; }
    /// Where the archive of the folder is built, beside it.
    [[nodiscard]] std::filesystem::path archive() const;
    /// The same error with what lies in the temporary folder named as the user will know it: below the target.
    [[nodiscard]] Error named(Error error) const;
    /// `made` (the folder, or the archive) becomes the target, synced. What was there before goes only after that.
    [[nodiscard]] Result<void> commit(const std::filesystem::path& made);

 private:
    Staging(std::filesystem::path target, std::filesystem::path folder, bool overwrite);

    std::filesystem::path m_target, m_folder;
    bool m_overwrite = false;
};

/// Removes what dead processes of this machine left in `folder`. Failures are ignored: it is only litter.
void removeLeftovers(const std::filesystem::path& folder);

}  // namespace kvw::bundle
