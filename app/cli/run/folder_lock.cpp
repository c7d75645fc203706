// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

#include "core/base/files/small_file.h"

namespace kvw::cli {

Result<FolderLock> FolderLock::take(const std::filesystem::path& folder) {
    KVW_TRY(makeFolder(folder));
    const std::filesystem::path file = folder / ".lock";
    // Open for writing: NFS gives an exclusive lock to nothing else.
    FolderLock lock(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
    if (lock.m_descriptor < 0) {
        return fail(Code::Io, file.string(), phrase("cannot be written: %1", systemReason(errno)), {},
                    "a writable folder with free space");
    }
    if (::flock(lock.m_descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        return fail(Code::BadUsage, folder.string(), "another process runs this sweep", {},
                    "a folder of its own, or the end of that process");
    }
    return lock;
}

FolderLock::~FolderLock() {
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
}

}  // namespace kvw::cli
