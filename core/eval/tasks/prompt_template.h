// SPDX-License-Identifier: Apache-2.0
/// Template texts of benchmarks, read from the benchmarks' own files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace kvw::eval {

/// A template as Python's str.format reads it: {name} is a field, {{ and }} are braces.
class PromptTemplate {
 public:
    /// Parses a template. It must have the field `context`, and may have the others. Errors: BadInput naming `where`
    /// for another field and for a single brace.
    [[nodiscard]] static Result<PromptTemplate> parse(std::string_view text, std::string context,
                                                      const std::vector<std::string_view>& others,
                                                      const std::string& where);

    struct Filled {
        std::string context;   ///< up to the end of the context
        std::string question;  ///< the rest
        /// Place in `question` where the last line of the template begins; none: the context is in that line.
        std::optional<std::size_t> lastLine;
    };
    /// Fills the fields; those without a value are empty.
    [[nodiscard]] Filled filled(const std::map<std::string, std::string>& values) const;

 private:
    struct Part {
        bool field = false;
        std::string text;  ///< name of the field, or the text itself
    };
    std::string m_context;
    std::vector<Part> m_parts;
};

/// Returns the first of these files that exists in the folder of a task's data. Errors: NotFound naming the folder and
/// the files; BadUsage if no folder was given.
[[nodiscard]] Result<std::filesystem::path> findDataFile(const std::filesystem::path& data,
                                                         const std::vector<std::string>& names);
/// Returns the first existing of name.jsonl, name.json and name.csv in the folders (relative to that of the data, with
/// a slash at the end). A Parquet file is found, too, for its reader to refuse. Errors: as findDataFile.
[[nodiscard]] Result<std::filesystem::path> findRecordFile(const std::filesystem::path& data,
                                                           const std::vector<std::string>& folders,
                                                           const std::string& name);

/// How the samples of a subtask are asked.
struct SubtaskPrompt {
    PromptTemplate form;
    std::int64_t newTokens = 0;  ///< at most
};
/// Templates and most new tokens of the subtasks of a benchmark, as two of its files map them.
struct PromptFiles {
    std::filesystem::path promptFile, lengthFile;
    std::map<std::string, std::string> prompts;
    std::map<std::string, std::int64_t> newTokens;

    /// Reads the files, from the folder of the data or its folder config. Errors: those of findDataFile; BadInput.
    [[nodiscard]] static Result<PromptFiles> read(const std::filesystem::path& data, const std::string& prompts,
                                                  const std::string& lengths);
    /// Returns the prompt of a subtask. Errors: BadInput naming the file that lacks it; those of PromptTemplate::parse.
    [[nodiscard]] Result<SubtaskPrompt> of(const std::string& subtask, std::string context,
                                           const std::vector<std::string_view>& others) const;
};

}  // namespace kvw::eval
