// SPDX-License-Identifier: GPL-3.0-or-later
/// A story's document as a Markdown file.
#pragma once

#include <QString>

class QTextDocument;

namespace kvw::wb {

/// What the document shows, and nothing else, in every reader of Markdown: signs of text are never its HTML, links or
/// pictures. A paragraph, and so a command in it, is one line. Thread: GUI thread.
[[nodiscard]] QString markdownOf(const QTextDocument& document);

}  // namespace kvw::wb
