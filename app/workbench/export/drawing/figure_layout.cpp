// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/drawing/figure_layout.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/workbench/export/drawing/figure_marks.h"
#include "app/workbench/export/drawing/figure_plot.h"
#include "app/workbench/export/drawing/panel_range.h"
#include "core/figures/figure_colours.h"
#include "core/figures/figure_lines.h"

namespace kvw::wb {
namespace {

constexpr double kIcon = 8, kBesideEntries = 3;        // millimetres: legend line with padding, gap between entries
constexpr double kAxisAndScale = 26, kNarrowest = 26;  // axis and scale beside panels; minimum panel width
constexpr double kShareOfWords = 0.4;                  // maximum share of the width for a legend beside or inside

double toMillimetres(double pixels) {
    return pixels * 25.4 / kFigureDpi;
}

/// Returns the height of the titles of a row of panels, in millimetres.
double titleHeight(const FigureSpec& figure, std::size_t first, double width) {
    double height = 0;
    const auto end = std::min(figure.panels.size(), first + static_cast<std::size_t>(panelsAcross(figure, width)));
    for (std::size_t i = first; i < end && figure.columns > 1; ++i) {
        height =
            std::max(height, wordsSize(wrapped(text(figure.panels[i].title), panelWidth(figure, width) - kBesideTitle,
                                               kTextPoints, figure.print.font),
                                       kTextPoints, figure.print.font)
                                 .height());
    }
    return height;
}

FigureEntries entriesAt(FigureLegend place, const FigureSpec& figure, double width) {
    FigureEntries entries;
    const bool beside = place == FigureLegend::Right || place == FigureLegend::Inside;
    const double across = beside ? width * kShareOfWords : width - kBesideLegend;
    const double room = across - kIcon - kBesideEntries;
    const FigureFont font = figure.print.font;
    double widest = 0;
    const auto add = [&](const QString& label) {
        if (place != FigureLegend::None && !label.isEmpty() && !entries.labels.contains(label)) {
            entries.labels << label;
            entries.lines << wrapped(label, room, kTextPoints, font);
            widest = std::max(widest, wordsSize(entries.lines.back(), kTextPoints, font).width());
        }
    };
    for (const FigurePanel& panel : figure.panels) {
        for (const FigureSeries& series : panel.series) {
            add(text(figures::legendName(panel, series)));
        }
    }
    for (const FigureCell cell : {FigureCell::Evicted, FigureCell::Missing}) {
        for (const FigurePanel& panel : figure.panels) {
            for (const FigureMap& map : panel.maps) {
                add(figures::hasCells(map, cell) ? QString::fromLatin1(figures::cellName(cell)) : QString());
            }
        }
    }
    const auto count = static_cast<int>(entries.labels.size());
    entries.width = widest > 0 ? widest + kIcon + kBesideEntries : 0;
    const int fit = static_cast<int>((across + kBesideEntries) / (widest + kIcon + kBesideEntries));
    entries.across = beside ? 1 : std::clamp(fit, 1, std::max(1, count));
    for (int row = 0; row < count; row += entries.across) {
        double height = 0;
        for (int i = row; i < std::min(count, row + entries.across); ++i) {
            height = std::max(height, wordsSize(entries.lines[i], kTextPoints, font).height());
        }
        entries.height += height;
    }
    return entries;
}

/// Returns the size of the first panel inside its axes.
QSizeF firstPanel(const FigureSpec& figure, double width, double spare) {
    const FigurePanel& panel = figure.panels.front();
    return {innerWidth(figure, panel, width), innerHeight(figure, panel, width) + spare};
}

/// Returns true if a line may end behind words[at]. "16 × 16" stays on one line.
bool breaksBehind(const QString& words, qsizetype at) {
    constexpr QChar kTimes(u'×');
    const bool inProduct = words.mid(at - 1, 1) == kTimes || words.mid(at + 1, 1) == kTimes;
    return QStringLiteral(" ,:/+;").contains(words[at]) && !inProduct;
}

}  // namespace

QSizeF wordsSize(const QString& words, double points, FigureFont font) {
    const QFontMetricsF metrics(textFont(points, font));
    double width = 0;
    const QStringList lines = words.split(QLatin1Char('\n'));
    for (const QString& line : lines) {
        width = std::max(width, metrics.horizontalAdvance(line));
    }
    return {toMillimetres(width), toMillimetres(metrics.lineSpacing()) * static_cast<double>(lines.size())};
}

QString wrapped(const QString& words, double millimetres, double points, FigureFont font) {
    QString out, line;
    qsizetype place = 0;  // last position where the line may be broken
    const auto endLine = [&](qsizetype at) {
        out += line.left(at).trimmed() + QLatin1Char('\n');
        line.remove(0, at);
        place = 0;
    };
    for (qsizetype i = 0; i < words.size(); ++i) {
        const QChar sign = words[i];
        line += sign;
        if (line.size() > 1 && !sign.isSpace() && wordsSize(line, points, font).width() > millimetres) {
            endLine(place > 0 ? place : line.size() - 1);
        }
        place = breaksBehind(words, i) ? line.size() : place;
    }
    return out + line.trimmed();
}

int panelsAcross(const FigureSpec& figure, double width) {
    return std::clamp(static_cast<int>((width - kAxisAndScale) / kNarrowest), 1, std::max(1, figure.columns));
}

double panelWidth(const FigureSpec& figure, double width) {
    return figure.columns > 1 ? (width - kAxisAndScale) / panelsAcross(figure, width) : width;
}

double innerWidth(const FigureSpec& figure, const FigurePanel& panel, double width) {
    const double each = panelWidth(figure, width);
    return figure.columns > 1 ? each - kBesideTitle : each - kBesidePanel - (panel.maps.empty() ? 0 : kScale);
}

double innerHeight(const FigureSpec& figure, const FigurePanel& panel, double width) {
    const double each = panelWidth(figure, width);
    const bool square = !panel.maps.empty() && (panel.maps.front().rows > 64 || figure.columns > 1);
    return square ? std::min(each * (figure.columns > 1 ? 1.0 : 0.72), 120.0) - kAxisHeight
                  : std::clamp(each * 0.42, 36.0, 48.0) - kAxisHeight;
}

double panelsRoom(const FigureSpec& figure, double width) {
    return figure.legend == FigureLegend::Right ? width - legendEntries(figure, width).width : width;
}

double figureHeight(const FigureSpec& figure, double width) {
    const FigureEntries entries = legendEntries(figure, width);
    const double room = panelsRoom(figure, width);
    const FigureLegend place = legendPlace(figure, width);
    const bool stacked = place == FigureLegend::Below || place == FigureLegend::Above;
    double height = stacked && entries.height > 0 ? entries.height + kGapHeight : 0;
    const auto across = static_cast<std::size_t>(panelsAcross(figure, room));
    for (std::size_t i = 0; i < figure.panels.size(); i += across) {
        height += innerHeight(figure, figure.panels[i], room) + kAxisHeight + titleHeight(figure, i, room);
    }
    return stacked ? height : std::max(height, entries.height + kGapHeight);
}

FigureEntries legendEntries(const FigureSpec& figure, double width) {
    return entriesAt(legendPlace(figure, width), figure, width);
}

FigureLegend legendPlace(const FigureSpec& figure, double width) {
    const bool inside = figure.legend == FigureLegend::Inside && !figure.panels.empty();
    return inside && !legendSpot(figure, width) ? FigureLegend::Below : figure.legend;
}

std::optional<figures::LegendSpot> legendSpot(const FigureSpec& figure, double width, double spare) {
    constexpr double kMostAcross = 0.6, kMostDown = 0.5;  // shares of the panel
    const FigureEntries entries = entriesAt(FigureLegend::Inside, figure, width);
    if (entries.labels.isEmpty()) {
        return figures::LegendSpot::TopRight;
    }
    const FigurePanel& panel = figure.panels.front();
    const QSizeF size = firstPanel(figure, width, spare);
    if (entries.width > kMostAcross * size.width() || entries.height > kMostDown * size.height()) {
        return std::nullopt;
    }
    return figures::bestLegendSpot(
        panel, panelRange(panel, true, size), panelRange(panel, false, size),
        {size.width(), size.height(), entries.width, entries.height, marksHeight(figure, width, spare)});
}

double marksHeight(const FigureSpec& figure, double width, double spare) {
    const QSizeF size = firstPanel(figure, width, spare);
    return std::min(marksRoom(figure.panels.front(), size), 0.5) * size.height();
}

void fitTicks(QCPAxis* axis, double millimetres) {
    constexpr int kMost = 6, kFewest = 1;
    constexpr double kApart = 2;  // minimum millimetres between two labels
    const bool across = axis->orientation() == Qt::Horizontal;
    for (int count = kMost; count >= kFewest; --count) {
        axis->ticker()->setTickCount(count);
        QVector<double> ticks;
        QVector<QString> labels;
        axis->ticker()->generate(axis->range(), QLocale::c(), QLatin1Char('g'), axis->numberPrecision(), ticks, nullptr,
                                 &labels);
        double behind = -std::numeric_limits<double>::infinity();
        bool fits = true;
        for (qsizetype i = 0; i < ticks.size() && i < labels.size(); ++i) {
            const double along =
                axis->scaleType() == QCPAxis::stLogarithmic
                    ? std::log(ticks[i] / axis->range().lower) / std::log(axis->range().upper / axis->range().lower)
                    : (ticks[i] - axis->range().lower) / axis->range().size();
            const QSizeF size = wordsSize(labels[i]);
            const double half = (across ? size.width() : size.height()) / 2;
            const bool seen = axis->range().contains(ticks[i]);
            fits = fits && (!seen || along * millimetres - half >= behind);
            behind = seen ? along * millimetres + half + (across ? kApart : 0) : behind;
        }
        if (fits) {
            return;
        }
    }
}

}  // namespace kvw::wb
