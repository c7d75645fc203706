// SPDX-License-Identifier: Apache-2.0
/// Samples made of the records of files, one file after another.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/eval/tasks/records.h"
#include "core/eval/tasks/task.h"

namespace kvw::eval {

/// Source that reads records in turn. A record that does not fit is skipped as malformed, but the first one of a file
/// that is a record at all must have the members, else the file is another one than expected.
class RecordSource : public SampleSource {
 public:
    [[nodiscard]] Result<std::optional<Sample>> next() final;
    /// Reads the next record, if it is not read yet.
    [[nodiscard]] std::optional<std::pair<std::string, std::string>> peek() final;
    /// Skips a sample without encoding it.
    [[nodiscard]] Result<bool> skip() final;

 protected:
    struct Part {
        std::string subset;
        std::filesystem::path file;
    };
    explicit RecordSource(std::vector<Part> parts) : m_parts(std::move(parts)) {}

    /// Opens a file; called once, before its first record.
    [[nodiscard]] virtual Result<RecordReader> openPart(const Part& part) { return RecordReader::open(part.file); }
    /// Takes a record and returns the number of its samples. Errors: those of the `take` of RecordReader::takeNext.
    [[nodiscard]] virtual Result<std::int64_t> take(const Part& part, Record record) = 0;
    /// Returns subset and id of a sample of the record that was taken last.
    [[nodiscard]] virtual std::pair<std::string, std::string> nameOf(const Part& part, std::int64_t index) const = 0;
    /// Makes a sample of the record that was taken last.
    [[nodiscard]] virtual Result<Sample> sample(const Part& part, std::int64_t index) = 0;

 private:
    /// Moves to the next sample; false: there are no more.
    [[nodiscard]] Result<bool> advance();
    /// Does the same, unless `peek` has moved already.
    [[nodiscard]] Result<bool> moved();

    std::vector<Part> m_parts;
    std::optional<RecordReader> m_reader;
    std::size_t m_part = 0;
    std::int64_t m_index = 0, m_samples = 0;
    std::optional<Result<bool>> m_ahead;  ///< of `peek`, for the next sample
};

}  // namespace kvw::eval
