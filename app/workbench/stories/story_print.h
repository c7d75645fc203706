// SPDX-License-Identifier: GPL-3.0-or-later
/// Prints a handout as PDF: one sheet in two columns with figures of the run above them, the answers on its back.
#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>
#include <vector>

class QTextDocument;

namespace kvw::wb {

struct HandoutFigure {
    QString title;
    QImage picture;
};

/// Markdown of a handout.
struct HandoutText {
    QString title;
    QString front;
    QString answers;  ///< with their heading; empty: no page asks
};

/// Returns the PDF (A4). The type is made smaller, down to 7 points, until the front fits on one sheet; longer stories
/// take more sheets. Thread: GUI thread.
[[nodiscard]] QByteArray printedHandout(const HandoutText& text, const std::vector<HandoutFigure>& figures);

/// Sets the space around headings in a handout whose type has this size.
void spaceHeadings(QTextDocument& document, int points);

}  // namespace kvw::wb
