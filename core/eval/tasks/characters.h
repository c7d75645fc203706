// SPDX-License-Identifier: Apache-2.0
/// Characters of samples that a tokenizer does not keep: it drops them, or writes all of them as one unknown token.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/eval/tasks/sample.h"

namespace kvw {
class Tokenizer;
}  // namespace kvw

namespace kvw::eval {

/// Characters that a tokenizer lacks.
struct LackingCharacters {
    std::int64_t count = 0;
    std::string shown;  ///< as a sentence names them: "'é' 'ß'"; the first twenty
};

/// Looks for such characters in one text after the other, and tries each character once. The tokenizer must outlive it.
class CharacterCheck {
 public:
    explicit CharacterCheck(const Tokenizer& tokenizer) : m_tokenizer(tokenizer) {}

    /// Returns the characters of a text that encoding and decoding do not keep and that no earlier text had. A letter
    /// may change its case. Errors: those of encoding.
    [[nodiscard]] Result<LackingCharacters> newIn(std::string_view text);
    /// Returns those of a sample and its references.
    [[nodiscard]] Result<LackingCharacters> newIn(const Sample& sample);

 private:
    const Tokenizer& m_tokenizer;
    std::set<std::string, std::less<>> m_tried;
};

/// Checks that the tokenizer keeps the characters of a sample and of its references. Errors: BadInput that names `task`
/// and the characters; those of encoding.
[[nodiscard]] Result<void> checkCharacters(const Tokenizer& tokenizer, const Sample& sample, const std::string& task);

}  // namespace kvw::eval
