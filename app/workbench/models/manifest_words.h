// SPDX-License-Identifier: GPL-3.0-or-later
/// What manifests of plugins say in closed forms, in the language of the window. What is of no such form stays as it
/// is. Thread: GUI thread.
#pragma once

#include <QString>
#include <string>

namespace kvw::wb {

/// Of ParameterSpec::rangeText: "integer, at least 1, or auto".
[[nodiscard]] QString rangeWords(const std::string& english);
/// Of a need of a shipped plugin: "attention row at decode". "last w rows" names the window where it is known (>= 0).
[[nodiscard]] QString needWords(const std::string& english, int window = -1);

}  // namespace kvw::wb
