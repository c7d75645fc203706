// SPDX-License-Identifier: GPL-3.0-or-later
/// Tool tips of words that come from files: Qt would take what looks like HTML for HTML, with the pictures it names.
#pragma once

#include <QString>
#include <QTextDocument>

namespace kvw::wb {

/// The text as it is.
[[nodiscard]] inline QString plainTip(const QString& text) {
    return Qt::mightBeRichText(text) ? Qt::convertFromPlainText(text, Qt::WhiteSpaceNormal) : text;
}

}  // namespace kvw::wb
