// SPDX-License-Identifier: GPL-3.0-or-later
/// Renders the Markdown of a page as a document that shows only text: no image, no file, no network access.
#pragma once

#include <QString>
#include <QTextDocument>
#include <cstddef>

namespace kvw::wb {

/// Document that provides no resources. Thread: GUI thread.
class StoryDocument : public QTextDocument {
    Q_OBJECT
 public:
    explicit StoryDocument(QObject* parent = nullptr);
    /// Sets the text. A link becomes its text with the address in brackets, an image its description, HTML the text as
    /// typed.
    void setStory(const QString& markdown);

 protected:
    QVariant loadResource(int type, const QUrl& name) override;
};

/// Returns one line of Markdown (emphasis and code, no blocks), such as a question, as HTML for a rich text label.
/// Thread: GUI thread.
[[nodiscard]] QString lineAsHtml(const QString& markdown);
/// Returns the same line without its marks.
[[nodiscard]] QString lineAsWords(const QString& markdown);
/// Returns the letter of an option of a question: A, B, …
[[nodiscard]] QString optionLetter(std::size_t option);

}  // namespace kvw::wb
