// SPDX-License-Identifier: Apache-2.0
/// A file being written: buffered, summed, every write checked, synced at the end.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/bundle/csv/without_columns.h"

namespace kvw::bundle {

class WriteMeter;

struct FileSum {
    std::int64_t bytes = 0;
    std::string sha256;
    std::string stable;  ///< SHA-256 without the columns given to `leaveOut`
};

/// Without `finish` the file is left as it is and closed. Thread: one at a time.
class OutputFile {
 public:
    /// Creates `path`; an existing file is an error. `meter` must outlive the file and counts what is written; null:
    /// nobody counts.
    [[nodiscard]] static Result<OutputFile> create(const std::filesystem::path& path, WriteMeter* meter = nullptr);
    OutputFile(OutputFile&& other) noexcept;
    OutputFile& operator=(OutputFile&&) = delete;
    ~OutputFile();

    /// Leaves these columns of a CSV file out of its stable sum. Call it before the first byte.
    void leaveOut(std::vector<std::string> columns) { m_sums = FileSums(std::move(columns)); }
    /// Buffers or writes bytes. The first failure sticks and is what `finish` returns.
    void write(std::string_view bytes);
    void writeLine(std::string_view line) {
        write(line);
        write("\n");
    }
    [[nodiscard]] bool good() const noexcept { return m_failure.empty(); }
    /// Flushes, syncs, closes. Errors: Io, naming the path and the reason ("No space left on device").
    [[nodiscard]] Result<FileSum> finish();

 private:
    OutputFile(std::filesystem::path path, int descriptor, WriteMeter* meter);
    void flush();

    std::filesystem::path m_path;
    int m_descriptor = -1;
    WriteMeter* m_meter = nullptr;
    std::string m_buffer;
    Phrase m_failure;
    std::int64_t m_bytes = 0;
    FileSums m_sums;
};

/// Syncs a folder, so that names in it survive a power cut. Errors: Io.
[[nodiscard]] Result<void> syncFolder(const std::filesystem::path& folder);

}  // namespace kvw::bundle
