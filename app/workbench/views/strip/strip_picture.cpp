// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/strip/strip_picture.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include "app/workbench/export/drawing/figure_layout.h"
#include "app/workbench/export/drawing/figure_paint.h"
#include "app/workbench/export/drawing/figure_plot.h"
#include "app/workbench/export/drawing/figure_style.h"
#include "app/workbench/export/figure_files.h"
#include "app/workbench/views/strip/strip_legend.h"
#include "app/workbench/views/strip/strip_view.h"

namespace kvw::wb {

namespace {

/// The layout uses the pixels of a screen with kDots dots per inch and is enlarged to the resolution of figures.
constexpr double kDots = 96, kEnlarged = kFigureDpi / kDots;
constexpr int kPictureMargin = 4, kLeading = 4;
constexpr double kLargest = 2.5, kSmallest = 0.25, kSmaller = 0.96;  // limits and factor of the letters of a slide

QPalette paperPalette() {
    QPalette paper;
    for (const auto role : {QPalette::Base, QPalette::Window}) {
        paper.setColor(role, Qt::white);
    }
    for (const auto role : {QPalette::Text, QPalette::WindowText}) {
        paper.setColor(role, kInk);
    }
    paper.setColor(QPalette::Highlight, QColor(0x30, 0x8c, 0xc6));
    return paper;
}

/// Layout in pixels of a screen, which is enlarged to fill the page.
struct Arranged {
    StripLayout layout;
    QStringList title;
    int wide = 0, line = 0, row = 0, legendLines = 1;  ///< line: height in title and legend; row: in the text
    [[nodiscard]] int legendTop() const { return kPictureMargin + static_cast<int>(title.size()) * line; }
    [[nodiscard]] int top() const { return legendTop() + legendLines * line; }
    [[nodiscard]] int high() const { return top() + static_cast<int>(layout.lines()) * row + kPictureMargin; }
};

class StripPage {
 public:
    StripPage(const StripView& strip, const StripLegend& legend, const FigureSpec& about)
        : m_strip(strip), m_legend(legend), m_title(text(about.title.text())), m_font(textFont()) {
        m_font.setPixelSize(qRound(kTextPoints / 72 * kDots));
        std::tie(m_first, m_last) = strip.visibleTokens();
        for (std::int64_t token = m_first; token < m_last; ++token) {
            m_widths.push_back(static_cast<float>(PrintedLine({strip.displayed(token, m_font)}).right(0)));
            const ProbePart part = strip.part(token);
            m_marks.fact = m_marks.fact || part == ProbePart::Fact;
            m_marks.question = m_marks.question || part == ProbePart::Question;
            m_marks.answer = m_marks.answer || part == ProbePart::Answer;
            m_marks.promptEnd = m_marks.promptEnd || (token > 0 && token == strip.promptEnd());
        }
    }

    /// Lays the page out at a width in millimetres, with letters as large as in every figure.
    [[nodiscard]] Arranged arranged(double millimetres) const {
        const QFontMetrics metrics(m_font);
        Arranged made;
        made.wide = static_cast<int>(figurePixels(millimetres) / kEnlarged);
        made.line = metrics.height() + kLeading;
        made.row = metrics.height() + StripView::kAbove + StripView::kBelow;
        made.title = wrapped(m_title, millimetres - 2 * kPictureMargin * 25.4 / kDots).split(QLatin1Char('\n'));
        made.legendLines = m_legend.lines(metrics, made.wide, m_marks);
        made.layout.setWidth(made.wide - 2 * kPictureMargin);
        for (std::size_t box = 0; box < m_widths.size(); ++box) {
            const std::int64_t token = m_first + static_cast<std::int64_t>(box);
            made.layout.append(m_widths[box], m_strip.breakBefore(token), m_strip.hangs(token));
        }
        return made;
    }

    void paint(QCPPainter& painter, const Arranged& at) const {
        const QPalette paper = paperPalette();
        const QFontMetrics metrics(m_font);
        painter.setFont(m_font);
        painter.setPen(kInk);
        for (int i = 0; i < static_cast<int>(at.title.size()); ++i) {
            painter.drawText(kPictureMargin, kPictureMargin + i * at.line + metrics.ascent(), at.title[i]);
        }
        m_legend.paint(painter, QRect(0, at.legendTop(), at.wide, at.legendLines * at.line), paper, m_marks);
        std::vector<Printed> tokens;
        for (std::int64_t line = 0; line < at.layout.lines(); ++line) {
            addLine(tokens, at.layout.firstOf(line), at.layout.lastOf(line),
                    at.top() + StripView::kAbove + static_cast<int>(line) * at.row, metrics.height());
        }
        for (const Printed& each : tokens) {
            m_strip.paintBehind(painter, each.token, each.box, paper);
        }
        for (const Printed& each : tokens) {
            m_strip.paintBox(painter, each.token, each.box, paper, [&](QPainter& to) {
                to.drawText(QPointF(each.left, each.box.top() + metrics.ascent()), each.text);
            });
        }
        for (const Printed& each : tokens) {
            m_strip.paintMarks(painter, each.token, each.box, paper);
        }
    }

 private:
    struct Printed {
        std::int64_t token;
        QRect box;
        double left;
        QString text;
    };

    /// A line in pixels of the layout.
    class PrintedLine {
     public:
        explicit PrintedLine(const QStringList& tokens) : m_line(tokens, textFont()) {}  // finer than screen metrics
        [[nodiscard]] double left(std::size_t token) const { return m_line.left(token) / kEnlarged; }
        [[nodiscard]] double right(std::size_t token) const { return m_line.right(token) / kEnlarged; }

     private:
        StripLine m_line;
    };

    /// Adds the tokens [first, last) of the layout, which stand in one line.
    void addLine(std::vector<Printed>& tokens, std::int64_t first, std::int64_t last, int top, int high) const {
        const QStringList texts = m_strip.lineTexts(m_first + first, m_first + last, m_font);
        const PrintedLine line(texts);
        for (std::int64_t box = first; box < last; ++box) {
            const auto in = static_cast<std::size_t>(box - first);
            const double left = kPictureMargin + line.left(in), right = kPictureMargin + line.right(in);
            tokens.push_back({m_first + box, QRect(qRound(left), top, std::max(1, qRound(right) - qRound(left)), high),
                              left, texts[static_cast<qsizetype>(in)]});
        }
    }

    const StripView& m_strip;
    const StripLegend& m_legend;
    const QString m_title;
    QFont m_font;
    std::int64_t m_first = 0, m_last = 0;
    std::vector<float> m_widths;
    StripLegend::Marks m_marks;
};

}  // namespace

Result<Encode> stripPicture(const StripView& strip, const StripLegend& legend, const FigureSpec& about,
                            FigureWidth width, const std::filesystem::path& file) {
    const StripPage page(strip, legend, about);
    double enlarged = 1;
    Arranged at = page.arranged(millimetres(width));
    QSize size(figurePixels(millimetres(width)), qRound(at.high() * kEnlarged));
    if (width == FigureWidth::Slide) {
        // A slide is seen from afar: the letters are as large as the text allows.
        size.setHeight(size.width() * 9 / 16);
        for (enlarged = kLargest; enlarged > kSmallest; enlarged *= kSmaller) {
            at = page.arranged(millimetres(width) / enlarged);
            if (at.high() * kEnlarged * enlarged <= size.height()) {
                break;
            }
        }
    }
    const auto paint = [&](QCPPainter& painter) {
        painter.scale(kEnlarged * enlarged, kEnlarged * enlarged);
        page.paint(painter, at);
    };
    return paintFor(paint, about, size, file);
}

}  // namespace kvw::wb
