// SPDX-License-Identifier: GPL-3.0-or-later
/// Finds translations of text files: "01-sinks.de.md" is beside "01-sinks.md".
#pragma once

#include <filesystem>

namespace kvw::wb {

/// Returns the file in the application's language if it exists, else the file itself.
[[nodiscard]] std::filesystem::path translatedFile(const std::filesystem::path& file);
/// Returns whether the file is a translation of a file beside it.
[[nodiscard]] bool isTranslation(const std::filesystem::path& file);

}  // namespace kvw::wb
