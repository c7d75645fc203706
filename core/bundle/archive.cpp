// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/archive.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

#include <algorithm>
#include <cerrno>

#include "core/bundle/output_file.h"

namespace kvw::bundle {
namespace {

namespace fs = std::filesystem;

Error tooLarge(const std::string& where, auto found, std::int64_t limit) {
    return {Code::BadInput, "the file is too large", where, phrase("at most %1 bytes", limit),
            phrase("%1 bytes", found)};
}

/// Attention rows of a bundle with many layers and lanes keep more files open than a process may have by default.
bool raiseDescriptorLimit() {
    ::rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= limit.rlim_max) {
        return false;
    }
    limit.rlim_cur = limit.rlim_max;
    return ::setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

/// Reads through its own descriptor, so that the file read is the one whose size was taken.
class FileStream final : public ByteStream {
 public:
    FileStream(int descriptor, std::int64_t size, std::string where)
        : ByteStream(std::move(where), size), m_descriptor(descriptor) {}
    ~FileStream() override { ::close(m_descriptor); }

 protected:
    Result<std::size_t> fetch(char* to, std::size_t size) override {
        for (;;) {
            const ssize_t count = ::read(m_descriptor, to, size);
            if (count >= 0) {
                return static_cast<std::size_t>(count);
            }
            if (errno != EINTR) {
                return fail(Code::Io, m_where, phrase("reading failed: %1", systemReason(errno)));
            }
        }
    }

 private:
    int m_descriptor;
};

class EntryStream final : public ByteStream {
 public:
    EntryStream(zip_file_t* file, std::int64_t size, std::string where)
        : ByteStream(std::move(where), size), m_file(file) {}
    ~EntryStream() override { zip_fclose(m_file); }

 protected:
    Result<std::size_t> fetch(char* to, std::size_t size) override {
        const zip_int64_t count = zip_fread(m_file, to, size);
        return count >= 0 ? Result<std::size_t>(static_cast<std::size_t>(count))
                          : fail(Code::BadInput, m_where, "the file is damaged in the archive");
    }

 private:
    zip_file_t* m_file;
};

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
            if (std::ssize(m_names) >= m_limits.files) {
                return fail(Code::BadInput, m_path, "too many files for a bundle", {},
                            phrase("at most %1", m_limits.files));
            }
            m_names.push_back(name);
        }
        if (error) {
            return fail(Code::Io, m_path, phrase("the folder cannot be listed: %1", systemReason(error)));
        }
        std::sort(m_names.begin(), m_names.end());
        return {};
    }
    [[nodiscard]] bool sharedByThreads() const noexcept override { return true; }

 protected:
    Result<std::int64_t> sizeOf(const std::string& name) const override {
        std::error_code error;
        const auto size = fs::file_size(m_folder / name, error);
        return error ? Result<std::int64_t>(
                           fail(Code::Io, label(name), phrase("the file cannot be read: %1", systemReason(error))))
                     : Result<std::int64_t>(static_cast<std::int64_t>(size));
    }

    Result<std::unique_ptr<ByteStream>> open(const std::string& name) const override {
        KVW_TRY_ASSIGN(const auto file, plainFile(name));
        return std::make_unique<FileStream>(file.descriptor, file.size, label(name));
    }
    Result<std::shared_ptr<const RandomAccessFile>> randomAccess(const std::string& name) const override {
        KVW_TRY_ASSIGN(const auto file, plainFile(name));
        return randomAccessFile(file.descriptor);
    }

 private:
    struct PlainFile {
        int descriptor;
        std::int64_t size;
    };
    [[nodiscard]] Result<PlainFile> plainFile(const std::string& name) const {
        constexpr int kHow = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
        int descriptor = ::open((m_folder / name).c_str(), kHow);
        if (descriptor < 0 && errno == EMFILE && raiseDescriptorLimit()) {
            descriptor = ::open((m_folder / name).c_str(), kHow);
        }
        if (descriptor < 0) {
            return fail(errno == ENOENT ? Code::NotFound : Code::Io, label(name),
                        phrase("the file cannot be read: %1", systemReason(errno)));
        }
        struct ::stat status {};
        if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
            ::close(descriptor);
            return fail(Code::BadInput, label(name), "a bundle holds plain files only", "a link or a device", "a file");
        }
        return PlainFile{descriptor, status.st_size};
    }

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
            return fail(Code::BadInput, m_path, phrase("the archive cannot be opened: %1", reason));
        }
        const zip_int64_t count = zip_get_num_entries(m_zip, 0);
        if (count > m_limits.files) {
            return fail(Code::BadInput, m_path, "too many files for a bundle", fmt::format("{}", count),
                        phrase("at most %1", m_limits.files));
        }
        std::error_code ignored;
        const auto packed = static_cast<std::int64_t>(fs::file_size(m_path, ignored));
        std::int64_t total = 0;
        for (zip_int64_t i = 0; i < count; ++i) {
            zip_stat_t entry;
            if (zip_stat_index(m_zip, static_cast<zip_uint64_t>(i), 0, &entry) != 0 ||
                (entry.valid & ZIP_STAT_NAME) == 0 || (entry.valid & ZIP_STAT_SIZE) == 0 ||
                (entry.valid & ZIP_STAT_COMP_SIZE) == 0) {
                return fail(Code::BadInput, m_path, phrase("entry %1 of the archive is damaged", i));
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
                return tl::unexpected(tooLarge(label(name), entry.size, m_limits.fileBytes));
            }
            const bool table = name.ends_with(".csv") || name.ends_with(".jsonl");
            if (Result<void> sane = checkExpansion(label(name), static_cast<std::int64_t>(entry.size),
                                                   static_cast<std::int64_t>(entry.comp_size), m_limits.textExpansion);
                table && !sane) {
                return sane;
            }
            total += static_cast<std::int64_t>(entry.size);
            m_names.push_back(name);
        }
        KVW_TRY(checkExpansion(m_path, total, packed, m_limits.expansion));
        std::sort(m_names.begin(), m_names.end());
        if (const auto twice = std::adjacent_find(m_names.begin(), m_names.end()); twice != m_names.end()) {
            return fail(Code::BadInput, label(*twice), "the archive holds this file twice");
        }
        return {};
    }

 protected:
    Result<std::int64_t> sizeOf(const std::string& name) const override {
        zip_stat_t entry;
        if (zip_stat(m_zip, name.c_str(), 0, &entry) != 0) {
            return fail(Code::NotFound, label(name), "the archive has no such file");
        }
        return static_cast<std::int64_t>(entry.size);
    }

    Result<std::unique_ptr<ByteStream>> open(const std::string& name) const override {
        KVW_TRY_ASSIGN(const auto size, sizeOf(name));
        zip_file_t* file = zip_fopen(m_zip, name.c_str(), 0);
        if (file == nullptr) {
            return fail(Code::BadInput, label(name), phrase("the file cannot be unpacked: %1", zip_strerror(m_zip)));
        }
        return std::make_unique<EntryStream>(file, size, label(name));
    }
    Result<std::shared_ptr<const RandomAccessFile>> randomAccess(const std::string& /*name*/) const override {
        return nullptr;
    }

 private:
    [[nodiscard]] Result<void> checkExpansion(const std::string& where, std::int64_t bytes, std::int64_t packed,
                                              std::int64_t most) const {
        if (bytes <= m_limits.expansionFree || bytes / most <= packed) {
            return {};
        }
        return fail(Code::BadInput, where, "the archive is too large when unpacked",
                    phrase("%1 bytes from %2", bytes, packed), phrase("at most %1 times its size", most));
    }

    zip_t* m_zip = nullptr;
};

template <class Kind>
Result<std::unique_ptr<Archive>> listed(const fs::path& path, const ArchiveLimits& limits) {
    auto archive = std::make_unique<Kind>(path, limits);
    KVW_TRY(archive->list());
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
        return fail(Code::Io, path.string(), phrase("the bundle cannot be accessed: %1", systemReason(error)));
    }
    if (fs::is_directory(status)) {
        // Checked first, so that a home folder taken for a bundle is not searched through.
        if (!fs::exists(path / "manifest.json", error)) {
            return fail(Code::BadInput, path.string(), "the folder is not a bundle: it has no manifest.json");
        }
        return listed<FolderArchive>(path, limits);
    }
    if (fs::is_regular_file(status) && path.filename() == "manifest.json") {
        return listed<FolderArchive>(path.has_parent_path() ? path.parent_path() : fs::path("."), limits);
    }
    if (!fs::is_regular_file(status)) {
        return fail(Code::BadInput, path.string(), "this is not a bundle", "a device or pipe", "a folder or a .zip");
    }
    return listed<ZipArchive>(path, limits);
}

bool Archive::contains(std::string_view name) const {
    return std::binary_search(m_names.begin(), m_names.end(), name);
}

std::string Archive::label(const std::string& name) const {
    return m_path + (m_path.ends_with('/') ? "" : "/") + name;
}

Result<std::int64_t> Archive::size(const std::string& name) const {
    if (!contains(name)) {
        return fail(Code::NotFound, label(name), "the bundle lacks this file");
    }
    return sizeOf(name);
}

Result<std::unique_ptr<ByteStream>> Archive::stream(const std::string& name, std::int64_t most) const {
    if (!contains(name)) {
        return fail(Code::NotFound, label(name), "the bundle lacks this file");
    }
    auto opened = open(name);
    const std::int64_t limit = std::min(most, m_limits.fileBytes);
    if (opened && (*opened)->size() > limit) {
        return tl::unexpected(tooLarge(label(name), (*opened)->size(), limit));
    }
    return opened;
}

Result<std::shared_ptr<const RandomAccessFile>> Archive::openRandomAccess(const std::string& name) const {
    return contains(name) ? randomAccess(name) : fail(Code::NotFound, label(name), "the bundle lacks this file");
}

Result<std::string> Archive::read(const std::string& name) const {
    KVW_TRY_ASSIGN(const auto opened, stream(name, m_limits.jsonBytes));
    return readAll(*opened);
}

}  // namespace kvw::bundle
