// SPDX-License-Identifier: Apache-2.0
/// Texts of a folder, one after another: plain files, or rows with a member "text".
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/eval/tasks/records.h"

namespace kvw::eval {

enum class TextLayout {
    Auto,     ///< WikiText if a name says so, else Texts
    Texts,    ///< each file and each row is a text of its own (PG19)
    WikiText  ///< the rows of a file in a row are one text
};

struct StoredText {
    std::string name;  ///< file, "10146" (with its ending if two are alike), or file and place of the row, "test/3"
    std::string text;
};

class StoredTexts {
 public:
    /// Lists the files of the subfolder "test", else of the folder itself, else of its subfolder "data", or takes one
    /// file. If files are named as the split for tests, these alone count. A .json file beside a .txt file of the
    /// same name describes that one. Without a path these are the novels that ship, each a text. Errors: NotFound;
    /// BadInput for Parquet alone.
    [[nodiscard]] static Result<StoredTexts> open(const std::filesystem::path& data, TextLayout layout);

    /// Returns the next text that is not empty; none: there are no more. A malformed row is given to `malformed` and
    /// skipped. Errors: those of reading; BadInput if the first row of a file has no such member.
    [[nodiscard]] Result<std::optional<StoredText>> next(const MalformedRecord& malformed);

 private:
    explicit StoredTexts(std::vector<std::filesystem::path> files) : m_files(std::move(files)) {}
    [[nodiscard]] Result<std::optional<std::string>> nextRow(const MalformedRecord& malformed);
    [[nodiscard]] bool joins(const std::filesystem::path& file) const;

    std::vector<std::filesystem::path> m_files;
    TextLayout m_layout = TextLayout::Texts;
    std::size_t m_file = 0;
    std::optional<RecordReader> m_rows;  ///< of m_files[m_file]
    std::int64_t m_row = 0;
};

/// Returns the novels that ship for real models; without them, the texts of the embedded model.
[[nodiscard]] Result<std::vector<std::filesystem::path>> shippedNovels();

}  // namespace kvw::eval
