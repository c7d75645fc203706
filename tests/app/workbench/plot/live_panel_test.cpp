// SPDX-License-Identifier: GPL-3.0-or-later
/// A panel that is drawn from its description, and grows with its run.
#include "app/workbench/plot/live_panel.h"

#include <QTest>

#include "app/workbench/plot/colors.h"
#include "app/workbench/session/theme.h"
#include "core/figures/builders/figure_memory.h"
#include "core/figures/builders/figure_nll.h"
#include "tests/app/workbench/plot/plot_run.h"

using namespace kvw;
using namespace kvw::wb;

class LivePanelTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void showsWhatTheDescriptionSays() {
        const auto recording = tests::plotRecording({.steps = 300, .rows = false});
        Plot plot;
        plot.addPanel({});
        plot.resize(600, 400);
        LivePanel panel(plot, 0);
        QVERIFY(!panel.hasValues());
        panel.follow(recording, figures::memoryPanel(1));
        panel.extend();
        panel.recolour();
        panel.fit(true);
        QVERIFY(panel.hasValues() && panel.hasPrunes());
        QVERIFY(panel.hasValues(0) && !panel.hasValues(3));  // the lane reads all that it holds
        const std::vector<LivePanel::Entry> legend = panel.legend(false);
        QCOMPARE(legend.size(), std::size_t{3});
        QCOMPARE(legend[0].name, QStringLiteral("full"));
        QCOMPARE(legend[0].color, plot.foreground());
        QCOMPARE(legend[1].color, colorOf(figures::kOrange));
        QCOMPARE(legend[2].color, colorOf(figures::kGreen));
        QCOMPARE(plot.graph(2)->pen().color(), colorOf(figures::kGreen));
        QVERIFY(plot.y(0)->range().upper >
                static_cast<double>(recording->trace(1).step(299).bytesFull) / figures::kMebibyte);
        QCOMPARE(axisWords(panel.description().y), QStringLiteral("cache (MiB)"));
    }

    void whatIsComparedIsBehindAndFainter() {
        const auto recording = tests::plotRecording({.steps = 300, .rows = false});
        Plot plot;
        plot.addPanel({});
        LivePanel panel(plot, 0);
        auto panels = figures::nllPanels(*recording, 1, {});
        panel.follow(recording, std::move(panels[0]));
        panel.extend();
        panel.recolour();
        QCOMPARE(plot.graph(0)->layer()->name(), QStringLiteral("behind"));
        QCOMPARE(plot.graph(0)->pen().color(), mixed(plot.palette().color(QPalette::Base), plot.foreground(), 0.6));
        QCOMPARE(plot.graph(1)->pen().color(), colorOf(figures::kBlue));
        QCOMPARE(panel.legend(false)[0].name, QStringLiteral("streaming:sinks=4,recent=92"));
        QCOMPARE(panel.legend(false)[1].name, QStringLiteral("full cache"));
        QCOMPARE(panel.legend(true)[0].name, QStringLiteral("Policy A"));
    }

    void anotherDescriptionReplacesTheFirst() {
        const auto recording = tests::plotRecording({.steps = 100, .rows = false});
        Plot plot;
        plot.addPanel({});
        LivePanel panel(plot, 0);
        for (int i = 0; i < 3; ++i) {
            panel.follow(recording, figures::memoryPanel(1));
            panel.extend();
        }
        QCOMPARE(plot.graphCount(), 5);  // four series and the ticks
        figures::StepPanel plain = figures::memoryPanel(0);
        plain.prunes = false;
        panel.follow(recording, std::move(plain));
        QCOMPARE(plot.graphCount(), 4);
        QVERIFY(!panel.hasValues() && !panel.hasPrunes());
    }

    void ticksStandOutFromTheCurves() {
        const auto recording = tests::plotRecording({.steps = 100, .rows = false});
        Plot plot;
        plot.addPanel({});
        LivePanel panel(plot, 0);
        figures::StepPanel one = figures::memoryPanel(1);
        panel.follow(recording, one);
        QCOMPARE(panel.tickColor(), colorOf(figures::kPrune));
        one.series[0].look = {FigureRole::Lane, 2};
        panel.follow(recording, one);
        QCOMPARE(panel.tickColor(), plot.foreground());
    }
};

QTEST_MAIN(LivePanelTest)
#include "live_panel_test.moc"
