// SPDX-License-Identifier: Apache-2.0
/// The vocabulary cl100k of GPT-4, with which benchmarks count tokens, as a tokenizer.
#pragma once

#include <filesystem>

#include "core/model/tokenizer/tokenizer.h"

namespace kvw::eval {

/// Reads `cl100k_base.tiktoken` (a line per token: its bytes in base 64, its rank) or a tokenizer.json. Errors: those
/// of reading; BadInput that names file and line.
[[nodiscard]] Result<Tokenizer> readCl100k(const std::filesystem::path& file);

/// Returns such a file of the folder: cl100k_base.tiktoken, cl100k_base.json or cl100k.json; empty: there is none.
[[nodiscard]] std::filesystem::path cl100kIn(const std::filesystem::path& folder);

}  // namespace kvw::eval
