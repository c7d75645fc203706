// SPDX-License-Identifier: Apache-2.0
/// Recognises the kind of a file from its first bytes, for error messages about unexpected files.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/phrase.h"

namespace kvw {

/// Returns "an HTML page", "a zip archive, as PyTorch saves weights" and the like; `otherwise` if not recognised.
[[nodiscard]] Phrase fileKind(std::span<const std::byte> bytes, const char* otherwise);
[[nodiscard]] Phrase fileKind(std::string_view bytes, const char* otherwise);

/// Returns the size that a Git LFS pointer states, as text ("?" if it states none); nothing for any other file. A clone
/// without Git LFS leaves such a short text in place of each large file.
[[nodiscard]] std::optional<std::string> lfsPointer(std::span<const std::byte> bytes);

}  // namespace kvw
