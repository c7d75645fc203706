// SPDX-License-Identifier: Apache-2.0
/// The kind of a file by how it begins: for the sentence that says that it is not the one that was expected.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kvw {

/// "an HTML page", "a zip archive, as PyTorch saves weights"; `otherwise` where the beginning does not say.
[[nodiscard]] std::string fileKind(std::span<const std::byte> bytes, std::string_view otherwise);
[[nodiscard]] std::string fileKind(std::string_view bytes, std::string_view otherwise);

/// A clone without Git LFS leaves a short text in place of each large file. The size that it states, as text ("?" where
/// it states none); nothing for any other file.
[[nodiscard]] std::optional<std::string> lfsPointer(std::span<const std::byte> bytes);

}  // namespace kvw
