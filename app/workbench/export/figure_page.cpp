// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/figure_page.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "app/workbench/export/drawing/figure_layout.h"
#include "app/workbench/export/drawing/figure_paint.h"
#include "app/workbench/export/drawing/figure_plot.h"
#include "app/workbench/export/drawing/figure_style.h"
#include "core/figures/figure_io.h"
#include "core/figures/pgfplots/figure_pgfplots.h"

namespace kvw::wb {

namespace {

constexpr double kGap = 4, kAboveFigure = 1;  // millimetres: between figures, between a figure and its title
constexpr double kTitlePoints = kTextPoints + 1;
constexpr double kNarrowestFigure = 55;                                            // of a figure beside another
constexpr double kMostEnlarged = 1.5, kLeastEnlarged = 0.4, kLessEnlarged = 0.96;  // of a slide

/// Places of the figures, in millimetres.
struct Arranged {
    std::vector<QRectF> places;
    QStringList titles;
    QSizeF size;
    double enlarged = 1, left = 0;  ///< scale of all on the page; free space at the left
};

/// Returns the width that the first figure asks for; 0: none.
double ownWidth(const FigurePage& page) {
    return page.figures.empty() ? 0 : page.figures.front().print.width;
}

bool isSlide(const FigurePage& page) {
    return page.slide && ownWidth(page) <= 0;
}

double pageWidth(const FigurePage& page) {
    return ownWidth(page) > 0 ? ownWidth(page) : page.slide ? millimetres(FigureWidth::Slide) : page.millimetres;
}

/// Returns the size of the page itself.
QSizeF pageSize(const FigurePage& page, const Arranged& arranged) {
    return isSlide(page) ? QSizeF(pageWidth(page), pageWidth(page) * 9 / 16) : arranged.size;
}

QString letter(std::size_t figure) {
    return figure < 26 ? QStringLiteral("(%1)").arg(QChar(static_cast<char16_t>(u'a' + figure)))
                       : QStringLiteral("(%1)").arg(figure + 1);
}

/// Returns the number of columns that fit a width in millimetres.
int columnsWithin(const FigurePage& page, double across) {
    const int fit = static_cast<int>((across + kGap) / (kNarrowestFigure + kGap));
    return std::clamp(std::min(page.columns, fit), 1, std::max(1, static_cast<int>(page.figures.size())));
}

/// Returns the width of each column.
double columnWidth(int columns, double across) {
    return (across - (columns - 1) * kGap) / columns;
}

/// Arranges the figures in rows. `high`: available height, shared among the rows if they need less.
Arranged arrangedIn(const FigurePage& page, double across, double high = 0) {
    Arranged arranged;
    const int columns = columnsWithin(page, across);
    const double width = columnWidth(columns, across);
    double top = 0;
    for (std::size_t first = 0; first < page.figures.size(); first += static_cast<std::size_t>(columns)) {
        const std::size_t end = std::min(page.figures.size(), first + static_cast<std::size_t>(columns));
        double height = 0, title = 0;
        for (std::size_t i = first; i < end; ++i) {
            height = std::max(height, printedHeight(page.figures[i], width));
            arranged.titles << wrapped(letter(i) + QLatin1Char(' ') + text(page.figures[i].title.text()), width,
                                       kTitlePoints, page.figures[i].print.font);
            title =
                std::max(title, wordsSize(arranged.titles.back(), kTitlePoints, page.figures[i].print.font).height() +
                                    kAboveFigure);
        }
        for (std::size_t i = first; i < end; ++i) {
            const double left = static_cast<double>(i - first) * (width + kGap);
            arranged.places.emplace_back(left, top + title, width, height);
        }
        top += height + title + kGap;
    }
    arranged.size = QSizeF(across, std::max(1.0, top - kGap));
    const double rows = std::ceil(static_cast<double>(page.figures.size()) / columns);
    if (const double spare = (high - arranged.size.height()) / std::max(1.0, rows); spare > 0) {
        for (std::size_t i = 0; i < arranged.places.size(); ++i) {
            QRectF& place = arranged.places[i];
            const std::size_t row = i / static_cast<std::size_t>(columns);
            place.translate(0, spare * static_cast<double>(row));
            place.setHeight(place.height() + spare);
        }
        arranged.size.setHeight(high);
    }
    return arranged;
}

Arranged arrange(const FigurePage& page) {
    if (!isSlide(page)) {
        return arrangedIn(page, pageWidth(page));
    }
    // Use the largest scale at which everything fits; if even the smallest is too high, scale that down.
    const double wide = pageWidth(page), high = wide * 9 / 16;
    for (double enlarged = kMostEnlarged; enlarged > kLeastEnlarged; enlarged *= kLessEnlarged) {
        Arranged made = arrangedIn(page, wide / enlarged, high / enlarged);
        if (made.size.height() <= high / enlarged) {
            made.enlarged = enlarged;
            return made;
        }
    }
    Arranged made = arrangedIn(page, wide / kLeastEnlarged);
    made.enlarged = std::min(kLeastEnlarged, high / made.size.height());
    made.left = (wide / made.enlarged - made.size.width()) / 2;
    return made;
}

void paintPage(QCPPainter& painter, const FigurePage& page, const Arranged& arranged) {
    painter.save();
    painter.scale(arranged.enlarged, arranged.enlarged);
    painter.translate(figurePixels(arranged.left), 0);
    for (std::size_t i = 0; i < page.figures.size(); ++i) {
        const QRectF& place = arranged.places[i];
        QCustomPlot plot;
        plot.setBufferDevicePixelRatio(1);
        drawFigure(plot, page.figures[i], place.size());
        painter.save();
        painter.translate(figurePixels(place.left()), figurePixels(place.top()));
        plot.toPainter(&painter, figurePixels(place.width()), figurePixels(place.height()));
        painter.setClipping(false);
        const FigureFont font = page.figures[i].print.font;
        painter.setFont(textFont(kTitlePoints, font));
        painter.setPen(QPen(kInk));
        const QString& title = arranged.titles[static_cast<qsizetype>(i)];
        const int high = figurePixels(wordsSize(title, kTitlePoints, font).height() + kAboveFigure);
        painter.drawText(QRectF(0, -high, figurePixels(place.width()), high), Qt::AlignLeft | Qt::AlignTop, title);
        painter.restore();
    }
    painter.restore();
}

/// Returns title, caption and provenance of the whole page.
FigureSpec aboutPage(const FigurePage& page) {
    FigureSpec about;
    about.id = page.id;
    about.title = page.title;
    about.provenance = page.figures.front().provenance;
    about.print = page.figures.front().print;
    std::string ids;
    for (std::size_t i = 0; i < page.figures.size(); ++i) {
        if (i > 0) {
            about.caption += ' ';
            ids += ' ';
        }
        about.caption += letter(i).toStdString();
        about.caption += ' ';
        about.caption += page.figures[i].caption;
        ids += page.figures[i].id;
    }
    setProvenance(about, "figures", ids);
    return about;
}

QSize pixelsOf(const QSizeF& millimetres) {
    return {figurePixels(millimetres.width()), figurePixels(millimetres.height())};
}

std::string dataOf(const FigurePage& page) {
    std::vector<std::pair<std::string, std::string>> tables;
    for (const FigureSpec& figure : page.figures) {
        tables.emplace_back(figure.id, figures::toCsv(figure));
    }
    return joinedTables(tables);
}

std::string sourceOf(const FigurePage& page) {
    // Use the width of each figure on the page.
    const double across = pageWidth(page), width = columnWidth(columnsWithin(page, across), across);
    std::string out;
    for (std::size_t i = 0; i < page.figures.size(); ++i) {
        FigureSpec figure = page.figures[i];
        figure.print.width = 0;  // the page has divided its own
        out += figures::toPgfplots(figure, width, letter(i).toStdString()) + '\n';
    }
    return out;
}

/// Returns the texts beside the picture.
FileContents textsOf(const FigurePage& page, const std::filesystem::path& file) {
    const auto beside = [&file](const char* ending) { return file.parent_path() / (file.stem().string() + ending); };
    return {{beside(".csv"), QByteArray::fromStdString(dataOf(page))},
            {beside(".tex"), QByteArray::fromStdString(figures::toLatexCaption(aboutPage(page)))},
            {beside("-pgfplots.tex"), QByteArray::fromStdString(sourceOf(page))}};
}

Result<Encode> pictureOf(const FigurePage& page, const std::filesystem::path& file) {
    const Arranged arranged = arrange(page);
    return paintFor([&](QCPPainter& painter) { paintPage(painter, page, arranged); }, aboutPage(page),
                    pixelsOf(pageSize(page, arranged)), file, pageSize(page, arranged));
}

}  // namespace

std::vector<std::string> legendsBelow(const FigurePage& page) {
    std::vector<std::string> ids;
    const Arranged arranged = arrange(page);
    for (std::size_t i = 0; i < page.figures.size(); ++i) {
        const FigureSpec& figure = page.figures[i];
        if (legendPlace(figure, arranged.places[i].width()) != figure.legend) {
            ids.push_back(figure.id);
        }
    }
    return ids;
}

std::string joinedTables(const std::vector<std::pair<std::string, std::string>>& tables) {
    std::string out;
    for (std::size_t i = 0; i < tables.size(); ++i) {
        const auto& [id, csv] = tables[i];
        for (std::size_t at = 0, line = 0; at < csv.size(); ++line) {
            const std::size_t end = std::min(csv.find('\n', at), csv.size());
            if (line > 0 || i == 0) {
                out += line == 0 ? std::string("figure") : id;
                out += ',';
                out.append(csv, at, end - at);
                out += '\n';
            }
            at = end + 1;
        }
    }
    return out;
}

FileWork pageWork(std::function<FigurePage(const LatestJob::Stale& stale)> page, std::filesystem::path file) {
    return [page = std::move(page), file = std::move(file)](const LatestJob::Stale& stale) -> PaintFiles {
        const auto drawn = std::make_shared<const FigurePage>(page(stale));
        if (drawn->figures.empty() || stale()) {
            return [file]() -> Result<SaveFiles> {
                return fail(Code::BadUsage, file.string(), "there is no figure on the page");
            };
        }
        return [drawn, texts = textsOf(*drawn, file), file]() -> Result<SaveFiles> {
            return pictureOf(*drawn, file).map([&](const Encode& encode) { return savePicture(encode, file, texts); });
        };
    };
}

Result<std::vector<std::filesystem::path>> exportPage(const FigurePage& page, const std::filesystem::path& file) {
    return doNow(pageWork([&page](const LatestJob::Stale&) { return page; }, file)).map([&] {
        return figureFiles(file);
    });
}

QImage pagePicture(const FigurePage& page, int width) {
    if (page.figures.empty()) {
        return {};
    }
    const Arranged arranged = arrange(page);
    const QSize full = pixelsOf(pageSize(page, arranged));
    const QSize size(width, std::max(1, full.height() * width / std::max(1, full.width())));
    return paintImage(
        [&](QCPPainter& painter) {
            painter.setRenderHint(QPainter::Antialiasing);
            painter.scale(static_cast<double>(width) / full.width(), static_cast<double>(width) / full.width());
            paintPage(painter, page, arranged);
        },
        size);
}

}  // namespace kvw::wb
