// SPDX-License-Identifier: Apache-2.0
#include "app/cli/write_file.h"

#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "app/cli/output_path.h"
#include "core/bundle/staging.h"

namespace kvw::cli {

namespace fs = std::filesystem;

Result<NewFile> NewFile::create(const fs::path& target) {
    std::error_code error;
    if (target.has_parent_path() && !fs::is_directory(target.parent_path(), error)) {
        fs::create_directories(target.parent_path(), error);
        if (error) {
            return fail(Code::Io, target.parent_path().string(),
                        phrase("the folder cannot be made: %1", error.message().c_str()));
        }
    }
    fs::path temporary = target;
    temporary += ".kvw-" + std::to_string(getpid()) + ".tmp";
    std::FILE* file = std::fopen(temporary.c_str(), "wb");
    if (file == nullptr) {
        return fail(Code::Io, target.string(),
                    phrase("cannot be written: %1", std::generic_category().message(errno).c_str()));
    }
    return NewFile(target, std::move(temporary), file);
}

NewFile::NewFile(NewFile&& other) noexcept
    : m_target(std::move(other.m_target)),
      m_temporary(std::move(other.m_temporary)),
      m_file(std::exchange(other.m_file, nullptr)) {}

NewFile::~NewFile() {
    if (m_file != nullptr) {
        std::fclose(m_file);
        unlink(m_temporary.c_str());
    }
}

tl::unexpected<Error> NewFile::ioError(const char* what) const {
    return fail(Code::Io, m_target.string(), phrase("%1: %2", what, std::generic_category().message(errno).c_str()));
}

Result<void> NewFile::write(std::span<const std::byte> bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), m_file) != bytes.size()) {
        return ioError("cannot be written");
    }
    return {};
}

Result<void> NewFile::commit() {
    if (std::fflush(m_file) != 0 || fsync(fileno(m_file)) != 0) {
        return ioError("cannot be written");
    }
    if (std::fclose(std::exchange(m_file, nullptr)) != 0 || rename(m_temporary.c_str(), m_target.c_str()) != 0) {
        const int reason = errno;
        unlink(m_temporary.c_str());
        errno = reason;
        return ioError("cannot be written");
    }
    return {};
}

Result<void> writeFile(const fs::path& target, std::string_view text) {
    KVW_TRY_ASSIGN(auto file, NewFile::create(target));
    return file.write(std::as_bytes(std::span(text))).and_then([&] { return file.commit(); });
}

Result<void> writeFolder(const fs::path& target, const FillFolder& fill, std::vector<std::string>* written) {
    const fs::path whole = fullPath(target);
    std::error_code error;
    const bool there = fs::exists(whole, error);
    const fs::path parent = there ? whole : whole.parent_path();
    fs::create_directories(parent, error);
    if (error) {
        return fail(Code::Io, parent.string(), phrase("the folder cannot be made: %1", error.message().c_str()));
    }
    KVW_TRY_ASSIGN(const auto temporary, bundle::TemporaryFolder::make(parent));
    const auto names = fill(temporary.path());
    if (!names) {
        Error failure = names.error();
        failure.where = withTexts(std::move(failure.where), [&](std::string text) {
            const std::string made = temporary.path().string();
            return text.starts_with(made) ? text.replace(0, made.size(), target.string()) : text;
        });
        return tl::unexpected(std::move(failure));
    }
    if (!there) {
        fs::rename(temporary.path(), whole, error);
        return error ? Result<void>(
                           fail(Code::Io, target.string(), phrase("cannot be written: %1", error.message().c_str())))
                     : Result<void>();
    }
    for (const std::string& name : *names) {
        fs::create_directories((whole / name).parent_path(), error);
        fs::rename(temporary.path() / name, whole / name, error);
        if (error) {
            return fail(Code::Io, (target / name).string(), phrase("cannot be written: %1", error.message().c_str()));
        }
        if (written != nullptr) {
            written->push_back((target / name).string());
        }
    }
    return {};
}

}  // namespace kvw::cli
