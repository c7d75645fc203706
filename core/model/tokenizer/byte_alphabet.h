// SPDX-License-Identifier: Apache-2.0
/// Printable alphabet in which byte-level tokenizers write bytes ("Ġ" for a space). Source: `bytes_to_unicode` of
/// GPT-2.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kvw {

/// Returns the bytes a vocabulary entry stands for; none if it has a character outside the alphabet.
[[nodiscard]] std::optional<std::string> bytesFromAlphabet(std::string_view piece);
/// Returns the letters for `bytes`, in UTF-8.
[[nodiscard]] std::string alphabetFromBytes(std::string_view bytes);

}  // namespace kvw
