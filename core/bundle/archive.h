// SPDX-License-Identifier: Apache-2.0
/// Access to the files of a bundle, the same for a folder and a .zip, and packing of a folder. Names and sizes are
/// checked before memory is allocated; large files are read block by block.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/files/byte_stream.h"
#include "core/base/files/random_access_file.h"

namespace kvw::bundle {

class WriteMeter;

/// Limits on what is read; a bundle beyond them is refused with a sentence.
struct ArchiveLimits {
    std::int64_t files = 100000;
    std::int64_t jsonBytes = std::int64_t{32} << 20;
    std::int64_t fileBytes = std::int64_t{16} << 30;
    std::int64_t expansion = 300;      ///< most bytes per packed byte of a .zip larger than `expansionFree`
    std::int64_t textExpansion = 150;  ///< the same for each table in it; ours stay below 40
    std::int64_t expansionFree = std::int64_t{64} << 20;  ///< bytes up to which expansion is not checked
};

/// Returns whether `name` is relative, with forward slashes, without "." or ".." parts and control characters:
/// "manifest.json", "lanes/0-full/steps.csv".
[[nodiscard]] bool isSafeName(std::string_view name) noexcept;

/// Files of a bundle by name. Thread: one at a time; if `sharedByThreads`, several at once, each with its own files.
class Archive {
 public:
    /// Opens a folder, a .zip, or a manifest.json in a folder. Errors: NotFound, BadInput (unsafe names, links, too
    /// large), Io.
    [[nodiscard]] static Result<std::unique_ptr<Archive>> open(const std::filesystem::path& path,
                                                               const ArchiveLimits& limits = {});
    virtual ~Archive() = default;

    /// Returns the names of all regular files, sorted.
    [[nodiscard]] const std::vector<std::string>& names() const noexcept { return m_names; }
    [[nodiscard]] bool contains(std::string_view name) const;
    /// Returns the size of a file in bytes, as the file system or the archive's directory gives it. Errors: NotFound,
    /// Io.
    [[nodiscard]] Result<std::int64_t> size(const std::string& name) const;
    /// Opens a file for reading. A file that claims more than `most` bytes (or more than any file may have) is refused
    /// unread. The archive must outlive the stream. Errors: NotFound, BadInput, Io. The sentence names archive and
    /// file.
    [[nodiscard]] Result<std::unique_ptr<ByteStream>> stream(
        const std::string& name, std::int64_t most = std::numeric_limits<std::int64_t>::max()) const;
    /// Returns all bytes of a small file: up to the limit of JSON files. Errors: those of `stream`.
    [[nodiscard]] Result<std::string> read(const std::string& name) const;
    /// Returns random access to a file, which outlives the archive. Null: this kind of archive has to unpack the file.
    /// Errors: those of `stream`.
    [[nodiscard]] Result<std::shared_ptr<const RandomAccessFile>> openRandomAccess(const std::string& name) const;
    /// Returns whether several threads may read at once.
    [[nodiscard]] virtual bool sharedByThreads() const noexcept { return false; }
    /// Returns the name of a file for error messages: "bundle.zip/steps.csv".
    [[nodiscard]] std::string label(const std::string& name) const;

 protected:
    explicit Archive(std::string path, const ArchiveLimits& limits) : m_path(std::move(path)), m_limits(limits) {}
    /// Returns the size of an existing file.
    [[nodiscard]] virtual Result<std::int64_t> sizeOf(const std::string& name) const = 0;
    [[nodiscard]] virtual Result<std::unique_ptr<ByteStream>> open(const std::string& name) const = 0;
    [[nodiscard]] virtual Result<std::shared_ptr<const RandomAccessFile>> randomAccess(
        const std::string& name) const = 0;

    std::string m_path;
    ArchiveLimits m_limits;
    std::vector<std::string> m_names;
};

/// Packs all regular files below `folder` into the new file `zip`: sorted, fixed dates, deflated, so that the same
/// files give the same bytes; synced. `meter` receives the progress and may cancel; then no file is left.
[[nodiscard]] Result<void> packFolder(const std::filesystem::path& folder, const std::filesystem::path& zip,
                                      WriteMeter* meter = nullptr);

}  // namespace kvw::bundle
