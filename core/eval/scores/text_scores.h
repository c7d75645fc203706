// SPDX-License-Identifier: Apache-2.0
/// Scores of answers that are compared as words or as they are. Definitions, sources and goldens: README.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kvw::eval {

/// Returns the words of an answer as SQuAD and LongBench normalise it: lower case, no ASCII punctuation, no articles.
[[nodiscard]] std::vector<std::string> answerWords(std::string_view text);

/// Returns F1 of the words; 0 if they have none in common. Source: SQuAD, LongBench `qa_f1_score`.
[[nodiscard]] double tokenF1(std::string_view prediction, std::string_view gold);
/// Returns F1 of two lists of words, each word as often as it occurs; 0 if they have none in common.
[[nodiscard]] double wordsF1(const std::vector<std::string>& prediction, const std::vector<std::string>& gold);

/// Returns 1 if both are equal without white space at the ends, else 0.
[[nodiscard]] double exactMatch(std::string_view prediction, std::string_view gold);

/// Returns the share of the references that occur in the prediction (`all`), or 1 if at least one does; case does not
/// matter. 0 without references. Source: RULER `string_match_all`, `string_match_part`.
[[nodiscard]] double substringMatch(std::string_view prediction, const std::vector<std::string>& references, bool all);

/// Returns the share of the answer's distinct words that the prediction has, in lower case, cut at white space only; 0
/// without words. Source: the heat-map of KVCache-Factory.
[[nodiscard]] double answerWordsFound(std::string_view prediction, std::string_view answer);

/// Returns the first line behind leading newlines.
[[nodiscard]] std::string firstLine(std::string_view text);

}  // namespace kvw::eval
