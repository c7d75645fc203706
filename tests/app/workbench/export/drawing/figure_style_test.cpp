// SPDX-License-Identifier: GPL-3.0-or-later
/// A series has one colour: in drawn files, in pgfplots and in the window, for every figure.
#include "app/workbench/export/drawing/figure_style.h"

#include <QRegularExpression>
#include <QTest>
#include <vector>

#include "app/workbench/export/drawing/figure_plot.h"
#include "app/workbench/plot/colors.h"
#include "core/figures/builders/figure_attention.h"
#include "core/figures/figures.h"
#include "core/figures/pgfplots/figure_pgfplots.h"
#include "tests/app/workbench/plot/plot_run.h"

using namespace kvw;
using namespace kvw::wb;

namespace {

/// Colours of lines, points and bars with data, in the order in which they were drawn.
QStringList paintedColours(const FigureSpec& figure) {
    constexpr double kWidth = 178;
    QCustomPlot plot;
    drawFigure(plot, figure, QSizeF(kWidth, figureHeight(figure, kWidth)));
    QStringList colours;
    for (int i = 0; i < plot.plottableCount(); ++i) {
        if (const auto* graph = qobject_cast<QCPGraph*>(plot.plottable(i))) {
            colours << graph->pen().color().name();
        } else if (const auto* bars = qobject_cast<QCPBars*>(plot.plottable(i));
                   bars != nullptr && !bars->data()->isEmpty()) {
            colours << bars->brush().color().name();
        }
    }
    return colours;
}

QStringList texColours(const FigureSpec& figure) {
    static const QRegularExpression kPlot(
        QStringLiteral("\\\\addplot\\[forget plot, color=\\{rgb,255:red,(\\d+);green,(\\d+);blue,(\\d+)\\}"));
    QStringList colours;
    for (auto found = kPlot.globalMatch(QString::fromStdString(figures::toPgfplots(figure, 178))); found.hasNext();) {
        const QRegularExpressionMatch plot = found.next();
        colours << QColor(plot.captured(1).toInt(), plot.captured(2).toInt(), plot.captured(3).toInt()).name();
    }
    return colours;
}

/// Colours of the same series in the window, for ink that of figures.
QStringList windowColours(const FigureSpec& figure) {
    QStringList colours;
    for (const FigurePanel& panel : figure.panels) {
        for (const FigureSeries& series : panel.series) {
            const bool bars = series.role == FigureRole::Layer && series.style == FigureStyle::Bars;
            colours << (bars ? colorOf(figures::kSky)
                             : lineColor(series.look(), colorOf(figures::kInk), figures::layersOf(figure)))
                           .name();
        }
    }
    return colours;
}

}  // namespace

class FigureStyleTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void everySeriesHasOneColour() {
        // More layers than there are hues.
        const auto recording = tests::plotRecording({.steps = 300, .layers = 10, .promptRows = true, .probe = true});
        std::vector<FigureSpec> all = figures::standard(*recording, 1);
        for (std::vector<FigureSpec> more :
             {figures::standard(*recording, 0), figures::exportOnly(*recording, 1), figures::shared(*recording)}) {
            all.insert(all.end(), more.begin(), more.end());
        }
        for (const char* id : {"nll-lanes", "lanes-mean-nll", "lanes-bytes", "overlap-lane-1-step-250",
                               "budgets-all-lanes-step-250", "reach", "layer-shape", "lorenz-layer-3-step-250",
                               "attention-layer-0-margins-step-250", "hindsight-protected"}) {
            const auto figure = figures::byId(*recording, 1, id);
            QVERIFY2(figure.has_value(), id);
            all.push_back(*figure);
        }
        qsizetype series = 0;
        for (const FigureSpec& figure : all) {
            const QStringList colours = windowColours(figure);
            QVERIFY2(paintedColours(figure) == colours, figure.id.c_str());
            QVERIFY2(texColours(figure) == colours, figure.id.c_str());
            series += colours.size();
        }
        QVERIFY(series > 50);
    }

    void mapsHaveOneScale() {
        const auto recording = tests::plotRecording({.steps = 120});
        const std::string tex = figures::toPgfplots(figures::attention(*recording, 1, {}), 178);
        const auto stops = figures::sequentialStops();
        const QMap<double, QColor> painted = sequentialGradient().colorStops();
        QCOMPARE(static_cast<std::size_t>(painted.size()), stops.size());
        for (std::size_t i = 0; i < stops.size(); ++i) {
            const auto& [red, green, blue] = stops[i];
            QCOMPARE(painted.values()[static_cast<qsizetype>(i)], colorOf(stops[i]));
            const QString stop = QStringLiteral("rgb255=(%1,%2,%3)").arg(int{red}).arg(int{green}).arg(int{blue});
            QVERIFY2(tex.find(stop.toStdString()) != std::string::npos, qPrintable(stop));
        }
    }

    /// A figure of a few of the layers has their colours among all of them.
    void layersKeepTheirColourAlone() {
        const auto recording = tests::plotRecording({.steps = 120, .layers = 10});
        const FigureSpec one = figures::lorenz(*recording, 1, 3, -1, 110);
        QCOMPARE(paintedColours(one).constFirst(), colorOf(figures::layerColour(3, 10)).name());
    }
};

QTEST_MAIN(FigureStyleTest)
#include "figure_style_test.moc"
