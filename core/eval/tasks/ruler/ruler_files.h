// SPDX-License-Identifier: Apache-2.0
/// Files of --data that RULER's tasks are read from, or made of.
///
/// - SIZE.jsonl, SIZE/test.jsonl, else test.jsonl (or .json): rows of all tasks as kvpress has them: context, question,
///   answer_prefix, answer, task, max_new_tokens
/// - TASK/validation.jsonl, also in SIZE, and validation.jsonl for one task: samples as RULER's scripts write them:
///   index, input, outputs, length, answer_prefix
/// - PaulGrahamEssays.json or .jsonl: essays, the member "text" of each record
/// - squad.json or dev-v2.0.json: SQuAD 2.0, the development set
/// - hotpotqa.json or hotpot_dev_distractor_v1.json: HotpotQA, the development set with distractors
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/eval/tasks/records.h"
#include "core/eval/tasks/ruler/ruler_makers.h"

namespace kvw::eval {

/// Returns the first of these files that is in the folder; empty: none, or no folder.
[[nodiscard]] std::filesystem::path firstFile(const std::filesystem::path& folder,
                                              const std::vector<std::string>& names);

/// Returns the words of all essays. Errors: those of reading; BadInput for a file without text or of another kind.
[[nodiscard]] Result<std::vector<std::string>> readEssays(const std::filesystem::path& file,
                                                          const MalformedRecord& malformed);
/// Returns words, which white space separates.
[[nodiscard]] std::vector<std::string> blankSeparated(std::string_view text);
/// Returns questions that have an answer, each with its paragraph and the others of its article. Errors: as above.
[[nodiscard]] Result<QaSet> readSquad(const std::filesystem::path& file, const MalformedRecord& malformed);
/// Returns questions, each with the documents that come with it. Errors: as above.
[[nodiscard]] Result<QaSet> readHotpotQa(const std::filesystem::path& file, const MalformedRecord& malformed);

/// Makes a sample of a record of RULER's validation.jsonl; its context ends where the question begins. Its id is the
/// index, if there is one. Errors: BadInput that names file and line.
[[nodiscard]] Result<Sample> sampleOfValidation(const Record& record, const std::filesystem::path& file,
                                                const std::string& task);
/// Does the same for one of kvpress' rows, which have no index.
[[nodiscard]] Result<Sample> sampleOfRow(const Record& record, const std::filesystem::path& file);

}  // namespace kvw::eval
