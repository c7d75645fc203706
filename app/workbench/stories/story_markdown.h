// SPDX-License-Identifier: GPL-3.0-or-later
/// Converts a story's document to a Markdown file.
#pragma once

#include <QString>

class QTextDocument;

namespace kvw::wb {

/// Returns Markdown that shows exactly the document's text in every reader: its characters are never taken as HTML,
/// links or pictures. Each paragraph is one line, so that commands stay on one line. Thread: GUI thread.
[[nodiscard]] QString markdownOf(const QTextDocument& document);

}  // namespace kvw::wb
