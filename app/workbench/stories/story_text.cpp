// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/stories/story_text.h"

#include <QTextBlock>
#include <QTextCursor>
#include <QUrl>
#include <QVariant>
#include <vector>

namespace kvw::wb {

namespace {

struct Replacement {
    int from, to;
    QString text;
};

/// Returns the links and images, with the words that replace them.
std::vector<Replacement> pointers(const QTextDocument& document) {
    std::vector<Replacement> found;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QTextFragment fragment = it.fragment();
            const QTextCharFormat format = fragment.charFormat();
            const int from = fragment.position(), to = from + fragment.length();
            if (format.isImageFormat()) {
                const QString words = format.property(QTextFormat::ImageAltText).toString();
                const QString address = format.toImageFormat().name();
                found.push_back({from, to, QStringLiteral("[%1 %2]").arg(words, address)});
            } else if (format.isAnchor()) {
                const QString address = format.anchorHref();
                found.push_back({from, to,
                                 fragment.text() == address ? fragment.text()
                                                            : QStringLiteral("%1 (%2)").arg(fragment.text(), address)});
            }
        }
    }
    return found;
}

/// Word joiner; before the words of a line it keeps them from beginning a heading, list, quotation or rule.
constexpr QChar kNoBlock(0x2060);

void setLine(StoryDocument& document, const QString& markdown) {
    document.setStory(kNoBlock + markdown.simplified());
}

QString htmlOf(const QTextFragment& fragment) {
    const QTextCharFormat format = fragment.charFormat();
    QString words = fragment.text().remove(kNoBlock).toHtmlEscaped();
    const auto put = [&words](const char* tag) {
        words = QStringLiteral("<%1>%2</%1>").arg(QLatin1String(tag), words);
    };
    if (format.fontFixedPitch()) {
        put("code");
    }
    if (format.fontStrikeOut()) {
        put("s");
    }
    if (format.fontItalic()) {
        put("i");
    }
    if (format.fontWeight() > QFont::Medium) {
        put("b");
    }
    return words;
}

}  // namespace

QString lineAsHtml(const QString& markdown) {
    StoryDocument document;
    setLine(document, markdown);
    QString html;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            html += htmlOf(it.fragment());
        }
    }
    return html;
}

QString lineAsWords(const QString& markdown) {
    StoryDocument document;
    setLine(document, markdown);
    return document.toPlainText().remove(kNoBlock);
}

QString optionLetter(std::size_t option) {
    return QString(QLatin1Char(static_cast<char>('A' + option)));
}

StoryDocument::StoryDocument(QObject* parent) : QTextDocument(parent) {
    setUndoRedoEnabled(false);
}

void StoryDocument::setStory(const QString& markdown) {
    setMarkdown(markdown, QTextDocument::MarkdownFeatures(MarkdownDialectGitHub) | MarkdownNoHTML);
    const std::vector<Replacement> found = pointers(*this);
    for (auto it = found.rbegin(); it != found.rend(); ++it) {
        QTextCursor cursor(this);
        cursor.setPosition(it->from);
        cursor.setPosition(it->to, QTextCursor::KeepAnchor);
        cursor.insertText(it->text, QTextCharFormat());
    }
}

QVariant StoryDocument::loadResource(int /*type*/, const QUrl& /*name*/) {
    return QByteArray();  // for an invalid variant, Qt would ask the widget that shows the document
}

}  // namespace kvw::wb
