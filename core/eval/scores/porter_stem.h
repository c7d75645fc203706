// SPDX-License-Identifier: Apache-2.0
/// Porter's stemmer with the extensions of NLTK (its default), which METEOR and ROUGE with stemming use. Source: M. Porter,
/// An algorithm for suffix stripping, Program 14.3 (1980); nltk.stem.porter.
#pragma once

#include <string>
#include <string_view>

namespace kvw::eval {

/// Returns the stem of a word in lower case.
[[nodiscard]] std::string porterStem(std::string_view word);

}  // namespace kvw::eval
