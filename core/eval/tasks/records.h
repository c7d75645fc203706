// SPDX-License-Identifier: Apache-2.0
/// Records of data files: JSON lines, a JSON array, or CSV with a header. Records are read one by one; a file may be
/// larger than the memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace kvw::eval {

/// One record; members of CSV records are texts.
struct Record {
    nlohmann::json json;      ///< an object
    std::int64_t line = 0;    ///< line of the file it begins in, from 1
    std::int64_t number = 0;  ///< records of the file before it, malformed ones, too
};

/// Is given the error of each record that is skipped.
using MalformedRecord = std::function<void(const Error&)>;

class RecordReader {
 public:
    /// Opens a file by its ending: .jsonl, .json (an array, an object with the array in "data" or "rows", or JSON
    /// lines), .csv. `columns`: for a CSV file without a header, the names of its columns. Errors: NotFound; BadInput
    /// for another ending (Parquet: names the one-line conversion).
    [[nodiscard]] static Result<RecordReader> open(const std::filesystem::path& file,
                                                   std::vector<std::string> columns = {});
    RecordReader(RecordReader&&) noexcept;
    RecordReader& operator=(RecordReader&&) noexcept;
    ~RecordReader();

    /// Returns the next record; none: the end. Malformed records come back as BadInput that names file and line;
    /// reading can go on after it.
    [[nodiscard]] Result<std::optional<Record>> next();
    /// Gives records to `take` until it accepts one; returns false at the end of the file. Malformed records, and those
    /// that `take` refuses as BadInput, are given to `malformed`. Errors: others of reading and of `take`; BadInput
    /// with kOtherMembers if it is of the first record that is one at all.
    [[nodiscard]] Result<bool> takeNext(const std::function<Result<void>(Record record)>& take,
                                        const MalformedRecord& malformed);
    [[nodiscard]] const std::filesystem::path& file() const noexcept;
    /// Returns the names of the columns of a CSV file.
    [[nodiscard]] const std::vector<std::string>& columns() const noexcept;

 private:
    struct Impl;
    explicit RecordReader(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

/// Reason (Error::reason) of a record that lacks members: if it is the first one, the file is another one than
/// expected.
inline constexpr std::string_view kOtherMembers = "other-members";
/// Returns "FILE, line 3", for errors.
[[nodiscard]] Phrase placeOf(const Record& record, const std::filesystem::path& file);
/// Returns the error of a record with a member of another kind than expected.
[[nodiscard]] tl::unexpected<Error> wrongMember(const Record& record, const std::filesystem::path& file,
                                                const std::string& name, Phrase expected = "a text");
/// Checks that the record has the members. Errors: BadInput with file, the members found and those expected, and the
/// reason above.
[[nodiscard]] Result<void> checkMembers(const Record& record, const std::filesystem::path& file,
                                        const std::vector<std::string_view>& expected);

}  // namespace kvw::eval
