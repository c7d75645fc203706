// SPDX-License-Identifier: Apache-2.0
/// Scores of answers that name one thing: a class or a number. Definitions, sources and goldens: README.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kvw::eval {

/// Returns 1 / (classes that the prediction names) if `gold` is one of them, else 0; parts of `gold` do not count as named.
/// LongBench's code removes such parts while it goes through the list, and so passes over the class behind one;
/// `corrected` removes all. Source: LongBench `classification_score`.
[[nodiscard]] double classification(std::string_view prediction, std::string_view gold,
                                    const std::vector<std::string>& classes, bool corrected = false);

/// Returns the share of the prediction's numbers that are `gold`; 0 without numbers. Source: LongBench `count_score`.
[[nodiscard]] double countScore(std::string_view prediction, std::int64_t gold);
/// Returns the share of the prediction's numbers that are the number behind "Paragraph " (Chinese: 段落) in `gold`; 0
/// without numbers. Source: LongBench `retrieval_score`, `retrieval_zh_score`.
[[nodiscard]] double retrievalScore(std::string_view prediction, std::string_view gold);

/// Returns the share of the key's digits that the first number of the prediction has at the same places.
[[nodiscard]] double passkeyScore(std::string_view prediction, std::string_view key);

}  // namespace kvw::eval
