// SPDX-License-Identifier: GPL-3.0-or-later
/// A plot that is moved to a screen of another density, or has little room for its titles.
#include <QtTest>

#include "app/workbench/plot/plot.h"
#include "app/workbench/plot/plot_tickers.h"

using namespace kvw::wb;

class PlotTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void isDrawnForTheScreenItIsOn() {
        Plot plot;
        plot.addPanel(QStringLiteral("held (tokens)"));
        plot.resize(400, 300);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        const QImage before = plot.grab().toImage();
        // As it was drawn for another screen.
        plot.setBufferDevicePixelRatio(plot.devicePixelRatioF() * 2);
        plot.repaint();
        QCOMPARE(plot.bufferDevicePixelRatio(), plot.devicePixelRatioF());
        QCOMPARE(plot.grab().toImage(), before);
    }
    /// Equal steps would put 500 and 1000 on top of each other.
    void numbersOfLessThanTwoDecadesStandApart() {
        for (const QCPRange& range : {QCPRange(90, 1300), QCPRange(20, 700), QCPRange(0.004, 0.1)}) {
            QCustomPlot plot;
            plot.xAxis->setScaleType(QCPAxis::stLogarithmic);
            plot.xAxis->setTicker(QSharedPointer<LogNumbers>::create());
            plot.xAxis->setRange(range);
            plot.replot();
            QVector<double> seen;
            for (const double tick : plot.xAxis->tickVector()) {
                if (range.contains(tick)) {
                    seen << tick;
                }
            }
            QVERIFY2(seen.size() >= 2, qPrintable(QString::number(range.upper)));
            for (int i = 1; i < seen.size(); ++i) {
                QVERIFY(seen[i] / seen[i - 1] >= 3);
            }
        }
    }

    /// The first of 30 layers has its number in a map as low as docks are, and bars have more than two.
    void manyLayersHaveNumbers() {
        Plot map;
        map.addPanel(QStringLiteral("layer"));
        auto* scale = map.addColorScale(QStringLiteral("tokens"));
        QCPColorMap* cells = map.addLayerMap(0, scale);
        cells->data()->setSize(10, 30);
        cells->data()->setRange(QCPRange(0, 9), QCPRange(0, 29));
        map.y(0)->setRange(-0.5, 29.5);
        map.setXBounds(0, 9);
        map.showX(std::nullopt);
        map.resize(400, 120);
        map.show();
        QVERIFY(QTest::qWaitForWindowExposed(&map));
        map.replot();
        QVERIFY(map.y(0)->tickVector().contains(0));
        const QFontMetrics metrics(map.y(0)->tickLabelFont());
        const QRect whole = metrics.tightBoundingRect(QStringLiteral("0"));
        // Cut by the upper end of the widget it would not be drawn.
        QVERIFY(map.y(0)->coordToPixel(0) >= metrics.height() / 2.0);
        const QImage image = map.grab().toImage();
        const int right = map.panel(0)->left() - 6, middle = static_cast<int>(map.y(0)->coordToPixel(0));
        bool drawn = false;
        for (int x = right - 2 * whole.width(); x < right; ++x) {
            drawn = drawn || qGray(image.pixel(x, middle)) < 200;
        }
        QVERIFY(drawn);

        Plot bars;
        bars.addPanel(QStringLiteral("held"));
        bars.addBars(0, Qt::blue, 0.6);
        bars.setXBounds(-0.6, 29.6);
        bars.showX(std::nullopt);
        bars.resize(200, 150);
        bars.show();
        QVERIFY(QTest::qWaitForWindowExposed(&bars));
        bars.replot();
        const auto ticks = bars.x(0)->tickVector();
        const auto seen =
            std::count_if(ticks.begin(), ticks.end(), [&](double tick) { return bars.x(0)->range().contains(tick); });
        QVERIFY2(seen >= 3, qPrintable(QString::number(seen)));
    }

    void theNameOfABoundaryIsWholeOrNotThere() {
        Plot plot;
        plot.addPanel(QStringLiteral("held (tokens)"));
        plot.setXBounds(0, 100);
        plot.showX(std::nullopt);
        plot.resize(220, 150);
        plot.show();
        const QString label = QStringLiteral("prompt | decode");
        const auto textOf = [&]() -> QCPItemText* {
            for (int i = 0; i < plot.itemCount(); ++i) {
                if (auto* text = qobject_cast<QCPItemText*>(plot.item(i)); text != nullptr && text->text() == label) {
                    return text;
                }
            }
            return nullptr;
        };
        for (const double at : {0.5, 50.0, 99.5}) {
            plot.setBoundary(at, label);
            plot.replot();
            const QCPItemText* text = textOf();
            QVERIFY(text != nullptr && text->visible());
            QVERIFY(text->left->pixelPosition().x() >= plot.panel(0)->left() - 1);
            QVERIFY2(text->right->pixelPosition().x() <= plot.width(),
                     qPrintable(QString::number(text->right->pixelPosition().x())));
        }
        // Out of sight, as its line is.
        plot.showX(QCPRange(0, 40));
        plot.replot();
        QVERIFY(!textOf()->visible());
        plot.setBoundary(20, label);
        plot.replot();
        QVERIFY(textOf()->visible());
        plot.setBoundary(std::nullopt, label);
        plot.replot();
        QVERIFY(!textOf()->visible());
    }

    /// The cells of the map are as wide as the line of its axis.
    void theFirstAndTheLastCellAreSeen() {
        Plot plot;
        plot.addPanel(QStringLiteral("query (step)"));
        plot.x(0)->grid()->setVisible(false);
        plot.resize(400, 300);
        plot.show();
        plot.replot();
        const int cells = plot.panel(0)->width();
        plot.setXBounds(-0.5, cells - 0.5);
        plot.showX(std::nullopt);
        plot.y(0)->setRange(0, 1);
        for (const double cell : {0.0, cells - 1.0}) {
            auto* filled = new QCPItemRect(&plot);
            filled->setLayer(QStringLiteral("main"));
            filled->setPen(Qt::NoPen);
            filled->setBrush(Qt::red);
            filled->topLeft->setCoords(cell - 0.5, 1);
            filled->bottomRight->setCoords(cell + 0.5, 0);
        }
        plot.replot();
        const QImage image = plot.toPixmap().toImage();
        const QRect panel = plot.panel(0)->rect();
        QCOMPARE(image.pixelColor(panel.left(), panel.center().y()), QColor(Qt::red));
        QCOMPARE(image.pixelColor(panel.right(), panel.center().y()), QColor(Qt::red));
        QCOMPARE(image.pixelColor(panel.left() - 1, panel.center().y()), plot.y(0)->basePen().color());
    }

    /// The unit, which no legend tells, else what stands before the comma.
    void titlesFitWhatThereIs() {
        Plot plot;
        plot.addPanel(QStringLiteral("cache of all layers (MiB)"));
        const QCPColorScale* scale = plot.addColorScale(QStringLiteral("attention, max of 16 × 16"));
        plot.show();
        for (const auto& [height, axis, beside] :
             {std::tuple{500, "cache of all layers (MiB)", "attention, max of 16 × 16"},
              std::tuple{150, "MiB", "attention"}}) {
            plot.resize(400, height);
            QTRY_COMPARE(plot.height(), height);
            plot.replot();
            QTRY_COMPARE(plot.y(0)->label(), QString(axis));
            QTRY_COMPARE(scale->axis()->label(), QString(beside));
        }
    }
};

QTEST_MAIN(PlotTest)
#include "plot_test.moc"
