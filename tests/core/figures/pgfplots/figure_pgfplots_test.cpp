// SPDX-License-Identifier: Apache-2.0
/// Figures as pgfplots source: places that LaTeX can compute, legends, marks, maps.
#include <QtTest>
#include <cmath>
#include <limits>

#include "core/figures/builders/figure_parts.h"
#include "core/figures/figure_crop.h"
#include "core/figures/figure_io.h"
#include "core/figures/log_ticks.h"
#include "core/figures/pgfplots/figure_pgfplots.h"
#include "tests/core/figures/made_figures.h"

using namespace kvw;
using kvw::test::lineFigure;
using kvw::test::square;

class FigurePgfplotsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void pgfplotsKeepsSpikesAndBalancesItsBraces() {
        FigureSpec figure = lineFigure(5000);
        figure.panels[0].maps.push_back(square(100));
        const std::string text = figures::toPgfplots(figure, 85);
        QVERIFY(text.find("(2500,100)") != std::string::npos);
        QVERIFY(text.size() < 200000);
        QVERIFY(text.find("$\\Delta$NLL (nats)") != std::string::npos);
        QVERIFY(text.find("a\\_b") != std::string::npos && text.find("Thinned") != std::string::npos);
        QCOMPARE(std::count(text.begin(), text.end(), '{'), std::count(text.begin(), text.end(), '}'));
        QVERIFY(text.find("\\addlegendentry") != std::string::npos);
        figure.legend = FigureLegend::None;
        QVERIFY(figures::toPgfplots(figure).find("\\addlegendentry") == std::string::npos);
    }

    void latexCanComputeEveryPlace_data() {
        QTest::addColumn<QList<double>>("values");
        QTest::addColumn<bool>("logarithmic");
        constexpr double kNone = std::numeric_limits<double>::quiet_NaN(),
                         kInfinity = std::numeric_limits<double>::infinity();
        const auto row = [](const char* name, const QList<double>& values, bool logarithmic = false) {
            QTest::newRow(name) << values << logarithmic;
        };
        row("flat", {4.158883, 4.158883, 4.158883});
        row("nearly flat", {4.1588830, 4.1588834, 4.1588831});
        row("last digits", {4.158883083359672, 4.158883083359673, 4.158883083359672});
        row("flat at zero", {0, 0, 0});
        row("flat and large", {3e9, 3e9, 3e9});
        row("flat and small", {3e-9, 3e-9, 3e-9});
        row("one point", {1e-6});
        row("no value", {kNone, kNone});
        row("huge", {1e300, -1e300, 0});
        row("largest", {1.7e308, -1.7e308});
        row("denormal", {5e-324, 1e-320, 0});
        row("infinite", {1, kInfinity, -kInfinity, 2});
        row("bytes", {123456789012, 123456789013, 123456789014});
        row("logarithmic", {1e-6, 1, 1e6}, true);
        row("logarithmic and flat", {5, 5, 5}, true);
        row("logarithmic and nearly flat", {1000, 1000.01}, true);
        row("logarithmic of nothing", {0, -1, kNone}, true);
        row("logarithmic with zero", {0, 1e-310, 1, 10}, true);
    }

    /// The largest length of TeX is 5758 mm; a point that is drawn nowhere may be nan.
    void latexCanComputeEveryPlace() {
        QFETCH(QList<double>, values);
        QFETCH(bool, logarithmic);
        for (const double first : {0.0, 1550.0, 131000.0}) {
            FigureSpec figure = lineFigure(2);
            FigurePanel& panel = figure.panels[0];
            panel.series.resize(1);
            panel.y.logarithmic = logarithmic;
            panel.series[0].x.clear();
            panel.series[0].y = {values.begin(), values.end()};
            panel.series[0].deviation.assign(panel.series[0].y.size(), 0.5);
            for (qsizetype i = 0; i < values.size(); ++i) {
                panel.series[0].x.push_back(first + static_cast<double>(i));
            }
            panel.marks = {{400, true, "prune", "1 171 prunes", 1e6},
                           {first, true, "prompt", "end of the prompt", {}},
                           {-1e9, true, "parameter", "recent = 64", {}},
                           {1e9, false, "parameter", "high", {}}};
            const QString text = QString::fromStdString(figures::toPgfplots(figure, 85));
            const QString panelText = text.mid(text.indexOf(QLatin1String("\\nextgroupplot")));
            const auto limit = [&](const char* name, double usual) {
                const auto found =
                    QRegularExpression(QLatin1String(name) + QStringLiteral("=(-?[0-9.e+-]+)")).match(panelText);
                return found.hasMatch() ? found.captured(1).toDouble() : usual;
            };
            QList<QPointF> points;
            double lowX = 1e300, highX = -1e300, lowY = 1e300, highY = -1e300;
            auto each =
                QRegularExpression(QStringLiteral("\\((-?[0-9.e+-]+),(-?[0-9.e+-]+|nan)\\)")).globalMatch(panelText);
            while (each.hasNext()) {
                const auto match = each.next();
                const double x = match.captured(1).toDouble(), y = match.captured(2).toDouble();
                points << QPointF(x, y);
                lowX = std::min(lowX, x);
                highX = std::max(highX, x);
                if (match.captured(2) != QLatin1String("nan")) {
                    lowY = std::min(lowY, y);
                    highY = std::max(highY, y);
                }
            }
            lowX = limit("xmin", lowX);
            highX = limit("xmax", highX);
            lowY = limit("ymin", lowY);
            highY = limit("ymax", highY);
            const auto fits = [](double at, double low, double high) {
                return !(high > low) || std::abs(at - low) / (high - low) * 85 < 5758;
            };
            auto marks =
                QRegularExpression(QStringLiteral("axis cs:(-?[0-9.e+-]+),(-?[0-9.e+-]+)\\}")).globalMatch(panelText);
            int found = 0;
            while (marks.hasNext()) {
                const auto match = marks.next();
                if (panelText.mid(match.capturedStart() - 4, 4) != QLatin1String("rel ")) {
                    QVERIFY2(fits(match.captured(1).toDouble(), lowX, highX), qPrintable(panelText));
                    QVERIFY2(lowY > highY || logarithmic || fits(match.captured(2).toDouble(), lowY, highY),
                             qPrintable(panelText));
                    ++found;
                }
            }
            QVERIFY(found > 0);
            QVERIFY(!panelText.contains(QLatin1String("inf")) && !panelText.contains(QLatin1String("e+30")));
            QVERIFY(!panelText.contains(QLatin1String("high")));  // far above the axis
            if (panelText.contains(QLatin1String("ymode=log"))) {
                QVERIFY(lowY > 0 && highY > lowY);
            }
            for (const QPointF& point : points) {
                QVERIFY2(fits(point.x(), lowX, highX), qPrintable(panelText));
                QVERIFY2(std::isnan(point.y()) || logarithmic || fits(point.y(), lowY, highY), qPrintable(panelText));
            }
        }
    }

    void numbersThatLatexCannotTellApartStandBesideTheAxis() {
        FigureSpec figure = lineFigure(3);
        figure.panels[0].series.resize(1);
        figure.panels[0].series[0].y = {4.158883, 4.158885, 4.158884};
        const std::string text = figures::toPgfplots(figure, 85);
        QVERIFY2(text.find("4.158884") != std::string::npos, text.c_str());  // a number of a tick
        QVERIFY(text.find("(0,4.15888)") == std::string::npos);              // which would be a flat line
        FigureMap map = square(3);
        map.minimum = 0.5;
        map.maximum = 0.500001;
        figure.panels[0].series.clear();
        figure.panels[0].maps = {map};
        const std::string mapped = figures::toPgfplots(figure, 85);
        QVERIFY2(mapped.find("0.500000") != std::string::npos, mapped.c_str());
    }

    void aBandEndsWithItsAxis() {
        FigureSpec figure = lineFigure(100);
        figure.panels[0].marks = {{10, true, "prune", "80 prunes", 90.0}};
        figures::crop(figure, "step", 40, 60);
        QCOMPARE(figure.panels[0].marks.size(), std::size_t{1});
        QCOMPARE(figure.panels[0].marks[0].at, 40.0);
        QCOMPARE(*figure.panels[0].marks[0].to, 60.0);
        QCOMPARE(figure.panels[0].marks[0].label, std::string("prunes"));
    }

    void panelsShareOneLegendInLatex() {
        FigureSpec figure = lineFigure(20);
        figure.panels.push_back(figure.panels[0]);
        const auto count = [](const std::string& text, const std::string& what) {
            std::size_t found = 0;
            for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
                ++found;
            }
            return found;
        };
        for (const FigureLegend place : {FigureLegend::Below, FigureLegend::Above, FigureLegend::Right}) {
            figure.legend = place;
            const std::string text = figures::toPgfplots(figure, 85);
            QCOMPARE(count(text, "\\nextgroupplot"), std::size_t{2});
            QCOMPARE(count(text, "\\addlegendentry"), figure.panels[0].series.size());
            // Under the last panel, else beside the first: never between two.
            QCOMPARE(text.find("\\addlegendentry") > text.rfind("\\nextgroupplot"), place == FigureLegend::Below);
        }
    }

    void countsHaveNoHalvesInLatex() {
        FigureSpec figure = lineFigure(3);
        QVERIFY(figures::toPgfplots(figure, 85).find(", xtick={0,1,2}") != std::string::npos);
        figure.panels[0].series[0].x[1] = 0.5;  // a share
        QVERIFY(figures::toPgfplots(figure, 85).find("xtick") == std::string::npos);
        QVERIFY(figures::toPgfplots(lineFigure(500), 85).find("xtick") == std::string::npos);
        figure.panels[0].maps.push_back(square(4));
        const std::string map = figures::toPgfplots(figure, 85);
        QVERIFY(map.find(", xtick={0,1,2,3}, ytick={0,1,2,3}") != std::string::npos);
    }

    void mapsInLatexNameTheCellsThatAreDrawn() {
        FigureSpec figure = lineFigure(3);
        FigurePanel& panel = figure.panels[0];
        panel.x.label = "token";
        panel.y.label = "step";
        panel.series.clear();
        FigureMap map = square(231);  // cells of 7 x 7, drawn as 5 x 5 of them
        map.label = "attention, max of 7 × 7";
        map.xEnd = map.yEnd = 231 * 7 - 0.5;
        panel.maps = {map};
        const std::string text = figures::toPgfplots(figure, 178);
        QVERIFY2(text.find("attention, max of 35 $\\times$ 35") != std::string::npos, text.substr(0, 2000).c_str());
        QVERIFY(text.find("(axis direction cs:-17.5,-17.5)") != std::string::npos);
        QVERIFY(text.find("17 17 ") != std::string::npos && text.find("xmax=1644.5") != std::string::npos);
        panel.maps = {square(231)};
        panel.maps[0].label = "attention";
        QVERIFY(figures::toPgfplots(figure, 178).find("attention, max of 5 $\\times$ 5") != std::string::npos);
        // Along one axis: the words stay, and a mean stays one.
        FigureMap flat;
        flat.label = "held, mean of 4 steps";
        flat.rows = 1;
        flat.columns = 96;
        for (int i = 0; i < 96; ++i) {
            flat.values.push_back(static_cast<float>(i % 2));
            flat.cells.push_back(FigureCell::Value);
        }
        panel.maps = {flat};
        const std::string means = figures::toPgfplots(figure, 178);
        QVERIFY(means.find("held, mean of 8 steps") != std::string::npos &&
                means.find(" 0.5 0.5\n") != std::string::npos);
        panel.maps[0].label = "held";
        panel.maps[0].xEnd = 96 * 5;
        QVERIFY(figures::toPgfplots(figure, 178).find("held, max of 10 tokens") != std::string::npos);
        panel.maps = {square(48)};
        QVERIFY(figures::toPgfplots(figure, 178).find("max of") == std::string::npos);
    }

    void aFigureOfAPageHasItsLetterInLatex() {
        FigureSpec figure = lineFigure(20);
        figure.panels.push_back(figure.panels[0]);
        QVERIFY(figures::toPgfplots(figure, 85).find("title=") == std::string::npos);
        const std::string text = figures::toPgfplots(figure, 85, "(b)");
        QVERIFY2(text.find("title={(b) A line \\& more}") != std::string::npos, text.c_str());
        QCOMPARE(text.find("title={"), text.rfind("title={"));
        figure.columns = 2;
        figure.panels[0].title = "one";
        figure.panels[1].title = "two";
        const std::string beside = figures::toPgfplots(figure, 178, "(b)");
        QVERIFY(beside.find("title={(b) one}") != std::string::npos && beside.find("title={two}") != std::string::npos);
    }

    void shortLogarithmicAxesHavePlainNumbers() {
        QCOMPARE(figures::plainLogTicks(74, 1560, 6), (std::vector<double>{100, 200, 500, 1000}));
        QCOMPARE(figures::plainLogTicks(74, 1560, 3), (std::vector<double>{100, 300, 1000}));
        QCOMPARE(figures::plainLogTicks(40, 160, 5), (std::vector<double>{50, 100, 150}));
        QVERIFY(figures::plainLogTicks(1, 100, 6).empty() && figures::plainLogTicks(0, 10, 6).empty());
    }

    void panelsWithNothingInThemAreLeftOut() {
        FigureSpec figure = lineFigure(20);
        figure.panels.emplace_back();
        figures::dropEmptyPanels(figure);
        QCOMPARE(figure.panels.size(), std::size_t{1});
        figure.panels[0].series.clear();
        figures::dropEmptyPanels(figure);
        QCOMPARE(figure.panels.size(), std::size_t{1});
    }

    void theLegendsPlaceIsKept() {
        FigureSpec figure = lineFigure(3);
        figure.legend = FigureLegend::Right;
        QCOMPARE(static_cast<int>(figures::fromJson(figures::toJson(figure), "figure")->legend),
                 static_cast<int>(FigureLegend::Right));
    }
};

QTEST_APPLESS_MAIN(FigurePgfplotsTest)
#include "figure_pgfplots_test.moc"
