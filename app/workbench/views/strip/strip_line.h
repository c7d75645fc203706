// SPDX-License-Identifier: GPL-3.0-or-later
/// One line of the token strip, set as text: letters keep their kerning and their joined forms across tokens.
#pragma once

#include <QGlyphRun>
#include <QPainter>
#include <QStringList>
#include <QTextLayout>
#include <QTextOption>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace kvw::wb {

/// A line starts at its left edge. What is written from right to left runs that way inside it. A token that shares a
/// character with its neighbours has a part of its width. Thread: GUI thread.
class StripLine {
 public:
    static constexpr double kLeast = 3;  ///< pixels of a token without letters

    /// `tokens`: their texts, without line feeds.
    StripLine(const QStringList& tokens, const QFont& font) {
        QString text = tokens.join(QString());
        for (QChar& each : text) {  // these would end the line, or stand for a picture
            if (each == QChar::LineSeparator || each == QChar::ParagraphSeparator || each == QLatin1Char('\n')) {
                each = QLatin1Char(' ');
            } else if (each == QChar::ObjectReplacementCharacter) {
                each = QChar::ReplacementCharacter;
            }
        }
        QTextLayout layout(text, font);
        QTextOption option(Qt::AlignLeft | Qt::AlignAbsolute);
        option.setTextDirection(Qt::LeftToRight);
        option.setWrapMode(QTextOption::NoWrap);
        option.setFlags(QTextOption::IncludeTrailingSpaces);
        layout.setTextOption(option);
        layout.setCursorMoveStyle(Qt::VisualMoveStyle);  // else an edge between two directions is that of the other one
        layout.beginLayout();
        QTextLine line = layout.createLine();
        if (line.isValid()) {
            constexpr double kWidest = 1e6;
            line.setLineWidth(kWidest);
        }
        layout.endLayout();
        m_ascent = line.isValid() ? line.ascent() : 0;
        int from = 0;
        double end = 0;
        for (const QString& token : tokens) {
            const int to = from + static_cast<int>(token.size());
            Span span{end, end, {}};
            if (to > from && line.isValid()) {
                span = spanOf(layout, line, from, to);
                span.glyphs = layout.glyphRuns(from, to - from);
            }
            end = span.right;
            m_spans.push_back(std::move(span));
            from = to;
        }
        separate();
    }

    [[nodiscard]] std::size_t count() const noexcept { return m_spans.size(); }
    [[nodiscard]] double left(std::size_t token) const { return m_spans[token].left; }
    [[nodiscard]] double right(std::size_t token) const { return m_spans[token].right; }
    /// Returns the token at pixel `x`, the narrowest if there are several; -1: none.
    [[nodiscard]] std::int64_t at(double x) const {
        std::int64_t found = -1;
        double width = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < m_spans.size(); ++i) {
            if (x >= left(i) && x < right(i) && right(i) - left(i) < width) {
                found = static_cast<std::int64_t>(i);
                width = right(i) - left(i);
            }
        }
        return found;
    }

    /// Draws the letters of a token; (x, baseline) is where those of the line begin.
    void paint(QPainter& painter, std::size_t token, double x, double baseline) const {
        for (const QGlyphRun& run : m_spans[token].glyphs) {
            const QPointF origin(x, baseline - m_ascent);
            if (!run.flags().testFlag(QGlyphRun::SplitLigature)) {
                painter.drawGlyphRun(origin, run);
                continue;
            }
            painter.save();
            painter.setClipRect(QRectF(x + left(token), origin.y(), right(token) - left(token), 4 * m_ascent),
                                Qt::IntersectClip);
            painter.drawGlyphRun(origin, run);
            painter.restore();
        }
    }

 private:
    struct Span {
        double left = 0, right = 0;
        QList<QGlyphRun> glyphs;
    };

    static Span spanOf(const QTextLayout& layout, const QTextLine& line, int from, int to) {
        Span span{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(), {}};
        const int end = static_cast<int>(layout.text().size());
        for (int at = from; at < to;) {
            int first = at, next = at + 1;  // the character, with its marks
            while (first > 0 && !layout.isValidCursorPosition(first)) {
                --first;
            }
            while (next < end && !layout.isValidCursorPosition(next)) {
                ++next;
            }
            const double near = line.cursorToX(first, QTextLine::Leading);
            const double whole = line.cursorToX(first, QTextLine::Trailing) - near;
            const int until = std::min(next, to);
            const double parts = next - first;
            for (const int edge : {at, until}) {
                const double x = near + whole * (edge - first) / parts;
                span.left = std::min(span.left, x);
                span.right = std::max(span.right, x);
            }
            at = until;
        }
        return span;
    }

    /// Ends each token where the next one begins, if they share a glyph, and gives each a width that can be hit.
    void separate() {
        for (std::size_t i = 0; i + 1 < m_spans.size(); ++i) {
            Span &one = m_spans[i], &next = m_spans[i + 1];
            if (one.left < next.left && one.right > next.left && next.right >= one.right) {
                one.right = next.left;
            } else if (next.right < one.right && one.left < next.right && next.left <= one.left) {
                one.left = next.right;
            }
        }
        for (std::size_t i = 0; i < m_spans.size(); ++i) {
            Span& one = m_spans[i];
            if (one.right - one.left >= kLeast) {
                continue;
            }
            one.right = one.left + kLeast;
            if (i + 1 == m_spans.size() || m_spans[i + 1].left < one.left || m_spans[i + 1].left >= one.right) {
                continue;
            }
            Span& next = m_spans[i + 1];  // stands where this one does, and gives way
            const bool empty = next.right - next.left < kLeast;
            next.left = empty ? one.right : std::min(one.right, next.right - 1);
            next.right = std::max(next.right, next.left);
        }
    }

    std::vector<Span> m_spans;  ///< [tokens]
    double m_ascent = 0;
};

}  // namespace kvw::wb
