// SPDX-License-Identifier: GPL-3.0-or-later
/// Docks draw the series of their figures in the figures' colours, in both themes.
#include <QTest>

#include "app/workbench/plot/colors.h"
#include "app/workbench/session/theme.h"
#include "core/figures/figures.h"
#include "tests/app/workbench/views/common/dock_entries.h"
#include "tests/app/workbench/views/common/shown_dock.h"

using namespace kvw;
using namespace kvw::wb;

namespace {

/// Colours of the lines that a dock draws.
QStringList drawnColours(const Shown& shown) {
    QStringList colours;
    for (const Plot* plot : shown.dock->findChildren<Plot*>()) {
        for (int i = 0; i < plot->graphCount(); ++i) {
            colours << plot->graph(i)->pen().color().name();
        }
    }
    return colours;
}

}  // namespace

class SeriesColoursTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void docksAndFiguresAgree_data() {
        QTest::addColumn<QString>("dock");
        QTest::addColumn<QString>("figure");
        QTest::newRow("nll") << QStringLiteral("nll") << QStringLiteral("nll");
        QTest::newRow("nll, with the other lane behind") << QStringLiteral("nll") << QStringLiteral("nll-lanes");
        QTest::newRow("memory") << QStringLiteral("memory") << QStringLiteral("memory");
        // More layers than there are hues.
        QTest::newRow("inequality") << QStringLiteral("inequality") << QStringLiteral("inequality");
        QTest::newRow("hindsight") << QStringLiteral("hindsight") << QStringLiteral("hindsight");
    }

    void docksAndFiguresAgree() {
        QFETCH(QString, dock);
        QFETCH(QString, figure);
        const int lane = figure == QStringLiteral("nll-lanes") ? 0 : 1;
        for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
            QApplication::setPalette(themePalette(theme, QApplication::palette()));
            const bool layers = dock == QStringLiteral("inequality");
            Shown shown(dock == QStringLiteral("nll")      ? nllDock()
                        : dock == QStringLiteral("memory") ? memoryDock()
                        : layers                           ? inequalityDock()
                                                           : hindsightDock());
            const auto recording = tests::plotRecording({.steps = 300, .layers = layers ? 10 : 4});
            shown.view(recording);
            shown.workspace->selection().setLane(lane);
            shown.settle();
            const auto spec = figures::byId(*recording, lane, figure.toStdString());
            QVERIFY(spec.has_value());
            const Plot* plot = shown.plot();
            for (const FigurePanel& panel : spec->panels) {
                for (const FigureSeries& series : panel.series) {
                    const QColor color = lineColor(series.look(), plot->foreground(), figures::layersOf(*spec));
                    const auto drawn = [&](double share) {
                        return drawnColours(shown).contains(
                            mixed(plot->palette().color(QPalette::Base), color, share).name());
                    };
                    // Whole, behind another lane, beside the selected layer.
                    QTRY_VERIFY2(drawn(1) || drawn(0.6) || drawn(0.55), series.label.c_str());
                }
            }
        }
    }
};

QTEST_MAIN(SeriesColoursTest)
#include "series_colours_test.moc"
