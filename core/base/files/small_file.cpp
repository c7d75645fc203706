// SPDX-License-Identifier: Apache-2.0
#include "core/base/files/small_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "core/base/json/json_text.h"

namespace kvw {

namespace {

namespace fs = std::filesystem;

Result<void> cannotWrite(const fs::path& target, int error) {
    return fail(Code::Io, target.string(), phrase("cannot be written: %1", systemReason(error)), {},
                "a writable folder with free space");
}

}  // namespace

Result<void> makeFolder(const fs::path& folder) {
    std::error_code error;
    if (!folder.empty()) {
        fs::create_directories(folder, error);
    }
    return error ? fail(Code::Io, folder.string(), phrase("the folder cannot be made: %1", systemReason(error)))
                 : Result<void>();
}

int writeAll(int descriptor, std::string_view bytes) noexcept {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
        } else if (written == 0 || errno != EINTR) {
            return written == 0 ? ENOSPC : errno;
        }
    }
    return 0;
}

Result<NewFile> NewFile::create(const fs::path& target) {
    KVW_TRY(makeFolder(target.parent_path()));
    fs::path temporary = target.string() + fmt::format(".kvw-{}.tmp", ::getpid());
    std::error_code ignored;
    fs::remove(temporary, ignored);
    const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (descriptor < 0) {
        return tl::unexpected(cannotWrite(target, errno).error());
    }
    return NewFile(target, std::move(temporary), descriptor);
}

NewFile::~NewFile() {
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
        ::unlink(m_temporary.c_str());
    }
}

Result<void> NewFile::write(std::string_view bytes) {
    const int error = writeAll(m_descriptor, bytes);
    return error == 0 ? Result<void>() : cannotWrite(m_target, error);
}

Result<void> NewFile::commit() {
    // Pipes and devices have nothing to sync; fsync returns EINVAL for them.
    if (::fsync(m_descriptor) != 0 && errno != EINVAL) {
        return cannotWrite(m_target, errno);
    }
    if (::close(std::exchange(m_descriptor, -1)) != 0 || ::rename(m_temporary.c_str(), m_target.c_str()) != 0) {
        const int error = errno;
        ::unlink(m_temporary.c_str());
        return cannotWrite(m_target, error);
    }
    return {};
}

Result<void> writeSmallFile(const fs::path& target, const nlohmann::ordered_json& json) {
    return writeSmallText(target, bundle::dumpFile(json));
}

Result<void> writeSmallText(const fs::path& target, std::string_view text) {
    KVW_TRY_ASSIGN(auto file, NewFile::create(target));
    KVW_TRY(file.write(text));
    return file.commit();
}

}  // namespace kvw
