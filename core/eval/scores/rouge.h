// SPDX-License-Identifier: Apache-2.0
/// ROUGE in the forms that the benchmarks use; they differ, so a score is named with its form. Definitions, sources and
/// goldens: README.md.
#pragma once

#include <string_view>

namespace kvw::eval {

struct Rouge {
    double recall = 0, precision = 0, f = 0;
};

/// Returns ROUGE-L as the package `rouge` has it: union of the common subsequences of all sentences, distinct words, case
/// matters. All 0 if a text has no sentence. LongBench reports F, kvpress for LooGLE the recall.
[[nodiscard]] Rouge rougeL(std::string_view hypothesis, std::string_view reference);
/// Returns ROUGE-n as the package `rouge` has it: distinct n-grams, which cross the ends of sentences. `n` at least 1.
[[nodiscard]] Rouge rougeN(std::string_view hypothesis, std::string_view reference, int n);
/// Returns ROUGE-L of the textbook: longest common subsequence of all words, lower case, full stops removed.
[[nodiscard]] Rouge rougeLTextbook(std::string_view hypothesis, std::string_view reference);
/// Returns ROUGE-1 of the package `rouge-score` with stemming: words of a to z and digits, each as often as it occurs.
/// KVCache-Factory's score of a needle is 10 times its F.
[[nodiscard]] Rouge rouge1Stemmed(std::string_view hypothesis, std::string_view reference);

}  // namespace kvw::eval
