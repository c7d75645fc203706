// SPDX-License-Identifier: GPL-3.0-or-later
/// Texts of any content in the metadata of pictures: as XML, and as the texts of a PNG file.
#pragma once

#include <QByteArray>
#include <QString>

namespace kvw::wb {

/// Escaped; a carriage return is a reference, since readers would make a line feed of it.
[[nodiscard]] QString xmlText(const QString& text);
/// UTF-8 in which every character that no XML document may hold is U+FFFD.
[[nodiscard]] QByteArray validXml(const QByteArray& document);

/// Qt makes one blank of all blanks and line ends that stand together in a PNG's text, and reads a name with a blank as
/// no name: what it would change is percent-encoded, in names it is a hyphen. That of other texts reads as it is.
[[nodiscard]] QString pngText(const QString& text);
[[nodiscard]] QString metadataName(const QString& name);
/// The inverse of `pngText`.
[[nodiscard]] QString textOfPng(const QString& encoded);
/// The text of a picture that says that its texts are encoded so, and what it says.
inline constexpr const char *kPngEncoding = "kvw-encoding", *kPercentEncoding = "percent";

}  // namespace kvw::wb
