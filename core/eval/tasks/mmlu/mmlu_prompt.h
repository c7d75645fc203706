// SPDX-License-Identifier: Apache-2.0
/// Questions of MMLU as text, and its subjects.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/eval/tasks/prompt_template.h"
#include "core/eval/tasks/records.h"

namespace kvw::eval {

inline constexpr std::string_view kMmluLetters = "ABCD";

struct MmluSubject {
    std::string_view name;
    bool stem = false;  ///< one of the 19 of science and technology
};
/// Returns all 57 subjects in alphabetical order.
[[nodiscard]] std::span<const MmluSubject> mmluSubjects();

struct MmluQuestion {
    std::string text;
    std::vector<std::string> choices;  ///< [4]
    std::size_t answer = 0;            ///< index of the right choice
};
/// Reads a question from a record of either layout: input or question, A to D, target or answer. Errors: BadInput.
[[nodiscard]] Result<MmluQuestion> mmluQuestion(const Record& record, const std::filesystem::path& file);
/// Opens a file of questions; a CSV file may lack its header. Errors: those of RecordReader.
[[nodiscard]] Result<RecordReader> openMmlu(const std::filesystem::path& file);
/// Templates of a worked question and of the one that is asked, with the fields subject, number, question, A, B, C, D.
struct MmluForms {
    PromptTemplate shot, asked;
    /// Reads "shot" and "question" of mmlu_prompt.json in the folder of the data; without that file, returns this
    /// program's own words. Errors: BadInput.
    [[nodiscard]] static Result<MmluForms> read(const std::filesystem::path& data);
};
/// Fills a template.
[[nodiscard]] std::string mmluText(const PromptTemplate& form, const MmluQuestion& question, std::string_view subject,
                                   std::int64_t number);
/// Returns the spellings of a letter, whose last tokens count: in both cases, by itself, and behind a colon with up to
/// two blanks.
[[nodiscard]] std::vector<std::string> mmluSpellings(char letter);

}  // namespace kvw::eval
