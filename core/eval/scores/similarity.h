// SPDX-License-Identifier: Apache-2.0
/// Similarity of texts by their code points. Definitions, sources and goldens: README.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kvw::eval {

/// Returns 1 - Levenshtein distance / length of the longer text; 1 if both are empty. Memory: linear.
[[nodiscard]] double editSimilarity(std::string_view a, std::string_view b);

/// Returns 2 M / (length of a + length of b), M the matched code points of Ratcliff and Obershelp; 1 if both are empty.
/// The same number as Python's difflib with its `autojunk`: if b has 200 code points or more, a code point that is more
/// than 1 % of them begins no match.
[[nodiscard]] double matchedRatio(std::string_view a, std::string_view b);

/// Returns the similarity of the first line of code, in hundredths. Source: LongBench `code_sim_score`.
[[nodiscard]] double codeSimilarity(std::string_view prediction, std::string_view gold);

/// Returns 1 if a keyword occurs in the prediction, else a fifth of the edit similarity without white space. Source:
/// OpenCompass, NeedleBench.
[[nodiscard]] double needleBenchSimilarity(std::string_view prediction, std::string_view gold,
                                           const std::vector<std::string>& keywords);

}  // namespace kvw::eval
