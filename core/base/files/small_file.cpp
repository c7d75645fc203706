// SPDX-License-Identifier: Apache-2.0
#include "core/base/files/small_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace kvw {

namespace {

namespace fs = std::filesystem;

/// Returns 0 when everything is on the disk, else an errno value.
int writeAll(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written > 0) {
            text.remove_prefix(static_cast<std::size_t>(written));
        } else if (written == 0 || errno != EINTR) {
            return written == 0 ? ENOSPC : errno;
        }
    }
    // Pipes and devices have nothing to sync; fsync returns EINVAL for them.
    return ::fsync(descriptor) == 0 || errno == EINVAL ? 0 : errno;
}

tl::unexpected<Error> cannotWrite(const fs::path& target, int error) {
    return fail(Code::Io, target.string(),
                phrase("cannot be written: %1", std::generic_category().message(error).c_str()), {},
                "a writable folder with free space");
}

}  // namespace

Result<void> writeSmallFile(const fs::path& target, const nlohmann::ordered_json& json) {
    return writeSmallText(target, json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n');
}

Result<void> writeSmallText(const fs::path& target, std::string_view text) {
    std::error_code code;
    if (target.has_parent_path()) {
        fs::create_directories(target.parent_path(), code);
        if (code) {
            return fail(Code::Io, target.parent_path().string(),
                        phrase("the folder cannot be made: %1", code.message().c_str()));
        }
    }
    const fs::path temporary = target.string() + fmt::format(".kvw-{}.tmp", ::getpid());
    fs::remove(temporary, code);
    const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (descriptor < 0) {
        return cannotWrite(target, errno);
    }
    int error = writeAll(descriptor, text);
    if (::close(descriptor) != 0 && error == 0) {
        error = errno;
    }
    if (error == 0) {
        fs::rename(temporary, target, code);
        error = code.value();
    }
    if (error != 0) {
        fs::remove(temporary, code);
        return cannotWrite(target, error);
    }
    return {};
}

}  // namespace kvw
