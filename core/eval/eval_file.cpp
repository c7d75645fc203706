// SPDX-License-Identifier: Apache-2.0
#include "core/eval/eval_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <string_view>

#include "core/base/files/small_file.h"
#include "core/base/json/json_text.h"

namespace kvw::eval {
namespace {

namespace fs = std::filesystem;

fs::path resultsFile(const fs::path& folder) {
    return folder / "results.jsonl";
}

tl::unexpected<Error> cannotKeep(const fs::path& path, int error) {
    return fail(Code::Io, path.string(), phrase("the results cannot be kept: %1", systemReason(error)), {},
                "free space, then the same command goes on with the samples that are left");
}

Result<std::string> allBytes(int descriptor, const fs::path& path) {
    std::string bytes;
    constexpr std::size_t kBlock = std::size_t{1} << 20;
    for (std::size_t at = 0;;) {
        bytes.resize(at + kBlock);
        const ssize_t got = ::pread(descriptor, bytes.data() + at, kBlock, static_cast<off_t>(at));
        if (got < 0 && errno != EINTR) {
            return fail(Code::Io, path.string(), phrase("cannot be read: %1", systemReason(errno)));
        }
        at += got > 0 ? static_cast<std::size_t>(got) : 0;
        if (got == 0) {
            bytes.resize(at);
            return bytes;
        }
    }
}

/// Returns the records of the lines of a file, and the bytes of its whole lines.
Result<std::pair<LastRecords, std::size_t>> recordsIn(std::string_view bytes, const fs::path& path) {
    LastRecords records;
    std::size_t begin = 0;
    for (std::int64_t line = 1; begin < bytes.size(); ++line) {
        const std::size_t end = bytes.find('\n', begin);
        if (end == std::string_view::npos) {
            break;  // torn by a kill
        }
        const std::string where = fmt::format("{}, line {}", path.string(), line);
        auto record = bundle::parseJson(bytes.substr(begin, end - begin), where)
                          .and_then([&](const nlohmann::ordered_json& json) { return evalRecordOf(json, where); });
        if (!record) {
            // The system may have kept the length of the last write and not its bytes.
            if (end + 1 == bytes.size()) {
                break;
            }
            return tl::unexpected(std::move(record).error());
        }
        records.add(std::move(*record));
        begin = end + 1;
    }
    return std::pair{std::move(records), begin};
}

}  // namespace

void LastRecords::add(EvalRecord record) {
    const auto [place, isNew] = places.emplace(keyOf(record), all.size());
    if (isNew) {
        all.push_back(std::move(record));
    } else {
        all[place->second] = std::move(record);
    }
}

Result<EvalFile> EvalFile::open(const fs::path& folder) {
    KVW_TRY(makeFolder(folder));
    const fs::path path = resultsFile(folder);
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (descriptor < 0) {
        return cannotKeep(path, errno);
    }
    EvalFile file(path, descriptor);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        return errno == EWOULDBLOCK
                   ? fail(Code::BadUsage, folder.string(), "another process evaluates into this folder", {},
                          "a folder of its own, or the end of that process")
                   : cannotKeep(path, errno);
    }
    KVW_TRY(file.read());
    return file;
}

EvalFile::EvalFile(EvalFile&& other) noexcept
    : m_path(std::move(other.m_path)),
      m_descriptor(std::exchange(other.m_descriptor, -1)),
      m_size(other.m_size),
      m_torn(other.m_torn),
      m_records(std::move(other.m_records)) {}

EvalFile::~EvalFile() {
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
}

Result<void> EvalFile::read() {
    KVW_TRY_ASSIGN(const std::string bytes, allBytes(m_descriptor, m_path));
    KVW_TRY_ASSIGN(auto there, recordsIn(bytes, m_path));
    m_records = std::move(there.first);
    m_size = static_cast<std::int64_t>(there.second);
    m_torn = there.second < bytes.size();
    return m_torn && ::ftruncate(m_descriptor, static_cast<off_t>(m_size)) != 0
               ? Result<void>(cannotKeep(m_path, errno))
               : Result<void>();
}

Result<void> EvalFile::append(std::vector<EvalRecord> records) {
    std::string lines;
    for (const EvalRecord& record : records) {
        lines += bundle::dumpLine(toJson(record)) + '\n';
    }
    const bool placed = ::lseek(m_descriptor, static_cast<off_t>(m_size), SEEK_SET) >= 0;
    int failed = placed ? writeAll(m_descriptor, lines) : errno;
    if (failed == 0 && ::fsync(m_descriptor) != 0) {
        failed = errno;
    }
    if (failed != 0) {
        // The next reader drops the part that was written, if it cannot be dropped now.
        static_cast<void>(::ftruncate(m_descriptor, static_cast<off_t>(m_size)) == 0);
        return cannotKeep(m_path, failed);
    }
    m_size += std::ssize(lines);
    for (EvalRecord& record : records) {
        m_records.add(std::move(record));
    }
    return {};
}

Result<std::vector<EvalRecord>> readResults(const fs::path& folder) {
    const fs::path path = resultsFile(folder);
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return fail(Code::NotFound, path.string(), phrase("cannot be read: %1", systemReason(errno)));
    }
    const auto bytes = allBytes(descriptor, path);
    ::close(descriptor);
    return bytes.and_then([&](const std::string& all) { return recordsIn(all, path); }).map([](auto there) {
        return std::move(there.first.all);
    });
}

}  // namespace kvw::eval
