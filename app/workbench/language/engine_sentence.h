// SPDX-License-Identifier: GPL-3.0-or-later
/// Warnings of a run and errors in the language of the window. The engine and its plugins speak English, and so do
/// bundles: here their sentences are known by their form (engine_forms.h).
#pragma once

#include <QString>

namespace kvw::wb {

/// No sentence of the engine is longer; what a damaged bundle says may be, and would be looked at for a long time.
inline constexpr qsizetype kLongestSentence = 2000;

/// A warning or an error, whole: "where: what; found F, expected E." What is known of an error is what it says; names,
/// values and plugins' own words stay; flags get the names of the window's controls (control_names.h), in every
/// language. One of unknown form, or too long to be one of ours, comes back as it is.
[[nodiscard]] QString engineSentence(const QString& sentence);
/// What may stand in a place of such a sentence, or alone: "3 tokens", "max-drop is 0", the state of a plugin.
[[nodiscard]] QString enginePhrase(const QString& phrase);

}  // namespace kvw::wb
