// SPDX-License-Identifier: GPL-3.0-or-later
/// The part of a font that some words need, to be carried by the file they are in.
#pragma once

#include <QByteArray>
#include <QFont>
#include <QString>

namespace kvw::wb {

/// A TrueType font of the glyphs of these characters, without hints; the same for the same characters. Empty where the
/// font has no TrueType outlines or forbids to be embedded in part. Thread: GUI thread.
[[nodiscard]] QByteArray fontSubset(const QFont& font, const QString& characters);

}  // namespace kvw::wb
