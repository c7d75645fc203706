// SPDX-License-Identifier: Apache-2.0
/// `results.jsonl`, the results of an evaluation so far. Each sample is on the disk before the next one begins, so that
/// a kill loses the sample it falls into and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/eval/eval_record.h"

namespace kvw::eval {

/// Records, one of each key.
struct LastRecords {
    std::vector<EvalRecord> all;
    std::map<RecordKey, std::size_t> places;  ///< in `all`

    /// Adds a record, or puts it in the place of the one with its key.
    void add(EvalRecord record);
};

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

    /// Returns one record of each key: of several lines, the last.
    [[nodiscard]] const std::vector<EvalRecord>& records() const noexcept { return m_records.all; }
    /// Returns true if the sample and lane need not run: there is a result, and the lane has not failed.
    [[nodiscard]] bool has(const RecordKey& key) const {
        const auto found = m_records.places.find(key);
        return found != m_records.places.end() && !m_records.all[found->second].failed();
    }
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
    LastRecords m_records;
};

/// Returns the results of a folder, without its lock. Errors: as EvalFile::open.
[[nodiscard]] Result<std::vector<EvalRecord>> readResults(const std::filesystem::path& folder);

}  // namespace kvw::eval
