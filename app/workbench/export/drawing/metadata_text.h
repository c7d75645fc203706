// SPDX-License-Identifier: GPL-3.0-or-later
/// Encodes arbitrary text for the metadata of pictures: as XML, and for the text chunks of a PNG file.
#pragma once

#include <QByteArray>
#include <QString>

namespace kvw::wb {

/// Returns the text escaped for XML. A carriage return becomes a character reference, since parsers would convert it to
/// a line feed.
[[nodiscard]] QString xmlText(const QString& text);
/// Returns UTF-8 in which every character that XML forbids is replaced by U+FFFD.
[[nodiscard]] QByteArray validXml(const QByteArray& document);

/// Returns the text percent-encoded where Qt would change it, since Qt collapses runs of blanks and line ends in PNG
/// text. `metadataName` replaces blanks by hyphens, since Qt rejects names with blanks. Other texts stay readable.
[[nodiscard]] QString pngText(const QString& text);
[[nodiscard]] QString metadataName(const QString& name);
/// Returns the inverse of `pngText`.
[[nodiscard]] QString textOfPng(const QString& encoded);
/// Name and value of the PNG text that declares this encoding.
inline constexpr const char *kPngEncoding = "kvw-encoding", *kPercentEncoding = "percent";

}  // namespace kvw::wb
