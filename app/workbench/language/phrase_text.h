// SPDX-License-Identifier: GPL-3.0-or-later
/// Translates what core says to the language of the window: the forms of phrases (core/base/phrase.h) and findings
/// (core/base/finding_forms.h) are looked up, no sentence is matched.
#pragma once

#include <QString>

#include "core/base/error.h"
#include "core/base/finding.h"

namespace kvw::wb {

/// Returns the text of a phrase or finding; a stored text is translated if it is a form as a whole. A plain text, such
/// as a name or the words of a plugin, stays as it is. Flags are replaced by the names of controls (control_names.h),
/// in every language.
[[nodiscard]] QString phraseText(const Phrase& phrase);
/// Returns the sentence of an error.
[[nodiscard]] QString errorText(const Error& error);

}  // namespace kvw::wb
