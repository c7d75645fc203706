// SPDX-License-Identifier: Apache-2.0
/// BLEU and METEOR as LooGLE calls them in NLTK. Definitions, sources and goldens: README.md.
#pragma once

#include <string_view>

namespace kvw::eval {

/// Returns the precision of n-grams, each counted at most as often as in the reference, times the brevity penalty; words
/// are cut at white space, case matters. Without smoothing: 0 if no word or no n-gram is in the reference. LooGLE's
/// BLEU-4 is of 4-grams alone, not a mean over 1 to 4. `n` at least 1.
[[nodiscard]] double bleu(std::string_view hypothesis, std::string_view reference, int n);

/// Returns METEOR with its stages of equal words and equal stems; WordNet's stage of synonyms is left out. LooGLE gives
/// each distinct word once, in Python's random order of a set: `distinct` keeps the order of first occurrences, so runs
/// of words (chunks) are those of the text.
[[nodiscard]] double meteor(std::string_view hypothesis, std::string_view reference, bool distinct = true);

}  // namespace kvw::eval
