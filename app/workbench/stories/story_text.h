// SPDX-License-Identifier: GPL-3.0-or-later
/// Markdown of a page as a document that shows text and nothing else: no image, no file, no page of the network.
#pragma once

#include <QString>
#include <QTextDocument>

namespace kvw::wb {

/// Thread: GUI thread. Asked for a resource, it has none.
class StoryDocument : public QTextDocument {
    Q_OBJECT
 public:
    explicit StoryDocument(QObject* parent = nullptr);
    /// A link becomes its text with the address in brackets, an image its description, HTML what was typed.
    void setStory(const QString& markdown);

 protected:
    QVariant loadResource(int type, const QUrl& name) override;
};

/// One line of words, as of a question: emphasis and code, no blocks; as HTML for a label that shows rich text. Thread:
/// GUI thread.
[[nodiscard]] QString lineAsHtml(const QString& markdown);
/// The same without its marks.
[[nodiscard]] QString lineAsWords(const QString& markdown);

}  // namespace kvw::wb
