// SPDX-License-Identifier: Apache-2.0
#include "core/figures/svg/figure_svg.h"

#include <QBuffer>
#include <QImage>
#include <QXmlStreamReader>
#include <QtTest>
#include <cmath>
#include <limits>

#include "core/figures/figure_colours.h"
#include "core/figures/svg/map_image.h"
#include "tests/core/figures/made_figures.h"

using namespace kvw;
using kvw::test::lineFigure;
using kvw::test::square;

namespace {

/// Returns why the text is no XML; empty: it is.
QString faultOf(const std::string& svg) {
    QXmlStreamReader xml(QByteArray::fromStdString(svg));
    while (!xml.atEnd()) {
        xml.readNext();
    }
    return xml.hasError() ? xml.errorString() : QString();
}

QImage imageOf(const std::string& uri) {
    const QByteArray text = QByteArray::fromStdString(uri);
    const QByteArray head = "data:image/png;base64,";
    return text.startsWith(head) ? QImage::fromData(QByteArray::fromBase64(text.mid(head.size())), "PNG") : QImage();
}

QColor colour(const figures::FigureColour& parts) {
    return {parts[0], parts[1], parts[2]};
}

}  // namespace

class FigureSvgTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aFigureIsXmlWithItsWords() {
        FigureSpec figure = lineFigure(5000);
        const std::string svg = figures::toSvg(figure);
        QVERIFY2(faultOf(svg).isEmpty(), qPrintable(faultOf(svg)));
        for (const char* word : {"A line &amp; more", "ΔNLL (nats)", "step", ">a_b<", ">other<", ">prune<"}) {
            QVERIFY2(svg.find(word) != std::string::npos, word);
        }
        QVERIFY(svg.size() < 100000);  // the line is thinned
        QCOMPARE(figures::toSvg(figure), svg);
        figure.legend = FigureLegend::None;
        QVERIFY(figures::toSvg(figure).find(">a_b<") == std::string::npos);
        QVERIFY(faultOf(figures::toSvg(FigureSpec())).isEmpty());
    }

    void everyStyleIsDrawn() {
        FigureSpec figure = lineFigure(3);
        FigurePanel& panel = figure.panels[0];
        panel.series = {{"bars", {0, 1}, {1, 2}, FigureStyle::Bars},
                        {"steps", {0, 1}, {1, 2}, FigureStyle::Steps},
                        {"points", {0, 1}, {1, 2}, FigureStyle::Points, FigureRole::Budget, 0, {0.5, NAN}}};
        panel.x.names = {"one", "<two>"};
        panel.y.reversed = true;
        figure.panels.push_back(panel);
        figure.columns = 2;
        const std::string svg = figures::toSvg(figure);
        QVERIFY2(faultOf(svg).isEmpty(), qPrintable(faultOf(svg)));
        QVERIFY(svg.find("&lt;two&gt;") != std::string::npos && svg.find("<two>") == std::string::npos);
        QVERIFY(svg.find("line-1") != std::string::npos && svg.find("line-2") != std::string::npos);
    }

    void everyRangeHasAnEnd_data() {
        QTest::addColumn<QList<double>>("values");
        QTest::addColumn<bool>("logarithmic");
        constexpr double kNone = std::numeric_limits<double>::quiet_NaN(),
                         kInfinity = std::numeric_limits<double>::infinity();
        const auto row = [](const char* name, const QList<double>& values, bool logarithmic = false) {
            QTest::newRow(name) << values << logarithmic;
        };
        row("flat", {4.158883, 4.158883});
        row("last digits", {4.158883083359672, 4.158883083359673});
        row("zero", {0, 0, 0});
        row("no value", {kNone, kNone});
        row("huge", {1e300, -1e300, 0});
        row("largest", {1.7e308, -1.7e308});
        row("denormal", {5e-324, 1e-320, 0});
        row("infinite", {1, kInfinity, -kInfinity, 2});
        row("logarithmic", {1e-6, 1, 1e6}, true);
        row("logarithmic of nothing", {0, -1, kNone}, true);
        row("logarithmic and flat", {5, 5}, true);
    }
    void everyRangeHasAnEnd() {
        QFETCH(QList<double>, values);
        QFETCH(bool, logarithmic);
        FigureSpec figure = lineFigure(0);
        FigureSeries series{"s", {}, {}};
        for (const double value : values) {
            series.x.push_back(static_cast<double>(series.x.size()));
            series.y.push_back(value);
        }
        figure.panels[0].series = {series};
        figure.panels[0].marks.clear();
        figure.panels[0].y.logarithmic = logarithmic;
        const std::string svg = figures::toSvg(figure);
        QVERIFY2(faultOf(svg).isEmpty(), qPrintable(faultOf(svg)));
        for (const char* wrong : {"nan", "inf"}) {
            QVERIFY2(svg.find(wrong) == std::string::npos, svg.c_str());
        }
    }

    void aMapIsAnImageOfItsCells() {
        FigureMap map = square(3);
        map.maximum = 8;
        map.cells[1] = FigureCell::Evicted;
        map.cells[2] = FigureCell::Future;
        const QImage image = imageOf(figures::mapImage(map, true, true));
        QCOMPARE(image.size(), QSize(3, 3));
        QCOMPARE(image.pixelColor(0, 2), colour(figures::sequentialColour(0)));  // row 0 is the lowest
        QCOMPARE(image.pixelColor(2, 0), colour(figures::sequentialColour(1)));
        QCOMPARE(image.pixelColor(1, 2), colour(*figures::cellColour(FigureCell::Evicted)));
        QCOMPARE(image.pixelColor(2, 2).alpha(), 0);
        QCOMPARE(imageOf(figures::mapImage(map, false, false)).pixelColor(2, 0), image.pixelColor(0, 2));
        map.scale = FigureScale::Categories;
        map.categories = {"evicted", "held"};
        map.values.assign(9, 1.0F);
        QCOMPARE(imageOf(figures::mapImage(map, true, true)).pixelColor(0, 2),
                 colour(figures::categoryColour("held", 1)));
        // More cells than a stored block has bytes.
        QCOMPARE(imageOf(figures::mapImage(square(300), true, true)).size(), QSize(300, 300));
        QVERIFY(figures::mapImage(FigureMap(), true, true).empty());
        FigureSpec figure = lineFigure(3);
        figure.panels[0].maps = {square(4)};
        const std::string svg = figures::toSvg(figure);
        QVERIFY2(faultOf(svg).isEmpty(), qPrintable(faultOf(svg)));
        QVERIFY(svg.find("data:image/png") != std::string::npos && svg.find("linearGradient") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(FigureSvgTest)
#include "figure_svg_test.moc"
