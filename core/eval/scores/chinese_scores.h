// SPDX-License-Identifier: Apache-2.0
/// LongBench's scores of Chinese answers. LongBench cuts words with jieba; here ICU's dictionary does, so a score may
/// differ a little from one of LongBench's own code. Definitions: README.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/eval/scores/rouge.h"

namespace kvw::eval {

/// Returns the words of a Chinese text in order, white space and punctuation as words of their own.
[[nodiscard]] std::vector<std::string> chineseWords(std::string_view text);
/// Returns F1 of the words in lower case, without punctuation. Source: LongBench `qa_f1_zh_score`.
[[nodiscard]] double tokenF1Chinese(std::string_view prediction, std::string_view gold);
/// Returns ROUGE-L as the package `rouge` has it, of the words. Source: LongBench `rouge_zh_score`.
[[nodiscard]] Rouge rougeLChinese(std::string_view hypothesis, std::string_view reference);

}  // namespace kvw::eval
