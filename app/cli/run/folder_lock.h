// SPDX-License-Identifier: Apache-2.0
/// A lock on the folder of a sweep, so that two processes do not run it at the same time.
#pragma once

#include <filesystem>
#include <utility>

#include "core/base/error.h"

namespace kvw::cli {

/// The lock, held until this object or the process ends, whatever the reason. Thread: any.
class FolderLock {
 public:
    /// Locks the file `.lock` of a folder, and makes both if needed. A file system without locks locks nothing. Errors:
    /// BadUsage if another process has the lock; Io.
    [[nodiscard]] static Result<FolderLock> take(const std::filesystem::path& folder);
    FolderLock(FolderLock&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}
    FolderLock& operator=(FolderLock&&) = delete;
    ~FolderLock();

 private:
    explicit FolderLock(int descriptor) : m_descriptor(descriptor) {}

    int m_descriptor;
};

}  // namespace kvw::cli
