// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/docks/strip_picture.h"

#include <cmath>

#include "app/workbench/docks/strip_legend.h"
#include "app/workbench/docks/strip_view.h"
#include "app/workbench/export/figure_files.h"
#include "app/workbench/export/figure_paint.h"
#include "app/workbench/export/figure_plot.h"
#include "app/workbench/export/figure_style.h"

namespace kvw::wb {

namespace {

/// Boxes, lines and letters are as large as on a screen of so many dots, and enlarged to the figure's.
constexpr double kDots = 96, kEnlarged = kFigureDpi / kDots;
constexpr int kMargin = 4;

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

}  // namespace

Result<Encode> stripPicture(const StripView& strip, const StripLegend& legend, const FigureSpec& about,
                            FigureWidth width, const std::filesystem::path& file) {
    QFont font = textFont();
    font.setPixelSize(qRound(kTextPoints / 72 * kDots));
    const QFontMetrics metrics(font);
    const QFontMetricsF printed(textFont());  // finer than those of a screen
    const int wide = static_cast<int>(figurePixels(millimetres(width)) / kEnlarged);
    const int line = metrics.height() + StripView::kGap;
    const auto [first, last] = strip.inSight();
    StripLayout layout;
    layout.setWidth(wide - 2 * kMargin);
    for (std::int64_t token = first; token < last; ++token) {
        const double needed = std::ceil(printed.horizontalAdvance(strip.text(token)) / kEnlarged);
        layout.append(static_cast<int>(needed) + 2 * StripView::kPadding, strip.endsLine(token));
    }
    const int head = 2 * line, high = head + static_cast<int>(layout.lines()) * line;
    const auto paint = [&, from = first](QCPPainter& painter) {
        const QPalette paper = paperPalette();
        painter.scale(kEnlarged, kEnlarged);
        painter.setFont(font);
        painter.setPen(kInk);
        painter.drawText(kMargin, kMargin + metrics.ascent(), text(about.title));
        legend.paint(painter, QRect(0, line, wide, line), paper);
        const auto place = [&](std::int64_t box) {
            const int top = kMargin + head + static_cast<int>(layout.lineOf(box)) * line;
            return QRect(kMargin + layout.left(box), top, layout.width(box), metrics.height());
        };
        for (std::int64_t box = 0; box < layout.count(); ++box) {
            strip.paintBox(painter, from + box, place(box), paper);
        }
        for (std::int64_t box = 0; box < layout.count(); ++box) {
            strip.paintMarks(painter, from + box, place(box), paper);
        }
    };
    const QSize size(figurePixels(millimetres(width)), qRound((high + 2 * kMargin) * kEnlarged));
    return paintFor(paint, about, size, file);
}

}  // namespace kvw::wb
