// SPDX-License-Identifier: GPL-3.0-or-later
/// Renders the Markdown of a page as a document that shows only text, and pictures beside the story: no other file, no
/// network access.
#pragma once

#include <QString>
#include <QTextDocument>
#include <cstddef>
#include <filesystem>

namespace kvw::wb {

/// Scheme of links to the glossary of the help, as in `[nats](term:nats)`.
inline constexpr const char* kTermScheme = "term";

/// Document whose only resources are pictures beside its story. Thread: GUI thread.
class StoryDocument : public QTextDocument {
    Q_OBJECT
 public:
    explicit StoryDocument(QObject* parent = nullptr);
    /// Sets the text. A link becomes its text with the address in brackets, an image its description, HTML the text as
    /// typed, a formula between dollar signs its characters. `folder`: the story's; then pictures beside the story are
    /// shown, and links to terms stay. Empty: both are words.
    void setStory(const QString& markdown, const std::filesystem::path& folder = {});
    /// Makes pictures at most this wide.
    void fitPictures(int most);

    static constexpr int kPictureBytes = 4 << 20, kPictureSide = 4000;  ///< limits of a picture's file and pixels

 protected:
    QVariant loadResource(int type, const QUrl& name) override;

 private:
    [[nodiscard]] bool shows(const QString& picture);
    void setFormulas();

    std::filesystem::path m_folder;
};

/// Returns one line of Markdown (emphasis and code, no blocks), such as a question, as HTML for a rich text label.
/// Thread: GUI thread.
[[nodiscard]] QString lineAsHtml(const QString& markdown);
/// Returns the same line without its marks.
[[nodiscard]] QString lineAsWords(const QString& markdown);
/// Returns the letter of an option of a question: A, B, …
[[nodiscard]] QString optionLetter(std::size_t option);

}  // namespace kvw::wb
