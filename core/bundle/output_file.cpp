// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <system_error>

#include <cerrno>

#include "core/base/json/json_text.h"
#include "core/base/json/schema.h"
#include "core/bundle/write_meter.h"

namespace kvw::bundle {

namespace {
constexpr std::size_t kBuffer = std::size_t{1} << 18;
}

Phrase systemReason(int error) {
    return std::generic_category().message(error).c_str();
}

Result<OutputFile> OutputFile::create(const std::filesystem::path& path, WriteMeter* meter) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (descriptor < 0) {
        return fail(Code::Io, path.string(), phrase("the file cannot be created: %1", systemReason(errno)));
    }
    return OutputFile(path, descriptor, meter);
}

OutputFile::OutputFile(std::filesystem::path path, int descriptor, WriteMeter* meter)
    : m_path(std::move(path)), m_descriptor(descriptor), m_meter(meter) {
    m_buffer.reserve(kBuffer);
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : m_path(std::move(other.m_path)),
      m_descriptor(std::exchange(other.m_descriptor, -1)),
      m_meter(other.m_meter),
      m_buffer(std::move(other.m_buffer)),
      m_failure(std::move(other.m_failure)),
      m_bytes(other.m_bytes),
      m_sums(std::move(other.m_sums)) {}

OutputFile::~OutputFile() {
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
}

void OutputFile::write(std::string_view bytes) {
    m_buffer += bytes;
    if (m_buffer.size() >= kBuffer) {
        flush();
    }
}

void OutputFile::flush() {
    std::string_view left = m_buffer;
    m_sums.update(left);
    m_bytes += static_cast<std::int64_t>(left.size());
    if (good() && m_meter != nullptr && !m_meter->add(static_cast<std::int64_t>(left.size()))) {
        m_failure = "stopped on request";
    }
    while (!left.empty() && good()) {
        const ssize_t written = ::write(m_descriptor, left.data(), left.size());
        if (written > 0) {
            left.remove_prefix(static_cast<std::size_t>(written));
        } else if (written == 0 || errno != EINTR) {
            m_failure = systemReason(written == 0 ? ENOSPC : errno);
        }
    }
    m_buffer.clear();
}

Result<FileSum> OutputFile::finish() {
    flush();
    // Pipes and devices have nothing to sync and say EINVAL.
    if (good() && ::fsync(m_descriptor) != 0 && errno != EINVAL) {
        m_failure = systemReason(errno);
    }
    if (::close(std::exchange(m_descriptor, -1)) != 0 && good()) {
        m_failure = systemReason(errno);
    }
    if (!good()) {
        return fail(Code::Io, m_path.string(), phrase("writing failed: %1", m_failure));
    }
    auto [whole, stable] = m_sums.finish();
    return FileSum{m_bytes, std::move(whole), std::move(stable)};
}

Result<void> syncFolder(const std::filesystem::path& folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) {
        return fail(Code::Io, folder.string(), phrase("the folder cannot be opened: %1", systemReason(errno)));
    }
    const bool synced = ::fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS;
    const int error = errno;
    ::close(descriptor);
    if (!synced) {
        return fail(Code::Io, folder.string(), phrase("the folder cannot be synced: %1", systemReason(error)));
    }
    return {};
}

namespace fs = std::filesystem;

Result<OutputFile> FolderWriter::create(const std::string& name) {
    const fs::path path = m_folder / name;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) {
        return fail(Code::Io, path.parent_path().string(),
                    phrase("the folder cannot be made: %1", error.message().c_str()));
    }
    return OutputFile::create(path, m_meter);
}

Result<void> FolderWriter::finish(const std::string& name, OutputFile file) {
    KVW_TRY_ASSIGN(m_sums[name], file.finish());
    return {};
}

Result<void> FolderWriter::write(const std::string& name, std::string_view bytes) {
    KVW_TRY_ASSIGN(auto file, create(name));
    file.write(bytes);
    return finish(name, std::move(file));
}

Result<void> FolderWriter::writeJson(const std::string& name, const nlohmann::ordered_json& json,
                                     std::string_view schema) {
    if (auto valid = schema::check(schema, json, (m_folder / name).string()); !valid) {
        Error error = valid.error();
        error.code = Code::Internal;
        return tl::unexpected(error);
    }
    // Figures are mostly numbers, which would take a line each.
    return write(name, schema == "figure" ? dumpLine(json) + '\n' : dumpFile(json));
}

Result<void> FolderWriter::sync() const {
    std::error_code error;
    for (fs::recursive_directory_iterator at(m_folder, error), end; !error && at != end; at.increment(error)) {
        if (at->is_directory(error)) {
            KVW_TRY(syncFolder(at->path()));
        }
    }
    return error ? Result<void>(fail(Code::Io, m_folder.string(),
                                     phrase("the folder cannot be listed: %1", error.message().c_str())))
                 : syncFolder(m_folder);
}

}  // namespace kvw::bundle
