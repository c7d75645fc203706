// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <iterator>

#include "core/base/files/small_file.h"
#include "core/bundle/write_meter.h"

namespace kvw::bundle {

namespace {
constexpr std::size_t kBuffer = std::size_t{1} << 18;
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
    m_sums.update(m_buffer);
    m_bytes += std::ssize(m_buffer);
    if (good() && m_meter != nullptr && !m_meter->add(std::ssize(m_buffer))) {
        m_failure = "stopped on request";
    }
    if (const int error = good() ? writeAll(m_descriptor, m_buffer) : 0; error != 0) {
        m_failure = systemReason(error);
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

}  // namespace kvw::bundle
