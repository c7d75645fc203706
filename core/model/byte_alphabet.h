// SPDX-License-Identifier: Apache-2.0
/// The printable alphabet in which byte-level tokenizers write bytes: "Ġ" for a space. Source: `bytes_to_unicode` of
/// GPT-2.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kvw {

/// The bytes a vocabulary entry stands for; none when it has a character outside the alphabet.
[[nodiscard]] std::optional<std::string> bytesFromAlphabet(std::string_view piece);
/// The letters for these bytes, in UTF-8.
[[nodiscard]] std::string alphabetFromBytes(std::string_view bytes);

}  // namespace kvw
