// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/archive.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

#include <algorithm>
#include <cerrno>
#include <optional>

#include "core/bundle/output_file.h"

namespace kvw::bundle {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kChunk = std::size_t{1} << 20;

Error tooLarge(const std::string& where, std::int64_t found, std::int64_t limit) {
    return {Code::BadInput, "the file is too large", where, fmt::format("at most {} bytes", limit),
            fmt::format("{} bytes", found)};
}

/// Reads to the end in chunks; `next(buffer, size)` gives the bytes read, 0 at the end, negative on failure.
template <class Next>
std::optional<std::string> readChunks(std::int64_t expected, std::int64_t limit, Next next) {
    std::string bytes;
    std::size_t filled = 0;
    for (;;) {
        const auto step = std::max<std::size_t>(
            1, std::min(kChunk, static_cast<std::size_t>(std::max<std::int64_t>(expected, 0)) + 1));
        bytes.resize(std::max(bytes.size(), filled + step));
        const std::int64_t count = next(bytes.data() + filled, bytes.size() - filled);
        if (count < 0 || static_cast<std::int64_t>(filled) + count > limit) {
            return std::nullopt;
        }
        if (count == 0) {
            bytes.resize(filled);
            return bytes;
        }
        filled += static_cast<std::size_t>(count);
        if (filled == bytes.size()) {
            bytes.resize(filled + std::min(filled, kChunk * 64));
        }
    }
}

class FolderArchive final : public Archive {
 public:
    FolderArchive(const fs::path& folder, const ArchiveLimits& limits)
        : Archive(folder.string(), limits), m_folder(folder) {}

    Result<void> list() {
        std::error_code error;
        for (fs::recursive_directory_iterator at(m_folder, error), end; !error && at != end; at.increment(error)) {
            const fs::file_status status = at->symlink_status(error);
            const std::string name = at->path().lexically_relative(m_folder).generic_string();
            if (fs::is_directory(status)) {
                continue;
            }
            if (!fs::is_regular_file(status)) {
                return fail(Code::BadInput, label(name), "a bundle holds plain files only", "a link or a device",
                            "a file");
            }
            if (static_cast<std::int64_t>(m_names.size()) >= m_limits.files) {
                return fail(Code::BadInput, m_path, "too many files for a bundle", {},
                            fmt::format("at most {}", m_limits.files));
            }
            m_names.push_back(name);
        }
        if (error) {
            return fail(Code::Io, m_path, "the folder cannot be listed: " + error.message());
        }
        std::sort(m_names.begin(), m_names.end());
        return {};
    }

 protected:
    Result<std::string> load(const std::string& name, std::int64_t limit) const override {
        const fs::path path = m_folder / name;
        const int descriptor = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
        if (descriptor < 0) {
            return fail(errno == ENOENT ? Code::NotFound : Code::Io, label(name),
                        "the file cannot be read: " + systemReason(errno));
        }
        struct ::stat status {};
        if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > limit) {
            ::close(descriptor);
            return tl::unexpected(tooLarge(label(name), status.st_size, limit));
        }
        int failure = 0;
        auto bytes = readChunks(status.st_size, limit, [&](char* to, std::size_t size) -> std::int64_t {
            for (;;) {
                const ssize_t count = ::read(descriptor, to, size);
                if (count >= 0 || errno != EINTR) {
                    failure = count < 0 ? errno : 0;
                    return count;
                }
            }
        });
        ::close(descriptor);
        if (!bytes) {
            return failure != 0
                       ? Result<std::string>(fail(Code::Io, label(name), "reading failed: " + systemReason(failure)))
                       : Result<std::string>(tl::unexpected(tooLarge(label(name), limit + 1, limit)));
        }
        return std::move(*bytes);
    }

 private:
    fs::path m_folder;
};

class ZipArchive final : public Archive {
 public:
    ZipArchive(const fs::path& file, const ArchiveLimits& limits) : Archive(file.string(), limits) {}
    ~ZipArchive() override {
        if (m_zip != nullptr) {
            zip_discard(m_zip);
        }
    }

    Result<void> list() {
        int code = 0;
        m_zip = zip_open(m_path.c_str(), ZIP_RDONLY | ZIP_CHECKCONS, &code);
        if (m_zip == nullptr) {
            zip_error_t error;
            zip_error_init_with_code(&error, code);
            const std::string reason = zip_error_strerror(&error);
            zip_error_fini(&error);
            return fail(Code::BadInput, m_path, "the archive cannot be opened: " + reason);
        }
        const zip_int64_t count = zip_get_num_entries(m_zip, 0);
        if (count > m_limits.files) {
            return fail(Code::BadInput, m_path, "too many files for a bundle", fmt::format("{}", count),
                        fmt::format("at most {}", m_limits.files));
        }
        std::error_code ignored;
        const auto packed = static_cast<std::int64_t>(fs::file_size(m_path, ignored));
        std::int64_t total = 0;
        for (zip_int64_t i = 0; i < count; ++i) {
            zip_stat_t entry;
            if (zip_stat_index(m_zip, static_cast<zip_uint64_t>(i), 0, &entry) != 0 ||
                (entry.valid & ZIP_STAT_NAME) == 0 || (entry.valid & ZIP_STAT_SIZE) == 0) {
                return fail(Code::BadInput, m_path, fmt::format("entry {} of the archive is damaged", i));
            }
            const std::string name = entry.name;
            if (name.ends_with('/') && isSafeName(name.substr(0, name.size() - 1))) {
                continue;
            }
            if (!isSafeName(name)) {
                return fail(Code::BadInput, m_path, "the archive has a file name that leads out of it",
                            '"' + name + '"', "names such as steps.csv or arrays/index.json");
            }
            if (entry.size > static_cast<zip_uint64_t>(m_limits.fileBytes)) {
                return tl::unexpected(tooLarge(label(name), m_limits.fileBytes, m_limits.fileBytes));
            }
            total += static_cast<std::int64_t>(entry.size);
            m_names.push_back(name);
        }
        if (total > m_limits.expansionFree && total / m_limits.expansion > packed) {
            return fail(Code::BadInput, m_path, "the archive expands beyond reason",
                        fmt::format("{} bytes from {}", total, packed),
                        fmt::format("at most {} times its size", m_limits.expansion));
        }
        std::sort(m_names.begin(), m_names.end());
        if (const auto twice = std::adjacent_find(m_names.begin(), m_names.end()); twice != m_names.end()) {
            return fail(Code::BadInput, label(*twice), "the archive holds this file twice");
        }
        return {};
    }

 protected:
    Result<std::string> load(const std::string& name, std::int64_t limit) const override {
        zip_stat_t entry;
        if (zip_stat(m_zip, name.c_str(), 0, &entry) != 0) {
            return fail(Code::NotFound, label(name), "the archive has no such file");
        }
        if (entry.size > static_cast<zip_uint64_t>(limit)) {
            return tl::unexpected(tooLarge(label(name), static_cast<std::int64_t>(entry.size), limit));
        }
        zip_file_t* file = zip_fopen(m_zip, name.c_str(), 0);
        if (file == nullptr) {
            return fail(Code::BadInput, label(name),
                        std::string("the file cannot be unpacked: ") + zip_strerror(m_zip));
        }
        // The entry's own claim is the limit, so that a longer stream stops here.
        auto bytes = readChunks(static_cast<std::int64_t>(entry.size), static_cast<std::int64_t>(entry.size),
                                [&](char* to, std::size_t size) -> std::int64_t { return zip_fread(file, to, size); });
        const int closed = zip_fclose(file);
        if (!bytes || closed != 0 || bytes->size() != entry.size) {
            return fail(Code::BadInput, label(name), "the file is damaged in the archive");
        }
        return std::move(*bytes);
    }

 private:
    zip_t* m_zip = nullptr;
};

template <class Kind>
Result<std::unique_ptr<Archive>> listed(const fs::path& path, const ArchiveLimits& limits) {
    auto archive = std::make_unique<Kind>(path, limits);
    if (auto result = archive->list(); !result) {
        return tl::unexpected(result.error());
    }
    return archive;
}

}  // namespace

bool isSafeName(std::string_view name) noexcept {
    if (name.empty() || name.size() > 1000 || name.front() == '/') {
        return false;
    }
    for (const char c : name) {
        if (static_cast<unsigned char>(c) < 0x20 || c == '\\' || c == ':' || c == 0x7F) {
            return false;
        }
    }
    for (std::size_t at = 0; at <= name.size();) {
        const std::size_t end = std::min(name.find('/', at), name.size());
        const std::string_view part = name.substr(at, end - at);
        if (part.empty() || part == "." || part == "..") {
            return false;
        }
        at = end + 1;
    }
    return true;
}

Result<std::unique_ptr<Archive>> Archive::open(const fs::path& path, const ArchiveLimits& limits) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found) {
        return fail(Code::NotFound, path.string(), "there is no such bundle");
    }
    if (error) {
        return fail(Code::Io, path.string(), "the bundle cannot be looked at: " + error.message());
    }
    if (fs::is_directory(status)) {
        // Asked first, so that a home folder taken for a bundle is not searched through.
        if (!fs::exists(path / "manifest.json", error)) {
            return fail(Code::BadInput, path.string(), "the folder is no bundle: it has no manifest.json");
        }
        return listed<FolderArchive>(path, limits);
    }
    if (fs::is_regular_file(status) && path.filename() == "manifest.json") {
        return listed<FolderArchive>(path.has_parent_path() ? path.parent_path() : fs::path("."), limits);
    }
    if (!fs::is_regular_file(status)) {
        return fail(Code::BadInput, path.string(), "this is no bundle", "a device or pipe", "a folder or a .zip");
    }
    return listed<ZipArchive>(path, limits);
}

bool Archive::contains(std::string_view name) const {
    return std::binary_search(m_names.begin(), m_names.end(), name);
}

std::string Archive::label(const std::string& name) const {
    return m_path + (m_path.ends_with('/') ? "" : "/") + name;
}

Result<std::string> Archive::read(const std::string& name) const {
    if (!contains(name)) {
        return fail(Code::NotFound, label(name), "the bundle lacks this file");
    }
    return load(name, name.ends_with(".json") ? m_limits.jsonBytes : m_limits.fileBytes);
}

}  // namespace kvw::bundle
