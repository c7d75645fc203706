// SPDX-License-Identifier: GPL-3.0-or-later
/// Translates set phrases of plugin manifests into the language of the window; other text stays as it is. Thread: GUI
/// thread.
#pragma once

#include <QString>
#include <string>

namespace kvw::wb {

/// Translates a need of a shipped plugin: "attention row at decode". `window` replaces the w of "last w rows"; -1: it
/// is not known.
[[nodiscard]] QString needWords(const std::string& english, int window = -1);

}  // namespace kvw::wb
