// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/stories/story_print.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QFont>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextOption>
#include <algorithm>

#include "app/workbench/stories/story_text.h"

namespace kvw::wb {

namespace {

constexpr double kSheetMarginMm = 12;
constexpr int kDotsPerInch = 300;
constexpr int kColumns = 2;
constexpr double kGap = 0.04;          ///< between columns, of the sheet's width
constexpr double kFigureHeight = 0.2;  ///< of figures at most, of the sheet's height
/// Columns at the largest type beyond which no smaller type would make a story fit.
constexpr int kTooMany = 6;

/// Prevents line breaks after hyphens in code: an option separated from its "-" cannot be typed.
void keepHyphens(QTextDocument& document) {
    static const QString kJoined = QStringLiteral("-\u2060");  // word joiner: invisible when shown or copied
    const QString hyphen = QStringLiteral("-");
    for (QTextCursor at = document.find(hyphen); !at.isNull(); at = document.find(hyphen, at)) {
        if (at.charFormat().fontFixedPitch()) {
            at.insertText(kJoined, at.charFormat());
        }
    }
}

class HandoutPrinter {
 public:
    explicit HandoutPrinter(QPdfWriter& writer)
        : m_writer(writer), m_painter(&writer), m_width(writer.width()), m_height(writer.height()) {
        m_column = m_width * (1 - kGap) / kColumns;
    }

    void print(const HandoutText& text, const std::vector<HandoutFigure>& figures) {
        const double top = drawFigures(figures);
        StoryDocument front;
        for (const int points : {10, 9, 8, 7}) {
            lay(front, text.front, points, m_height - top);
            if (front.pageCount() <= kColumns || front.pageCount() > kTooMany) {
                break;
            }
        }
        draw(front, top);
        if (!text.answers.isEmpty()) {
            m_writer.newPage();
            StoryDocument back;
            lay(back, text.answers, 10, m_height);
            draw(back, 0);
        }
    }

 private:
    /// Draws the figures side by side. Returns the height that they take.
    double drawFigures(const std::vector<HandoutFigure>& figures) {
        double height = 0;
        const auto count = static_cast<double>(figures.size());
        const double gap = m_width * kGap, wide = (m_width - gap * (count - 1)) / std::max(1.0, count);
        QFont font(QStringLiteral("DejaVu Sans"), 7);
        m_painter.setFont(font);
        const double words = m_painter.fontMetrics().height() * 1.2;
        double left = 0;
        for (const HandoutFigure& figure : figures) {
            const QSizeF size =
                QSizeF(figure.picture.size()).scaled(wide, m_height * kFigureHeight, Qt::KeepAspectRatio);
            m_painter.drawText(QRectF(left, 0, wide, words), Qt::AlignLeft | Qt::AlignTop, figure.title);
            m_painter.drawImage(QRectF(QPointF(left, words), size), figure.picture);
            height = std::max(height, words + size.height());
            left += wide + gap;
        }
        return figures.empty() ? 0 : height + gap / 2;
    }

    /// Lays the text out in columns of this height, which are the pages of the document.
    void lay(StoryDocument& document, const QString& markdown, int points, double height) {
        document.setDefaultFont(QFont(QStringLiteral("DejaVu Sans"), points));
        document.setStory(markdown);
        spaceHeadings(document, points);
        keepHyphens(document);
        QTextOption option = document.defaultTextOption();
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);  // a long policy must not leave its column
        document.setDefaultTextOption(option);
        document.documentLayout()->setPaintDevice(&m_writer);
        document.setDocumentMargin(0);
        document.setPageSize(QSizeF(m_column, height));
    }

    void draw(StoryDocument& document, double top) {
        const double height = document.pageSize().height();
        for (int page = 0; page < document.pageCount(); ++page) {
            if (page > 0 && page % kColumns == 0) {
                m_writer.newPage();
            }
            m_painter.save();
            m_painter.translate((page % kColumns) * (m_column + m_width * kGap), top - page * height);
            document.drawContents(&m_painter, QRectF(0, page * height, m_column, height));
            m_painter.restore();
        }
    }

    QPdfWriter& m_writer;
    QPainter m_painter;
    double m_width, m_height, m_column = 0;
};

}  // namespace

void spaceHeadings(QTextDocument& document, int points) {
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() > 0) {
            QTextBlockFormat format = block.blockFormat();
            format.setTopMargin(points);
            format.setBottomMargin(points / 2.0);
            QTextCursor(block).setBlockFormat(format);
        }
    }
}

QByteArray printedHandout(const HandoutText& text, const std::vector<HandoutFigure>& figures) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(kDotsPerInch);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(QMarginsF(kSheetMarginMm, kSheetMarginMm, kSheetMarginMm, kSheetMarginMm),
                          QPageLayout::Millimeter);
    writer.setTitle(text.title);
    HandoutPrinter(writer).print(text, figures);
    buffer.close();
    return bytes;
}

}  // namespace kvw::wb
