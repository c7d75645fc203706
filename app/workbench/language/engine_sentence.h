// SPDX-License-Identifier: GPL-3.0-or-later
/// Warnings of a run and errors of bundles and stories in the language of the window. The engine and its plugins speak
/// English, and so do bundles: here their sentences are known by their form.
#pragma once

#include <QString>

namespace kvw::wb {

/// A warning or an error, whole. One of unknown form comes back as it is.
[[nodiscard]] QString engineSentence(const QString& sentence);
/// What may stand in a place of such a sentence, or alone: "3 tokens", "max-drop is 0", the state of a plugin.
[[nodiscard]] QString enginePhrase(const QString& phrase);

}  // namespace kvw::wb
