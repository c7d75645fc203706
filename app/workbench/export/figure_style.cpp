// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/figure_style.h"

#include <algorithm>
#include <iterator>

#include "app/workbench/export/figure_plot.h"
#include "app/workbench/plots/colors.h"
#include "core/bundle/figure_colours.h"
#include "core/bundle/figure_lines.h"

namespace kvw::wb {

QFont textFont(double points) {
    QFont font(QStringLiteral("DejaVu Sans"));
    font.setStyleHint(QFont::SansSerif);
    font.setPixelSize(qRound(figurePoints(points)));
    return font;
}

QPen pen(const QColor& color, double points, Qt::PenStyle style) {
    QPen made(color, figurePoints(points), style);
    made.setCapStyle(Qt::FlatCap);
    return made;
}

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

QString axisTitle(const FigureAxis& axis) {
    return axis.unit.empty() ? text(axis.label) : QStringLiteral("%1 (%2)").arg(text(axis.label), text(axis.unit));
}

void styleAxis(QCPAxis* axis) {
    axis->setBasePen(pen(kInk, kThinPoints));
    axis->setTickPen(pen(kInk, kThinPoints));
    axis->setSubTicks(false);
    axis->setTickLength(0, static_cast<int>(figurePoints(2)));
    axis->setTickLabelFont(textFont());
    axis->setLabelFont(textFont());
    axis->setTickLabelColor(kInk);
    axis->setLabelColor(kInk);
    axis->setTickLabelPadding(static_cast<int>(figurePoints(1.5)));
    axis->setLabelPadding(static_cast<int>(figurePoints(1.5)));
    axis->grid()->setPen(pen(kGrid, 0.3));
    axis->grid()->setZeroLinePen(Qt::NoPen);
    axis->ticker()->setTickCount(5);
}

QColor seriesColor(const FigureSeries& series, int layers) {
    static const QColor kLanes[] = {{0x00, 0x72, 0xb2}, {0xd5, 0x5e, 0x00}, {0x00, 0x9e, 0x73},
                                    {0xcc, 0x79, 0xa7}, {0xe6, 0x9f, 0x00}, {0x56, 0xb4, 0xe9}};
    switch (series.role) {
        case FigureRole::FullLane:
            return {0x80, 0x80, 0x80};
        case FigureRole::Layer:
            return layerColor(series.index, layers);
        case FigureRole::Live:
            return byteColor(ByteKind::Live, kInk);
        case FigureRole::Allocated:
            return byteColor(ByteKind::Allocated, kInk);
        case FigureRole::Full:
            return byteColor(ByteKind::Full, kInk);
        case FigureRole::Budget:
        case FigureRole::Threshold:
            return kInk;
        case FigureRole::Lane:
        case FigureRole::Difference:
            break;
    }
    return kLanes[static_cast<std::size_t>(std::max(0, series.index - 1)) % std::size(kLanes)];
}

namespace {

QColor colorOf(const figures::FigureColour& color) {
    return {color[0], color[1], color[2]};
}

}  // namespace

QColor categoryColor(const std::string& name, int index) {
    const auto own = figures::categoryColour(name);
    return own ? colorOf(*own) : layerColor(index, 8);
}

QColor cellColor(FigureCell cell) {
    const auto painted = figures::cellColour(cell);
    return painted ? colorOf(*painted) : QColor();
}

void dash(QPen& pen, const FigureSeries& series) {
    const std::vector<double> lengths = figures::dashOf(series);
    if (!lengths.empty()) {
        pen.setDashPattern(QList<qreal>(lengths.begin(), lengths.end()));
    }
}

}  // namespace kvw::wb
