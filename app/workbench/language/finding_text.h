// SPDX-License-Identifier: GPL-3.0-or-later
/// Translates findings to the language of the window: the form of their code (core/base/finding_forms.h) is looked up,
/// no sentence is matched.
#pragma once

#include <QString>

#include "core/base/finding.h"

namespace kvw::wb {

/// Returns the text of a finding. A plain text, such as the sentence of a plugin or of an older bundle, stays as it is.
/// Flags are replaced by the names of controls (control_names.h), in every language.
[[nodiscard]] QString findingText(const Finding& finding);

}  // namespace kvw::wb
