// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/drawing/figure_style.h"

#include "app/workbench/export/drawing/figure_plot.h"
#include "app/workbench/session/theme.h"
#include "core/figures/figure_colours.h"
#include "core/figures/figure_lines.h"

namespace kvw::wb {

QFont textFont(double points, FigureFont font) {
    const bool serifs = font == FigureFont::Serif || font == FigureFont::Latex;
    QFont made(serifs ? QStringLiteral("DejaVu Serif") : QStringLiteral("DejaVu Sans"));
    if (font == FigureFont::Latex) {
        made.setFamilies({QStringLiteral("Latin Modern Roman"), QStringLiteral("CMU Serif"), made.family()});
    }
    made.setStyleHint(serifs ? QFont::Serif : QFont::SansSerif);
    made.setPixelSize(qRound(figurePoints(points)));
    return made;
}

QPen pen(const QColor& color, double points, Qt::PenStyle style) {
    QPen made(color, figurePoints(points), style);
    made.setCapStyle(Qt::FlatCap);
    return made;
}

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

void styleAxis(QCPAxis* axis, FigureFont font) {
    axis->setBasePen(pen(kInk, kThinPoints));
    axis->setTickPen(pen(kInk, kThinPoints));
    axis->setSubTicks(false);
    axis->setTickLength(0, static_cast<int>(figurePoints(2)));
    axis->setTickLabelFont(textFont(kTextPoints, font));
    axis->setLabelFont(textFont(kTextPoints, font));
    axis->setTickLabelColor(kInk);
    axis->setLabelColor(kInk);
    axis->setTickLabelPadding(static_cast<int>(figurePoints(1.5)));
    axis->setLabelPadding(static_cast<int>(figurePoints(1.5)));
    axis->grid()->setPen(pen(kGrid, 0.3));
    axis->grid()->setZeroLinePen(Qt::NoPen);
    axis->ticker()->setTickCount(5);
}

void wholeNumbers(QCPAxis* axis) {
    QSharedPointer<QCPAxisTickerFixed> ticker(new QCPAxisTickerFixed);
    ticker->setTickStep(1);
    ticker->setScaleStrategy(QCPAxisTickerFixed::ssMultiples);
    axis->setTicker(ticker);
}

bool isCount(const std::string& unit, double range) {
    return unit == "tokens" && range >= 2;
}

QColor categoryColor(const std::string& name, int index) {
    return colorOf(figures::categoryColour(name, index));
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
