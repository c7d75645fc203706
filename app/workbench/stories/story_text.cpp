// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/stories/story_text.h"

#include <QFileInfo>
#include <QImage>
#include <QImageReader>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextCursor>
#include <QUrl>
#include <QVariant>
#include <algorithm>
#include <functional>
#include <vector>

#include "app/workbench/stories/story_formula.h"

namespace kvw::wb {

namespace {

struct Replacement {
    int from, to;
    QString text;
};

/// Returns the term of a link to the glossary; empty: it leads elsewhere.
QString termOf(const QTextCharFormat& format) {
    const QUrl link(format.anchorHref());
    return link.scheme() == QLatin1String(kTermScheme) ? link.path() : QString();
}

/// Returns the links and images, with the words that replace them. `stays`: links and images that are not replaced.
std::vector<Replacement> pointers(const QTextDocument& document,
                                  const std::function<bool(const QTextCharFormat&)>& stays) {
    std::vector<Replacement> found;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QTextFragment fragment = it.fragment();
            const QTextCharFormat format = fragment.charFormat();
            const int from = fragment.position(), to = from + fragment.length();
            if (stays(format)) {
                continue;
            }
            if (format.isImageFormat()) {
                const QString words = format.property(QTextFormat::ImageAltText).toString();
                const QString address = format.toImageFormat().name();
                found.push_back({from, to, QStringLiteral("[%1 %2]").arg(words, address)});
            } else if (format.isAnchor()) {
                const QString address = format.anchorHref();
                const bool bare = fragment.text() == address || !termOf(format).isEmpty();
                found.push_back(
                    {from, to, bare ? fragment.text() : QStringLiteral("%1 (%2)").arg(fragment.text(), address)});
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
    if (format.verticalAlignment() != QTextCharFormat::AlignNormal) {
        put(format.verticalAlignment() == QTextCharFormat::AlignSubScript ? "sub" : "sup");
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

void StoryDocument::setStory(const QString& markdown, const std::filesystem::path& folder) {
    m_folder = folder;
    setMarkdown(markdown, QTextDocument::MarkdownFeatures(MarkdownDialectGitHub) | MarkdownNoHTML);
    const std::vector<Replacement> found = pointers(*this, [this](const QTextCharFormat& format) {
        return !m_folder.empty() && (format.isImageFormat() ? !format.isAnchor() && shows(format.toImageFormat().name())
                                                            : !termOf(format).isEmpty());
    });
    for (auto it = found.rbegin(); it != found.rend(); ++it) {
        QTextCursor cursor(this);
        cursor.setPosition(it->from);
        cursor.setPosition(it->to, QTextCursor::KeepAnchor);
        cursor.insertText(it->text, QTextCharFormat());
    }
    setFormulas();
}

void StoryDocument::setFormulas() {
    static const QRegularExpression kFormula(QStringLiteral("\\$([^$\\s](?:[^$]*[^$\\s])?)\\$"));
    for (QTextBlock block = begin(); block.isValid(); block = block.next()) {
        std::vector<QRegularExpressionMatch> found;
        for (auto it = kFormula.globalMatch(block.text()); it.hasNext();) {
            found.push_back(it.next());
        }
        for (auto match = found.rbegin(); match != found.rend(); ++match) {
            QTextCursor cursor(block);
            cursor.setPosition(block.position() + static_cast<int>(match->capturedStart()) + 1);
            QTextCharFormat format = cursor.charFormat();  // of the dollar sign
            if (format.fontFixedPitch() || format.isAnchor()) {
                continue;
            }
            cursor.setPosition(block.position() + static_cast<int>(match->capturedStart()));
            cursor.setPosition(block.position() + static_cast<int>(match->capturedEnd()), QTextCursor::KeepAnchor);
            cursor.removeSelectedText();
            for (const FormulaRun& run : formulaRuns(match->captured(1))) {
                format.setVerticalAlignment(run.level == FormulaRun::Sub     ? QTextCharFormat::AlignSubScript
                                            : run.level == FormulaRun::Super ? QTextCharFormat::AlignSuperScript
                                                                             : QTextCharFormat::AlignNormal);
                cursor.insertText(run.text, format);
            }
        }
    }
}

bool StoryDocument::shows(const QString& picture) {
    // Qt may have loaded the address by itself, so a stored resource proves nothing.
    return !loadResource(QTextDocument::ImageResource, QUrl(picture)).value<QImage>().isNull();
}

void StoryDocument::fitPictures(int most) {
    for (QTextBlock block = begin(); block.isValid(); block = block.next()) {
        for (auto part = block.begin(); !part.atEnd(); ++part) {
            QTextImageFormat format = part.fragment().charFormat().toImageFormat();
            if (!format.isValid()) {
                continue;
            }
            const auto picture = resource(QTextDocument::ImageResource, QUrl(format.name())).value<QImage>();
            const int width = std::min(most, picture.width());
            if (width > 0 && qRound(format.width()) != width) {
                format.setWidth(width);
                QTextCursor at(this);
                at.setPosition(part.fragment().position());
                at.setPosition(part.fragment().position() + part.fragment().length(), QTextCursor::KeepAnchor);
                at.setCharFormat(format);
                part = block.begin();  // the fragments have been rebuilt; those before have their width
            }
        }
    }
}

QVariant StoryDocument::loadResource(int type, const QUrl& name) {
    const QString file = name.toString(), suffix = QFileInfo(file).suffix().toLower();
    const QByteArray kind = suffix == QLatin1String("png")                                      ? "png"
                            : suffix == QLatin1String("jpg") || suffix == QLatin1String("jpeg") ? "jpeg"
                                                                                                : "";
    // Accept only a plain file name, so that a story cannot read outside its folder.
    if (type == QTextDocument::ImageResource && !m_folder.empty() && !kind.isEmpty() &&
        QFileInfo(file).fileName() == file) {
        const QFileInfo beside(QString::fromStdString((m_folder / file.toStdString()).string()));
        if (beside.isFile() && !beside.isSymLink() && beside.size() <= kPictureBytes) {
            QImageReader reader(beside.filePath(), kind);
            reader.setAutoDetectImageFormat(false);
            const QSize size = reader.size();
            if (size.isValid() && size.width() <= kPictureSide && size.height() <= kPictureSide) {
                if (const QImage picture = reader.read(); !picture.isNull()) {
                    addResource(type, name, picture);  // else Qt asks again for every layout and paint
                    return picture;
                }
            }
        }
    }
    return QByteArray();  // for an invalid variant, Qt would ask the widget that shows the document
}

}  // namespace kvw::wb
