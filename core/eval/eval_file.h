// SPDX-License-Identifier: Apache-2.0
/// `results.jsonl`, the results of an evaluation so far. Each sample is on the disk before the next one begins, so that
/// a kill loses the sample it falls into and nothing else.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/eval/eval_record.h"

namespace kvw::eval {

/// The file, open for appending and locked against other processes. Thread: one at a time.
class EvalFile {
 public:
    /// Opens the file of a folder, makes both if needed, and reads what is there. A last line that a kill has torn is
    /// dropped. Errors: BadUsage if another process has the folder; BadInput with the line of one that is no result;
    /// Io.
    [[nodiscard]] static Result<EvalFile> open(const std::filesystem::path& folder);
    EvalFile(EvalFile&& other) noexcept;
    EvalFile& operator=(EvalFile&&) = delete;
    ~EvalFile();

    [[nodiscard]] const std::vector<EvalRecord>& records() const noexcept { return m_records; }
    [[nodiscard]] bool has(const RecordKey& key) const { return m_known.contains(key); }
    [[nodiscard]] bool droppedTornLine() const noexcept { return m_torn; }

    /// Appends the records of a sample and waits until they are on the disk. Errors: Io (a full disk); then the file is
    /// as it was.
    [[nodiscard]] Result<void> append(std::vector<EvalRecord> records);

 private:
    EvalFile(std::filesystem::path path, int descriptor) : m_path(std::move(path)), m_descriptor(descriptor) {}
    [[nodiscard]] Result<void> read();

    std::filesystem::path m_path;
    int m_descriptor;
    std::int64_t m_size = 0;
    bool m_torn = false;
    std::vector<EvalRecord> m_records;
    std::set<RecordKey> m_known;
};

/// Returns the results of a folder, without its lock. Errors: as EvalFile::open.
[[nodiscard]] Result<std::vector<EvalRecord>> readResults(const std::filesystem::path& folder);

}  // namespace kvw::eval
