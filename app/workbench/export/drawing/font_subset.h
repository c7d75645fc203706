// SPDX-License-Identifier: GPL-3.0-or-later
/// Subsets a font to the characters of some text, for embedding in a file.
#pragma once

#include <QByteArray>
#include <QFont>
#include <QString>

namespace kvw::wb {

/// Returns a TrueType font with the glyphs of these characters, without hints; deterministic. Empty if the font has no
/// TrueType outlines or does not permit subsetting. Thread: GUI thread.
[[nodiscard]] QByteArray fontSubset(const QFont& font, const QString& characters);

}  // namespace kvw::wb
