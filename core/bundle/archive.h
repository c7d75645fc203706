// SPDX-License-Identifier: Apache-2.0
/// Reading a bundle's files alike from a folder and from a .zip, and packing one; names and sizes are checked before
/// memory is taken, and what is large is read block by block.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/bundle/byte_stream.h"
#include "core/bundle/placed_bytes.h"

namespace kvw::bundle {

class WriteMeter;

/// Limits for what is read; a bundle beyond them is refused with a sentence.
struct ArchiveLimits {
    std::int64_t files = 100000;
    std::int64_t jsonBytes = std::int64_t{32} << 20;
    std::int64_t fileBytes = std::int64_t{16} << 30;
    std::int64_t expansion = 300;                         ///< of a .zip, over `expansionFree`
    std::int64_t textExpansion = 150;                     ///< likewise of a table in it; ours stay below 40
    std::int64_t expansionFree = std::int64_t{64} << 20;  ///< bytes that any .zip may expand to
};

/// "manifest.json", "lanes/0-full/steps.csv": relative, forward slashes, no "." or ".." parts, no control characters.
[[nodiscard]] bool isSafeName(std::string_view name) noexcept;

/// Thread: one at a time; any number, each with files of its own, where `sharedByThreads`.
class Archive {
 public:
    /// A folder, a .zip, or a manifest.json in a folder. Errors: NotFound, BadInput (unsafe names, links, too large),
    /// Io.
    [[nodiscard]] static Result<std::unique_ptr<Archive>> open(const std::filesystem::path& path,
                                                               const ArchiveLimits& limits = {});
    virtual ~Archive() = default;

    /// Regular files, sorted.
    [[nodiscard]] const std::vector<std::string>& names() const noexcept { return m_names; }
    [[nodiscard]] bool contains(std::string_view name) const;
    /// Bytes of a file as the file system or the archive's directory says. Errors: NotFound, Io.
    [[nodiscard]] Result<std::int64_t> size(const std::string& name) const;
    /// The bytes of a file. One that claims more than `most` (or than any file may have) is refused unread. The archive
    /// must outlive the stream. Errors: NotFound, BadInput, Io. The sentence names archive and file.
    [[nodiscard]] Result<std::unique_ptr<ByteStream>> stream(
        const std::string& name, std::int64_t most = std::numeric_limits<std::int64_t>::max()) const;
    /// All bytes, of a small file: up to the limit of JSON files. Errors as above.
    [[nodiscard]] Result<std::string> read(const std::string& name) const;
    /// The bytes of a file at any place; they outlive the archive. Null: this kind of archive has to unpack it.
    /// Errors: as of `stream`.
    [[nodiscard]] Result<std::shared_ptr<const PlacedBytes>> placed(const std::string& name) const;
    /// Whether several threads may read at once.
    [[nodiscard]] virtual bool sharedByThreads() const noexcept { return false; }
    /// "bundle.zip/steps.csv", for sentences.
    [[nodiscard]] std::string label(const std::string& name) const;

 protected:
    explicit Archive(std::string path, const ArchiveLimits& limits) : m_path(std::move(path)), m_limits(limits) {}
    /// Of a name that is there.
    [[nodiscard]] virtual Result<std::int64_t> sizeOf(const std::string& name) const = 0;
    [[nodiscard]] virtual Result<std::unique_ptr<ByteStream>> open(const std::string& name) const = 0;
    [[nodiscard]] virtual Result<std::shared_ptr<const PlacedBytes>> place(const std::string& name) const = 0;

    std::string m_path;
    ArchiveLimits m_limits;
    std::vector<std::string> m_names;
};

/// Packs all regular files below `folder` into the new file `zip`: sorted, fixed dates, deflated; same files, same
/// bytes. Synced. `meter` is told how far it is, and may end it; nothing is left then.
[[nodiscard]] Result<void> packFolder(const std::filesystem::path& folder, const std::filesystem::path& zip,
                                      WriteMeter* meter = nullptr);

}  // namespace kvw::bundle
