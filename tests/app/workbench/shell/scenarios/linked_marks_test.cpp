// SPDX-License-Identifier: GPL-3.0-or-later
/// Marks and choices of one dock are shown by all others.
#include <QComboBox>
#include <cmath>

#include "app/workbench/plot/latest_job.h"
#include "app/workbench/plot/plot.h"
#include "app/workbench/views/common/plots/attention_map.h"
#include "app/workbench/views/strip/strip_view.h"
#include "tests/app/workbench/plot/plot_run.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

/// The window over a run with rows, its docks large enough to be pointed at.
struct Linked : Bench {
    Linked() {
        window->resize(1600, 1000);
        workspace->client().view(plotRecording({.steps = 200, .promptRows = true}), QStringLiteral("test"));
        workspace->selection().setLane(1);
        settle();
    }
    void settle() {
        QCoreApplication::processEvents();
        for (const LatestJob* job : window->findChildren<LatestJob*>()) {
            QTRY_VERIFY(job->idle());
        }
        QCoreApplication::processEvents();
    }
    Dock& show(const char* id) {
        Dock* dock = window->dock(QString::fromLatin1(id));
        window->focusDock(*dock);
        settle();
        return *dock;
    }
    QPoint at(const Plot& plot, double x, double y) {
        return {static_cast<int>(plot.x(0)->coordToPixel(x)), static_cast<int>(plot.y(0)->coordToPixel(y))};
    }
    Selection& selection() { return workspace->selection(); }
};

/// Those in sight whose layers are counted along an axis.
QList<Plot*> layerPlots(const QWidget& in) {
    QList<Plot*> plots = in.findChildren<Plot*>();
    plots.removeIf([](const Plot* plot) { return !plot->isVisible() || !plot->lines().hasLayers(); });
    return plots;
}

}  // namespace

class LinkedMarksTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aLayerUnderTheMouseIsMarkedEverywhere() {
        Linked linked;
        Dock& budgets = linked.show("budgets");
        Plot* bars = nullptr;
        for (Plot* plot : layerPlots(budgets)) {
            bars = dynamic_cast<QCPBars*>(plot->plottable(0)) != nullptr ? plot : bars;
        }
        QVERIFY(bars != nullptr);
        QTest::mouseMove(bars, linked.at(*bars, 2, 10));
        QCOMPARE(linked.selection().hover().layer, 2);
        for (const char* id : {"budgets", "cache", "preference", "lanes"}) {
            Dock& dock = linked.show(id);
            QTRY_VERIFY2(!layerPlots(dock).isEmpty(), id);
            for (const Plot* plot : layerPlots(dock)) {
                QTRY_VERIFY2(plot->lines().at(PlotLines::Layer) == std::optional(2.0), id);
            }
        }
        linked.selection().setHover({});
        linked.settle();
        for (const char* id : {"budgets", "cache", "preference", "lanes"}) {
            for (const Plot* plot : layerPlots(linked.show(id))) {
                QTRY_VERIFY2(!plot->lines().at(PlotLines::Layer), qPrintable(plot->accessibleName()));
            }
        }
    }

    void aStepUnderTheMouseIsATokenOfTheStrip() {
        Linked linked;
        Dock& memory = linked.show("memory");
        Plot* nll = linked.show("nll").findChild<Plot*>();
        QVERIFY(memory.shown());
        QTest::mouseMove(nll, QPoint(static_cast<int>(nll->x(0)->coordToPixel(150)), nll->panel(0)->center().y()));
        const std::int64_t step = linked.selection().hover().step;
        QVERIFY(std::abs(step - 150) <= 1);
        linked.settle();
        QTRY_COMPARE(linked.window->findChild<StripView*>()->hoveredToken(), step);
        QTRY_COMPARE(memory.findChild<Plot*>()->lines().at(PlotLines::Hover), std::optional(static_cast<double>(step)));
    }

    void aTokenUnderTheMouseIsAStepOfTheCurves() {
        Linked linked;
        for (const char* id : {"nll", "memory"}) {
            const auto* plot = linked.show(id).findChild<Plot*>();
            linked.selection().setHover({.token = 150, .step = -1, .layer = -1});
            QTRY_COMPARE(plot->lines().at(PlotLines::Hover), std::optional(150.0));
            linked.selection().setHover({});
            QTRY_VERIFY(!plot->lines().at(PlotLines::Hover));
        }
        // Tokens have an axis of their own there, and steps go downwards.
        const auto* map = linked.show("attention").findChild<AttentionMap*>();
        linked.selection().setHover({.token = 150, .step = -1, .layer = -1});
        linked.settle();
        QVERIFY(!map->lines().at(PlotLines::Hover));
        linked.selection().setHover({.token = 150, .step = 160, .layer = -1});
        QTRY_COMPARE(map->lines().at(PlotLines::Hover), std::optional(160.0));
    }

    void aViewOfItsOwnLeavesNoMarkInTheOthers() {
        Linked linked;
        Dock& nll = linked.show("nll");
        const auto* plot = nll.findChild<Plot*>();
        QTest::mouseMove(nll.findChild<Plot*>(),
                         QPoint(static_cast<int>(plot->x(0)->coordToPixel(120)), plot->panel(0)->center().y()));
        QVERIFY(linked.selection().hover().step >= 0);
        linked.settle();
        linked.window->actions().named(QStringLiteral("unlink"))->trigger();
        QVERIFY(nll.unlinked());
        QCOMPARE(linked.selection().hover(), Hover{});
        linked.settle();
        QTRY_COMPARE(linked.window->findChild<StripView*>()->hoveredToken(), -1);
    }

    void tokenAxesHaveOneRange() {
        Linked linked;
        const auto maps = [&](const char* id) {
            QList<Plot*> found = linked.show(id).findChildren<Plot*>();
            found.removeIf([](const Plot* plot) {
                return !plot->isVisible() || !plot->objectName().startsWith(QLatin1String("viewMap"));
            });
            return found;
        };
        const QStringList ids{"attention", "cache", "side-by-side"};
        double first = 20;
        for (const QString& id : ids) {
            maps(qPrintable(id)).front()->x(0)->setRange(first, first + 80.4);  // as a drag does
            linked.settle();
            QCOMPARE(linked.selection().tokenRange(), (wb::TokenRange{int(first), int(first) + 80}));
            for (const QString& other : ids) {
                for (const Plot* map : maps(qPrintable(other))) {
                    // Where it was moved it stays, to a part of a token.
                    QTRY_COMPARE(map->x(0)->range(), QCPRange(first, first + (other == id ? 80.4 : 80)));
                }
            }
            first += 10;
        }
        QVERIFY(linked.selection().range().all());  // of steps nothing was said
        // One of its own leaves the others where they are, and is left there.
        Dock& cache = linked.show("cache");
        cache.setUnlinked(true);
        Plot* own = maps("cache").front();
        own->x(0)->setRange(100, 150);
        linked.settle();
        QCOMPARE(maps("attention").front()->x(0)->range(), QCPRange(40, 120));
        linked.selection().setTokenRange({5, 25});
        linked.settle();
        QCOMPARE(maps("attention").front()->x(0)->range(), QCPRange(5, 25));
        QCOMPARE(maps("cache").front()->x(0)->range(), QCPRange(100, 150));
        linked.window->actions().named(QStringLiteral("resetZoom"))->trigger();
        linked.settle();
        QVERIFY(own->showsAllX());
        QCOMPARE(linked.selection().tokenRange(), (wb::TokenRange{5, 25}));
        cache.setUnlinked(false);
        linked.settle();
        QCOMPARE(own->x(0)->range(), QCPRange(5, 25));
    }

    /// One turn of a wheel has 120 units; a trackpad sends some of them at a time.
    void smallTurnsOfAWheelAddUp_data() {
        QTest::addColumn<QString>("id");
        for (const char* id : {"attention", "cache", "side-by-side"}) {
            QTest::newRow(id) << QString::fromLatin1(id);
        }
    }
    void smallTurnsOfAWheelAddUp() {
        QFETCH(QString, id);
        Linked linked;
        linked.workspace->client().view(plotRecording({.steps = 8, .prompt = 4, .promptRows = true}),
                                        QStringLiteral("few"));
        linked.settle();
        Dock& dock = linked.show(qPrintable(id));
        QList<Plot*> maps = dock.findChildren<Plot*>();
        maps.removeIf([](const Plot* plot) {
            return !plot->isVisible() || !plot->objectName().startsWith(QLatin1String("viewMap"));
        });
        QVERIFY(!maps.isEmpty());
        Plot* map = maps.front();
        const auto turn = [&](int units) {
            const QPointF place = QRectF(map->panel(0)->rect()).center();
            QWheelEvent wheel(place, map->mapToGlobal(place), {}, {0, units}, Qt::NoButton, Qt::NoModifier,
                              Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(map, &wheel);
            linked.settle();
        };
        QTRY_VERIFY(map->xBounds() == QCPRange(-0.5, 7.5) && map->showsAllX());
        const auto tokens = [&] { return linked.selection().tokenRange(); };
        int turns = 0;
        while ((tokens().all() || tokens().last - tokens().first > 2) && ++turns < 120) {
            turn(15);
        }
        QVERIFY2(turns < 120, "it cannot be zoomed in");
        for (turns = 0; !(tokens().all() && map->showsAllX()) && ++turns < 160;) {
            turn(-15);
            for (const Plot* other : maps) {
                QCOMPARE(other->x(0)->range(), map->x(0)->range());
            }
        }
        QVERIFY2(turns < 160, "it cannot be zoomed out again");
    }

    void movedByPartsOfATokenItShowsAsMany() {
        Linked linked;
        auto* map = linked.show("attention").findChild<Plot*>(QStringLiteral("viewMap"));
        linked.selection().setTokenRange({20, 27});
        linked.settle();
        for (const double way : {0.3, 0.3, 0.3, 0.3, -0.7, -0.3, -0.2, -0.6}) {
            map->x(0)->moveRange(way);
            linked.settle();
            QCOMPARE(linked.selection().tokenRange().last - linked.selection().tokenRange().first, std::int64_t{7});
        }
        QVERIFY(std::abs(map->x(0)->range().lower - 19.4) < 1e-9);
        // At the end, too.
        map->x(0)->setRange(192.5, 199.5);
        QCOMPARE(linked.selection().tokenRange(), (wb::TokenRange{192, 199}));
    }

    void zeroShowsAllOfEveryDock() {
        Linked linked;
        linked.selection().setStep(150);
        auto* reset = linked.window->actions().named(QStringLiteral("resetZoom"));
        int zoomed = 0;
        for (const DockLayout::Placed& placed : linked.window->docks()) {
            Dock& dock = linked.show(placed.entry.id);
            if (auto* order = dock.findChild<QComboBox*>(QStringLiteral("viewOrder"))) {
                order->setCurrentIndex(1);  // slots have a range of their own
                Q_EMIT order->activated(1);
                linked.settle();
            }
            QList<Plot*> plots = dock.findChildren<Plot*>();
            plots.removeIf(
                [](const Plot* plot) { return !plot->isVisible() || !plot->interactions().testFlag(QCP::iRangeZoom); });
            for (Plot* plot : plots) {
                const QCPRange all = plot->xBounds();
                plot->x(0)->setRange(all.lower + all.size() / 4, all.lower + all.size() / 2);
            }
            linked.settle();
            for (const Plot* plot : plots) {
                QVERIFY2(!plot->showsAllX(), placed.entry.id);
            }
            reset->trigger();
            linked.settle();
            for (const Plot* plot : plots) {
                QVERIFY2(plot->showsAllX(), placed.entry.id);
                ++zoomed;
            }
        }
        QVERIFY(zoomed >= 8);
        QVERIFY(linked.selection().range().all() && linked.selection().tokenRange().all());
    }

    void behindTheLastStepThereIsNothingToMark() {
        FakeShape shape;
        shape.rows = true;
        Bench bench(shape);
        bench.window->resize(1600, 1000);
        bench.startPaused();  // after 40 of 200 steps, for which there is room
        const auto hover = [&] { return bench.workspace->selection().hover(); };
        for (const char* id : {"nll", "attention"}) {
            Dock* dock = bench.window->dock(QString::fromLatin1(id));
            bench.window->focusDock(*dock);
            Plot* plot = qstrcmp(id, "nll") == 0 ? dock->findChild<Plot*>() : dock->findChild<AttentionMap*>();
            QTRY_VERIFY(plot->isVisible() && plot->x(0)->range().upper > 150);
            const auto move = [&](double x) {
                const int y = plot->stepAxis() == Qt::Vertical ? static_cast<int>(plot->y(0)->coordToPixel(35))
                                                               : plot->panel(0)->center().y();
                QTest::mouseMove(plot, QPoint(static_cast<int>(plot->x(0)->coordToPixel(x)), y));
            };
            move(30);
            QTRY_VERIFY2(hover().step >= 0, id);
            move(150);
            QTRY_VERIFY2(hover() == Hover{}, id);
        }
    }

    void shiftAddsATokenAndEmptinessClears() {
        Linked linked;
        linked.show("attention");
        auto* map = linked.window->findChild<AttentionMap*>();
        QVERIFY(map != nullptr && map->isVisible());
        QTest::mouseClick(map, Qt::LeftButton, {}, linked.at(*map, 40, 150));
        QCOMPARE(linked.selection().tokens().size(), std::size_t{1});
        const std::int32_t first = linked.selection().tokens().front();
        QVERIFY(std::abs(first - 40) <= 2);
        QTest::mouseClick(map, Qt::LeftButton, Qt::ShiftModifier, linked.at(*map, 90, 150));
        QCOMPARE(linked.selection().tokens().size(), std::size_t{2});
        QCOMPARE(linked.selection().tokens().front(), first);
        // A query reads nothing that comes later: that part of the map is empty.
        QTest::mouseClick(map, Qt::LeftButton, {}, linked.at(*map, 180, 100));
        QVERIFY(linked.selection().tokens().empty());
        QVERIFY(std::abs(linked.selection().step() - 100) <= 2);
    }

    void aCellThatIsChosenIsTold() {
        Linked linked;
        linked.show("attention");
        linked.selection().setStep(150);
        linked.selection().setTokens({148});
        linked.settle();
        const auto* readout =
            linked.window->dock(QStringLiteral("attention"))->findChild<QLabel*>(QStringLiteral("readout"));
        QVERIFY2(readout->text().contains(QStringLiteral("token 148")), qPrintable(readout->text()));
    }
};

QTEST_MAIN(LinkedMarksTest)
#include "linked_marks_test.moc"
