// SPDX-License-Identifier: GPL-3.0-or-later
/// Every figure at the widths of a paper: nothing is cut, no tick label touches the next.
#include "app/workbench/export/drawing/figure_layout.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <set>

#include "app/workbench/export/drawing/figure_plot.h"
#include "app/workbench/export/figure_files.h"
#include "app/workbench/export/figure_page.h"
#include "app/workbench/session/theme.h"
#include "core/figures/figure_lines.h"
#include "core/figures/figures.h"
#include "core/figures/print/figure_print.h"
#include "tests/app/workbench/exported.h"
#include "tests/app/workbench/plot/plot_run.h"
#include "tests/core/figures/made_figures.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

const std::vector<std::string> kLabels{"full",
                                       "streaming:sinks=4,recent=256",
                                       "snapkv:capacity=260",
                                       "h2o:heavy=128,recent=132",
                                       "tova:capacity=260",
                                       "snapkv+uniform:capacity=512,recent=32,schedule=every-step,granularity=kv-head"};

/// Curves and maps of six lanes with the names that such lanes have, and every figure of a run.
std::vector<FigureSpec> figuresOf() {
    const auto recording = tests::plotRecording({.steps = 1700, .layers = 4, .promptRows = false});
    std::vector<FigureSpec> figures = figures::standard(*recording, 1);
    for (FigureSpec& figure : figures::exportOnly(*recording, 1)) {
        figures.push_back(std::move(figure));
    }
    for (FigureSpec& figure : figures::shared(*recording)) {
        figures.push_back(std::move(figure));
    }
    for (const char* id : {"cache-map-step-900", "cache-map-age-step-900", "cache-map-attention-by-slot-step-900",
                           "budgets-share-step-40", "hindsight-protected-steps-200-1600",
                           "attention-layer-3-head-2-mean-linear", "attention-margins-layer-1"}) {
        figures.push_back(figures::byId(*recording, 1, id).value());
    }
    FigureSpec lines = figures::memoryLength(*recording), maps = lines;
    maps.id = "lanes";
    maps.panels.clear();
    const FigureSpec map = figures::keepset(*recording, 1, 0, -1);
    for (std::size_t lane = 0; lane < kLabels.size(); ++lane) {
        lines.panels[0].series.resize(lane);
        FigureSeries series = figures::memoryLength(*recording).panels[0].series[0];
        series.label = kLabels[lane];
        series.role = lane == 0 ? FigureRole::FullLane : FigureRole::Lane;
        series.index = static_cast<std::int32_t>(lane);
        lines.panels[0].series.push_back(std::move(series));
        maps.panels.push_back(map.panels[0]);
        maps.panels.back().title = kLabels[lane];
    }
    maps.columns = static_cast<std::int32_t>(kLabels.size());
    figures.insert(figures.end(), {lines, maps});
    return figures;
}

/// The layout is asked, not the picture. Returns all of it.
QRect layOut(QCustomPlot& plot, const FigureSpec& figure, QSizeF millimetres) {
    plot.setBufferDevicePixelRatio(1);
    drawFigure(plot, figure, millimetres);
    QImage image(1, 1, QImage::Format_RGB32);
    QCPPainter painter(&image);
    const QRect whole(0, 0, figurePixels(millimetres.width()), figurePixels(millimetres.height()));
    plot.toPainter(&painter, whole.width(), whole.height());
    return whole;
}

QCPLegend* legendOf(const QCustomPlot& plot) {
    const QList<QCPLayoutElement*> elements = plot.plotLayout()->elements(true);
    const auto found = std::find_if(elements.begin(), elements.end(), [](QCPLayoutElement* element) {
        return qobject_cast<QCPLegend*>(element) != nullptr;
    });
    return found == elements.end() ? nullptr : qobject_cast<QCPLegend*>(*found);
}

/// Returns the parts that do not fit, in words; empty: all fit.
QString cut(const FigureSpec& figure, QSizeF millimetres) {
    QCustomPlot plot;
    const QRect whole = layOut(plot, figure, millimetres);
    QStringList found;
    const QList<QCPLayoutElement*> elements = plot.plotLayout()->elements(true);
    for (QCPLayoutElement* element : elements) {
        if (element == nullptr || !element->visible()) {
            continue;
        }
        const QSize least = element->minimumOuterSizeHint();
        const bool scale = qobject_cast<QCPColorScale*>(element) != nullptr;
        if (!whole.adjusted(-1, -1, 1, 1).contains(element->outerRect()) ||
            (!scale && (element->outerRect().width() + 1 < least.width() ||
                        element->outerRect().height() + 1 < least.height()))) {
            found << QStringLiteral("%1 of %2 needs %3 x %4, has %5 x %6")
                         .arg(QLatin1String(element->metaObject()->className()))
                         .arg(QString::fromStdString(figure.id))
                         .arg(least.width())
                         .arg(least.height())
                         .arg(element->outerRect().width())
                         .arg(element->outerRect().height());
        }
        auto* rect = qobject_cast<QCPAxisRect*>(element);
        for (QCPAxis* axis : rect != nullptr ? rect->axes() : QList<QCPAxis*>()) {
            const bool across = axis->orientation() == Qt::Horizontal;
            const double length = across ? rect->width() : rect->height();
            const double label = figurePixels(wordsSize(axis->label()).width());
            // A title may reach beyond the ends of its axis, where nothing else is: half a margin at each.
            if (axis->visible() && label > length + figurePixels(across ? 12 : 8)) {
                found << QStringLiteral("%1: title \"%2\"").arg(QString::fromStdString(figure.id), axis->label());
            }
            double behind = -1e9;
            for (qsizetype i = 0; axis->tickLabels() && i < axis->tickVector().size(); ++i) {
                const double begin = axis->coordToPixel(axis->tickVector()[i]) *
                                     (across == axis->rangeReversed() ? -1 : 1);  // grows with the number
                const QSizeF size = wordsSize(axis->tickVectorLabels().value(i));
                const double half = figurePixels(across ? size.width() : size.height() * 0.8) / 2.0;
                if (axis->range().contains(axis->tickVector()[i]) && begin - half < behind) {
                    found << QStringLiteral("%1: tick %2")
                                 .arg(QString::fromStdString(figure.id), axis->tickVectorLabels()[i]);
                }
                behind = axis->range().contains(axis->tickVector()[i]) ? begin + half : behind;
            }
        }
    }
    return found.join(QLatin1Char('\n'));
}

}  // namespace

class FigureLayoutTest : public QObject {
    Q_OBJECT
    std::vector<FigureSpec> m_figures;

 private Q_SLOTS:
    void initTestCase() { m_figures = figuresOf(); }

    void nothingIsCut_data() {
        QTest::addColumn<double>("width");
        QTest::addColumn<int>("legend");
        QTest::newRow("one column") << 85.0 << static_cast<int>(FigureLegend::Below);
        QTest::newRow("one column, above") << 85.0 << static_cast<int>(FigureLegend::Above);
        QTest::newRow("one column, right") << 85.0 << static_cast<int>(FigureLegend::Right);
        QTest::newRow("one column, inside") << 85.0 << static_cast<int>(FigureLegend::Inside);
        QTest::newRow("beside another") << 87.0 << static_cast<int>(FigureLegend::Below);
        QTest::newRow("two columns") << 178.0 << static_cast<int>(FigureLegend::Below);
    }
    void nothingIsCut() {
        QFETCH(double, width);
        QFETCH(int, legend);
        for (FigureSpec figure : m_figures) {
            figure.legend = static_cast<FigureLegend>(legend);
            const QString found = cut(figure, {width, figureHeight(figure, width)});
            QVERIFY2(found.isEmpty(), qPrintable(found));
        }
    }

    void entriesAtTheRightStandTogether() {
        FigureSpec figure = m_figures[m_figures.size() - 2];
        figure.legend = FigureLegend::Right;
        QCustomPlot plot;
        const QSizeF size(178, figureHeight(figure, 178));
        layOut(plot, figure, size);
        QVERIFY(legendOf(plot) != nullptr);
        const double entries = figurePixels(legendEntries(figure, 178).height);
        QVERIFY(1.5 * entries < figurePixels(size.height()));
        QVERIFY2(legendOf(plot)->outerRect().height() < 1.5 * entries,
                 qPrintable(QString::number(legendOf(plot)->outerRect().height())));
    }

    void aLegendBeginsWhereTheAxesDo() {
        for (const FigureLegend place : {FigureLegend::Below, FigureLegend::Above}) {
            FigureSpec figure = m_figures[m_figures.size() - 2];
            figure.legend = place;
            QCustomPlot plot;
            layOut(plot, figure, {178, figureHeight(figure, 178)});
            QVERIFY(legendOf(plot) != nullptr);
            const int legend = legendOf(plot)->rect().left(), axis = plot.axisRect(0)->rect().left();
            QVERIFY2(axis > 0 && std::abs(legend - axis) <= 1,
                     qPrintable(QStringLiteral("%1 %2").arg(legend).arg(axis)));
        }
    }

    void cellsOfASmallMapHaveNumbers() {
        FigureSpec figure = test::mapFigure(3);
        const auto count = [](const FigureSpec& shown) {
            QCustomPlot plot;
            layOut(plot, shown, {85, figureHeight(shown, 85)});
            int texts = 0, frames = 0;
            for (int i = 0; i < plot.itemCount(); ++i) {
                texts += qobject_cast<QCPItemText*>(plot.item(i)) != nullptr ? 1 : 0;
                frames += qobject_cast<QCPItemRect*>(plot.item(i)) != nullptr ? 1 : 0;
            }
            return std::pair(texts, frames);
        };
        QVERIFY(count(figure) == std::pair(0, 0));
        figures::printWith(figure, figures::printOf("values-best-most").value());
        QVERIFY(count(figure) == std::pair(9, 1));
    }

    void theLegendInsideHidesNoLabelOfAMark() {
        FigureSpec figure = m_figures.front();
        figure.legend = FigureLegend::Inside;
        figure.panels[0].marks = {{100, true, "prune", "many prunes", 1650.0}};
        QCustomPlot plot;
        layOut(plot, figure, {85, figureHeight(figure, 85)});
        QVERIFY(legendOf(plot) != nullptr);
        int labels = 0;
        for (int i = 0; i < plot.itemCount(); ++i) {
            const auto* label = qobject_cast<QCPItemText*>(plot.item(i));
            if (label != nullptr && label->clipAxisRect() == plot.axisRect(0)) {
                const QRectF words(label->topLeft->pixelPosition(), label->bottomRight->pixelPosition());
                QVERIFY(!words.intersects(QRectF(legendOf(plot)->outerRect())));
                ++labels;
            }
        }
        QCOMPARE(labels, 1);
    }

    void aLegendWithoutRoomInsideStandsBelow() {
        FigureSpec figure = m_figures[m_figures.size() - 2];
        figure.legend = FigureLegend::Inside;
        QCOMPARE(legendPlace(figure, 85), FigureLegend::Below);
        QCustomPlot plot;
        layOut(plot, figure, {85, figureHeight(figure, 85)});
        QVERIFY(legendOf(plot) != nullptr);
        QVERIFY(!legendOf(plot)->outerRect().intersects(plot.axisRect(0)->outerRect()));
        FigurePage page;
        page.figures = {figure, m_figures.front()};
        page.columns = 1;
        page.millimetres = 85;
        QCOMPARE(legendsBelow(page), std::vector<std::string>{figure.id});
        figure.panels[0].series.resize(1);
        QCOMPARE(legendPlace(figure, 178), FigureLegend::Inside);
    }

    /// The arms of a U reach into the upper corners, what is between them lies low.
    void aLegendInsideStandsWhereItHidesNothing() {
        FigureSpec figure = m_figures.front();
        figure.panels.resize(1);
        FigurePanel& panel = figure.panels[0];
        panel.marks.clear();
        panel.x.minimum = panel.x.maximum = panel.y.minimum = panel.y.maximum = std::nullopt;
        panel.series = {{"one", {0, 0.1, 0.5, 0.9, 1}, {1, 0.05, 0.02, 0.05, 1}},
                        {"two", {0, 0.1, 0.5, 0.9, 1}, {0.8, 0, 0, 0, 0.9}}};
        figure.legend = FigureLegend::Inside;
        QCOMPARE(legendPlace(figure, 178), FigureLegend::Inside);
        QCustomPlot plot;
        layOut(plot, figure, {178, figureHeight(figure, 178)});
        QVERIFY(legendOf(plot) != nullptr);
        const QRect at = legendOf(plot)->outerRect(), axes = plot.axisRect(0)->rect();
        QVERIFY(axes.contains(at) && std::abs(at.center().x() - axes.center().x()) < 4 &&
                at.center().y() < axes.center().y());
        // A map without a free cell shows all of them.
        FigureSpec map = figures::byId(*tests::plotRecording({.steps = 300}), 1, "hindsight").value();
        map.legend = FigureLegend::Inside;
        QCOMPARE(legendPlace(map, 178), FigureLegend::Below);
    }

    void aShortLogarithmicAxisHasNumbersOfEachDecade() {
        FigureSpec figure = m_figures.front();
        figure.panels.resize(1);
        FigurePanel& panel = figure.panels[0];
        panel.marks.clear();
        panel.series = {{"layers", {96, 130, 269, 1200}, {1, 2, 3, 4}, FigureStyle::Points}};
        panel.x = {"H", "nats", true, 74.0, 1560.0};
        QCustomPlot plot;
        layOut(plot, figure, {85, figureHeight(figure, 85)});
        const QCPAxis* axis = plot.axisRect(0)->axis(QCPAxis::atBottom);
        QCOMPARE(axis->tickVectorLabels(), (QVector<QString>{QStringLiteral("100"), QStringLiteral("200"),
                                                             QStringLiteral("500"), QStringLiteral("1000")}));
        QVERIFY(axis->subTicks());
        QVector<double> ticks, between;
        axis->ticker()->generate(axis->range(), QLocale::c(), QLatin1Char('g'), 6, ticks, &between, nullptr);
        QVERIFY(between.contains(300) && between.contains(80) && between.contains(1000));
    }

    void bestSetsInHindsightDifferByTheirDashes() {
        const FigureSpec figure = figures::byId(*tests::plotRecording({.steps = 300}), 1, "hindsight").value();
        std::set<std::vector<double>> dashes;
        for (const FigureSeries& series : figure.panels[1].series) {
            dashes.insert(figures::dashOf(series));
        }
        QCOMPARE(figure.panels[1].series.size(), std::size_t{3});
        QCOMPARE(dashes.size(), std::size_t{3});
    }

    void wordsOfMarksHideNoPoint() {
        FigureSpec figure = m_figures.front();
        figure.panels.resize(1);
        figure.panels[0].series = {{"answers", {0, 800, 1000}, {1, 7, 3}, FigureStyle::Points}};
        figure.panels[0].x.minimum = 0;
        figure.panels[0].x.maximum = 1000;
        figure.panels[0].marks = {{100, true, "prune", "many prunes", 990.0}};
        QCustomPlot plot;
        layOut(plot, figure, {85, figureHeight(figure, 85)});
        const QCPAxisRect& rect = *plot.axisRect(0);
        const double half = figurePoints(2);
        const double top = rect.axis(QCPAxis::atLeft)->coordToPixel(7) - half;
        for (int i = 0; i < plot.itemCount(); ++i) {
            if (const auto* label = qobject_cast<QCPItemText*>(plot.item(i))) {
                QVERIFY2(label->bottom->pixelPosition().y() <= top, qPrintable(QString::number(top)));
            }
        }
        // Nor is one cut in half.
        QVERIFY(rect.axis(QCPAxis::atBottom)->coordToPixel(1000) + half <= rect.right() + 1);
        QVERIFY(rect.axis(QCPAxis::atBottom)->coordToPixel(0) - half >= rect.left());
    }

    void aChangeIsNamedWhereThereIsRoom() {
        QTemporaryDir folder;
        FigureSpec figure = m_figures.front();
        figure.panels.resize(1);
        figure.panels[0].marks = {{400, true, "prompt", "end of the prompt", {}},
                                  {850, true, "parameter", "recent = 64", {}},
                                  {600, true, "parameter", "pin=300-304", {}},
                                  {1000, true, "parameter", "evict=800-805", {}}};
        const QString file = folder.filePath(QStringLiteral("a.svg"));
        QVERIFY(writeFigure(figure, file.toStdString(), FigureWidth::OneColumn).has_value());
        const QStringList texts = readSvg(bytesOf(file)).texts;
        QVERIFY2(texts.contains(QStringLiteral("recent = 64")) && texts.contains(QStringLiteral("pin=300-304")) &&
                     texts.contains(QStringLiteral("evict=800-805")),
                 qPrintable(texts.join(QLatin1Char('|'))));
    }

    void aSlideHasItsShape() {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("slide.png"));
        QVERIFY(writeFigure(m_figures.back(), file.toStdString(), FigureWidth::Slide).has_value());
        const QImage image(file);
        QCOMPARE(image.width(), 3000);
        QVERIFY(std::abs(image.height() * 16 - image.width() * 9) <= 16);
        QVERIFY(variance(image) > 50);
    }

    void everyLabelIsWholeInEveryFormat() {
        QTemporaryDir folder;
        const FigureSpec& lines = m_figures[m_figures.size() - 2];
        for (const char* suffix : {"svg", "pdf"}) {
            const QString file = folder.filePath(QStringLiteral("a.") + QLatin1String(suffix));
            QVERIFY(writeFigure(lines, file.toStdString(), FigureWidth::OneColumn).has_value());
            QString words = suffix[0] == 's' ? readSvg(bytesOf(file)).texts.join(QString()) : pdfText(file);
            words.remove(QLatin1Char('\n')).remove(QLatin1Char(' '));
            for (const std::string& label : kLabels) {
                QVERIFY2(words.isEmpty() || words.contains(QString::fromStdString(label)), label.c_str());
            }
        }
    }

    void rowsOfMapsHaveOneScaleEachUnlessItIsRepeated() {
        const auto scales = [&](double width) {
            const FigureSpec& maps = m_figures.back();
            QCustomPlot plot;
            drawFigure(plot, maps, {width, figureHeight(maps, width)});
            const QList<QCPLayoutElement*> elements = plot.plotLayout()->elements(true);
            return std::count_if(elements.begin(), elements.end(), [](QCPLayoutElement* element) {
                return qobject_cast<QCPColorScale*>(element) != nullptr;
            });
        };
        QCOMPARE(panelsAcross(m_figures.back(), 110), 3);
        QCOMPARE(scales(110), 2);
        QCOMPARE(panelsAcross(m_figures.back(), 140), 4);
        QCOMPARE(scales(140), 1);  // the last row has two maps
    }

    void cellsWithoutAValueAreNamed() {
        const auto recording = tests::plotRecording({.steps = 300});
        const auto labels = [&](const char* id) {
            return legendEntries(figures::byId(*recording, 1, id).value(), 178).labels;
        };
        QCOMPARE(labels("attention-layer-0"), (QStringList{QStringLiteral("evicted"), QStringLiteral("no value")}));
        QCOMPARE(labels("gini"), QStringList());
        // The scale names every category, so the legend does not.
        QVERIFY(!labels("cache-map").contains(QStringLiteral("evicted")));
        FigureSpec without = figures::byId(*recording, 1, "attention-layer-0").value();
        without.legend = FigureLegend::None;
        QVERIFY(legendEntries(without, 178).labels.isEmpty());
    }

    void categoriesHaveTheColoursOfTheWindow() {
        QCOMPARE(categoryColor("both", 1), whatIfColor(WhatIfCell::Both));
        QCOMPARE(categoryColor("the run only", 2), whatIfColor(WhatIfCell::OnlyRun));
        QCOMPARE(categoryColor("this only", 3), whatIfColor(WhatIfCell::OnlyNext));
        QCOMPARE(categoryColor("held", 1), stateColor(TokenState::Kept));
        QCOMPARE(categoryColor("sink", 2), stateColor(TokenState::Sink));
        QCOMPARE(categoryColor("recent", 3), stateColor(TokenState::Recent));
        QCOMPARE(categoryColor("evicted now", 4), stateColor(TokenState::EvictedNow));
        QVERIFY(categoryColor("neither", 0) != categoryColor("both", 1));
        QVERIFY(!cellColor(FigureCell::Future).isValid());
    }

    void lanesDifferByTheirDashes() {
        std::set<std::vector<double>> dashes;
        for (const FigureSeries& series : m_figures[m_figures.size() - 2].panels[0].series) {
            dashes.insert(figures::dashOf(series));
        }
        QCOMPARE(dashes.size(), kLabels.size());
    }

    void countsHaveWholeNumbersOnTheirAxes() {
        FigureSpec figure;
        FigurePanel& panel = figure.panels.emplace_back();
        panel.x = {"step", "tokens"};
        panel.y = {"held", "tokens"};
        panel.series.push_back({"held", {0, 1, 2}, {1, 2, 3}});
        QCustomPlot plot;
        drawFigure(plot, figure, QSizeF(85, 40));
        for (const auto side : {QCPAxis::atBottom, QCPAxis::atLeft}) {
            const QCPAxis* axis = plot.axisRects().constFirst()->axis(side);
            QVector<double> ticks;
            axis->ticker()->generate(axis->range(), QLocale::c(), QLatin1Char('g'), 6, ticks, nullptr, nullptr);
            QVERIFY(ticks.size() >= 3);
            for (const double tick : ticks) {
                QCOMPARE(tick, std::round(tick));
            }
        }
    }

    void wordsBreakWhereTheyMay() {
        QCOMPARE(wrapped(QStringLiteral("short"), 80), QStringLiteral("short"));
        const QString lines = wrapped(QStringLiteral("h2o:heavy=128,recent=132"), 25);
        QCOMPARE(lines, QStringLiteral("h2o:heavy=128,\nrecent=132"));
        const QString scale = QStringLiteral("attention, max of 2 × 2");
        const double most = wordsSize(scale).width();
        QCOMPARE(wrapped(scale, most - 1), QStringLiteral("attention, max of\n2 × 2"));
        QVERIFY(wordsSize(wrapped(QString(60, QLatin1Char('m')), 30)).width() <= 30);
    }

    void aNarrowPageHasOneColumn() {
        FigurePage page;
        page.figures = {m_figures[0], m_figures[1]};
        page.columns = 2;
        page.millimetres = 85;
        const QImage narrow = pagePicture(page, 500);
        page.millimetres = 178;
        const QImage wide = pagePicture(page, 500);
        QVERIFY(narrow.height() > 2 * wide.height());
    }
};

QTEST_MAIN(FigureLayoutTest)
#include "figure_layout_test.moc"
