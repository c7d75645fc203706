// SPDX-License-Identifier: Apache-2.0
#include "core/figures/svg/figure_svg.h"

#include <QXmlStreamReader>
#include <QtTest>
#include <cmath>
#include <cstdint>
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

/// A PNG with a palette, as far as the images of maps use the format.
struct Png {
    qsizetype width = 0, height = 0;
    QByteArray palette, opaque, pixels, end;

    explicit Png(const std::string& uri) {
        const QByteArray head = "data:image/png;base64,", text = QByteArray::fromStdString(uri);
        const QByteArray bytes = text.startsWith(head) ? QByteArray::fromBase64(text.mid(head.size())) : QByteArray();
        for (qsizetype at = 8; at + 12 <= bytes.size();) {
            const qsizetype length = number(bytes, at);
            const QByteArray kind = bytes.mid(at + 4, 4), data = bytes.mid(at + 8, length);
            if (kind == "IHDR") {
                width = number(data, 0);
                height = number(data, 4);
            } else if (kind == "IDAT") {
                const qsizetype bytesOfAll = height * (width + 1);
                QByteArray prefix;
                for (int shift = 24; shift >= 0; shift -= 8) {
                    prefix += static_cast<char>((bytesOfAll >> shift) & 0xFF);
                }
                pixels = qUncompress(prefix + data);  // checks the sum
            }
            palette = kind == "PLTE" ? data : palette;
            opaque = kind == "tRNS" ? data : opaque;
            end = kind == "IEND" ? bytes.mid(at + 8) : end;
            at += 12 + length;
        }
    }

    [[nodiscard]] qsizetype place(qsizetype x, qsizetype y) const {
        return static_cast<quint8>(pixels.at(y * (width + 1) + 1 + x));
    }
    [[nodiscard]] figures::FigureColour colour(qsizetype x, qsizetype y) const {
        const auto part = [&](qsizetype which) {
            return static_cast<std::uint8_t>(palette.at(3 * place(x, y) + which));
        };
        return {part(0), part(1), part(2)};
    }
    [[nodiscard]] bool drawn(qsizetype x, qsizetype y) const { return opaque.at(place(x, y)) != '\0'; }

 private:
    static qsizetype number(const QByteArray& bytes, qsizetype at) {
        qsizetype value = 0;
        for (qsizetype i = 0; i < 4; ++i) {
            value = value * 256 + static_cast<quint8>(bytes.at(at + i));
        }
        return value;
    }
};

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

    void aLogarithmicAxisHasEndsAboveZero_data() {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::newRow("from zero") << 0.0 << 100.0;
        QTest::newRow("from below zero") << -5.0 << 1e7;
        QTest::newRow("below zero") << -5.0 << -1.0;
    }
    void aLogarithmicAxisHasEndsAboveZero() {
        QFETCH(double, low);
        QFETCH(double, high);
        FigureSpec figure = lineFigure(0);
        figure.panels[0].series = {{"s", {0, 1}, {1, 50}}};
        figure.panels[0].y.logarithmic = true;
        figure.panels[0].y.minimum = low;
        figure.panels[0].y.maximum = high;
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
        const Png image(figures::mapImage(map, true, true));
        QVERIFY(image.width == 3 && image.height == 3 && image.pixels.size() == 12);
        QCOMPARE(image.end.toHex(), QByteArray("ae426082"));          // the sum of an empty chunk
        QVERIFY(image.colour(0, 2) == figures::sequentialColour(0));  // row 0 is the lowest
        QVERIFY(image.colour(2, 0) == figures::sequentialColour(1));
        QVERIFY(image.colour(1, 2) == *figures::cellColour(FigureCell::Evicted));
        QVERIFY(image.drawn(1, 2) && !image.drawn(2, 2));
        QVERIFY(Png(figures::mapImage(map, false, false)).colour(2, 0) == image.colour(0, 2));
        map.scale = FigureScale::Categories;
        map.categories = {"evicted", "held"};
        map.values.assign(9, 1.0F);
        QVERIFY(Png(figures::mapImage(map, true, true)).colour(0, 2) == figures::categoryColour("held", 1));
        map.values[0] = std::numeric_limits<float>::quiet_NaN();
        QVERIFY(Png(figures::mapImage(map, true, true)).colour(0, 2) == *figures::cellColour(FigureCell::Missing));
        // More cells than a stored block has bytes.
        QCOMPARE(Png(figures::mapImage(square(300), true, true)).pixels.size(), qsizetype{300 * 301});
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
