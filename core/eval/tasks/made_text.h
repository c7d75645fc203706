// SPDX-License-Identifier: Apache-2.0
/// Prompts of a wanted number of tokens, and the word lists for tasks that make their texts.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/eval/tasks/sample.h"

namespace kvw {
class Tokenizer;
}  // namespace kvw

namespace kvw::eval {

/// Makes a sample whose haystack has so many units (sentences, words, documents).
using MakeSample = std::function<Result<Sample>(std::int64_t units)>;

/// Limits of a sample that is made.
struct MadeSize {
    std::int64_t tokens = 0;  ///< most tokens of the prompt
    std::int64_t least = 1;   ///< units that a sample must have
    std::int64_t most = 0;    ///< units that there are
};

/// Returns the number of tokens of the prompt: context, question and answer prefix in a row, without a chat template.
[[nodiscard]] Result<std::int64_t> promptTokens(const Tokenizer& tokenizer, const Sample& sample);

/// Returns the largest number of units whose prompt fits, by doubling and bisection. Errors: those of `make`; BadUsage
/// that names `task` if not even the least fits.
[[nodiscard]] Result<std::int64_t> unitsThatFit(const Tokenizer& tokenizer, const MadeSize& size,
                                                const MakeSample& make, const std::string& task);
/// Makes a sample of `units`, or of as many fewer as it takes to fit; none: not even the least fits. Errors: those of
/// `make`.
[[nodiscard]] Result<std::optional<Sample>> sampleThatFits(const Tokenizer& tokenizer, const MadeSize& size,
                                                           std::int64_t units, const MakeSample& make);

/// Returns `text` with each "{name}" replaced by its value. Braces with another name stay.
[[nodiscard]] std::string fillBlanks(std::string_view text,
                                     const std::vector<std::pair<std::string_view, std::string>>& values);

/// Words of resources/eval, lower case, each once.
struct WordLists {
    std::vector<std::string> adjectives, nouns;
    [[nodiscard]] static Result<WordLists> load();
};

}  // namespace kvw::eval
