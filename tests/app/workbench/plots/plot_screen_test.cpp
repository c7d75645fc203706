// SPDX-License-Identifier: GPL-3.0-or-later
/// A plot that is moved to a screen of another density.
#include <QtTest>

#include "app/workbench/plots/plot.h"

using namespace kvw::wb;

class PlotScreenTest : public QObject {
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
};

QTEST_MAIN(PlotScreenTest)
#include "plot_screen_test.moc"
