// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/strip/strip_picture.h"

#include <QFontMetricsF>
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
constexpr int kPictureMargin = 4;
constexpr int kMarks = 3, kAboveMarks = 3;  // above the letters: lines of probes, and their distance from the row above
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
        const QFontMetricsF printed(textFont());  // finer than screen metrics
        std::tie(m_first, m_last) = strip.visibleTokens();
        for (std::int64_t token = m_first; token < m_last; ++token) {
            const double needed = std::ceil(printed.horizontalAdvance(strip.text(token, m_font)) / kEnlarged);
            m_widths.push_back(static_cast<int>(needed) + 2 * StripView::kPadding);
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
        made.line = metrics.height() + StripView::kGap;
        made.row = metrics.height() + kMarks + kAboveMarks;
        made.title = wrapped(m_title, millimetres - 2 * kPictureMargin * 25.4 / kDots).split(QLatin1Char('\n'));
        made.legendLines = m_legend.lines(metrics, made.wide, m_marks);
        made.layout.setWidth(made.wide - 2 * kPictureMargin);
        for (std::size_t box = 0; box < m_widths.size(); ++box) {
            made.layout.append(m_widths[box], m_strip.endsLine(m_first + static_cast<std::int64_t>(box)));
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
        const auto place = [&](std::int64_t box) {
            const int top = at.top() + kMarks + static_cast<int>(at.layout.lineOf(box)) * at.row;
            return QRect(kPictureMargin + at.layout.left(box), top, at.layout.width(box), metrics.height());
        };
        for (std::int64_t box = 0; box < at.layout.count(); ++box) {
            m_strip.paintBox(painter, m_first + box, place(box), paper);
        }
        for (std::int64_t box = 0; box < at.layout.count(); ++box) {
            m_strip.paintMarks(painter, m_first + box, place(box).adjusted(0, -kMarks, 0, 0), paper);
        }
    }

 private:
    const StripView& m_strip;
    const StripLegend& m_legend;
    const QString m_title;
    QFont m_font;
    std::int64_t m_first = 0, m_last = 0;
    std::vector<int> m_widths;
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
