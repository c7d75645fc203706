// SPDX-License-Identifier: GPL-3.0-or-later
/// Tool tips of text from files. Qt would render text that looks like HTML as HTML, and load the images it names.
#pragma once

#include <QString>
#include <QTextDocument>

namespace kvw::wb {

/// Returns a tool tip that shows the text literally.
[[nodiscard]] inline QString plainTip(const QString& text) {
    return Qt::mightBeRichText(text) ? Qt::convertFromPlainText(text, Qt::WhiteSpaceNormal) : text;
}

}  // namespace kvw::wb
