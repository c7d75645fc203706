// SPDX-License-Identifier: GPL-3.0-or-later
/// Pages of text in other languages: "01-sinks.de.md" lies beside "01-sinks.md".
#pragma once

#include <filesystem>

namespace kvw::wb {

/// The file in the language that the application speaks, where there is one; else the file itself.
[[nodiscard]] std::filesystem::path translatedFile(const std::filesystem::path& file);
/// Whether it says in another language what a file beside it says.
[[nodiscard]] bool isTranslation(const std::filesystem::path& file);

}  // namespace kvw::wb
