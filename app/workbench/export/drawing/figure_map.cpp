// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/drawing/figure_map.h"

#include <QHash>
#include <QImage>
#include <algorithm>

#include "app/workbench/export/drawing/figure_plot.h"
#include "app/workbench/export/drawing/figure_style.h"
#include "app/workbench/plot/colors.h"
#include "core/figures/figure_colours.h"
#include "core/figures/print/printed_cells.h"

namespace kvw::wb {

namespace {

/// Image pixels per pixel of the painter, which has kFigureDpi.
constexpr int kDots = 2;
constexpr int kMostColours = 256;

/// Converts to an indexed image, which takes a quarter of the memory and compresses several times as fast; returns the
/// image unchanged if it has too many colours.
QImage withColourTable(const QImage& image) {
    QImage indexed(image.size(), QImage::Format_Indexed8);
    QHash<QRgb, uchar> places;
    QList<QRgb> colours;
    for (int y = 0; y < image.height(); ++y) {
        const auto* from = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        uchar* to = indexed.scanLine(y);
        QRgb last = 0;
        uchar place = 0;
        for (int x = 0; x < image.width(); ++x) {
            if (colours.isEmpty() || from[x] != last) {
                last = from[x];
                auto known = places.find(last);
                if (known == places.end()) {
                    if (colours.size() == kMostColours) {
                        return image;
                    }
                    known = places.insert(last, static_cast<uchar>(colours.size()));
                    colours << last;
                }
                place = *known;
            }
            to[x] = place;
        }
    }
    indexed.setColorTable(colours);
    return indexed;
}

/// Owned by the plot of its axes, like every plottable.
class PrintedMap final : public QCPColorMap {
 public:
    PrintedMap(QCPAxis* x, QCPAxis* y) : QCPColorMap(x, y) {}

 protected:
    void draw(QCPPainter* painter) override {
        if (!painter->modes().testFlag(QCPPainter::pmVectorized)) {
            QCPColorMap::draw(painter);
            return;
        }
        const QRect target = painter->clipRegion().boundingRect();
        if (target.isEmpty()) {
            return;
        }
        QImage image(target.size() * kDots, QImage::Format_ARGB32);
        image.fill(Qt::transparent);
        {
            QCPPainter local;
            local.begin(&image);
            local.scale(kDots, kDots);
            local.translate(-target.topLeft());
            QCPColorMap::draw(&local);
        }
        painter->drawImage(target, withColourTable(image));
    }
};

QCPColorGradient categoryGradient(const std::vector<std::string>& categories) {
    QCPColorGradient gradient;
    gradient.clearColorStops();
    const auto n = static_cast<double>(categories.size());
    for (std::size_t i = 0; i < categories.size(); ++i) {
        const QColor color = categoryColor(categories[i], static_cast<int>(i));
        gradient.setColorStopAt((static_cast<double>(i) + 0.001) / n, color);
        gradient.setColorStopAt((static_cast<double>(i) + 0.999) / n, color);
    }
    gradient.setNanHandling(QCPColorGradient::nhTransparent);
    return gradient;
}

void putAt(QCPItemPosition* point, QCPAxis* x, QCPAxis* y, double atX, double atY) {
    point->setAxisRect(x->axisRect());
    point->setAxes(x, y);
    point->setType(QCPItemPosition::ptPlotCoords);
    point->setCoords(atX, atY);
}

void drawCells(QCustomPlot& plot, QCPAxis* x, QCPAxis* y, const FigureMap& map, const FigurePrint& print,
               const QSizeF& size) {
    constexpr double kSmallLetter = 1.3, kSmallLine = 3;  // millimetres
    const auto letters = size.height() / std::max(1, map.rows) < kSmallLine
                             ? std::size_t{0}
                             : static_cast<std::size_t>(size.width() / std::max(1, map.columns) / kSmallLetter);
    for (const figures::PrintedCell& cell : figures::printedCells(map, print, letters)) {
        const figures::CellCorners at = figures::cornersOf(map, cell);
        if (cell.best) {
            auto* frame = new QCPItemRect(&plot);
            frame->setClipAxisRect(x->axisRect());
            frame->setPen(pen(colorOf(cell.ink), 1));
            putAt(frame->topLeft, x, y, at.left, at.high);
            putAt(frame->bottomRight, x, y, at.right, at.low);
        }
        if (!cell.text.empty()) {
            auto* label = new QCPItemText(&plot);
            label->setClipAxisRect(x->axisRect());
            label->setPositionAlignment(Qt::AlignCenter);
            QFont font = textFont(kSmallPoints, print.font);
            font.setBold(cell.best);
            label->setFont(font);
            label->setColor(colorOf(cell.ink));
            label->setText(text(cell.text));
            putAt(label->position, x, y, at.middleX(), at.middleY());
        }
    }
}

}  // namespace

QCPColorScale* drawMap(QCustomPlot& plot, QCPAxis* x, QCPAxis* y, const FigureMap& map, const FigurePrint& print,
                       const QSizeF& size) {
    if (map.rows <= 0 || map.columns <= 0) {
        return nullptr;
    }
    // QCustomPlot draws nothing for a map with one row or column, so split such cells in two halves.
    const int across = std::max(2, map.columns), up = std::max(2, map.rows);
    const double cellX = (map.xEnd - map.xBegin) / across, cellY = (map.yEnd - map.yBegin) / up;
    // Draw cells without a value on a colour layer below: the grey of evicted cells is no colour of the scale.
    auto* ground = new PrintedMap(x, y);
    auto* plotted = new PrintedMap(x, y);
    for (QCPColorMap* each : {ground, plotted}) {
        each->data()->setSize(across, up);
        each->data()->setRange(QCPRange(map.xBegin + cellX / 2, map.xEnd - cellX / 2),
                               QCPRange(map.yBegin + cellY / 2, map.yEnd - cellY / 2));
        each->setInterpolate(false);
        each->setTightBoundary(false);
        each->removeFromLegend();
    }
    const bool categories = map.scale == FigureScale::Categories;
    for (int r = 0; r < up; ++r) {
        for (int c = 0; c < across; ++c) {
            const int row = std::min(r, map.rows - 1), column = std::min(c, map.columns - 1);
            const auto at = static_cast<std::size_t>(row) * static_cast<std::size_t>(map.columns) +
                            static_cast<std::size_t>(column);
            const bool value = map.cells[at] == FigureCell::Value;
            ground->data()->setCell(c, r,
                                    map.cells[at] == FigureCell::Evicted   ? 0
                                    : map.cells[at] == FigureCell::Missing ? 1
                                                                           : qQNaN());
            const double shown = static_cast<double>(map.values[at]);
            plotted->data()->setCell(c, r,
                                     !value                                  ? qQNaN()
                                     : map.scale == FigureScale::Logarithmic ? std::max(shown, map.minimum)
                                                                             : shown);
        }
    }
    QCPColorGradient states;
    states.clearColorStops();
    states.setColorStopAt(0, cellColor(FigureCell::Evicted));
    states.setColorStopAt(1, cellColor(FigureCell::Missing));
    states.setNanHandling(QCPColorGradient::nhTransparent);
    ground->setGradient(states);
    ground->setDataRange(QCPRange(0, 1));
    for (const FigureCell cell : {FigureCell::Evicted, FigureCell::Missing}) {
        if (figures::hasCells(map, cell)) {
            auto* patch = new QCPBars(x, y);  // no data, only for the legend
            patch->setName(QString::fromLatin1(figures::cellName(cell)));
            patch->setPen(Qt::NoPen);
            patch->setBrush(cellColor(cell));
        }
    }
    auto* scale = new QCPColorScale(&plot);
    scale->setType(QCPAxis::atRight);
    scale->setBarWidth(static_cast<int>(figurePoints(7)));
    scale->setGradient(categories ? categoryGradient(map.categories) : sequentialGradient());
    if (map.scale == FigureScale::Logarithmic) {
        scale->setDataScaleType(QCPAxis::stLogarithmic);
        scale->axis()->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
        scale->axis()->setNumberFormat(QStringLiteral("eb"));
        scale->axis()->setNumberPrecision(0);
    }
    scale->setDataRange(categories ? QCPRange(-0.5, static_cast<double>(map.categories.size()) - 0.5)
                                   : QCPRange(map.minimum, map.maximum));
    plotted->setColorScale(scale);
    plotted->setGradient(scale->gradient());
    styleAxis(scale->axis(), print.font);
    scale->axis()->setLabel(map.unit.empty() ? text(map.label)
                                             : QStringLiteral("%1 (%2)").arg(text(map.label), text(map.unit)));
    if (isCount(map.unit, map.maximum - map.minimum)) {
        wholeNumbers(scale->axis());
    }
    if (categories) {
        QSharedPointer<QCPAxisTickerText> names(new QCPAxisTickerText);
        for (std::size_t i = 0; i < map.categories.size(); ++i) {
            names->addTick(static_cast<double>(i), text(map.categories[i]));
        }
        scale->axis()->setTicker(names);
        scale->axis()->setTickLength(0, 0);
    }
    wholeNumbers(y);
    drawCells(plot, x, y, map, print, size);
    return scale;
}

}  // namespace kvw::wb
