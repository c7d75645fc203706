// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/help/help_browser.h"

#include <QFileInfo>
#include <QImageReader>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextDocumentFragment>

namespace kvw::wb {

HelpBrowser::HelpBrowser(QWidget* parent) : QTextBrowser(parent) {
    setOpenLinks(false);
    setOpenExternalLinks(false);
    setAccessibleName(tr("Help page"));
}

void HelpBrowser::addPicture(const QString& name, const QPixmap& picture) {
    m_pictures.insert_or_assign(name, picture);
}

void HelpBrowser::showPage(const HelpPage& page) {
    m_folder = page.folder;
    m_places.clear();
    setExtraSelections({});
    if (page.html) {
        setHtml(page.text);
    } else {
        document()->setMarkdown(page.text, QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub) |
                                               QTextDocument::MarkdownNoHTML);
    }
    fitPictures();
    verticalScrollBar()->setValue(0);
}

void HelpBrowser::mark(const QString& words) {
    m_places.clear();
    const QStringList all = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (const QString& word : all) {
        for (QTextCursor at(document()); !(at = document()->find(word, at)).isNull();) {
            m_places.push_back(at);
        }
    }
    std::sort(m_places.begin(), m_places.end());
    showMarks();
    if (!m_places.empty()) {
        markAt(0);
    }
}

void HelpBrowser::goToLink(const QString& address) {
    m_places.clear();
    for (QTextBlock block = document()->begin(); block.isValid() && m_places.empty(); block = block.next()) {
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            if (it.fragment().charFormat().anchorHref() == address) {
                QTextCursor at(block);
                at.setPosition(it.fragment().position());
                at.setPosition(it.fragment().position() + it.fragment().length(), QTextCursor::KeepAnchor);
                m_places.push_back(at);
                break;
            }
        }
    }
    showMarks();
    if (!m_places.empty()) {
        markAt(0);
    }
}

void HelpBrowser::showMarks() {
    QTextCharFormat format;
    format.setBackground(palette().brush(QPalette::Highlight));
    format.setForeground(palette().brush(QPalette::HighlightedText));
    QList<QTextEdit::ExtraSelection> marks;
    for (const QTextCursor& place : m_places) {
        marks.push_back({place, format});
    }
    setExtraSelections(marks);
}

void HelpBrowser::markNext() {
    if (!m_places.empty()) {
        markAt((m_place + 1) % m_places.size());
    }
}

void HelpBrowser::markAt(std::size_t place) {
    m_place = place;
    QTextCursor at = m_places[place];
    at.clearSelection();
    setTextCursor(at);
    ensureCursorVisible();
}

QVariant HelpBrowser::loadResource(int type, const QUrl& name) {
    const QString path = name.toString();
    if (const auto own = m_pictures.find(path); type == QTextDocument::ImageResource && own != m_pictures.end()) {
        return own->second;
    }
    // Pages name their pictures images/NAME.png; no other file may be opened for them.
    const QString file = QFileInfo(path).fileName();
    if (type != QTextDocument::ImageResource || m_folder.empty() || path != QStringLiteral("images/") + file) {
        return {};
    }
    QImageReader reader(QString::fromStdString((m_folder / "images" / file.toStdString()).string()));
    return QPixmap::fromImage(reader.read());
}

void HelpBrowser::resizeEvent(QResizeEvent* event) {
    QTextBrowser::resizeEvent(event);
    fitPictures();
}

void HelpBrowser::changeEvent(QEvent* event) {
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        showMarks();
    }
}

void HelpBrowser::fitPictures() {
    const int most = viewport()->width() - qRound(4 * document()->documentMargin());
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        for (auto part = block.begin(); !part.atEnd(); ++part) {
            QTextImageFormat format = part.fragment().charFormat().toImageFormat();
            if (!format.isValid()) {
                continue;
            }
            const QUrl name(format.name());
            const auto picture = loadResource(QTextDocument::ImageResource, name).value<QPixmap>();
            const int width = std::min(most, picture.width());
            if (width > 0 && qRound(format.width()) != width) {
                // The document would scale without smoothing, which makes text in a picture unreadable.
                const auto ratio = devicePixelRatioF();
                const int pixels = std::min(picture.width(), qRound(width * ratio));
                QPixmap fitting = picture.scaledToWidth(pixels, Qt::SmoothTransformation);
                fitting.setDevicePixelRatio(static_cast<qreal>(pixels) / width);
                document()->addResource(QTextDocument::ImageResource, name, fitting);
                format.setWidth(width);
                QTextCursor at(document());
                at.setPosition(part.fragment().position());
                at.setPosition(part.fragment().position() + part.fragment().length(), QTextCursor::KeepAnchor);
                at.setCharFormat(format);
                part = block.begin();  // the fragments have been rebuilt; those before have their width
            }
        }
    }
}

}  // namespace kvw::wb
