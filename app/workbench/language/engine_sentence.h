// SPDX-License-Identifier: GPL-3.0-or-later
/// Translates errors of the engine to the language of the window, and other sentences without a code, such as why a run
/// ended. They are English, and recognized by their form (engine_forms.h). Warnings and notes have codes
/// (finding_text.h).
#pragma once

#include <QString>

namespace kvw::wb {

/// Maximum length of a sentence to translate, above that of any engine sentence. A damaged bundle may contain longer
/// text, which would take long to match.
inline constexpr qsizetype kLongestSentence = 2000;

/// Translates a whole sentence: "where: what; found F, expected E." An error is recognized by its message.
/// Names, values and plugins' own words stay; flags are replaced by the names of controls (control_names.h), in every
/// language. A sentence of unknown form, or one that is too long, is returned unchanged.
[[nodiscard]] QString engineSentence(const QString& sentence);
/// Translates a text that may fill a placeholder of such a sentence or stand alone, such as "3 tokens", "max-drop is 0"
/// or the state of a plugin.
[[nodiscard]] QString enginePhrase(const QString& phrase);

}  // namespace kvw::wb
